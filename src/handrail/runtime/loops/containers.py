"""Groups and loops: which of them are open, which turn a loop is in, and what a failure inside means."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from pydantic import JsonValue

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import BrowserGone, Category, Denied, HandrailError, RunError
from handrail.journal.events.event import ItemFailed, NodeLeft, TurnBegun
from handrail.journal.views.marks import Turn
from handrail.runtime.loops.looping import Turns, item_words, scope_of, turns_of
from handrail.runtime.people.consulting import ask
from handrail.runtime.walk.crew import Crew
from handrail.sop.graph import FAILED, NEXT, Graph
from handrail.sop.node import Group, Loop, Node

_ENDS_THE_RUN = frozenset({Category.POLICY, Category.PERSON, Category.ENVIRONMENT})


@dataclass
class _Opened:
    """A container that the walk is in."""

    node: Group | Loop
    turns: Turns | None
    began: float = field(default_factory=time.monotonic)
    item: JsonValue = None
    in_turn: bool = False
    undone: bool = False
    """Of an atomic group: what it did was undone."""


UndoGroup = Callable[[Group, Node, HandrailError], Awaitable[None]]


class Containers:
    """The containers around the walk, outermost first."""

    def __init__(self, crew: Crew, graph: Graph, undo: UndoGroup | None = None) -> None:
        """`undo` takes back what an atomic group did that fails; none where that is not wanted."""
        self._crew = crew
        self._graph = graph
        self._undo = undo
        self._open: list[_Opened] = []

    def resume(
        self, containers: Iterable[tuple[Loop | Group, Turn | None]], undone: str | None = None
    ) -> None:
        """Be inside of these, outermost first, as an earlier process was; `undone` is a group that was
        undone."""
        for node, turn in containers:
            opened = _Opened(node, turns_of(self._crew, node) if isinstance(node, Loop) else None)
            opened.undone = node.id == undone
            if opened.turns is not None and turn is not None:
                opened.turns.resume(turn)
                opened.item, opened.in_turn = turn.value, True
            self._open.append(opened)

    def is_open(self, node: Node) -> bool:
        """Whether the walk comes back to the node from its children."""
        return bool(self._open) and self._open[-1].node.id == node.id

    def skips(self) -> bool:
        """Whether a loop around goes on without an item that fails."""
        return any(isinstance(o.node, Loop) and o.node.on_item_failure == "skip" for o in self._open)

    async def arrive(self, node: Group | Loop) -> Node | None:
        """Where the walk goes on from a container: into it, into its next turn, or on behind it."""
        if not self.is_open(node):
            self._open.append(_Opened(node, turns_of(self._crew, node) if isinstance(node, Loop) else None))
            first = True
        else:
            first = False
        opened = self._open[-1]
        child = self._graph.first_child(node.id)
        if child is not None and (await self._next_turn(opened) if opened.turns is not None else first):
            return child
        self._open.pop()
        self._crew.scribe.note(self._left(opened, NEXT))
        return self._graph.following(node.id, NEXT)

    async def _next_turn(self, opened: _Opened) -> bool:
        assert isinstance(opened.node, Loop) and opened.turns is not None
        self._end_turn(opened)
        item = await opened.turns.next()
        if item is None:
            return False
        opened.item, opened.in_turn = item, True
        self._crew.filled.forget()
        self._crew.values.push(scope_of(opened.node, item, opened.turns.number))
        self._crew.scribe.note(
            TurnBegun(
                kind="turn_begun",
                node=opened.node.id,
                number=opened.turns.number,
                of=opened.turns.of,
                item=item_words(item),
                value=item,
                key=opened.turns.key,
                url=opened.turns.url,
            )
        )
        return True

    def _end_turn(self, opened: _Opened) -> None:
        if opened.in_turn:
            self._crew.values.pop()
            opened.in_turn = False

    async def after_failure(self, node: Node, error: RunError, leave: Callable[[], None]) -> Node | None:
        """Where the walk goes on after a node failed, from the inside out: with the next item of a loop, or
        along the `failed` edge of a container, or behind an optional one; none where nothing around it says
        so. `leave` leaves the node itself, before what is around it."""
        for opened in reversed(self._open):
            if opened.node.id != node.id and await self._goes_on_without_item(opened, node, error):
                leave()
                self._close_down_to(opened)
                return opened.node
            await self._all_or_nothing(opened, node, error)
            onward = self._graph.following(opened.node.id, FAILED)
            if onward is not None:
                leave()
                self._close_down_to(opened)
                self._end_turn(opened)
                self._open.pop()
                self._crew.scribe.note(self._left(opened, FAILED, error.message))
                return onward
        return None

    async def give_up(self, node: Node, error: HandrailError) -> None:
        """The walk ends here: undo what the atomic groups around have done."""
        for opened in reversed(self._open):
            await self._all_or_nothing(opened, node, error)

    async def _all_or_nothing(self, opened: _Opened, node: Node, error: HandrailError) -> None:
        group = opened.node
        if self._undo is None or opened.undone or not isinstance(group, Group) or not group.atomic:
            return
        opened.undone = True
        await self._undo(group, node, error)

    async def _goes_on_without_item(self, opened: _Opened, node: Node, error: RunError) -> bool:
        loop = opened.node
        if not isinstance(loop, Loop) or opened.turns is None or not opened.in_turn:
            return False
        by = "the SOP"
        # Without a browser no item can be done, and this one did not fail: it is gone on with in another.
        ends = isinstance(error, BrowserGone) or (
            error.category in _ENDS_THE_RUN and not isinstance(error, Denied)
        )
        if loop.on_item_failure == "stop" or ends:
            return False
        if loop.on_item_failure == "ask":
            answer = await ask(self._crew, _question(loop, opened, node, error), ("skip", "stop"))
            if answer.choice != "skip":
                return False
            by = answer.by
        self._crew.scribe.write(
            ItemFailed(
                kind="item_failed",
                node=loop.id,
                number=opened.turns.number,
                item=item_words(opened.item),
                at=node.id,
                error=error.message,
                by=by,
            )
        )
        opened.turns.failed()
        return True

    def _close_down_to(self, kept: _Opened) -> None:
        """Leave, as failed, every container inside of this one."""
        while self._open[-1] is not kept:
            opened = self._open.pop()
            self._end_turn(opened)
            self._crew.scribe.note(self._left(opened, FAILED))

    def _left(self, opened: _Opened, outcome: str, why: str | None = None) -> NodeLeft:
        millis = round((time.monotonic() - opened.began) * 1000, 3)
        return NodeLeft(kind="node_left", node=opened.node.id, outcome=outcome, millis=millis, why=why)


def _question(loop: Loop, opened: _Opened, node: Node, error: RunError) -> ApprovalRequest:
    item, turns = opened.item, opened.turns
    return ApprovalRequest(
        kind="choose",
        node=loop.id,
        action=f"'{node.label}' failed for {item_words(item) or 'this turn'}: {error.message}",
        where=loop.label,
        why="the loop asks what to do when an item fails",
        effect="none",
        choices=(
            Choice(id="skip", words="Go on with the next item"),
            Choice(id="stop", words="Stop the run here"),
        ),
        about=f"item {turns.number}" if turns is not None else "",
    )
