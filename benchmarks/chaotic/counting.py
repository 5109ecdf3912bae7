"""What became of the sessions: orders in the app's database, against orders that the journals tell of."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Container, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.chaotic.scenario import SUBMIT
from handrail.journal.chain.verification import verify
from handrail.journal.events.event import SessionId, Taken
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import outcome_so_far
from handrail.journal.views.state import state_of
from handrail.sessions.service.opening import Service

RECOVERED_AT_LEAST = 0.95


@dataclass
class Count:
    """Sums over all sessions."""

    sessions: int = 0
    orders: int = 0
    journaled: int = 0
    duplicates: int = 0
    lost: int = 0
    """Orders that a journal says were done, and that the app does not have."""
    unknown: int = 0
    """Orders that the app has, and no journal says were done."""
    journals_intact: int = 0
    disturbed: int = 0
    self_recovered: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    questions: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    @property
    def recovered(self) -> float:
        """The part of the disturbed sessions that came to their end with nobody's help."""
        return self.self_recovered / self.disturbed if self.disturbed else 1.0

    @property
    def holds(self) -> bool:
        """Nothing was done twice, lost, or not told, every journal is whole, and few needed help."""
        wrong = self.duplicates or self.lost or self.unknown
        return not wrong and self.journals_intact == self.sessions and self.recovered >= RECOVERED_AT_LEAST


def count(
    service: Service,
    sessions: Iterable[SessionId],
    hit: Container[SessionId],
    database: Path,
    orders: int,
    total: Count,
) -> None:
    """Compare every session's journal with the app's database, and add to the total; each was to submit so
    many `orders`, and a worker was killed in the middle of those that were `hit`."""
    with closing(sqlite3.connect(database)) as connection:
        there = Counter(reference for (reference,) in connection.execute("SELECT reference FROM orders"))
    for session in sessions:
        _add(total, service, session, there, orders, was_hit=session in hit)


def _add(
    total: Count, service: Service, session: SessionId, there: Counter[str], orders: int, *, was_hit: bool
) -> None:
    store = service.place.store
    entries = tuple(store.read(session))
    gathered = walk(entries)
    state = state_of(gathered)
    done = sum(
        any(attempt.once and attempt.done for attempt in visit.attempts)
        for visit in gathered.all_visits
        if visit.node == SUBMIT
    )
    mine = {reference: number for reference, number in there.items() if reference.startswith(f"{session}/")}
    total.sessions += 1
    total.orders += len(mine)
    total.journaled += done
    total.duplicates += sum(number - 1 for number in mine.values())
    total.lost += max(0, done - len(mine))
    total.unknown += max(0, len(mine) - done)
    total.journals_intact += verify(entries, service.place.artefacts, store.head(session)).holds
    outcome = outcome_so_far(state)
    total.outcomes[outcome] += 1
    whole = outcome == "done" and len(mine) == orders
    gone_back = any(isinstance(entry.event, Taken) and entry.event.node for entry in entries)
    # One that came to nothing counts as well, whatever it was that disturbed it.
    if was_hit or gone_back or not whole:
        total.disturbed += 1
        total.self_recovered += whole and not gathered.answers
    if not whole:
        total.questions += [asked.question for asked in state.questions]
        error = state.ended.error if state.ended else "it has no end"
        total.trouble.append(f"{session}: {outcome}, {len(mine)} orders, {done} journaled: {error}")
