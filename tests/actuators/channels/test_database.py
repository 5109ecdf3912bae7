"""Reading back from databases: what is found, and that nothing can be written on the way."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from handrail.actuators.channels.database import read_database
from handrail.actuators.seen import Finding
from handrail.errors import PermanentError, TransientError
from handrail.sop import sql
from handrail.sop.condition import SqlReads

BY_EMAIL = "SELECT stage, vip, note FROM contacts WHERE email = :email"
_TABLE = "CREATE TABLE contacts (email TEXT, stage TEXT, vip INTEGER, note TEXT)"
_ROWS = [("a@x.test", "Lead", 1, None), ("b@x.test", "Lead", 0, "n"), ("b@x.test", "Lost", 0, "n")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database in SQLite's write-ahead mode, as apps have it."""
    path = tmp_path / "an app's.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(_TABLE)
        db.executemany("INSERT INTO contacts VALUES (?, ?, ?, ?)", _ROWS)
    db.close()
    return path


def read(address: Path | str, query: str = BY_EMAIL, seconds: float = 5, **fields: Any) -> Finding:
    condition = SqlReads(kind="sql", database="crm", query=query, **fields)
    return read_database(f"sqlite:///{address}" if isinstance(address, Path) else address, condition, seconds)


@pytest.mark.parametrize(
    ("email", "states", "held", "seen"),
    [
        ("a@x.test", {"row": {"stage": "Lead", "vip": "1", "note": ""}}, True, "stage = Lead, vip = 1"),
        ("a@x.test", {"row": {"stage": "Lost"}}, False, "1 row: stage = Lead"),
        ("a@x.test", {"equals": "Lead"}, True, "1 row: stage = Lead"),
        ("a@x.test", {"count": 1}, True, "1 row"),
        ("b@x.test", {"row": {"stage": "Lead"}}, False, "2 rows: stage = Lead"),
        ("b@x.test", {"equals": "Lead"}, False, "2 rows"),
        ("b@x.test", {"equals": "Lead", "count": 2}, True, "2 rows"),
        ("b@x.test", {"count": 1}, False, "2 rows"),
        ("c@x.test", {"count": 0}, True, "0 rows"),
        ("c@x.test", {"count": 1}, False, "0 rows"),
        ("c@x.test", {"equals": ""}, False, "0 rows"),
        ("x' OR '1'='1", {"count": 0}, True, "0 rows"),
    ],
)
def test_what_the_database_holds_decides(
    file: Path, email: str, states: dict[str, Any], held: bool, seen: str
) -> None:
    finding = read(file, parameters={"email": email}, **states)
    assert (finding.held, finding.read_back) == (held, True)
    assert seen in (finding.seen or "")


def test_numbers_are_compared_as_numbers(file: Path) -> None:
    assert read(file, "SELECT count(*) * 1.0 FROM contacts", equals="3").held


def test_a_database_in_use_is_read_as_it_is_now(file: Path) -> None:
    writer = sqlite3.connect(file)
    try:
        writer.execute("INSERT INTO contacts VALUES ('new@x.test', 'Lead', 0, '')")
        assert read(file, parameters={"email": "new@x.test"}, count=0).held
        writer.commit()
        assert read(file, parameters={"email": "new@x.test"}, count=1).held
    finally:
        writer.close()


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(TransientError, match="'crm' could not be read"):
        read(tmp_path / "none.sqlite3", count=0, parameters={"email": ""})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("query", ["DELETE FROM contacts", "SELECT 1; DELETE FROM contacts"])
def test_a_query_that_writes_is_refused(file: Path, query: str) -> None:
    with pytest.raises(PermanentError, match="may only read"):
        read(file, query, count=0)


def test_the_connection_itself_cannot_write(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second lock holds where the first should fail."""
    monkeypatch.setattr(sql, "fault_of", lambda query: None)
    with pytest.raises((PermanentError, TransientError), match=r"readonly|read-only"):
        read(file, "DELETE FROM contacts RETURNING email", count=3)
    assert sqlite3.connect(file).execute("SELECT count(*) FROM contacts").fetchone() == (3,)


def test_a_query_without_end_is_ended(file: Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with pytest.raises(TransientError, match="interrupted"):
        read(file, endless, seconds=0.2, equals="1")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("not an address", "does not hold the address"),
        ("sqlite://", "names no file"),
        ("mysql+pymysql://u:pass-word@h/d", r"\(mysql\) that cannot be opened for reading only"),
        ("postgresql+asyncpg://u:pass-word@h/d", "'asyncpg' of the database 'crm' is not known here"),
        ("postgresql+nodriver://u:pass-word@h/d", "cannot be reached|not known here"),
    ],
)
def test_an_address_that_cannot_be_read_is_said_without_its_password(address: str, says: str) -> None:
    with pytest.raises(PermanentError, match=says) as caught:
        read(address, "SELECT 1", equals="1")
    assert "pass-word" not in str(caught.value)


@pytest.mark.parametrize("query", ["SELECT nothing FROM contacts", "SELECT * FROM nowhere", "SELECT FROM"])
def test_a_query_that_does_not_fit_is_not_asked_again(file: Path, query: str) -> None:
    with pytest.raises(PermanentError, match="'crm' could not be read"):
        read(file, query, count=0)


def test_a_column_that_the_query_does_not_give_is_told(file: Path) -> None:
    with pytest.raises(PermanentError, match="no column 'phone', only stage, vip, note"):
        read(file, parameters={"email": "a@x.test"}, row={"phone": "1"})


def test_postgresql_is_read_and_cannot_be_written(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = postgres.replace("postgresql:", "postgresql+psycopg:")
    with create_engine(server).begin() as owner:
        owner.exec_driver_sql(_TABLE)
        owner.exec_driver_sql("INSERT INTO contacts VALUES ('a@x.test', 'Lead', 1, NULL)")
        owner.exec_driver_sql("CREATE SEQUENCE counter")
    found = read(server, parameters={"email": "a@x.test"}, row={"stage": "Lead", "vip": "1", "note": ""})
    assert found.held, found.seen
    assert not read(server, parameters={"email": "b@x.test"}, count=1).held
    with pytest.raises((PermanentError, TransientError), match="read-only transaction") as caught:
        read(server, "SELECT nextval('counter')", equals="1")
    assert "pass-word" not in str(caught.value)
    with pytest.raises((PermanentError, TransientError), match="statement timeout"):
        read(server, "SELECT pg_sleep(20)", seconds=0.2, equals="")
    monkeypatch.setattr(sql, "fault_of", lambda query: None)
    with pytest.raises((PermanentError, TransientError), match="read-only transaction"):
        read(server, "DELETE FROM contacts RETURNING email", count=1)
    assert read(server, "SELECT count(*) FROM contacts", equals="1").held
