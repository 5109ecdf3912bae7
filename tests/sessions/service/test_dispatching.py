from __future__ import annotations

import time
from pathlib import Path

import pytest

from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.holder import this_process
from handrail.journal.database.lease import GRACE_SECONDS, LONGEST_SECONDS, LeaseLost
from handrail.journal.database.work import Job, Limits, WorkTable
from handrail.journal.events.event import SessionId
from handrail.sessions.service.dispatching import EmbeddedDispatcher, TableLease

ONE = SessionId("one")


class Clock:
    """The machine's clock, moved by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._moved = 0.0
        real = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: real() + self._moved)

    def move(self, seconds: float) -> None:
        self._moved += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def dispatcher(tmp_path: Path) -> EmbeddedDispatcher:
    return EmbeddedDispatcher(WorkTable(sqlite_database(tmp_path / "handrail.db")))


def take(dispatcher: EmbeddedDispatcher, worker: str = "ana") -> TableLease | None:
    return dispatcher.take(this_process(worker), Limits())


def taken(dispatcher: EmbeddedDispatcher) -> TableLease:
    """The lease of a session that was put into the queue and taken."""
    dispatcher.submit(Job(ONE, "save", "ana"))
    lease = take(dispatcher)
    assert lease is not None
    return lease


async def test_a_lease_is_renewed_only_when_it_would_not_last(
    dispatcher: EmbeddedDispatcher, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = taken(dispatcher)
    renewed: list[float] = []
    monkeypatch.setattr(WorkTable, "renew", lambda _self, _session, _fence, seconds: renewed.append(seconds))
    await lease.hold_for(5)
    assert renewed == []
    clock.move(12)
    await lease.hold_for(5)
    await lease.hold_for(5)
    assert renewed == [15]
    await lease.hold_for(60)
    assert renewed == [15, 62]


async def test_a_holder_that_was_frozen_while_another_took_over_may_not_act(
    dispatcher: EmbeddedDispatcher, clock: Clock
) -> None:
    dispatcher.submit(Job(ONE, "save", "ana"))
    frozen = take(dispatcher)
    assert frozen is not None
    assert take(dispatcher, "ben") is None
    clock.move(18)
    successor = take(dispatcher, "ben")
    assert successor is not None
    assert successor.fence == 2
    with pytest.raises(LeaseLost):
        await frozen.hold_for(0)
    await successor.hold_for(30)


async def test_a_holder_that_was_frozen_and_missed_by_nobody_goes_on(
    dispatcher: EmbeddedDispatcher, clock: Clock
) -> None:
    lease = taken(dispatcher)
    clock.move(3600)
    await lease.hold_for(5)
    assert take(dispatcher, "ben") is None
    dispatcher.release(lease, "ended")


async def test_an_answer_of_the_database_that_comes_too_late_is_no_right_to_act(
    dispatcher: EmbeddedDispatcher, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = taken(dispatcher)
    clock.move(14)
    monkeypatch.setattr(WorkTable, "renew", lambda _self, _session, _fence, seconds: clock.move(seconds))
    with pytest.raises(LeaseLost, match="not be renewed in time"):
        await lease.hold_for(5)


async def test_a_lease_that_is_renewed_slowly_is_renewed_once_more_and_for_longer(
    dispatcher: EmbeddedDispatcher, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = taken(dispatcher)
    renewed: list[float] = []

    def slowly(_table: WorkTable, _session: str, _fence: int, seconds: float) -> None:
        renewed.append(seconds)
        clock.move(4)

    monkeypatch.setattr(WorkTable, "renew", slowly)
    await lease.hold_for(30)
    assert [int(seconds) for seconds in renewed] == [32, 40]


async def test_no_lease_is_believed_to_hold_longer_than_one_can(
    dispatcher: EmbeddedDispatcher, clock: Clock
) -> None:
    lease = taken(dispatcher)
    await lease.hold_for(3600)
    clock.move(LONGEST_SECONDS + GRACE_SECONDS + 1)
    assert take(dispatcher, "ben") is not None
    with pytest.raises(LeaseLost):
        await lease.hold_for(30)


async def test_a_long_action_holds_the_lease_for_as_long(
    dispatcher: EmbeddedDispatcher, clock: Clock
) -> None:
    lease = taken(dispatcher)
    await lease.hold_for(120)
    clock.move(100)
    assert take(dispatcher, "ben") is None
