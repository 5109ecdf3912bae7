"""The one walk over a journal's entries; state, summary and report are views of what it gathers.

What every view needs is kept as plain values, and the rest as the entries themselves, decoded when asked
for: a hundred thousand live event objects cost more in garbage collection than all of the reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from pydantic import JsonValue

from handrail.journal.event import (
    Acted,
    ActFailed,
    AmendmentDecided,
    AmendmentProposed,
    Answered,
    Asked,
    Decided,
    Entry,
    Event,
    Intended,
    ItemFailed,
    Judged,
    NodeEntered,
    NodeLeft,
    Offered,
    Pictured,
    Proposed,
    Retried,
    SessionEnded,
    SessionId,
    SessionStarted,
    TurnBegun,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.sop.node import Effect, Rung

E = TypeVar("E")

NodeStatus = Literal["pending", "running", "done", "unverified", "failed", "waiting"]

FAILED_LEAVING = "failed"
"""The outcome of a `NodeLeft` that says that the node was given up and the walk went on."""


@dataclass(slots=True)
class Attempt:
    """One try of a node's action: what was proposed, judged, intended, and what came of it."""

    number: int
    rung: Rung | None = None
    effect: Effect | None = None
    """None as long as nothing was intended."""
    action: str = ""
    millis: float | None = None
    """How long the action took; None when it was not performed."""
    failed: ActFailed | None = None
    retried: Retried | None = None
    """Why it was tried again after this attempt."""
    proposed_entry: Entry | None = None
    judged_entry: Entry | None = None
    intended_entry: Entry | None = None

    @property
    def proposed(self) -> Proposed | None:
        return _event(self.proposed_entry, Proposed)

    @property
    def judged(self) -> Judged | None:
        return _event(self.judged_entry, Judged)

    @property
    def intended(self) -> Intended | None:
        return _event(self.intended_entry, Intended)

    @property
    def acted(self) -> bool:
        return self.millis is not None

    @property
    def once(self) -> bool:
        return self.effect == "once"

    @property
    def in_doubt(self) -> bool:
        """Dispatched, as far as the journal knows, and without an outcome."""
        if self.effect is None or self.acted:
            return False
        return self.failed is None or self.failed.dispatched


class Question(NamedTuple):
    """What a person was asked, and the answer if there is one."""

    asked: Asked
    answered: Answered | None


@dataclass(slots=True)
class Visit:
    """One arrival of the walk at a node, with all that happened there."""

    node: str
    label: str
    number: int
    entered: str
    """UTC, ISO 8601."""
    attempts: list[Attempt] = field(default_factory=list)
    questions: tuple[Question, ...] = ()
    picture_entries: tuple[Entry, ...] = ()
    variables: tuple[VariableSet, ...] = ()
    decided: Decided | None = None
    turns: int = 0
    """Of a loop: how many items it took."""
    failures: tuple[ItemFailed, ...] = ()
    """Of a loop: the items that it went on without."""
    offered: tuple[Offered, ...] = ()
    verified: bool | None = None
    """Whether the node was shown to have done what it is for; None before that was looked at."""
    missed: bool = False
    """A completion criterion was looked at and did not hold."""
    checked_entry: Entry | None = None
    outcome: str | None = None
    """The outcome by which the walk left the node."""
    millis: float | None = None
    """How long the visit took, once it is left."""
    ended: SessionEnded | None = None
    """The session's end, where it ended here."""

    @property
    def checked(self) -> Verified | Unverified | None:
        """How the completion criteria stood after the last attempt."""
        return _event(self.checked_entry, Verified) or _event(self.checked_entry, Unverified)

    @property
    def pictures(self) -> tuple[Pictured, ...]:
        events = (_event(entry, Pictured) for entry in self.picture_entries)
        return tuple(event for event in events if event is not None)

    @property
    def status(self) -> NodeStatus:
        if self.ended is not None or self.outcome == FAILED_LEAVING:
            return "failed"
        if any(question.answered is None for question in self.questions):
            return "waiting"
        if self.verified is not None:
            return "done" if self.verified else "unverified"
        return "running" if self.outcome is None else "done"

    @property
    def is_step(self) -> bool:
        """Whether something was to be done here; groups and ends are only passed."""
        return bool(
            self.attempts
            or self.questions
            or self.variables
            or self.ended
            or self.decided
            or self.failures
            or self.outcome == FAILED_LEAVING
            or self.verified is not None
        )

    @property
    def in_doubt(self) -> list[Attempt]:
        """Attempts whose outcome is not known, and matters.

        An action that may be repeated is superseded by its next attempt; a `once` action is not.
        """
        if self.verified:
            return []
        last = self.attempts[-1] if self.attempts else None
        return [
            attempt for attempt in self.attempts if attempt.in_doubt and (attempt.once or attempt is last)
        ]

    @property
    def unsettled(self) -> bool:
        """A `once` action was performed here, and nothing shows that it did what it is for.

        A node without any criterion promises nothing that could be shown, and is not meant; nor is one
        from which the walk was let go on.
        """
        if self.outcome not in (None, FAILED_LEAVING):
            return False
        performed = any(attempt.once and attempt.acted for attempt in self.attempts)
        return performed and (self.verified is None or self.missed)


@dataclass(slots=True)
class Walk:
    """What a journal tells, gathered entry by entry; `add` may go on as new entries come."""

    session: SessionId | None = None
    started: SessionStarted | None = None
    started_at: str = ""
    last_at: str = ""
    last_seq: int = 0
    visits: list[Visit] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    """Nodes that were entered and not left, outermost first."""
    left: NodeLeft | None = None
    """The last node that was left, and how."""
    variables: dict[str, JsonValue] = field(default_factory=dict)
    retries: int = 0
    ended: SessionEnded | None = None
    latest: dict[str, Visit] = field(default_factory=dict)
    """Node → its last visit."""
    amendments: tuple[Entry, ...] = ()
    """What was proposed and decided; `journal.amendments` reads them."""

    def add(self, entry: Entry) -> None:
        """Take the next entry. Raises `JournalBroken` when it cannot be read."""
        if not self.last_seq:
            self.session, self.started_at = entry.session, entry.at
        self.last_seq = entry.seq
        event = entry.event
        if isinstance(event, AmendmentProposed | AmendmentDecided):
            # What was learned, and what people decide of it later, changes nothing of the walk or its end.
            self.amendments += (entry,)
            return
        self.last_at = entry.at
        # A session that waited or was stopped is written on when it is resumed.
        if self.ended is not None and not isinstance(event, Pictured):
            self._go_on()
        match event:
            case SessionStarted():
                self.started = event
            case NodeEntered():
                self._enter(event, entry.at)
            case NodeLeft():
                self._leave(event)
            case SessionEnded():
                self._end(event)
            case _:
                self._note(self._visit(event.node, entry.at), event, entry)

    def _go_on(self) -> None:
        self.ended = None
        for visit in self.latest.values():
            visit.ended = None

    def _enter(self, event: NodeEntered, at: str) -> None:
        self._close(event.node)
        self.open.append(event.node)
        known = self.latest.get(event.node)
        # With the number that it had, a resumed session arrives again where it was.
        if known is None or known.number != event.visit:
            visit = Visit(event.node, event.label, event.visit, at)
            self.visits.append(visit)
            self.latest[event.node] = visit

    def _leave(self, event: NodeLeft) -> None:
        self._close(event.node)
        self.left = event
        if event.node in self.latest:
            self.latest[event.node].outcome = event.outcome
            self.latest[event.node].millis = event.millis

    def _close(self, node: str) -> None:
        if node in self.open:
            del self.open[self.open.index(node) :]

    def _end(self, event: SessionEnded) -> None:
        self.ended = event
        if event.node in self.latest and event.outcome not in ("waiting", "cancelled"):
            self.latest[event.node].ended = event

    def _visit(self, node: str, at: str) -> Visit:
        visit = self.latest.get(node)
        if visit is None:
            visit = self.latest[node] = Visit(node, node, 1, at)
            self.visits.append(visit)
        return visit

    def _note(self, visit: Visit, event: Event, entry: Entry) -> None:
        match event:
            case Proposed() | Judged() | Intended() | Acted() | ActFailed():
                _attempted(visit, event, entry)
            case Pictured():
                visit.picture_entries += (entry,)
            case Verified() | Unverified():
                visit.checked_entry = entry
                visit.verified = isinstance(event, Verified)
                visit.missed = any(not criterion.held for criterion in event.criteria)
            case Decided():
                visit.decided = event
            case TurnBegun():
                visit.turns = event.number
            case ItemFailed():
                visit.failures += (event,)
            case Offered():
                visit.offered += (event,)
            case VariableSet():
                visit.variables += (event,)
                self.variables[event.name] = event.value
            case Retried():
                self.retries += 1
                if visit.attempts:
                    visit.attempts[-1].retried = event
            case Asked():
                visit.questions += (Question(event, None),)
            case Answered():
                visit.questions = tuple(
                    Question(asked, event if asked.request == event.request else answered)
                    for asked, answered in visit.questions
                )


def walk(entries: Iterable[Entry]) -> Walk:
    """All that the entries of one session tell. Raises `JournalBroken` when one cannot be read."""
    gathered = Walk()
    for entry in entries:
        gathered.add(entry)
    return gathered


def _attempted(visit: Visit, event: Proposed | Judged | Intended | Acted | ActFailed, entry: Entry) -> None:
    attempt = _attempt(visit, event.attempt)
    match event:
        case Proposed():
            attempt.rung, attempt.proposed_entry = event.rung, entry
        case Judged():
            attempt.judged_entry = entry
        case Intended():
            attempt.effect, attempt.action, attempt.intended_entry = event.effect, event.action, entry
            visit.verified, visit.checked_entry, visit.missed = None, None, False
        case Acted():
            attempt.millis = event.millis
        case ActFailed():
            attempt.failed = event


def _attempt(visit: Visit, number: int) -> Attempt:
    for attempt in reversed(visit.attempts):
        if attempt.number == number:
            return attempt
    visit.attempts.append(Attempt(number))
    return visit.attempts[-1]


def _event(entry: Entry | None, kind: type[E]) -> E | None:
    event = entry.event if entry is not None else None
    return event if isinstance(event, kind) else None
