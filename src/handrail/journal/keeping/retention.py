"""Letting go of old sessions: what is removed, and what stays to show that it was removed and by whom.

Journals are append-only; a session goes whole or not at all. Before it goes, what its chain ended with is
written into a chain of its own, the retention chain: whoever kept the last hash of a removed session finds it
there, and whoever removes a session by other means leaves a gap that no entry explains.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import delete, select

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.signing import vouch
from handrail.journal.chain.store import RETENTION, JournalStore, JournalWriter
from handrail.journal.chain.verification import named_files
from handrail.journal.database._append_only import lifted
from handrail.journal.database._tables import delivery, inbox, journal, session, work
from handrail.journal.database.connecting import Database
from handrail.journal.events.event import Artefact, Pruned, SessionId

_LASTING: Final = ".sop.json"

_UNNAMED_SECONDS: Final = 3600.0
"""So old, a file that nobody names was left behind by a crash."""


def remove(database: Database, store: JournalStore, home: Path, told: Iterable[Pruned]) -> None:
    """Remove sessions, after the retention chain tells of them, each signed by itself.

    One that is removed half way by a crash is told of twice, and removed. Raises EnvironmentLack, StoreError.
    """
    for event in told:
        JournalWriter(store, RETENTION).write(vouch(store, home, event), durable=True)
        with database.writing(durable=True) as connection, lifted(connection, "delete"):
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


def was_pruned(database: Database, wanted: SessionId) -> bool:
    """Whether a session of exactly this id was removed, by a quick look. Raises StoreError."""
    told = journal.c.body.contains(f'"{wanted}"', autoescape=True)
    query = select(journal.c.seq).where(journal.c.session == RETENTION, journal.c.kind == "pruned", told)
    with database.reading() as connection:
        return connection.execute(query.limit(1)).first() is not None


def last_named(store: JournalStore, told: Iterable[Pruned]) -> dict[Artefact, float]:
    """The files that these sessions name, each with when the last of them ended, as a timestamp."""
    named: dict[Artefact, float] = {}
    for event in told:
        entries = tuple(store.read(SessionId(event.session)))
        ended = datetime.fromisoformat(entries[-1].at).timestamp() if entries else 0.0
        named |= {name: max(ended, named.get(name, 0.0)) for name in named_files(entries)}
    return named


def sweep(
    database: Database, store: JournalStore, artefacts: Artefacts, gone: Mapping[Artefact, float]
) -> int:
    """Remove the files that no journal names any more; the number of bytes that this set free.

    `gone` are those of the sessions that were removed. A file that was put down since, or within the hour,
    may be that of an entry which another process is about to write. SOPs stay: templates are made of them,
    and the versions of the library, which may lie in any folder.
    """
    kept = {artefact for name in _sessions(database) for artefact in named_files(store.read(name))}
    now = time.time()
    freed = 0
    for path in _files(artefacts.folder):
        artefact = Artefact(f"sha256:{path.name.partition('.')[0]}")
        if artefact in kept or path.name.endswith(_LASTING):
            continue
        with suppress(FileNotFoundError):
            found = path.stat()
            if found.st_mtime <= max(gone.get(artefact, 0.0), now - _UNNAMED_SECONDS):
                path.unlink()
                freed += found.st_size
    return freed


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (path for path in folder.glob("*/*/*") if path.is_file() and path.name[0] != ".")


def _sessions(database: Database) -> tuple[SessionId, ...]:
    with database.reading() as connection:
        return tuple(SessionId(name) for name in connection.execute(select(session.c.id)).scalars())
