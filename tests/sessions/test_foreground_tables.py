"""A table that runs in a terminal: other terminals see it, and stop it or put it aside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from handrail.browser import LaunchedBrowser
from handrail.errors import HandrailError
from handrail.journal.chain.log import read_log, unsigned
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.holder import this_process
from handrail.journal.events.event import Outcome, SessionEnded, SessionId
from handrail.journal.views.state import state
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.foreground import begin_here, begin_table_here, conduct_table_here, settle_table
from handrail.sessions.people import steering
from handrail.sessions.people.standing import standing
from handrail.sessions.service.dispatching import Held
from handrail.sessions.service.listing import list_sessions
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.service.place import Order
from handrail.sessions.service.users import User
from handrail.sessions.tables.batches import BatchConductor, row_session
from tests.builders import open_page, sop
from tests.cli.command import handrail

ANA = User("ana", frozenset({"operator"}))
NAMES = ("Ana", "Ben", "Zoë")


class Terminal:
    """A terminal that runs a table; its rows come to what the test says, without a browser."""

    def __init__(self, service: Service, launched: LaunchedBrowser) -> None:
        self.service = service
        self.ending = StopSignal()
        self.at_row: asyncio.Queue[int] = asyncio.Queue()
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.came_to: dict[int, Outcome] = {}
        self.put_aside: StopSignal | None = None
        self._launched = launched
        self._order = Order(sop([open_page("http://crm.test")], ["crm.test"], {"name": {}}), {}, {})
        self.inputs = tuple({"name": name} for name in NAMES)
        self.table = begin_table_here(service, self._order, tuple(map(dict, self.inputs)), launched)

    def begin_row(self, row: int) -> SessionId:
        order = replace(self._order, inputs=self.inputs[row - 1], batch=self.table, row=row)
        return begin_here(self.service, order, self._launched)

    async def rows(self, put_aside: StopSignal) -> None:
        self.put_aside = put_aside
        for row in range(1, len(NAMES) + 1):
            if put_aside.raised or self.ending.raised:
                return
            held = self.service.dispatcher.claim(self.begin_row(row), this_process())
            assert held is not None
            self.at_row.put_nowait(row)
            await self.go_on.wait()
            outcome = self.came_to.get(row, "done")
            self.end(held, outcome)
            self.service.dispatcher.release(held, "waiting" if outcome == "waiting" else "ended")

    def end(self, held: Held, outcome: Outcome) -> None:
        writer = JournalWriter(self.service.place.store, held.session, fence=held.fence)
        writer.write(SessionEnded(kind="session_ended", outcome=outcome), durable=True)

    def run(self) -> asyncio.Future[None]:
        running = conduct_table_here(self.service, self.table, self.rows, ending=self.ending)
        return asyncio.ensure_future(running)

    def worker(self) -> Worker:
        async def conduct(held: Held, stop: StopSignal) -> Outcome:
            if held.job.kind == "batch":
                return await BatchConductor(self.service)(held, stop)
            self.end(held, "done")
            return "done"

        service = self.service
        store = service.place.store
        return Worker(service.dispatcher, service.work, service.inbox, store, conduct, look_seconds=0.01)

    def outcome(self) -> str | None:
        ended = state(self.service.place.store.read(self.table)).ended
        return ended.outcome if ended else None

    def states(self) -> list[str]:
        """Of the table, then of its rows in order."""
        rows = sorted(self.service.work.lines(parent=self.table), key=lambda line: line.session)
        table = self.service.work.find(self.table)
        assert table is not None
        return [table.state, *(line.state for line in rows)]


@pytest.fixture
def terminal(tmp_path: Path, launched: LaunchedBrowser) -> Iterator[Terminal]:
    service = open_service(tmp_path / "home")
    yield Terminal(service, launched)
    service.close()


async def test_a_table_is_seen_while_it_runs_and_ends_with_its_rows(terminal: Terminal) -> None:
    terminal.go_on.clear()
    running = terminal.run()
    assert await terminal.at_row.get() == 1
    stands = standing(terminal.service, terminal.table)
    assert (stands.state, stands.running) == ("held", True)
    terminal.go_on.set()
    await running
    assert terminal.states() == ["ended"] * 4
    assert terminal.outcome() == "done"
    sessions = [record.session for record in terminal.service.place.store.sessions(batch=terminal.table)]
    assert sessions == [row_session(terminal.table, row) for row in (1, 2, 3)]
    store = terminal.service.place.store
    assert terminal.table not in unsigned(store, read_log(store))


async def test_another_terminal_stops_the_table_and_the_row_that_runs(terminal: Terminal) -> None:
    terminal.go_on.clear()
    running = terminal.run()
    await terminal.at_row.get()
    steering.stop(terminal.service, terminal.table, ANA, "The list is wrong.")
    await terminal.ending.come()
    with pytest.raises(HandrailError, match="The list is wrong"):
        terminal.ending.check()
    terminal.go_on.set()
    await running
    assert terminal.states() == ["ended", "ended"]
    assert terminal.outcome() == "cancelled"


async def test_a_stop_that_comes_in_the_last_row_cancels_no_table_that_is_done(terminal: Terminal) -> None:
    end = terminal.end

    def stopped(held: Held, outcome: Outcome) -> None:
        if held.session == row_session(terminal.table, 3):
            terminal.ending.stop("Enough.")
        end(held, outcome)

    terminal.end = stopped  # type: ignore[method-assign]
    await terminal.run()
    assert (terminal.states(), terminal.outcome()) == (["ended"] * 4, "done")


async def test_a_table_that_was_put_aside_is_gone_on_with_by_a_worker(terminal: Terminal) -> None:
    terminal.go_on.clear()
    running = terminal.run()
    await terminal.at_row.get()
    steering.pause(terminal.service, terminal.table, ANA)
    assert terminal.put_aside is not None
    await terminal.put_aside.come()
    terminal.go_on.set()
    await running
    assert terminal.states() == ["paused", "ended"]
    assert terminal.outcome() is None
    steering.resume(terminal.service, terminal.table)
    await terminal.worker().run(drain=True)
    assert terminal.states() == ["ended"] * 4
    assert terminal.outcome() == "done"


async def test_a_table_waits_for_a_row_that_waits_and_ends_with_it(terminal: Terminal) -> None:
    terminal.came_to[2] = "waiting"
    await terminal.run()
    assert terminal.states() == ["waiting", "ended", "waiting", "ended"]
    steering.resume(terminal.service, row_session(terminal.table, 2))
    await terminal.worker().run(drain=True)
    assert terminal.states() == ["ended"] * 4
    assert terminal.outcome() == "done"


async def test_a_row_that_a_terminal_ends_ends_its_table_without_a_worker(terminal: Terminal) -> None:
    terminal.came_to[2] = "waiting"
    await terminal.run()
    held = terminal.service.dispatcher.claim(row_session(terminal.table, 2), this_process())
    assert held is not None
    terminal.end(held, "done")
    terminal.service.dispatcher.release(held, "ended")
    await settle_table(terminal.service, terminal.table)
    assert (terminal.states()[0], terminal.outcome()) == ("ended", "done")


async def test_a_worker_goes_on_where_a_terminal_was_killed(terminal: Terminal) -> None:
    dead = replace(this_process(), born="before")
    row = terminal.begin_row(1)
    for session in (terminal.table, row):
        assert terminal.service.dispatcher.claim(session, dead) is not None
    with terminal.service.database.writing() as connection:
        connection.exec_driver_sql("UPDATE work SET until = until - 1000")
    await terminal.worker().run(drain=True)
    assert terminal.states() == ["held", "held"], "nobody but its terminal, unless somebody says so"
    assert not standing(terminal.service, terminal.table).running
    place = terminal.service.place
    (listed,) = list_sessions(place.store, terminal.service.work, session=terminal.table)
    assert (listed.running, listed.interrupted, listed.outcome) == (False, True, "waiting")
    told = handrail("session", "status", terminal.table, home=place.home)
    assert f"waiting (killed) · 0 of {len(NAMES)} rows done" in told.stderr
    assert f"handrail session resume {terminal.table} --queue" in told.stderr
    told = handrail("session", "status", terminal.table, "--json", home=place.home)
    assert json.loads(told.stdout)["outcome"] == "waiting"
    steering.resume(terminal.service, terminal.table)
    await terminal.worker().run(drain=True)
    assert terminal.states() == ["ended"] * 4
    assert terminal.outcome() == "done"
