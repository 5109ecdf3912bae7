from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from handrail.errors import (
    BrowserMissing,
    KeptFileLost,
    LeaseLost,
    StoreError,
    UsageError,
    ValuesGone,
    Waiting,
)
from handrail.journal.chain.linking import check
from handrail.journal.database.holder import Holder, this_process
from handrail.journal.database.work import Limits
from handrail.journal.events.event import Outcome, SessionEnded
from handrail.journal.views.fold import walk
from handrail.sessions.service.dispatching import Held
from tests.sessions.conftest import Performance, Service


async def until_stopped(performance: Performance) -> Outcome:
    return await performance.until_stopped()


async def test_every_queued_session_is_worked_on_once(service: Service) -> None:
    sessions = [service.queue(f"s{number}") for number in range(5)]
    worker = service.worker()
    await worker.run(drain=True)
    assert worker.taken == sessions
    # Two at a time: which of them is begun first is not said.
    assert sorted(service.performed) == sessions
    assert {service.state(session) for session in sessions} == {"ended"}


async def test_a_worker_has_no_more_sessions_at_once_than_it_may(service: Service) -> None:
    at_once = most = 0
    turn = asyncio.Event()

    async def busy(performance: Performance) -> Outcome:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        if at_once == 3:
            turn.set()
        await turn.wait()
        at_once -= 1
        return performance.end("done")

    service.script = busy
    for number in range(7):
        service.queue(f"s{number}")
    await service.worker(at_once=3).run(drain=True)
    assert most == 3
    assert len(service.performed) == 7


async def test_a_limit_for_an_sop_holds_across_two_workers(service: Service) -> None:
    at_once = most = 0

    async def busy(performance: Performance) -> Outcome:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0)
        at_once -= 1
        return performance.end("done")

    service.script = busy
    for number in range(6):
        service.queue(f"s{number}")
    workers = [service.worker(limits=Limits(per_sop=1)) for _ in range(2)]
    await asyncio.gather(*(worker.run(drain=True) for worker in workers))
    while any(line.state != "ended" for line in service.work.lines()):
        await service.worker(limits=Limits(per_sop=1)).run(drain=True)
    assert most == 1


async def test_a_paused_session_is_put_aside_and_goes_on_when_it_is_resumed(service: Service) -> None:
    service.script = until_stopped
    session = service.queue("one")
    worker = service.worker()
    async with asyncio.TaskGroup() as group:
        group.create_task(worker.run(drain=True))
        await service.up.wait()
        service.inbox.post(session, "pause", "ben")
    assert service.state(session) == "paused"
    assert (service.outcome(session), service.error(session)) == ("waiting", "Paused by ben.")
    assert service.inbox.untaken(session, "pause") == ()
    service.script = service._done
    assert service.work.move(session, ["paused"], "queued")
    await service.worker().run(drain=True)
    assert (service.state(session), service.outcome(session)) == ("ended", "done")


async def test_a_stopped_session_is_over_with_the_reason(service: Service) -> None:
    service.script = until_stopped
    session = service.queue("one")
    async with asyncio.TaskGroup() as group:
        group.create_task(service.worker().run(drain=True))
        await service.up.wait()
        service.inbox.post(session, "stop", "ben", {"why": "Wrong customer."})
    assert (service.state(session), service.outcome(session)) == ("ended", "cancelled")
    assert service.error(session) == "Wrong customer."


async def test_what_was_called_to_a_worker_that_died_is_obeyed_by_the_next(service: Service) -> None:
    session = service.queue("one")
    service.inbox.post(session, "stop", "ben")
    service.script = until_stopped
    await service.worker().run(drain=True)
    assert service.outcome(session) == "cancelled"


async def test_a_worker_that_ends_leaves_its_sessions_to_another(service: Service) -> None:
    service.script = until_stopped
    session = service.queue("one")
    worker = service.worker()
    async with asyncio.TaskGroup() as group:
        group.create_task(worker.run())
        await service.up.wait()
        worker.end()
    assert (service.state(session), service.outcome(session)) == ("queued", "waiting")
    service.script = service._done
    await service.worker().run(drain=True)
    assert service.outcome(session) == "done"


async def test_a_paused_session_stays_paused_when_its_worker_ends(service: Service) -> None:
    service.script = until_stopped
    session = service.queue("one")
    worker = service.worker()
    async with asyncio.TaskGroup() as group:
        group.create_task(worker.run())
        await service.up.wait()
        worker._running[session].park("paused", "Paused by ben.")
        worker.end()
    assert service.state(session) == "paused"


async def test_a_session_that_waits_for_a_person_is_queued_when_the_answer_comes(service: Service) -> None:
    async def ask(performance: Performance) -> Outcome:
        if service.inbox.answers(performance.held.session):
            return performance.end("done")
        return performance.end("waiting", "A person must answer.")

    service.script = ask
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert service.state(session) == "waiting"
    service.inbox.post(session, "answer", "ben", {"request": "r"})
    service.work.wake(session)
    await service.worker().run(drain=True)
    assert service.outcome(session) == "done"


async def test_an_answer_that_comes_while_it_is_put_aside_is_not_missed(service: Service) -> None:
    turns = 0

    async def ask(performance: Performance) -> Outcome:
        nonlocal turns
        turns += 1
        if turns == 2:
            return performance.end("done")
        outcome = performance.end("waiting", "A person must answer.")
        service.work.wake(performance.held.session)
        return outcome

    service.script = ask
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert (turns, service.outcome(session)) == (2, "done")


async def test_a_session_that_was_taken_over_is_left_alone(service: Service) -> None:
    async def be_overtaken(performance: Performance) -> Outcome:
        with service.database.writing() as connection:
            connection.exec_driver_sql("UPDATE work SET fence = fence + 1")
        return performance.end("done")

    service.script = be_overtaken
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert service.outcome(session) is None
    assert service.state(session) == "held"
    assert any("another worker has taken it over" in line for line in service.reported)


async def test_a_worker_that_slept_for_longer_than_its_lease_takes_its_own_session_up_again(
    service: Service,
) -> None:
    turns: list[str] = []

    async def oversleep(performance: Performance) -> Outcome:
        turns.append("begun")
        if len(turns) > 1:
            return performance.end("done")

        async def hold_for(seconds: float) -> None:
            line = service.work.find(session)
            if line is None or line.fence != performance.held.fence:
                raise LeaseLost("It was given away.")

        performance.held.hold_for = hold_for  # type: ignore[method-assign]
        with service.database.writing() as connection:
            connection.exec_driver_sql("UPDATE work SET until = 0")
        try:
            return await performance.until_stopped()
        finally:
            turns.append("left")

    service.script = oversleep
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert turns == ["begun", "left", "begun"], "never twice at a time"
    assert (service.outcome(session), service.state(session)) == ("done", "ended")


async def test_a_session_whose_lease_is_lost_meanwhile_is_stopped(service: Service) -> None:
    async def be_overtaken(performance: Performance) -> Outcome:
        with service.database.writing() as connection:
            connection.exec_driver_sql("UPDATE work SET fence = fence + 1")

        async def lost(seconds: float) -> None:
            raise LeaseLost("lost")

        performance.held.hold_for = lost  # type: ignore[method-assign]
        return await performance.until_stopped()

    service.script = be_overtaken
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert service.outcome(session) is None


@pytest.mark.parametrize(
    ("error", "outcome", "state"),
    [
        (BrowserMissing("There is no browser."), "waiting", "waiting"),
        (Waiting("A secret is missing."), "waiting", "waiting"),
        (KeptFileLost("A kept file is missing."), "waiting", "waiting"),
        (UsageError("The sign-in is not there."), "stopped before effect", "ended"),
        (ValuesGone("The values are not kept any more."), "stopped before effect", "ended"),
        (RuntimeError("a bug"), "stopped before effect", "ended"),
    ],
)
async def test_what_keeps_a_session_from_running_is_journaled(
    service: Service, error: Exception, outcome: str, state: str
) -> None:
    async def fail(_: Performance) -> Outcome:
        raise error

    service.script = fail
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert (service.outcome(session), service.state(session)) == (outcome, state)
    entries = tuple(service.store.read(session))
    assert check(entries, service.store.head(session)) == ()
    ended = entries[-1].event
    assert isinstance(ended, SessionEnded) and ended.suggestion, "it says what to do"
    assert service.signed == [session]


async def test_what_was_over_when_its_worker_was_killed_is_signed_by_the_next(service: Service) -> None:
    async def find_it_over(performance: Performance) -> Outcome:
        performance.end("done")
        raise UsageError("It is over.")

    service.script = find_it_over
    session = service.queue("one")
    await service.worker().run(drain=True)
    assert (service.outcome(session), service.state(session)) == ("done", "ended")
    assert service.signed == [session]
    assert service.reported == ["one: taken up", "one: done"]


async def test_a_session_is_tried_again_later_when_the_database_failed(service: Service) -> None:
    async def fail(_: Performance) -> Outcome:
        raise StoreError("Another process keeps the database locked.")

    service.script = fail
    session = service.queue("one")
    await service.worker().run(drain=True)
    line = service.work.find(session)
    assert line is not None
    assert (line.state, service.outcome(session)) == ("queued", None)
    assert line.job.ready_at > service.work.wall_now()


async def test_a_worker_that_could_not_read_the_queue_does_not_take_it_for_empty(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = service.queue("one")
    take, looks = service.dispatcher.take, 0

    def locked_once(holder: Holder, limits: Limits) -> Held | None:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise StoreError("Another process keeps the database locked.")
        return take(holder, limits)

    monkeypatch.setattr(service.dispatcher, "take", locked_once)
    await service.worker().run(drain=True)
    assert service.outcome(session) == "done"
    assert "the queue cannot be read" in service.reported[0]


async def test_a_session_is_handed_to_another_user_while_it_runs(service: Service) -> None:
    turns = 0

    async def once(performance: Performance) -> Outcome:
        nonlocal turns
        turns += 1
        return await performance.until_stopped() if turns == 1 else performance.end("done")

    service.script = once
    session = service.queue("one")
    async with asyncio.TaskGroup() as group:
        group.create_task(service.worker().run(drain=True))
        await service.up.wait()
        service.inbox.post(session, "hand-off", "ana", {"to": "ben", "why": "Holiday."})
    behind = walk(service.store.read(session))
    line = service.work.find(session)
    assert line is not None
    assert (behind.owner, line.job.owner, service.outcome(session)) == ("ben", "ben", "done")


async def test_a_worker_that_drains_the_queue_waits_for_what_a_killed_one_held(service: Service) -> None:
    session = service.queue("one")
    assert service.dispatcher.claim(session, replace(this_process("dead"), born="before")) is not None
    await service.worker().run(drain=True)
    assert service.outcome(session) == "done"


async def test_a_worker_takes_over_from_a_dead_one(service: Service) -> None:
    session = service.queue("one")
    dead = this_process("dead")
    assert service.dispatcher.claim(session, dead) is not None
    with service.database.writing() as connection:
        connection.exec_driver_sql("UPDATE work SET until = until - 1000")
    await service.worker().run(drain=True)
    assert service.outcome(session) == "done"
