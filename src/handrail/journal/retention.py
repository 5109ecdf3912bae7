"""Letting go of old sessions: what is removed, and what stays to show that it was removed and by whom.

Journals are append-only; a session goes whole or not at all. Before it goes, what its chain ended with is
written into a chain of its own, the retention chain: whoever kept the last hash of a removed session finds it
there, and whoever removes a session by other means leaves a gap that no entry explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, select

from handrail.journal import _postgres, _sqlite
from handrail.journal._tables import delivery, inbox, journal, session, work
from handrail.journal.artefacts import Artefacts
from handrail.journal.connecting import Database
from handrail.journal.event import Artefact, Pruned, SessionId
from handrail.journal.store import RETENTION, JournalStore, JournalWriter
from handrail.journal.verification import named_files

_DELETE_TRIGGER: Final = "journal_no_delete"


def remove(database: Database, store: JournalStore, told: Iterable[Pruned]) -> None:
    """Remove sessions, after the retention chain tells of them. Raises StoreError.

    One that is removed half way by a crash is told of twice, and removed.
    """
    for event in told:
        JournalWriter(store, RETENTION).write(event, durable=True)
        with database.writing(durable=True) as connection, _Removable(connection):
            gone = SessionId(event.session)
            for table in (journal, inbox, work, delivery):
                connection.execute(delete(table).where(table.c.session == gone))
            connection.execute(delete(session).where(session.c.id == gone))


def pruned(store: JournalStore, wanted: str) -> Pruned | None:
    """What is known of a removed session, by its id or the beginning of it."""
    for entry in store.read(RETENTION):
        event = entry.event
        if isinstance(event, Pruned) and event.session.startswith(wanted):
            return event
    return None


def sweep(database: Database, store: JournalStore, artefacts: Artefacts) -> int:
    """Remove the files that no journal names any more; the number of bytes that this set free."""
    kept = {artefact for name in _sessions(database) for artefact in named_files(store.read(name))}
    freed = 0
    for path in _files(artefacts.folder):
        if Artefact(f"sha256:{path.name.partition('.')[0]}") not in kept:
            freed += path.stat().st_size
            path.unlink(missing_ok=True)
    return freed


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (path for path in folder.glob("*/*/*") if path.is_file() and path.name[0] != ".")


def _sessions(database: Database) -> tuple[SessionId, ...]:
    with database.reading() as connection:
        return tuple(SessionId(name) for name in connection.execute(select(session.c.id)).scalars())


class _Removable:
    """For the length of one transaction, the journal's entries may be removed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sqlite = connection.dialect.name == "sqlite"

    def __enter__(self) -> None:
        self._connection.exec_driver_sql(
            f"DROP TRIGGER {_DELETE_TRIGGER}" if self._sqlite else _postgres.trigger("DISABLE")
        )

    def __exit__(self, *_: object) -> None:
        # An error undoes the transaction, and with it that the trigger was gone.
        self._connection.exec_driver_sql(
            _sqlite.trigger(_DELETE_TRIGGER) if self._sqlite else _postgres.trigger("ENABLE")
        )
