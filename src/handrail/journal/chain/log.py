"""The audit log: a chain of its own in each home, of what happened to its journals."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from handrail.errors import LeaseLost, StoreError
from handrail.journal.chain.linking import Head
from handrail.journal.chain.store import AUDIT as AUDIT
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.audited import (
    Anchored,
    Erased,
    HeadsSigned,
    HoldPlaced,
    HoldReleased,
    KeyChanged,
    RuleVouched,
    Vouched,
)
from handrail.journal.events.event import Entry, Event, SessionId, SessionStarted

_TRIES: Final = 30


@dataclass
class AuditLog:
    """What the audit log tells, gathered."""

    signed: list[tuple[Entry, HeadsSigned]] = field(default_factory=list)
    keys: list[tuple[Entry, KeyChanged]] = field(default_factory=list)
    anchors: list[Anchored] = field(default_factory=list)
    removals: list[tuple[Entry, Vouched]] = field(default_factory=list)
    """What took values, files or a hold away."""
    holds: dict[str, HoldPlaced] = field(default_factory=dict)
    """Those in force."""
    past_holds: list[tuple[HoldPlaced, HoldReleased]] = field(default_factory=list)
    erasures: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    """Session and number of an entry → the witnesses of what stays of it."""
    gone: set[str] = field(default_factory=set)
    """Kept files that were removed with a person's data."""

    def holding(self, session: str, sop: str) -> HoldPlaced | None:
        """The hold that keeps a session; none where it may go."""
        for hold in self.holds.values():
            if hold.everything or session in hold.sessions or (sop and sop in hold.sops):
                return hold
        return None


def note(store: JournalStore, make: Callable[[Head], Event]) -> Head:
    """Write an event into the audit log, durably; the log's end afterwards.

    `make` gets the end before it. Where another process writes at the same moment, it is made anew. Raises
    StoreError.
    """
    for left in range(_TRIES, 0, -1):
        head = store.head(AUDIT)
        try:
            entry = store.append(AUDIT, [make(head)], after=head, durable=True)[-1]
        except LeaseLost:
            raise
        except StoreError:
            if left == 1 or store.head(AUDIT) == head:
                raise
            time.sleep(random.uniform(0, 0.02))
            continue
        return Head(entry.seq, entry.hash)
    raise AssertionError("not reached")


def read_log(store: JournalStore) -> AuditLog:
    """What the audit log of a home tells. Raises StoreError, JournalBroken."""
    return gather(store.read(AUDIT))


def hold_on(store: JournalStore, session: str) -> HoldPlaced | None:
    """The hold that keeps a session; none where it may go. Raises StoreError, JournalBroken."""
    return _hold_on(store, read_log(store), session)


def held_in(store: JournalStore) -> Callable[[str], bool]:
    """Tells of sessions, by their ids, whether a hold keeps them. It raises StoreError, JournalBroken.

    The audit log is read once, and only where something is asked: a home may hold many sessions.
    """
    log = cache(lambda: read_log(store))
    return lambda session: bool(log().holds) and _hold_on(store, log(), session) is not None


def _hold_on(store: JournalStore, log: AuditLog, session: str) -> HoldPlaced | None:
    first = next(store.read(SessionId(session), limit=1), None)
    event = first.event if first is not None else None
    return log.holding(session, event.sop_id if isinstance(event, SessionStarted) else "")


def gather(entries: Iterable[Entry]) -> AuditLog:
    """What these entries of an audit log tell. Raises JournalBroken where one cannot be read."""
    log = AuditLog()
    for entry in entries:
        event = entry.event
        if isinstance(event, Vouched) and not isinstance(event, RuleVouched):
            log.removals.append((entry, event))
        match event:
            case HeadsSigned():
                log.signed.append((entry, event))
            case KeyChanged():
                log.keys.append((entry, event))
            case Anchored():
                log.anchors.append(event)
            case HoldPlaced():
                log.holds[event.hold] = event
            case HoldReleased() if event.hold in log.holds:
                log.past_holds.append((log.holds.pop(event.hold), event))
            case Erased():
                for erased in event.entries:
                    log.erasures.setdefault((event.session, erased.seq), set()).add(erased.witness)
                log.gone.update(event.files)
            case _:
                continue
    return log


def unsigned(store: JournalStore, log: AuditLog) -> tuple[SessionId, ...]:
    """The chains that went on since they were signed last."""
    told = {head.session: head.seq for _, event in log.signed for head in event.heads}
    return tuple(
        SessionId(session)
        for session, head in store.heads()
        if session != AUDIT and told.get(session) != head.seq
    )
