"""How the apps use SQLite: one short-lived connection a request, write-ahead log, short writes.

Readers in other processes are never blocked, and a writer waits for another instead of failing.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SESSIONS = """
CREATE TABLE IF NOT EXISTS sessions (
    token   TEXT PRIMARY KEY,
    user    TEXT,
    csrf    TEXT NOT NULL,
    message TEXT
);
CREATE TABLE IF NOT EXISTS look_alike_clicks (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      TEXT NOT NULL,
    action  TEXT NOT NULL,
    page    TEXT NOT NULL
);
"""


@contextmanager
def connected(database: Path) -> Iterator[sqlite3.Connection]:
    # Autocommit: a transaction is what `writing` says it is, not what the driver guesses.
    connection = sqlite3.connect(database, timeout=10, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        yield connection
    finally:
        connection.close()


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """One transaction that holds the write lock from its start, so that it cannot deadlock."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def create(db: sqlite3.Connection, schema: str) -> None:
    """Make the tables that are missing; safe when two processes start at once."""
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(_SESSIONS + schema)


def empty(db: sqlite3.Connection) -> None:
    """Delete every row except the sessions, so that a signed-in browser stays signed in."""
    db.execute("PRAGMA defer_foreign_keys = ON")
    tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in tables:
        if table != "sessions":
            db.execute(f'DELETE FROM "{table}"')
