"""Undoing: what was done is taken back, the last of it first, gated, journaled and verified like any action.

What has to be undone is read from the journal alone, so that another process can go on in the middle of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from pydantic import JsonValue

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import (
    Blocked,
    HandrailError,
    InputError,
    PermanentError,
    RunError,
    Stopped,
)
from handrail.journal.events.event import VariableSet
from handrail.journal.events.undo import UndoBegun, UndoEnded, Undone
from handrail.journal.views.undoing import Undoing
from handrail.journal.views.visit import Visit
from handrail.journal.views.walked import Walk
from handrail.runtime.people.consulting import ask
from handrail.runtime.recovery.restoring import open_page, restore
from handrail.runtime.recovery.settling import find_out
from handrail.runtime.undo.deeds import Deed, deeds, scopes_of
from handrail.runtime.undo.inverting import invert
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import Doubt, Position
from handrail.sop.action import Open, Request
from handrail.sop.graph import Graph
from handrail.sop.node import Group, Node, Task
from handrail.sop.undoing import Compensate, Irreversible

Aside = Callable[[Node], Awaitable[None]]
"""Walks from a node on, as far as edges lead."""

_FAILS: Final = (RunError, Blocked, InputError)


class Undo:
    """Takes back what one session did."""

    def __init__(self, crew: Crew, graph: Graph, aside: Aside) -> None:
        self._crew = crew
        self._graph = graph
        self._aside = aside

    async def group(self, group: Group, node: Node, error: HandrailError) -> None:
        """Undo what was done since the group was entered, because a node in it failed.

        Raises PermanentError where a `once` effect is left, Waiting where a person must help.
        """
        visit = self._crew.reread().latest[group.id]
        begun = UndoBegun(
            kind="undo_begun",
            after=visit.seq,
            group=group.id,
            node=node.id,
            why=error.message,
            category=error.category,
        )
        self._crew.scribe.write(begun, durable=True)
        await self.go_on()

    async def go_on(self) -> None:
        """Undo what the undoing that is under way has not undone yet. Raises as `group` does."""
        walk = self._crew.reread()
        undo = walk.undo
        assert undo is not None
        left = [event for event in undo.undone if event.verdict == "not undone" and event.effect == "once"]
        for deed in deeds(walk, self._graph, undo.begun.after):
            self._crew.stop.check()
            event = await self._take_back(deed, undo, walk)
            self._crew.scribe.write(event, durable=deed.once)
            undo.visits, undo.variables = [], {}
            if event.verdict == "not undone" and deed.once:
                left.append(event)
        self._end(walk, undo, complete=not left)
        if left:
            what = "; ".join(f"{event.action} ({event.how})" for event in left)
            raise PermanentError(
                f"{undo.begun.why} What was done could not all be undone: {what}.".strip(),
                mend="Look in the app, and take it back there.",
            )

    def _end(self, walk: Walk, undo: Undoing, *, complete: bool) -> None:
        ended = UndoEnded(kind="undo_ended", complete=complete)
        group = undo.begun.group
        given = self._put_back(walk, undo.begun.after) if group is not None else {}
        events = [
            VariableSet(kind="variable_set", node=group or "", name=name, value=value)
            for name, value in given.items()
        ]
        for event in events:
            self._crew.values.set(event.name, event.value)
        self._crew.scribe.write(ended, *events, durable=True)

    def _put_back(self, walk: Walk, after: int) -> dict[str, JsonValue]:
        """The variables that had another value when the group was entered."""
        before = self._crew.reread(after).variables
        given = self._crew.values.given
        old = {name: before.get(name, given.get(name)) for name in walk.variables}
        return {name: value for name, value in old.items() if value not in (None, walk.variables[name])}

    async def _take_back(self, deed: Deed, undo: Undoing, walk: Walk) -> Undone:
        tries = 0
        while True:
            tries += 1
            try:
                return await self._try(deed, undo, walk)
            except _FAILS as error:
                if not deed.once:
                    return deed.told("not undone", error.message)
                told = await self._ask(deed, error, tries)
                if told is not None:
                    return told
                undo = self._crew.reread().undo or undo

    async def _try(self, deed: Deed, undo: Undoing, walk: Walk) -> Undone:
        if deed.once and not await self._was_done(deed, walk):
            return deed.told("nothing to undo", "it had not been done")
        match deed.inverse:
            case Irreversible(why=why):
                return deed.told("not undone", why)
            case Compensate(node=node):
                with self._crew.values.as_of(deed.attempt.values, scopes_of(deed, self._graph)):
                    await self._compensate(deed, node, undo)
                return deed.told("undone", f"by '{node}'")
            case _:
                return await invert(self._crew, deed)

    async def _was_done(self, deed: Deed, walk: Walk) -> bool:
        attempt, visit = deed.attempt, deed.visit
        if deed.is_settled:
            return attempt.done
        tabs = {} if self._crew.actuator.is_open(deed.node.page) or not walk.marks else walk.marks[-1].tabs
        doubt = Doubt(deed.node, visit, attempt, Position(deed.node, tabs=tabs))
        with self._crew.values.as_of(attempt.values, scopes_of(deed, self._graph)):
            return await find_out(self._crew, doubt)

    async def _compensate(self, deed: Deed, name: str, undo: Undoing) -> None:
        """Walk the compensation; where an earlier process was in it, from behind what that has done."""
        first = self._graph.node(name)
        if first is None:
            raise PermanentError(f"There is no step '{name}', which is to undo '{deed.node.id}'.")
        behind = await self._behind(undo)
        if behind is None:
            await self._open_its_page(deed, first)
            await self._aside(first)
            return
        for variable, value in undo.variables.items():
            self._crew.values.set(variable, value)
        following = self._graph.successor(behind)
        if following is not None:
            await restore(self._crew, following.id, undo.tabs)
            await self._aside(following)

    async def _behind(self, undo: Undoing) -> str | None:
        """The last node of the compensation whose `once` action was done; none where it is still to be."""
        for visit in reversed(undo.visits):
            node = self._graph.node(visit.node)
            attempt = next((a for a in reversed(visit.attempts) if a.stands), None)
            if attempt is None or not isinstance(node, Task):
                continue
            if attempt.done and not visit.unsettled:
                return visit.node
            if await find_out(self._crew, Doubt(node, visit, attempt, Position(node, tabs=undo.tabs))):
                return visit.node
        return None

    async def _open_its_page(self, deed: Deed, first: Node) -> None:
        """A compensation that opens no page of its own begins where the action had led."""
        if not isinstance(first, Task) or isinstance(first.action, Open | Request):
            return
        tab = _tab_after(deed.visit, first.page)
        if tab and self._crew.actuator.url(first.page) != tab:
            await open_page(self._crew, first.id, first.page, tab, f"'{deed.node.label}' led there")

    async def _ask(self, deed: Deed, error: HandrailError, tries: int) -> Undone | None:
        """What a person makes of an effect that could not be undone; none to try once more."""
        answer = await ask(
            self._crew,
            ApprovalRequest(
                kind="choose",
                node=deed.node.id,
                action=f"'{deed.action}' could not be undone (try {tries}): {error.message}",
                where=self._crew.actuator.url(deed.node.page),
                why="an effect that happens once must not be left half undone",
                effect="once",
                choices=(
                    Choice(id="again", words="Try to undo it once more"),
                    Choice(id="by-hand", words="It is undone: I did it in the app"),
                    Choice(id="leave", words="Leave it as it is, and say so in the summary"),
                    Choice(id="stop", words="Stop here; undoing can continue later"),
                ),
            ),
            ("again", "by-hand", "leave", "stop"),
        )
        match answer.choice:
            case "again":
                return None
            case "by-hand":
                return deed.told("undone", f"{answer.by} says that it was undone by hand")
            case "leave":
                return deed.told("not undone", f"{error.message} {answer.by} left it")
            case _:
                raise Stopped(f"{answer.by} stopped while '{deed.action}' was being undone.")


def _tab_after(visit: Visit, page: str) -> str:
    tab = visit.tabs.get(page)
    return tab.url if tab is not None else ""
