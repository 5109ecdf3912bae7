"""Reading a record back from a database: one query, on a connection that can only read.

Only databases whose read-only connection is known here are read: SQLite and PostgreSQL.
"""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import URL, Row, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.pool import NullPool

from handrail.actuators.excerpts import excerpt
from handrail.actuators.seen import Finding
from handrail.errors import PermanentError, RunError, TransientError
from handrail.sop import sql
from handrail.sop.comparing import compare
from handrail.sop.condition import SqlReads

_MOST_ROWS: Final = 1000
_INSTRUCTIONS: Final = 4000
"""Of SQLite's machine, between two looks at the clock."""


_PATIENCE: Final = {"psycopg": "connect_timeout", "psycopg2": "connect_timeout", "pg8000": "timeout"}
"""Driver → its argument for how many seconds a connection may take."""


def read_database(address: str, condition: SqlReads, seconds: float) -> Finding:
    """What the query gives. Raises RunError where the database cannot be read."""
    fault = sql.fault_of(condition.query)
    if fault is not None:
        raise PermanentError(f"The query may only read, in one statement: {fault}.")
    url = _url(address, condition.database)
    hidden = [address, url.password or ""]
    engine = _engine(url, condition.database, seconds)
    try:
        with engine.connect() as connection:
            _READ_ONLY[url.get_backend_name()](connection, seconds)
            result = connection.execute(text(condition.query), condition.parameters)
            rows = result.fetchmany(_MOST_ROWS)
            return _judge(condition, tuple(result.keys()), rows)
    except SQLAlchemyError as error:
        raise _fault(error, condition.database, hidden) from None
    finally:
        engine.dispose()


def _url(address: str, name: str) -> URL:
    try:
        return make_url(address)
    except ArgumentError:
        raise PermanentError(
            f"The secret '{name}' does not hold the address of a database.",
            mend="Write it as in postgresql+psycopg://user:password@host/name or sqlite:////folder/file.",
        ) from None


def _engine(url: URL, name: str, seconds: float) -> Engine:
    backend = url.get_backend_name()
    if backend not in _READ_ONLY:
        raise PermanentError(
            f"The database '{name}' is of a kind ({backend}) that cannot be opened for reading only here.",
            mend="SQLite and PostgreSQL are read; ask others over HTTP.",
        )
    try:
        if backend == "sqlite":
            return create_engine("sqlite://", creator=_sqlite(url, name, seconds), poolclass=NullPool)
        patience = _PATIENCE.get(url.get_driver_name())
        if patience is None:
            raise PermanentError(
                f"The driver '{url.get_driver_name()}' of the database '{name}' is not known here.",
                mend=f"Write one of {', '.join(f'{backend}+{driver}' for driver in _PATIENCE)}.",
            )
        return create_engine(url, poolclass=NullPool, connect_args={patience: max(2, math.ceil(seconds))})
    except NoSuchModuleError as error:
        raise PermanentError(f"The database '{name}' cannot be reached: {error}.") from None
    except ImportError as error:
        raise PermanentError(
            f"The driver for the database '{name}' is not installed here: {error.name}.",
            mend=f"Install '{error.name}' beside Handrail.",
        ) from None


def _sqlite(url: URL, name: str, seconds: float) -> Callable[[], sqlite3.Connection]:
    if not url.database or url.database == ":memory:":
        raise PermanentError(f"The secret '{name}' names no file of a database.")
    address = f"file:{quote(str(Path(url.database).absolute()))}?mode=ro"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, timeout=seconds)
        connection.execute("PRAGMA query_only = ON")
        deadline = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > deadline, _INSTRUCTIONS)
        return connection

    return connect


def _sqlite_is_read_only(connection: Connection, seconds: float) -> None:
    """It was opened with `mode=ro`; this only makes sure that it is so."""
    if connection.exec_driver_sql("PRAGMA query_only").scalar() != 1:
        raise PermanentError("The database could not be opened for reading only.")


def _postgresql_read_only(connection: Connection, seconds: float) -> None:
    connection.exec_driver_sql("SET TRANSACTION READ ONLY")
    connection.exec_driver_sql(f"SET LOCAL statement_timeout = {max(1, int(seconds * 1000))}")


_READ_ONLY: Final[dict[str, Callable[[Connection, float], None]]] = {
    "sqlite": _sqlite_is_read_only,
    "postgresql": _postgresql_read_only,
}


def _judge(condition: SqlReads, columns: tuple[str, ...], rows: Sequence[Row[Any]]) -> Finding:
    wanted = 1 if condition.count is None else condition.count
    right = len(rows) == wanted
    more = (
        f"{len(rows)} row{'s' * (len(rows) != 1)}" if len(rows) < _MOST_ROWS else f"{_MOST_ROWS} rows or more"
    )
    if not rows:
        states_more = condition.equals is not None or condition.row
        return Finding(held=right and not states_more, seen=more, read_back=True, absent=wanted != 0)
    first = dict(zip(columns, (_words(value) for value in rows[0]), strict=True))
    missing = next((name for name in condition.row if name not in first), None)
    if missing is not None:
        raise PermanentError(f"The query has no column '{missing}', only {', '.join(columns)}.")
    if condition.equals is not None:
        right = right and compare(_words(rows[0][0]), "equals", condition.equals)
    right = right and all(compare(first[name], "equals", value) for name, value in condition.row.items())
    told = first if condition.row == {} else {name: first[name] for name in condition.row}
    if condition.equals is None and not condition.row:
        return Finding(held=right, seen=more, read_back=True)
    values = ", ".join(f"{name} = {value}" for name, value in told.items())
    return Finding(held=right, seen=excerpt(f"{more}: {values}"), read_back=True)


def _words(value: object) -> str:
    """A value of a database as variables hold it; NULL is empty."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case datetime() | date():
            return value.isoformat()
        case bytes() | memoryview():
            return f"{len(value)} bytes"
        case _:
            return str(value)


def _fault(error: SQLAlchemyError, name: str, hidden: Sequence[str]) -> RunError:
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    said = excerpt(said.partition("\n")[0], hidden).rstrip(".")
    message = f"The database '{name}' could not be read: {said}."
    # SQLite calls a table that is missing an operational error, as it does a lock.
    lasting = "no such" in said or "syntax error" in said
    if isinstance(error, OperationalError | InterfaceError) and not lasting:
        return TransientError(message, mend="Check that it runs and that the address is right.")
    return PermanentError(message, mend="Correct the query, or the rights of the user in the address.")
