"""Carrying out the few statements that each write of a journal takes.

SQLAlchemy's own way to a statement costs several times what SQLite itself does with it, and a run writes
some thirty times a second: SQLite's driver is asked directly, with what SQLAlchemy once made of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol, TypeAlias

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import ClauseElement

from handrail.journal.database.connecting import Database

Values: TypeAlias = Mapping[str, Any]


class KeyRefused(Exception):
    """There is an entry of that key already."""


class Statements(Protocol):
    """A transaction's way to the database."""

    def first(self, statement: ClauseElement, values: Values) -> Sequence[Any] | None:
        """The first row of a query."""

    def write(self, statement: ClauseElement, *rows: Values) -> int:
        """Do it for each; how many rows it changed."""


@contextmanager
def writing(database: Database, *, durable: bool) -> Iterator[Statements]:
    """A transaction as `Database.writing` makes one. Raises KeyRefused, and StoreError."""
    try:
        if database.shared:
            with database.writing(durable=durable) as connection:
                yield _Asked(connection)
        else:
            with database.driven(durable=durable) as driver:
                yield _Driven(driver)
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise KeyRefused from error


class _Asked:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def first(self, statement: ClauseElement, values: Values) -> Sequence[Any] | None:
        assert isinstance(statement, Executable)
        return self._connection.execute(statement, values).first()

    def write(self, statement: ClauseElement, *rows: Values) -> int:
        assert isinstance(statement, Executable)
        return self._connection.execute(statement, rows).rowcount


class _Made(NamedTuple):
    text: str
    names: tuple[str, ...]


_made: dict[ClauseElement, _Made] = {}
"""The few statements that there are, as SQLite takes them."""


def _make(statement: ClauseElement) -> _Made:
    if statement not in _made:
        compiled: Any = statement.compile(dialect=sqlite.dialect())
        _made[statement] = _Made(compiled.string, tuple(compiled.positiontup))
    return _made[statement]


class _Driven:
    def __init__(self, driver: sqlite3.Connection) -> None:
        self._driver = driver

    def first(self, statement: ClauseElement, values: Values) -> Sequence[Any] | None:
        made = _make(statement)
        row: tuple[Any, ...] | None = self._driver.execute(
            made.text, [values[name] for name in made.names]
        ).fetchone()
        return row

    def write(self, statement: ClauseElement, *rows: Values) -> int:
        made = _make(statement)
        given = ([row[name] for name in made.names] for row in rows)
        return self._driver.executemany(made.text, given).rowcount
