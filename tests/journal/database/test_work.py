"""The queue: who gets which session, when another may take it over, and what the limits allow."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import insert

from handrail.journal.database import clocks as clocks_module
from handrail.journal.database._tables import session as session_table
from handrail.journal.database.connecting import Database, sqlite_database
from handrail.journal.database.holder import Holder, this_process
from handrail.journal.database.lease import LeaseLost
from handrail.journal.database.work import Job, Limits, WorkState, WorkTable
from handrail.journal.events.event import SessionId

ANA, BEN = this_process("ana's worker"), this_process("ben's worker")
SILENT = -1000.0
"""The length of a lease that ran out, with its grace, before it was given."""


def job(name: str, **fields: object) -> Job:
    return Job(**{"session": SessionId(name), "sop_id": "save", "owner": "ana", **fields})  # type: ignore[arg-type]


def state(work: WorkTable, name: str) -> WorkState:
    line = work.find(SessionId(name))
    assert line is not None
    return line.state


@pytest.fixture
def work(either: Database) -> WorkTable:
    return WorkTable(either)


def test_one_holder_at_a_time(work: WorkTable) -> None:
    assert work.submit(job("one"))
    taken = work.take(ANA)
    assert taken is not None
    assert (taken.job.session, taken.fence) == ("one", 1)
    assert work.take(BEN) is None
    assert work.claim(SessionId("one"), BEN) is None
    line = work.find(SessionId("one"))
    assert line is not None
    assert line.holder == ANA


def test_a_session_is_queued_once(work: WorkTable) -> None:
    assert work.submit(job("one"))
    assert not work.submit(job("one", priority=5))
    assert len(work.lines()) == 1


def test_high_priority_goes_first_then_who_came_first(either: Database) -> None:
    work, came = WorkTable(either), iter(range(9))
    # What their names say counts for nothing, and a table's rows came with their table.
    for name, priority, parent in (
        ("hook-b", 0, None), ("table", 0, None), ("a", 0, None), ("row", 0, "table"), ("urgent", 9, None),
        ("idle", -1, None),
    ):  # fmt: skip
        with either.writing(durable=False) as connection:
            begun = {"id": name, "started": f"2026-11-30T06:28:50.18111{next(came)}Z", "seq": 1, "hash": ""}
            connection.execute(insert(session_table).values(begun))
        work.submit(job(name, priority=priority, parent=parent and SessionId(parent)))
    order = [taken.job.session for _ in range(6) if (taken := work.take(ANA))]
    assert order == ["urgent", "hook-b", "row", "table", "a", "idle"]


def test_nobody_takes_what_is_not_due_or_for_another_worker(work: WorkTable) -> None:
    work.submit(job("later", ready_at=1e11))
    work.submit(job("bens", worker="ben's worker"))
    assert work.take(ANA) is None
    taken = work.take(BEN)
    assert taken is not None
    assert taken.job.session == "bens"


def test_workers_at_the_same_moment_never_get_the_same_session(either: Database) -> None:
    work = WorkTable(either)
    for number in range(12):
        work.submit(job(f"s{number:02}"))
    barrier = Barrier(4)

    def take(_: int) -> list[str]:
        barrier.wait()
        return [taken.job.session for _ in range(3) if (taken := work.take(this_process("w")))]

    with ThreadPoolExecutor(4) as pool:
        taken = [name for names in pool.map(take, range(4)) for name in names]
    assert sorted(taken) == [f"s{number:02}" for number in range(12)]


def test_after_lease_and_grace_a_successor_takes_over_and_the_old_holder_is_refused(either: Database) -> None:
    silent, work = WorkTable(either, seconds=SILENT), WorkTable(either)
    work.submit(job("one"))
    first = silent.take(ANA)
    second = work.take(BEN)
    assert first is not None
    assert second is not None
    assert (first.fence, second.fence) == (1, 2)
    with pytest.raises(LeaseLost):
        work.renew(SessionId("one"), first.fence, 10)
    with pytest.raises(LeaseLost):
        work.release(SessionId("one"), first.fence, "ended", wakes=first.wakes)
    work.renew(SessionId("one"), second.fence, 10)


def test_within_the_grace_nobody_takes_over_and_the_holder_may_renew(either: Database) -> None:
    late, work = WorkTable(either, seconds=0, grace=1000), WorkTable(either, grace=1000)
    work.submit(job("one"))
    taken = late.take(ANA)
    assert taken is not None
    assert work.take(BEN) is None
    work.renew(SessionId("one"), taken.fence, 10)
    work.release(SessionId("one"), taken.fence, "queued", wakes=0)
    assert work.take(BEN) is not None


def test_the_lease_of_a_dead_process_ends_and_the_grace_is_kept(either: Database) -> None:
    code = "from handrail.journal.database.holder import this_process; print(this_process('dead').text())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    dead = Holder.read(done.stdout)
    assert dead.gone
    assert not ANA.gone
    patient, eager = WorkTable(either, grace=1000), WorkTable(either, grace=0)
    patient.submit(job("one"))
    assert patient.take(dead) is not None
    assert patient.take(BEN) is None
    taken = eager.take(BEN)
    assert taken is not None
    assert taken.fence == 2


def test_a_lease_from_before_the_machine_was_started_anew_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = sqlite_database(tmp_path / "handrail.db")
    before = WorkTable(database)
    before.submit(job("one"))
    assert before.take(ANA) is not None
    monkeypatch.setattr(clocks_module, "boot", lambda: "another start")
    assert WorkTable(database).take(BEN) is not None
    database.close()


def test_setting_the_wall_clock_ends_no_lease(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = sqlite_database(tmp_path / "handrail.db")
    work = WorkTable(database)
    work.submit(job("one"))
    assert work.take(ANA) is not None
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert work.take(BEN) is None
    database.close()


def test_limits_hold_across_workers(work: WorkTable) -> None:
    work.submit(job("a1", sop_id="a", hosts=("crm.test",)))
    work.submit(job("a2", sop_id="a", hosts=("other.test",)))
    work.submit(job("b1", sop_id="b", hosts=("crm.test", "mail.test")))
    work.submit(job("c1", sop_id="c", hosts=("third.test",)))
    limits = Limits(per_sop=1, per_host=1)
    first, second = work.take(ANA, limits), work.take(BEN, limits)
    assert first is not None
    assert second is not None
    assert (first.job.session, second.job.session) == ("a1", "c1")
    assert work.take(ANA, limits) is None
    work.release(first.job.session, first.fence, "ended", wakes=0)
    assert {t.job.session for _ in range(2) if (t := work.take(ANA, limits))} == {"a2", "b1"}


def test_what_a_limit_keeps_back_hides_no_other(work: WorkTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handrail.journal.database.work._MOST_QUEUED", 2)
    for name, what in (("a", "save"), ("b", "save"), ("c", "save"), ("d", "send")):
        work.submit(job(name, sop_id=what))
    taken = [work.take(ANA, Limits(per_sop=1)) for _ in range(3)]
    assert [one and one.job.session for one in taken] == ["a", "d", None]


def test_a_batch_counts_for_no_limit(work: WorkTable) -> None:
    work.submit(job("batch", kind="batch"))
    work.submit(job("row", parent=SessionId("batch")))
    limits = Limits(per_sop=1)
    assert [t.job.session for _ in range(2) if (t := work.take(ANA, limits))] == ["batch", "row"]


def test_what_comes_while_it_is_held_is_not_slept_through(work: WorkTable) -> None:
    work.submit(job("one"))
    taken = work.take(ANA)
    assert taken is not None
    work.wake(SessionId("one"))
    work.release(SessionId("one"), taken.fence, "waiting", wakes=taken.wakes)
    assert state(work, "one") == "queued"
    again = work.take(ANA)
    assert again is not None
    work.release(SessionId("one"), again.fence, "waiting", wakes=again.wakes)
    assert state(work, "one") == "waiting"
    work.wake(SessionId("one"))
    assert state(work, "one") == "queued"


def test_the_end_of_a_row_wakes_its_batch(work: WorkTable) -> None:
    work.submit(job("batch", kind="batch"), "waiting")
    work.submit(job("row", parent=SessionId("batch")))
    taken = work.take(ANA)
    assert taken is not None
    work.release(taken.job.session, taken.fence, "ended", wakes=0)
    assert state(work, "batch") == "queued"


def test_only_what_nobody_holds_is_moved(work: WorkTable) -> None:
    work.submit(job("one"))
    assert work.move(SessionId("one"), ["queued", "waiting"], "paused")
    assert work.take(ANA) is None
    assert not work.move(SessionId("one"), ["queued"], "paused")
    assert work.move(SessionId("one"), ["paused"], "queued")
    assert work.take(ANA) is not None
    assert not work.move(SessionId("one"), ["queued", "held"], "paused")


def test_a_session_is_claimed_for_a_deed_and_an_ended_one_is_not(work: WorkTable) -> None:
    work.submit(job("one"), "paused")
    claimed = work.claim(SessionId("one"), BEN)
    assert claimed is not None
    work.release(SessionId("one"), claimed.fence, "ended", wakes=0)
    assert work.claim(SessionId("one"), BEN) is None
    assert work.claim(SessionId("nobody's"), BEN) is None


def test_a_session_is_given_to_one_worker(work: WorkTable) -> None:
    work.submit(job("one"))
    work.assign(SessionId("one"), worker="ben's worker")
    assert work.take(ANA) is None
    taken = work.take(BEN)
    assert taken is not None
