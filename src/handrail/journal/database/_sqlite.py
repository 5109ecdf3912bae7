"""What is particular to SQLite: pragmas, transactions, triggers, and its errors in words."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from handrail.errors import StoreError

BUSY_SECONDS: Final = 5.0
"""How long a write waits for another process's write."""

_LEAST_BYTES: Final = 64 * 1024
"""Less than the files take that SQLite puts beside a database."""

APPEND_ONLY: Final = (
    "CREATE TRIGGER IF NOT EXISTS journal_no_update BEFORE UPDATE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS journal_no_delete BEFORE DELETE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
)


def trigger(name: str) -> str:
    """The statement that makes the trigger of this name."""
    return next(statement for statement in APPEND_ONLY if name in statement)


def sqlite_engine(path: Path, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """An engine on the database file, in write-ahead mode, with explicit transactions.

    A connection with the execution option `write` begins by taking the write lock, so that it waits its turn
    instead of failing at its first write; `durable` makes the commit wait for the disk. In a folder that
    cannot be written, as on a read-only copy of a home, it can be read.
    """
    only_read = path.exists() and not os.access(path.parent, os.W_OK)
    url = _only_read(path) if only_read else URL.create("sqlite", database=str(path))
    engine = create_engine(url, connect_args={"timeout": busy_seconds})

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver's own transactions begin late, at the first write; ours begin where we say.
        connection.isolation_level = None
        if only_read:
            return
        try:
            _write_ahead(connection, busy_seconds)
        except sqlite3.Error:
            # The pool does not know it yet, and would not close it.
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        options = connection.get_execution_options()
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        if options.get("write"):
            begin_write(driver, connection.info, durable=bool(options.get("durable")))
        else:
            driver.execute("BEGIN")

    return engine


def _only_read(path: Path) -> URL:
    """The file as it lies there. Whoever reads puts files beside it, unless nobody can write it. What stands
    in its write-ahead log belongs to it, and is read by means of the file beside that one."""
    whole = not Path(f"{path}-wal").exists()
    query = {"mode": "ro", "uri": "true", **({"immutable": "1"} if whole else {})}
    return URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=query)


def begin_write(driver: sqlite3.Connection, info: dict[Any, Any], *, durable: bool) -> None:
    """Begin a transaction that holds the write lock. `info` is what is known of the connection."""
    level = "FULL" if durable else "NORMAL"
    if info.get("synchronous") != level:
        driver.execute(f"PRAGMA synchronous = {level}")
        info["synchronous"] = level
    driver.execute("BEGIN IMMEDIATE")


def _write_ahead(connection: sqlite3.Connection, busy_seconds: float) -> None:
    # Turning it on needs the file alone and does not wait for the lock by itself (sqlite.org/wal.html).
    until = time.monotonic() + busy_seconds
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


@contextmanager
def broken_text_replaced(connection: Connection) -> Iterator[None]:
    """Reads bytes that are not UTF-8 as U+FFFD, so that a damaged entry can be named."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        yield
    finally:
        driver.text_factory = str


def is_broken_text(error: DBAPIError) -> bool:
    return "Could not decode to UTF-8" in str(error.orig)


_TROUBLES: Final[dict[int, tuple[str, str]]] = {
    sqlite3.SQLITE_BUSY: (
        "Another process keeps the database locked.",
        "Wait until it is done, or end it, and try again.",
    ),
    sqlite3.SQLITE_FULL: (
        "There is no space left for the database.",
        "Free some space on that disk. What was done until then is kept, and an interrupted session can "
        "be resumed.",
    ),
    sqlite3.SQLITE_READONLY: (
        "The database cannot be written.",
        "Give yourself the right to write this file and its folder, or set HANDRAIL_HOME to another folder.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The database cannot be opened.",
        "Look whether the folder exists and is yours, or set HANDRAIL_HOME to another folder.",
    ),
    sqlite3.SQLITE_NOTADB: (
        "This file is not a Handrail database.",
        "Move it away, or set HANDRAIL_HOME to another folder.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "The database file is damaged.",
        "Put it back from a copy, or move it away to begin anew.",
    ),
    sqlite3.SQLITE_IOERR: (
        "The disk failed while the database was used.",
        "Look at the disk's space and health, and try again.",
    ),
}
_TROUBLES[sqlite3.SQLITE_LOCKED] = _TROUBLES[sqlite3.SQLITE_BUSY]
_TROUBLES[sqlite3.SQLITE_PROTOCOL] = _TROUBLES[sqlite3.SQLITE_BUSY]
_TROUBLES[sqlite3.SQLITE_PERM] = _TROUBLES[sqlite3.SQLITE_READONLY]


def sqlite_error(error: sqlite3.Error, path: Path) -> StoreError:
    """The driver's error as one sentence with its mend."""
    # Extended codes carry the plain one in their lowest byte.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_CANTOPEN and path.exists() and not os.access(path.parent, os.W_OK):
        # Also whoever only reads needs the files that SQLite puts beside it.
        return StoreError(
            "The database lies in a folder that cannot be written, where it cannot be read either.",
            place=str(path),
            mend="Copy the home to a folder of yours, and set HANDRAIL_HOME to it.",
        )
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        # What it cannot make longer for want of space, it calls a failure of the disk.
        code = sqlite3.SQLITE_FULL
    message, mend = _TROUBLES.get(
        code, (f"The database failed: {error}.", "Look at the file, or set HANDRAIL_HOME to another folder.")
    )
    return StoreError(message, place=str(path), mend=mend)


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_BYTES
    except OSError:
        return False
