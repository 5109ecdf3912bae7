"""A home of an earlier layout is brought to the newest, with everything that is in it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from handrail.journal.chain.linking import check
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database._tables import NEWEST, layout
from handrail.journal.database.connecting import Database, sqlite_database
from handrail.journal.database.holder import this_writer
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import SessionId

from .stories import SESSION, ended, entered

KILLED = SessionId("20261122-090000-aaaaaa")


@pytest.fixture(params=["layout-1", "layout-3", "layout-4", "layout-5"])
def migrated(tmp_path: Path, request: pytest.FixtureRequest) -> Database:
    """A home that the version with an earlier layout wrote, opened by this one."""
    path = tmp_path / "handrail.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "fixtures" / f"{request.param}.sql").read_text())
    return sqlite_database(path)


def test_every_journal_of_an_earlier_layout_is_there_and_holds(migrated: Database) -> None:
    store = DatabaseStore(migrated)
    for session, length in ((SESSION, 16), (KILLED, 4)):
        entries = tuple(store.read(session))
        assert len(entries) == length
        assert check(entries, store.head(session)) == ()
    migrated.close()


def test_a_session_of_an_earlier_layout_goes_on_in_the_new_format(migrated: Database) -> None:
    store = DatabaseStore(migrated)
    JournalWriter(store, KILLED).write(entered("save"), ended("failed"), durable=True)
    entries = tuple(store.read(KILLED))
    assert check(entries, store.head(KILLED)) == ()
    assert [bool(entry.seal) for entry in entries] == [False] * 4 + [True] * 2
    assert [entry.writer for entry in entries[3:]] == ["", this_writer(), this_writer()]
    migrated.close()


def test_a_migrated_home_has_the_tables_of_a_new_one(migrated: Database, tmp_path: Path) -> None:
    new = sqlite_database(tmp_path / "new.db")

    def shape(database: Database) -> dict[str, list[str]]:
        found = inspect(database.engine)
        return {
            table: sorted(
                [f"{c['name']} {c['type']} {c['nullable']}" for c in found.get_columns(table)]
                + [str(index) for index in found.get_indexes(table)]
            )
            for table in found.get_table_names()
        }

    assert shape(migrated) == shape(new)
    with migrated.reading() as connection:
        assert layout(connection) == NEWEST
    for database in (migrated, new):
        database.close()


def test_a_migrated_journal_still_refuses_changes(migrated: Database) -> None:
    with closing(sqlite3.connect(migrated.place)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("DELETE FROM journal")
    migrated.close()
