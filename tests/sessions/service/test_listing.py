"""What the list of sessions says of each."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import ClassVar, Self

import pytest

from handrail.console.viewing import seconds_of
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.connecting import Database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.work import WorkTable
from handrail.journal.events.event import HandedOver, SessionId, Taken
from handrail.sessions.service.listing import find_session, list_sessions
from tests.journal.conftest import either
from tests.journal.stories import asked, ended, entered, started

__all__ = ["either"]


class _Clock(datetime):
    """Where the journal looks for the time."""

    year_now: ClassVar = 2026
    minute_now: ClassVar = 0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(cls.year_now, 11, 1, 8, cls.minute_now, tzinfo=tz)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[_Clock]:
    monkeypatch.setattr("handrail.journal.database.journals.datetime", _Clock)
    monkeypatch.setattr(_Clock, "year_now", 2026)
    monkeypatch.setattr(_Clock, "minute_now", 0)
    return _Clock


def test_the_time_is_that_in_which_a_process_had_it(either: Database, clock: type[_Clock]) -> None:
    store, taken = DatabaseStore(either), Taken(kind="taken", user="ana", machine="desk", pid=7)
    queued, table = SessionId("20261101-080000-aaaaaa"), SessionId("20261101-080000-bbbbbb")
    rows = f"sha256:{0:064}.jsonl"
    for session, facts in ((queued, {}), (table, {"rows": rows})):
        writer = JournalWriter(store, session)
        for minute, events in (
            (0, [started(**facts)]),
            (10, [taken, entered("save")]),
            (12, [asked("save"), ended("waiting")]),
            (40, [taken]),
            (43, [ended("done")]),
        ):
            clock.minute_now = minute
            writer.write(*events)
    # Handed over when it was long over.
    clock.minute_now = 50
    JournalWriter(store, queued).write(HandedOver(kind="handed_over", to="ben", by="ana"))
    lines = {line.session: line for line in list_sessions(store, WorkTable(either))}
    assert seconds_of(lines[queued]) == 5 * 60
    # Between two takings of a table its rows go on.
    assert seconds_of(lines[table]) == 33 * 60


def test_the_last_session_is_none_that_began_while_a_clock_was_ahead(
    either: Database, clock: type[_Clock]
) -> None:
    store, ahead = DatabaseStore(either), SessionId("20991101-080000-aaaaaa")
    clock.year_now = 2099
    JournalWriter(store, ahead).write(started())
    # All that is there is better than nothing.
    assert find_session(store, "last") == ahead
    clock.year_now = 2026
    right = SessionId("20261101-080000-bbbbbb")
    JournalWriter(store, right).write(started())
    assert find_session(store, "last") == right
