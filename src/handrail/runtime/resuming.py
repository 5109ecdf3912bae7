"""Taking a session up again: what is in doubt is settled first, then the walk goes back to an anchor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from handrail.actuators.seen import StorageState
from handrail.errors import (
    BrowserGone,
    HandrailError,
    PermanentError,
    RunError,
    Stopped,
    UnexpectedPage,
    Waiting,
)
from handrail.journal.events.event import Tab, Taken
from handrail.journal.events.undo import UndoBegun
from handrail.journal.views.walked import Walk
from handrail.runtime.loops.looping import scope_of
from handrail.runtime.recovery.restoring import restore
from handrail.runtime.recovery.settling import settle
from handrail.runtime.recovery.signing_in import Asks, First
from handrail.runtime.recovery.unsent import see_that_it_is_held
from handrail.runtime.undo.undoing import Undo
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import Doubt, Position, anchors, doubt, standing
from handrail.runtime.walk.trail import attempts_behind
from handrail.sop.graph import NEXT, Graph
from handrail.sop.node import Loop, Node

SignIn = Callable[[Node, RunError], Awaitable[bool]]
"""Signs in before a node, where the app asks for it; False where it does not ask."""


class TakingUp:
    """One taking up. `taken` is the event that tells of this process."""

    def __init__(self, crew: Crew, graph: Graph, taken: Taken) -> None:
        self._crew = crew
        self._graph = graph
        self._taken = taken
        self.at_first: Callable[[], StorageState | None] = lambda: None
        """Tells what the browser kept when the session began; nothing, where it began with none."""
        self.sign_in: SignIn | None = None
        """What signs in where the app asks for it in the place of the page; none where nothing can."""

    async def position(self, undo: Undo) -> Position:
        """Where the walk goes on, with tabs, values and counts as they were there; after `undo` has gone on
        with what was being undone.

        Raises Waiting where a person must say something first, Stopped, and what the last anchor failed of.
        """
        walk = self._crew.reread()
        if walk.undo is not None:
            return await self._go_on_undoing(walk, walk.undo.begun, undo)
        open_doubt = doubt(walk, self._graph)
        if open_doubt is not None:
            behind = await self._settle(open_doubt)
            if behind is not None:
                return behind
            walk = self._crew.reread()
        return await self._go_back(walk, anew=not walk.drives)

    async def _go_on_undoing(self, walk: Walk, begun: UndoBegun, undo: Undo) -> Position:
        """Undo what is left to undo; then the group has failed, or nothing of the session is left to do."""
        position = standing(walk, self._graph)
        self._assume(position)
        self._tell(position, "what it did is being undone")
        await undo.go_on()
        if begun.group is None:
            mend = "Run the SOP again for a new session." if begun.to is None else None
            raise Stopped(f"It was undone{f' by {begun.by}' if begun.by else ''}.", mend=mend)
        failed = PermanentError(begun.why)
        failed.category = begun.category
        node = self._graph.node(begun.node or begun.group)
        return replace(position, node=node, failed=failed, undone=begun.group)

    async def again(self, why: str, first: First) -> Position:
        """Where the same process goes on after it lost its page. `first` brings the app to where the page can
        be had again, and what it does is no part of the walk. Raises as `position` and `first` do."""
        self._crew.scribe.write()
        walk = self._crew.reread()
        asks = await first()
        self._crew.trail.attempts = attempts_behind(walk)
        return await self._go_back(walk, why, anew=asks is None and not walk.drives, asks=asks)

    async def _settle(self, open_doubt: Doubt) -> Position | None:
        """The position behind the action in doubt; none where it must be walked to once more."""
        position = open_doubt.position
        self._assume(position)
        self._tell(position, f"{open_doubt.node.label} is in doubt")
        if not await settle(self._crew, open_doubt):
            return None
        following = self._graph.following(open_doubt.node.id, NEXT)
        behind = Position(following, None, position.visits, position.containers, position.variables)
        try:
            there = replace(behind, tabs=position.tabs, filled=position.filled)
            await see_that_it_is_held(self._crew, self._graph, there)
        except UnexpectedPage as error:
            raise Waiting(error.message, mend=error.mend) from error
        return behind

    async def _go_back(
        self, walk: Walk, because: str = "", *, anew: bool = False, asks: Asks | None = None
    ) -> Position:
        """Where the walk goes on: not at a page that `asks` to sign in once more. `anew`, what the browser
        keeps is as it was where that is the beginning."""
        last: HandrailError | None = None
        for anchor in anchors(walk, self._graph):
            self._assume(anchor)
            why = "from the beginning" if not anchor.seq else "from its last page"
            self._tell(anchor, f"{because}it goes on {why}")
            try:
                if anew and anchor.seq == 0:
                    # Whoever has signed in already is not asked to: the first steps would miss their page.
                    await self._crew.actuator.put_storage(self.at_first())
                if anchor.node is not None:
                    # Where the app is not reached at all, it need not be waited for at every anchor.
                    await self._restore(anchor.node, anchor.tabs, patient=last is None)
                if anchor.tabs and asks is not None and await asks():
                    raise UnexpectedPage("The page that the session would go on from asks to sign in.")
                await see_that_it_is_held(self._crew, self._graph, anchor)
                self._crew.checkpoints.restored()
                return anchor
            except BrowserGone:
                raise
            except RunError as error:
                last = error
        raise Waiting(
            f"The session cannot go back to where it was. {last.message if last else ''}".rstrip(),
            mend=(last.mend if last else None)
            or "What was done must not be repeated: finish it by hand, or run the SOP from a later step.",
        )

    async def _restore(self, node: Node, tabs: Mapping[str, Tab], *, patient: bool) -> None:
        """Open the tabs; where the app asks to sign in instead, once more behind that."""
        try:
            await restore(self._crew, node.id, tabs, patient=patient)
        except UnexpectedPage as error:
            if self.sign_in is None or not await self.sign_in(node, error):
                raise
            await restore(self._crew, node.id, tabs)

    def _assume(self, position: Position) -> None:
        """Take over what was known at a position."""
        self._crew.trail.visits.clear()
        self._crew.trail.visits.update(position.visits)
        self._crew.values.restore(position.variables)
        for node, turn in position.containers:
            if isinstance(node, Loop) and turn is not None:
                self._crew.values.push(scope_of(node, turn.value, turn.number))

    def _tell(self, position: Position, why: str) -> None:
        node = position.node.id if position.node is not None else None
        self._crew.scribe.write(
            self._taken.model_copy(update={"node": node, "rewound_to": position.seq, "why": why})
        )
