from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace

import pytest
from sqlalchemy import event

from handrail.errors import ExitCode, StoreError
from handrail.journal.chain.linking import START, Head, check
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database._sqlite import sqlite_error
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import SessionId
from tests.journal.stories import SESSION, done, ended, entered, left, sqlite_store, started

OTHER = SessionId("20261122-090000-aaaaaa")


def rows(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM journal").fetchone()[0])


def statements(store: DatabaseStore) -> list[str]:
    """What SQLite is asked from now on, whichever way it is asked."""
    said: list[str] = []

    def note(connection: sqlite3.Connection, *_rest: object) -> None:
        connection.set_trace_callback(said.append)

    event.listen(store.database.engine, "checkout", note)
    return said


def test_what_was_written_is_read_back_in_order(store: DatabaseStore) -> None:
    writer = JournalWriter(store, SESSION)
    events = [started(), *done("open"), ended("done")]
    writer.write(events[0], durable=True)
    writer.write(*events[1:])
    entries = tuple(store.read(SESSION))
    assert [entry.event for entry in entries] == events
    assert check(entries, store.head(SESSION)) == ()
    assert writer.head == store.head(SESSION)


def test_a_long_journal_is_read_whole(store: DatabaseStore) -> None:
    writer = JournalWriter(store, SESSION)
    writer.write(started(), *[entered(f"n{number}") for number in range(4999)])
    assert [entry.seq for entry in store.read(SESSION)] == list(range(1, 5001))


def test_a_live_view_asks_for_what_is_new(store: DatabaseStore) -> None:
    writer = JournalWriter(store, SESSION)
    writer.write(started(), entered("open"))
    seen = [entry.seq for entry in store.read(SESSION)][-1]
    writer.write(left("open"))
    assert [entry.kind for entry in store.read(SESSION, after=seen)] == ["node_left"]


def test_a_new_writer_continues_the_chain(store: DatabaseStore, database: Path) -> None:
    JournalWriter(store, SESSION).write(started())
    again = sqlite_store(database)
    JournalWriter(again, SESSION).write(entered("open"))
    again.close()
    assert check(tuple(store.read(SESSION)), store.head(SESSION)) == ()


def test_nothing_is_written_behind_a_cut_end(store: DatabaseStore, database: Path) -> None:
    writer = JournalWriter(store, SESSION)
    writer.write(started(), entered("open"), left("open"))
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("DROP TRIGGER journal_no_delete; DELETE FROM journal WHERE seq = 3")
    second = store.read(SESSION)
    last = list(second)[-1]
    with pytest.raises(StoreError):
        store.append(SESSION, [left("open")], after=Head(last.seq, last.hash))


@pytest.mark.parametrize("change", ["UPDATE journal SET body = ''", "DELETE FROM journal"])
def test_the_table_refuses_changes(store: DatabaseStore, database: Path, change: str) -> None:
    JournalWriter(store, SESSION).write(started())
    with (
        closing(sqlite3.connect(database)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        connection.execute(change)


def test_a_durable_write_waits_for_the_disk_and_others_do_not(store: DatabaseStore) -> None:
    said = statements(store)
    writer = JournalWriter(store, SESSION)
    writer.write(started())
    writer.write(entered("open"), durable=True)
    writer.write(left("open"))
    in_effect = ""
    at_commit: list[str] = []
    for statement in said:
        if statement.startswith("PRAGMA synchronous = "):
            in_effect = statement.split()[-1]
        elif statement == "COMMIT":
            at_commit.append(in_effect)
    assert at_commit[-3:] == ["NORMAL", "FULL", "NORMAL"]


def test_the_file_is_in_write_ahead_mode(store: DatabaseStore, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.skipif(not Path("/usr/bin/strace").exists(), reason="needs strace")
def test_a_durable_write_reaches_the_disk_before_it_returns(database: Path) -> None:
    code = f"""
from pathlib import Path
from tests.journal.stories import sqlite_store
from handrail.journal.chain.store import JournalWriter
from tests.journal.stories import *
import os
writer = JournalWriter(sqlite_store(Path({str(database)!r})), SESSION)
writer.write(started(), durable=True)
os.write(1, b"quick")
writer.write(entered("open"))
os.write(1, b"durable")
writer.write(left("open"), durable=True)
os.write(1, b"end")
"""
    traced = subprocess.run(
        ["strace", "-f", "-e", "trace=fsync,fdatasync,write", sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    ).stderr
    quick = traced.split('"quick"')[1].split('"durable"')[0]
    durable = traced.split('"durable"')[1].split('"end"')[0]
    assert "sync(" not in quick
    assert "sync(" in durable


def test_one_write_is_one_transaction(store: DatabaseStore) -> None:
    said = statements(store)
    JournalWriter(store, SESSION).write(started(), *done("open"))
    assert sum(statement.startswith("INSERT INTO journal") for statement in said) == 1 + len(done("open"))
    assert said.count("BEGIN IMMEDIATE") == said.count("COMMIT") == 1


def test_sessions_are_listed_newest_first(store: DatabaseStore) -> None:
    JournalWriter(store, SESSION).write(started())
    JournalWriter(store, OTHER).write(started(batch="b1", row=1), entered("open"))
    newest, oldest = store.sessions()
    assert (newest.session, oldest.session) == (OTHER, SESSION)
    assert newest.first is not None
    assert newest.first.event == started(batch="b1", row=1)
    assert newest.last is not None
    assert (newest.last.kind, newest.head) == ("node_entered", store.head(OTHER))
    assert [record.session for record in store.sessions(limit=1)] == [OTHER]
    assert [record.session for record in store.sessions(batch="b1")] == [OTHER]


def test_a_session_whose_beginning_was_cut_off_is_still_listed(store: DatabaseStore, database: Path) -> None:
    JournalWriter(store, SESSION).write(started(), entered("open"))
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("DROP TRIGGER journal_no_delete; DELETE FROM journal WHERE seq = 1")
    (record,) = store.sessions()
    assert record.session == SESSION
    assert record.first is None


def test_ids_are_found_by_their_beginning(store: DatabaseStore) -> None:
    for session in (SESSION, OTHER):
        JournalWriter(store, session).write(started())
    assert store.named("20261121") == (SESSION,)
    assert store.named("2026112") == (SESSION, OTHER)
    assert store.named("%") == ()


def test_an_unknown_session_is_empty(store: DatabaseStore) -> None:
    assert store.head(SESSION) == START
    assert list(store.read(SESSION)) == []


WRITER = """
import sys
from pathlib import Path
from tests.journal.stories import sqlite_store
from handrail.journal.chain.store import JournalWriter
from tests.journal.stories import SessionId, entered, started
path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
writer = JournalWriter(sqlite_store(path, busy_seconds=30), SessionId(name))
writer.write(started(), durable=True)
for number in range(count):
    writer.write(entered(f"n{number}"), durable=number % 10 == 0)
"""


def test_two_processes_write_to_one_home_from_its_very_beginning(database: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(database), name, "150"], cwd=Path(__file__).parents[3]
        )
        for name in ("one", "two", "three")
    ]
    assert [process.wait() for process in processes] == [0, 0, 0]
    store = sqlite_store(database)
    for name in ("one", "two", "three"):
        entries = tuple(store.read(SessionId(name)))
        assert len(entries) == 151
        assert check(entries, store.head(SessionId(name))) == ()
    store.close()


@pytest.mark.parametrize("attempt", range(12))
def test_a_home_can_be_made_by_several_at_the_same_moment(tmp_path: Path, attempt: int) -> None:
    path = tmp_path / f"{attempt}.db"
    barrier = Barrier(6)

    def make(number: int) -> int:
        barrier.wait()
        store = sqlite_store(path)
        JournalWriter(store, SessionId(str(number))).write(started())
        store.close()
        return number

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(make, range(6))) == [0, 1, 2, 3, 4, 5]
    assert rows(path) == 6


@pytest.fixture
def locked(store: DatabaseStore, database: Path) -> Iterator[None]:
    JournalWriter(store, SESSION).write(started())
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@pytest.mark.usefixtures("locked")
def test_a_lock_beyond_the_time_limit_is_one_clear_sentence(database: Path) -> None:
    store = sqlite_store(database, busy_seconds=0.05)
    writer = JournalWriter(store, SESSION)
    with pytest.raises(StoreError, match="Another process keeps the database locked") as caught:
        writer.write(entered("open"))
    assert caught.value.exit_code == ExitCode.ENVIRONMENT
    assert caught.value.mend
    assert len(list(store.read(SESSION))) == 1
    store.close()


@pytest.mark.usefixtures("locked")
def test_reading_goes_on_while_somebody_writes(database: Path) -> None:
    store = sqlite_store(database, busy_seconds=0.05)
    assert [entry.kind for entry in store.read(SESSION)] == ["session_started"]
    store.close()


def test_a_full_disk_leaves_nothing_half_written(store: DatabaseStore, database: Path) -> None:
    writer = JournalWriter(store, SESSION)
    writer.write(started())

    @event.listens_for(store.database.engine, "checkout")
    def fill_up(connection: sqlite3.Connection, *_rest: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    with pytest.raises(StoreError, match="no space left") as caught:
        writer.write(*[entered("n", "x" * 4000) for _ in range(50)])
    assert caught.value.exit_code == ExitCode.ENVIRONMENT
    assert rows(database) == 1
    event.remove(store.database.engine, "checkout", fill_up)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_really_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        store = sqlite_store(disk / "handrail.db")
        writer = JournalWriter(store, SESSION)
        writer.write(started(), durable=True)
        with pytest.raises(StoreError, match=r"no space left|disk failed"):
            for _ in range(1000):
                writer.write(entered("n", "x" * 4000))
        entries = tuple(store.read(SESSION))
        assert entries[0].kind == "session_started"
        assert check(entries, store.head(SESSION)) == ()
        store.close()
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "handrail.db"
    path.write_text("these are my notes, not a database\n" * 100)
    with pytest.raises(StoreError, match="not a Handrail database") as caught:
        sqlite_store(path)
    assert str(path) in str(caught.value)
    assert path.read_text().startswith("these are my notes")


def test_a_damaged_file_is_told(store: DatabaseStore, database: Path) -> None:
    writer = JournalWriter(store, SESSION)
    writer.write(started(), *[entered("n", "x" * 3000) for _ in range(20)])
    store.close()
    content = bytearray(database.read_bytes())
    content[4096:] = b"\x07" * (len(content) - 4096)
    database.write_bytes(content)
    with pytest.raises(StoreError, match=r"damaged|not a Handrail database"):
        list(sqlite_store(database).read(SESSION))


def test_a_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(StoreError, match="folder cannot be made"):
        sqlite_store(tmp_path / "home" / "handrail.db")


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "handrail.db").mkdir()
    with pytest.raises(StoreError, match="cannot be opened"):
        sqlite_store(tmp_path / "handrail.db")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_home_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    place = tmp_path / "home"
    store = sqlite_store(place / "handrail.db")
    JournalWriter(store, SESSION).write(started())
    store.close()
    mounts = (
        ["mount", "--bind", str(place), str(place)],
        ["mount", "-o", "remount,ro,bind", str(place), str(place)],
    )
    if any(subprocess.run(mount, capture_output=True, check=False).returncode for mount in mounts):
        pytest.skip("mounting is not allowed here")
    try:
        with pytest.raises(StoreError, match="cannot be written"):
            store = sqlite_store(place / "handrail.db")
            JournalWriter(store, SESSION).write(entered("open"))
        store.close()
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_store_that_cannot_be_opened_keeps_no_file_open(tmp_path: Path) -> None:
    path = tmp_path / "handrail.db"
    path.write_text("notes\n" * 2000)
    with pytest.raises(StoreError):
        sqlite_store(path)
    # Whoever follows the advice to move it away must be able to.
    if Path("/proc/self/fd").exists():
        assert path not in [link.resolve() for link in Path("/proc/self/fd").iterdir()]


def test_a_home_of_a_newer_version_is_refused(store: DatabaseStore, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE handrail_schema SET version = 99")
        connection.commit()
    with pytest.raises(StoreError, match="newer Handrail") as caught:
        sqlite_store(database)
    assert caught.value.exit_code == ExitCode.ENVIRONMENT
    assert "Update" in str(caught.value)


def test_what_lies_in_a_folder_that_cannot_be_written_is_read_and_nothing_is_put_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a # 100% home" / "handrail.db"
    sqlite_database(path).close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    database = sqlite_database(path)
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM session").scalar() == 0
        assert [each.name for each in path.parent.iterdir()] == [path.name]
    with pytest.raises(StoreError, match="cannot be written"), database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM inbox")
    database.close()


def test_a_disk_that_fails_for_want_of_space_is_called_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = sqlite3.OperationalError("disk I/O error")
    failed.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert "The disk failed" in sqlite_error(failed, tmp_path / "handrail.db").message
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    assert "no space left" in sqlite_error(failed, tmp_path / "handrail.db").message
