"""The guard that refuses every change of a journal's entries: lifted where some are erased or removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from sqlalchemy import Connection

from handrail.journal.database import _postgres, _sqlite


@contextmanager
def lifted(connection: Connection, what: Literal["update", "delete"]) -> Iterator[None]:
    """Meanwhile entries may be changed, or removed, in this transaction. A guard that somebody took away is
    there again afterwards.

    An error undoes the transaction, and with it that the guard was gone.
    """
    if connection.dialect.name == "sqlite":
        name = f"journal_no_{what}"
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
        yield
        connection.exec_driver_sql(_sqlite.trigger(name))
        return
    if not connection.exec_driver_sql(_postgres.HAS_GUARD).scalar():
        for statement in _postgres.GUARD:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(_postgres.trigger("DISABLE"))
    yield
    connection.exec_driver_sql(_postgres.trigger("ENABLE"))
