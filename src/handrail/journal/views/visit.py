"""Visits: what happened at one arrival of the walk at a node, as a fold over a journal gathers it.

What every view needs is kept as plain values, and the rest as the entries themselves, decoded when asked
for: a hundred thousand live event objects cost more in garbage collection than all of the reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from pydantic import JsonValue

from handrail.journal.events.driving import DoneByHand
from handrail.journal.events.event import (
    Acted,
    ActFailed,
    Answered,
    Asked,
    Decided,
    Entry,
    Intended,
    ItemFailed,
    Judged,
    Offered,
    Pictured,
    Proposed,
    Retried,
    SessionEnded,
    Settled,
    Tab,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.journal.events.undo import Undone
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
    settled: Settled | None = None
    """What was found out later about an attempt that was in doubt."""
    by_hand: str = ""
    """The person who did it in the place of the walk."""
    file: str | None = None
    """The file that it made."""
    undone: Undone | None = None
    values: dict[str, JsonValue] = field(default_factory=dict)
    """The variables as they stood before the next `once` action, for undoing this one."""
    turns: tuple[tuple[str, int, JsonValue], ...] = ()
    """The turns of the loops around, outermost first: node, number, item."""
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
    def done(self) -> bool:
        """Performed, as far as the journal knows, or found out to have been."""
        return self.acted if self.settled is None else self.settled.verdict == "done"

    @property
    def in_doubt(self) -> bool:
        """Dispatched, as far as the journal knows, and without an outcome."""
        if self.effect is None or self.acted or self.settled is not None or self.taken_back:
            return False
        return self.failed is None or self.failed.dispatched

    @property
    def taken_back(self) -> bool:
        """It was undone, or there was nothing of it to undo."""
        return self.undone is not None and self.undone.verdict != "not undone"

    @property
    def stands(self) -> bool:
        """A `once` action that was performed, or that may have been, and was not taken back."""
        return self.once and (self.done or self.in_doubt) and not self.taken_back


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
    seq: int = 0
    """Number of the entry by which it was entered."""
    undoing: bool = False
    """It is part of undoing something, and no step of the walk."""
    aside: bool = False
    """It is part of a detour: signing in again."""
    tabs: dict[str, Tab] = field(default_factory=dict)
    """The tabs when it was left, where a checkpoint was written then."""
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
    why: str | None = None
    """What it failed of, where the walk went on without it."""
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
            any(attempt.number for attempt in self.attempts)
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
        """A `once` action was performed here, and nothing shows that it did what it is for; or the app did at
        once what it should have asked about first.

        A node without any criterion promises nothing that could be shown, and is not meant; nor is one
        from which the walk was let go on.
        """
        if self.outcome not in (None, FAILED_LEAVING):
            return False
        checked = self.checked
        if isinstance(checked, Unverified) and checked.ahead:
            return True
        performed = any(attempt.done and attempt.stands for attempt in self.attempts)
        return performed and (self.verified is None or self.missed)


def _event(entry: Entry | None, kind: type[E]) -> E | None:
    event = entry.event if entry is not None else None
    return event if isinstance(event, kind) else None


def attempted(visit: Visit, event: Proposed | Judged | Intended | Acted | ActFailed, entry: Entry) -> Attempt:
    """Take an event of an attempt into its visit; gives the attempt."""
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
            attempt.millis, attempt.file = event.millis, event.file
        case ActFailed():
            attempt.failed = event
    return attempt


def noted(
    visit: Visit, event: Pictured | Verified | Unverified | Decided | ItemFailed | Offered, entry: Entry
) -> None:
    """Take what was seen, checked, decided or offered into the visit."""
    match event:
        case Pictured():
            visit.picture_entries += (entry,)
        case Verified() | Unverified():
            visit.checked_entry = entry
            visit.verified = isinstance(event, Verified)
            # Words that only support the others may be missing where all is verified.
            visit.missed = not visit.verified and any(not criterion.held for criterion in event.criteria)
        case Decided():
            visit.decided = event
        case ItemFailed():
            visit.failures += (event,)
        case Offered():
            visit.offered += (event,)


def done_by_hand(visit: Visit, event: DoneByHand) -> Attempt:
    """Take what a person did into the visit, as an attempt that was performed."""
    attempt = _attempt(visit, event.attempt)
    attempt.effect, attempt.action, attempt.millis, attempt.by_hand = (
        event.effect,
        event.action,
        0.0,
        event.by,
    )
    return attempt


def _attempt(visit: Visit, number: int) -> Attempt:
    for attempt in reversed(visit.attempts):
        if attempt.number == number:
            return attempt
    visit.attempts.append(Attempt(number))
    return visit.attempts[-1]


def open_in(visits: Iterable[Visit]) -> dict[str, tuple[str, Asked]]:
    """The questions that nobody has answered, by the id by which people do, each with its step's label.

    One that was asked again after the session was taken up anew is the same one.
    """
    found: dict[str, tuple[str, Asked]] = {}
    for visit in visits:
        for asked, answered in visit.questions:
            if answered is None:
                found[asked.known_as] = (visit.label, asked)
            else:
                found.pop(asked.known_as, None)
    return found
