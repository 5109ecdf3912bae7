"""Tables in the background: each row a session, begun once, whoever dies in between."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.journal.chain.store import JournalWriter
from handrail.journal.chain.verification import named_files
from handrail.journal.events.event import Outcome, SessionEnded, SessionId, SessionStarted
from handrail.journal.views.state import state
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.starting import Start
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.people.standing import standing
from handrail.sessions.people.steering import pause, resume, stop
from handrail.sessions.service.dispatching import Held
from handrail.sessions.service.listing import list_sessions
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.service.users import User
from handrail.sessions.tables.batches import BatchConductor, Rows, row_session, start_batch
from tests.builders import open_page, sop

ANA = User("ana", frozenset({"operator"}))
NAMES = ("Ana", "Ben", "Zoë")


class Table:
    """A batch whose rows do what the test says."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.done: list[str] = []
        self.paths: set[str] = set()
        """The files that the rows say they ran."""
        self.outcomes: dict[str, Outcome] = {}
        document = sop([open_page("http://crm.test")], ["crm.test"], {"name": {}})
        rows = Rows(tuple({"name": name} for name in NAMES))
        self.path = service.place.home / "sops" / "add.sop.json"
        self.batch = start_batch(service, Start(document, {}, "ana", path=self.path), rows)

    async def row(self, held: Held, stop: StopSignal) -> Outcome:
        if held.job.kind == "batch":
            return await BatchConductor(self.service)(held, stop)
        store = self.service.place.store
        started = next(store.read(held.session)).event
        assert isinstance(started, SessionStarted)
        name = str(started.inputs["name"])
        self.done.append(name)
        self.paths.add(started.sop_path)
        outcome = self.outcomes.get(name, "done")
        writer = JournalWriter(store, held.session, fence=held.fence)
        writer.write(SessionEnded(kind="session_ended", outcome=outcome), durable=True)
        return outcome

    def worker(self) -> Worker:
        service = self.service
        return Worker(
            service.dispatcher, service.work, service.inbox, service.place.store, self.row, look_seconds=0.01
        )

    def outcome(self, session: SessionId) -> str | None:
        ended = state(self.service.place.store.read(session)).ended
        return ended.outcome if ended else None


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    service = open_service(tmp_path / "home")
    yield Table(service)
    service.close()


async def test_every_row_is_a_session_in_order(table: Table) -> None:
    await table.worker().run(drain=True)
    assert table.done == list(NAMES)
    assert table.paths == {str(table.path)}
    assert table.outcome(table.batch) == "done"
    rows = table.service.place.store.sessions(batch=table.batch)
    assert [record.session for record in rows] == [row_session(table.batch, n) for n in (1, 2, 3)]


def test_the_rows_are_evidence(table: Table) -> None:
    files = named_files(table.service.place.store.read(table.batch))
    kept = json.loads(table.service.place.artefacts.get(files[1]))
    assert [row["name"] for row in kept["rows"]] == list(NAMES)


async def test_a_batch_goes_on_with_the_first_row_that_is_not_done(table: Table) -> None:
    class Killed(BaseException):
        pass

    async def die_at_the_second(held: Held, stop: StopSignal) -> Outcome:
        if held.session == row_session(table.batch, 2):
            raise Killed
        return await Table.row(table, held, stop)

    first = table.worker()
    first._conductor = die_at_the_second
    with pytest.raises(BaseExceptionGroup):
        await first.run(drain=True)
    assert table.done == ["Ana"]
    # A renewal that was under way as it died may still come; then the lease runs out a second time.
    for _ in range(2):
        with table.service.database.writing() as connection:
            connection.exec_driver_sql("UPDATE work SET until = until - 1000 WHERE state = 'held'")
        await table.worker().run(drain=True)
    assert table.done == list(NAMES)
    assert table.outcome(table.batch) == "done"


async def test_a_row_that_waits_holds_up_no_other(table: Table) -> None:
    table.outcomes["Ana"] = "waiting"
    await table.worker().run(drain=True)
    assert table.done == list(NAMES)
    assert table.outcome(table.batch) is None
    table.outcomes.clear()
    resume(table.service, row_session(table.batch, 1))
    await table.worker().run(drain=True)
    assert table.outcome(table.batch) == "done"


async def test_a_table_of_which_all_that_is_left_waits_is_said_to_wait(table: Table) -> None:
    table.outcomes["Ana"] = "waiting"
    await table.worker().run(drain=True)
    (line,) = list_sessions(table.service.place.store, table.service.work, session=table.batch)
    assert (line.running, line.outcome, line.interrupted) == (False, "waiting", False)
    stands = standing(table.service, table.batch)
    assert (stands.running, stands.summary.outcome) == (False, "waiting")


async def test_the_rows_that_wait_for_an_app_are_resumed_with_their_batch(table: Table) -> None:
    table.outcomes = {"Ana": "waiting", "Zoë": "waiting"}
    await table.worker().run(drain=True)
    table.outcomes.clear()
    table.done.clear()
    resume(table.service, table.batch)
    await table.worker().run(drain=True)
    assert sorted(table.done) == ["Ana", "Zoë"]
    assert table.outcome(table.batch) == "done"


async def test_a_batch_that_is_resumed_repeats_only_what_is_not_done(table: Table) -> None:
    table.outcomes["Ben"] = "failed"
    await table.worker().run(drain=True)
    assert table.outcome(table.batch) == "done with exceptions"
    table.outcomes.clear()
    table.done.clear()
    resume(table.service, row_session(table.batch, 2))
    await table.worker().run(drain=True)
    assert table.done == ["Ben"]


async def test_a_batch_all_of_whose_rows_failed_is_taken_up_whole(table: Table) -> None:
    table.outcomes = dict.fromkeys(NAMES, "failed")
    await table.worker().run(drain=True)
    assert table.outcome(table.batch) == "failed"
    table.outcomes.clear()
    table.done.clear()
    resume(table.service, table.batch)
    await table.worker().run(drain=True)
    assert sorted(table.done) == sorted(NAMES)
    assert table.outcome(table.batch) == "done"


async def test_a_paused_batch_begins_no_row(table: Table) -> None:
    pause(table.service, table.batch, ANA)
    await table.worker().run(drain=True)
    assert table.done == []
    resume(table.service, table.batch)
    await table.worker().run(drain=True)
    assert table.done == list(NAMES)


async def test_a_stopped_batch_stops_its_rows_and_begins_no_more(table: Table) -> None:
    table.outcomes["Ana"] = "waiting"
    table.outcomes["Ben"] = "waiting"
    await table.worker().run(drain=True)
    stop(table.service, table.batch, ANA, "Wrong table.")
    await table.worker().run(drain=True)
    assert table.outcome(row_session(table.batch, 1)) == "cancelled"
    assert table.outcome(row_session(table.batch, 3)) == "done"
    assert table.outcome(table.batch) == "cancelled"
