"""A session's state: what the engine needs to go on, and a live view to show where it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import JsonValue

from handrail.journal.events.event import (
    Asked,
    Entry,
    NodeLeft,
    SessionEnded,
    SessionId,
    SessionStarted,
    Unverified,
)
from handrail.journal.events.undo import Undone
from handrail.journal.views.fold import walk
from handrail.journal.views.visit import FAILED_LEAVING, NodeStatus, Visit
from handrail.journal.views.walked import Walk
from handrail.sop.node import Effect


@dataclass(frozen=True, slots=True)
class NodeState:
    """How a node stands at its last visit."""

    node: str
    label: str
    status: NodeStatus
    visit: int
    attempts: int


@dataclass(frozen=True, slots=True)
class InDoubt:
    """An action that was about to be dispatched, and whose outcome the journal does not know."""

    node: str
    visit: int
    attempt: int
    effect: Effect
    action: str


@dataclass(frozen=True, slots=True)
class UnverifiedVisit:
    """A visit of a node that was not shown to have done what the node is for."""

    node: str
    label: str
    visit: int
    why: str


@dataclass(frozen=True, slots=True)
class ItemException:
    """An item of a loop, or a node, that could not be done, and that the walk went on without."""

    node: str
    label: str
    item: str
    """The item in a few words; empty for a node."""
    error: str


@dataclass(frozen=True, slots=True)
class SessionState:
    """Everything that follows from a journal about where its session is."""

    session: SessionId | None = None
    started: SessionStarted | None = None
    ended: SessionEnded | None = None
    """None while it runs, and for good after its process was killed."""
    last_seq: int = 0
    nodes: dict[str, NodeState] = field(default_factory=dict)
    open: tuple[str, ...] = ()
    """Nodes that were entered and not left, outermost first."""
    left: NodeLeft | None = None
    """The last node that was left, and its outcome: with the graph, this gives the next node."""
    variables: dict[str, JsonValue] = field(default_factory=dict)
    questions: tuple[Asked, ...] = ()
    """What waits for a person's answer."""
    in_doubt: tuple[InDoubt, ...] = ()
    """Of any effect; a `once` action in doubt decides the outcome and must not be repeated blindly."""
    once_done: tuple[str, ...] = ()
    """Nodes whose `once` action was performed, once for each time."""
    unsettled: tuple[str, ...] = ()
    """Nodes whose `once` action was performed, and whose completion criterion was not seen to hold."""
    unverified: tuple[UnverifiedVisit, ...] = ()
    undoing: bool = False
    """Something is being undone, and is not all undone yet."""
    undone: tuple[Undone, ...] = ()
    """What was taken back."""
    not_undone: tuple[Undone, ...] = ()
    """What was to be taken back, and could not be."""
    exceptions: tuple[ItemException, ...] = ()
    """What was given up while the walk went on: items of loops, and nodes left by their `failed` edge."""

    @property
    def current(self) -> str | None:
        """The node that the walk is in."""
        return self.open[-1] if self.open else None

    def status(self, node: str) -> NodeStatus:
        """The node's status at its last visit; `pending` when the walk has not been there."""
        return self.nodes[node].status if node in self.nodes else "pending"


def state(entries: Iterable[Entry]) -> SessionState:
    """The state after these entries of one session. Raises `JournalBroken` when one cannot be read."""
    return state_of(walk(entries))


def state_of(gathered: Walk) -> SessionState:
    """The state after a walk over a journal."""
    visits = gathered.all_visits
    return SessionState(
        session=gathered.session,
        started=gathered.started,
        ended=gathered.ended,
        last_seq=gathered.last_seq,
        nodes={node: _node_state(visit) for node, visit in gathered.latest.items()},
        open=tuple(gathered.open),
        left=gathered.left,
        variables=dict(gathered.variables),
        questions=tuple(
            question.asked for visit in visits for question in visit.questions if question.answered is None
        ),
        in_doubt=_in_doubt(visits),
        once_done=tuple(
            visit.node
            for visit in visits
            for attempt in visit.attempts
            if attempt.done and attempt.stands and not visit.undoing
        ),
        unsettled=tuple(visit.node for visit in visits if visit.unsettled),
        unverified=tuple(_unverified(visits)),
        exceptions=tuple(_exceptions(visits)),
        undoing=gathered.undo is not None,
        undone=_undone(gathered, "undone"),
        not_undone=_undone(gathered, "not undone"),
    )


def _undone(gathered: Walk, verdict: str) -> tuple[Undone, ...]:
    return tuple(event for undo in gathered.undos for event in undo.undone if event.verdict == verdict)


def _node_state(visit: Visit) -> NodeState:
    attempts = visit.attempts[-1].number if visit.attempts else 0
    return NodeState(visit.node, visit.label, visit.status, visit.number, attempts)


def _in_doubt(visits: list[Visit]) -> tuple[InDoubt, ...]:
    # Where the walk went on from an earlier visit, what may be repeated is of no concern any more.
    return tuple(
        InDoubt(visit.node, visit.number, attempt.number, attempt.effect, attempt.action)
        for visit in visits
        for attempt in visit.in_doubt
        if attempt.effect is not None and (attempt.once or visit is visits[-1])
    )


def _unverified(visits: list[Visit]) -> Iterable[UnverifiedVisit]:
    for visit in visits:
        if visit.verified is False and isinstance(visit.checked, Unverified):
            yield UnverifiedVisit(visit.node, visit.label, visit.number, visit.checked.why)


def _exceptions(visits: list[Visit]) -> Iterable[ItemException]:
    in_items = {failure.at for visit in visits for failure in visit.failures}
    for visit in visits:
        for failure in visit.failures:
            yield ItemException(visit.node, visit.label, failure.item, failure.error)
        # A container that was only left for what failed in it did nothing, and has no reason of its own.
        given_up = visit.outcome == FAILED_LEAVING and (visit.why or visit.attempts)
        if given_up and visit.node not in in_items and not visit.undoing:
            failed = next((a.failed.message for a in reversed(visit.attempts) if a.failed), "")
            yield ItemException(visit.node, visit.label, "", visit.why or failed)
