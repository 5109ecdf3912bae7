"""What every store of journals promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from handrail.errors import EnvironmentLack, LeaseLost, StoreError
from handrail.journal.chain.linking import START, check
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.connecting import Database, postgres_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import SessionId
from handrail.journal.home import open_home

from .stories import SESSION, done, ended, entered, left, started

OTHER = SessionId("20261122-090000-aaaaaa")


@pytest.fixture
def store(either: Database) -> DatabaseStore:
    return DatabaseStore(either)


def hold(store: DatabaseStore, fence: int, holder: str | None = "somebody") -> None:
    """The session's row of work, as whoever took it would have left it."""
    with store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM work")
        connection.exec_driver_sql(
            "INSERT INTO work (session, kind, sop_id, hosts, owner_user, priority, state, ready_at, fence, "
            f"wakes, holder) VALUES ('{SESSION}', 'session', 's', '[]', 'ana', 0, 'held', 0, {fence}, 0, "
            + (f"'{holder}')" if holder else "NULL)")
        )


def test_what_was_written_is_read_back_and_holds(store: DatabaseStore) -> None:
    writer = JournalWriter(store, SESSION)
    writer.write(started(), *done("open", "once"), durable=True)
    writer.write(entered("n", "Zoë \x00 “\ud83d” 漢"), ended("done"))
    entries = tuple(store.read(SESSION))
    assert check(entries, store.head(SESSION)) == ()
    assert entries[-1].event == ended("done")
    assert store.head(OTHER) == START


def test_the_second_of_two_writers_is_refused(store: DatabaseStore) -> None:
    first, second = JournalWriter(store, SESSION), JournalWriter(store, SESSION)
    first.write(started())
    with pytest.raises(StoreError, match="Another process is writing"):
        second.write(started())
    third = JournalWriter(store, SESSION)
    third.write(entered("open"))
    with pytest.raises(StoreError, match="Another process is writing"):
        first.write(entered("open"), entered("save"))
    assert [entry.kind for entry in store.read(SESSION)] == ["session_started", "node_entered"]


def test_of_writers_at_the_same_moment_one_wins_each_place(store: DatabaseStore) -> None:
    JournalWriter(store, SESSION).write(started())
    writers = [JournalWriter(store, SESSION) for _ in range(4)]
    barrier = Barrier(4)

    def write(writer: JournalWriter) -> bool:
        barrier.wait()
        try:
            writer.write(entered("open"))
        except StoreError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(write, writers)) == [False, False, False, True]
    assert check(tuple(store.read(SESSION)), store.head(SESSION)) == ()


@pytest.mark.parametrize("change", ["UPDATE journal SET body = ''", "DELETE FROM journal"])
def test_the_journal_refuses_changes(store: DatabaseStore, change: str) -> None:
    JournalWriter(store, SESSION).write(started())
    with pytest.raises(DBAPIError, match="append-only"), store.database.engine.begin() as connection:
        connection.exec_driver_sql(change)


def test_postgresql_refuses_to_empty_the_journal(postgres: str) -> None:
    database = postgres_database(postgres)
    with pytest.raises(DBAPIError, match="append-only"), database.engine.begin() as connection:
        connection.exec_driver_sql("TRUNCATE journal")
    database.close()


def test_sessions_are_listed_and_found(store: DatabaseStore) -> None:
    JournalWriter(store, SESSION).write(started())
    JournalWriter(store, OTHER).write(started(batch="b1", row=1), entered("open"))
    newest, oldest = store.sessions()
    assert (newest.session, oldest.session) == (OTHER, SESSION)
    assert newest.first is not None
    assert newest.first.event == started(batch="b1", row=1)
    assert [record.session for record in store.sessions(batch="b1")] == [OTHER]
    assert store.named("20261121") == (SESSION,)
    assert [entry.session for entry in store.of_kinds("node_entered")] == [OTHER]


def test_how_often_a_step_was_done_is_counted_by_its_sop(store: DatabaseStore) -> None:
    JournalWriter(store, SESSION).write(started(), *done("open"), *done("save"), *done("save"))
    JournalWriter(store, OTHER).write(started(sop_id="another"), *done("save"))
    sop_id = started().sop_id
    assert store.times_done(sop_id, since="", newest=100) == {"open": 1, "save": 2}
    assert store.times_done(sop_id, since="", newest=2) == {"save": 1}, "of the newest two, one is another's"
    assert store.times_done(sop_id, since="9999", newest=100) == {}


def test_the_holder_of_the_current_fence_writes(store: DatabaseStore) -> None:
    JournalWriter(store, SESSION).write(started())
    hold(store, fence=3)
    JournalWriter(store, SESSION, fence=3).write(entered("open"), left("open"), durable=True)
    assert len(list(store.read(SESSION))) == 3


@pytest.mark.parametrize(("fence", "holder"), [(4, "a successor"), (3, None)])
def test_whoever_lost_the_lease_writes_nothing(store: DatabaseStore, fence: int, holder: str | None) -> None:
    JournalWriter(store, SESSION).write(started())
    late = JournalWriter(store, SESSION, fence=3)
    hold(store, fence, holder)
    with pytest.raises(LeaseLost, match="another one has taken it over"):
        late.write(entered("open"), durable=True)
    assert len(list(store.read(SESSION))) == 1


def test_a_session_that_is_held_is_not_written_without_a_lease(store: DatabaseStore) -> None:
    JournalWriter(store, SESSION).write(started())
    hold(store, fence=1)
    with pytest.raises(StoreError, match="A worker is running this session"):
        JournalWriter(store, SESSION).write(entered("open"))
    hold(store, fence=1, holder=None)
    JournalWriter(store, SESSION).write(entered("open"))


def test_a_home_on_postgresql_is_made_by_several_at_the_same_moment(postgres: str) -> None:
    barrier = Barrier(4)

    def make(number: int) -> None:
        barrier.wait()
        database = postgres_database(postgres)
        JournalWriter(DatabaseStore(database), SessionId(str(number))).write(started())
        database.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(make, range(4)))
    database = postgres_database(postgres)
    assert len(DatabaseStore(database).sessions()) == 4
    database.close()


def test_a_durable_write_on_postgresql_waits_for_the_disk_and_others_do_not(postgres: str) -> None:
    from sqlalchemy import event

    database = postgres_database(postgres)
    seen: list[str] = []

    @event.listens_for(database.engine, "commit")
    def note(connection: object) -> None:
        seen.append(connection.exec_driver_sql("SHOW synchronous_commit").scalar())  # type: ignore[attr-defined]

    writer = JournalWriter(DatabaseStore(database), SESSION)
    writer.write(started(), durable=True)
    writer.write(entered("open"))
    writer.write(left("open"), durable=True)
    assert seen == ["on", "off", "on"]
    database.close()


def test_the_address_in_the_environment_moves_the_journals(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_DATABASE_URL", postgres)
    store, _ = open_home(tmp_path)
    JournalWriter(store, SESSION).write(started())
    store.close()
    assert not (tmp_path / "handrail.db").exists()
    again = postgres_database(postgres)
    assert len(list(DatabaseStore(again).read(SESSION))) == 1
    again.close()


@pytest.mark.parametrize("address", ["mysql://user:pass-word@host/name", "not an address"])
def test_an_address_of_another_kind_is_told(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_DATABASE_URL", address)
    with pytest.raises(EnvironmentLack, match="postgresql://") as caught:
        open_home(tmp_path)
    assert "pass-word" not in str(caught.value)


def test_what_a_server_says_that_lets_nobody_in_is_told(postgres: str) -> None:
    with pytest.raises(StoreError, match=r"refuses: .*not-there") as caught:
        postgres_database(make_url(postgres).set(database="not-there").render_as_string(hide_password=False))
    assert (
        caught.value.mend
        == "Correct HANDRAIL_DATABASE_URL, or see whether its server takes more connections."
    )


def test_a_server_that_is_not_there_is_told_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        postgres_database(f"postgresql://ana:pass-word@/handrail?host={tmp_path}")
    assert "pass-word" not in str(caught.value)
    assert caught.value.mend
