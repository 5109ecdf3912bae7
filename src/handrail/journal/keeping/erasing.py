"""Removing values from entries that are written, so that their chain still holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sqlalchemy import select, update

from handrail.errors import StoreError
from handrail.journal.chain.linking import Head, witness
from handrail.journal.chain.log import note
from handrail.journal.chain.signing import vouch
from handrail.journal.chain.store import JournalStore
from handrail.journal.database._append_only import lifted
from handrail.journal.database._tables import delivery, inbox, journal
from handrail.journal.database.connecting import Database
from handrail.journal.events.audited import Erased, ErasedEntry
from handrail.journal.events.event import Entry, SessionId


def erase(
    database: Database,
    store: JournalStore,
    home: Path,
    session: SessionId,
    emptied: Sequence[Entry],
    *,
    files: Iterable[str],
    others: int,
    by: str,
    why: str,
) -> Head:
    """Put these entries in the place of those with their numbers, after the audit log tells of it.

    Where a crash comes between the two, the entries are as they were, and the record of the removal proves
    nothing wrong: it is done again. Raises EnvironmentLack, StoreError.
    """
    told = tuple(ErasedEntry(seq=entry.seq, witness=witness(entry)) for entry in emptied)
    removal = Erased(
        kind="erased", session=session, entries=told, files=tuple(files), others=others, by=by, why=why
    )
    event = vouch(store, home, removal)
    head = note(store, lambda _: event)
    with database.writing(durable=True) as connection, lifted(connection, "update"):
        for entry in emptied:
            values = {"body": entry.body, "seal": entry.seal, "writer": entry.writer}
            place = (journal.c.session == entry.session, journal.c.seq == entry.seq)
            connection.execute(update(journal).where(*place).values(values))
    return head


def erase_messages(
    database: Database, without: Callable[[str], str], session: SessionId, *, actors: bool
) -> None:
    """Take out of what was called to a session that is over, and of what people were told of it, what
    `without` takes out of a text; with `actors`, also of who called and who was told. Raises StoreError."""
    for table, texts, people in ((inbox, ("body",), ("by",)), (delivery, ("why",), ("person",))):
        columns = [table.c[name] for name in (*texts, *(people if actors else ()))]
        with database.writing(durable=True) as connection:
            rows = connection.execute(select(table.c.id, *columns).where(table.c.session == session)).all()
            for row in rows:
                old = {column.name: getattr(row, column.name) for column in columns}
                new = {name: without(text) for name, text in old.items()}
                if "body" in old:
                    # What was acted on stands in the journal as far as that may stay.
                    told = json.dumps(json.loads(old["body"]), ensure_ascii=False)
                    new["body"] = old["body"] if without(told) == told else "{}"
                if new != old:
                    connection.execute(update(table).where(table.c.id == row.id).values(new))


def forget_pages(database: Database) -> None:
    """Have an SQLite file forget what its free pages still hold; on PostgreSQL its own VACUUM does that.

    Raises StoreError where another process keeps it from that.
    """
    if database.shared:
        return
    with database.told():
        connection = database.engine.raw_connection()
        try:
            connection.cursor().execute("VACUUM")
            busy, *_ = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.close()
    if busy:
        # SQLite waited, and says so by a number alone.
        raise StoreError(
            "What was removed still lies in the database's files: another process reads them.",
            mend="Do it again when no session runs and nobody looks on, or stop `handrail serve` for it.",
        )
