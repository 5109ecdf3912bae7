"""Journals in a database, through SQLAlchemy Core: SQLite in a file now, others behind the same statements.

Two tables. `journal` is append-only; triggers refuse any update or deletion. `session` says where each
chain ends: it is written in the same transaction as the entries, and is how entries that were cut off the
end, or a second writer, are noticed. `handrail_schema` numbers the layout.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    bindparam,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from handrail.errors import StoreError
from handrail.journal._sqlite import (
    APPEND_ONLY,
    BUSY_SECONDS,
    broken_text_replaced,
    is_broken_text,
    sqlite_engine,
    sqlite_error,
)
from handrail.journal.chain import START, Head, link
from handrail.journal.event import Entry, Event, SessionId, SessionStarted
from handrail.journal.store import SessionRecord

_PAGE: Final = 2000
"""Entries read at once; between two pages no transaction is open, so that a slow reader holds up nobody."""

_metadata = MetaData()

_schema = Table(
    "handrail_schema",
    _metadata,
    Column("part", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
)

_journal = Table(
    "journal",
    _metadata,
    Column("session", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
)

_session = Table(
    "session",
    _metadata,
    Column("id", String(80), primary_key=True),
    Column("started", String(40), nullable=False, index=True),
    Column("batch", String(80), index=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

_insert_entries = insert(_journal)
_insert_session = insert(_session)
_move_head = (
    update(_session)
    .where(
        _session.c.id == bindparam("session"),
        _session.c.seq == bindparam("old_seq"),
        _session.c.hash == bindparam("old_hash"),
    )
    .values(seq=bindparam("new_seq"), hash=bindparam("new_hash"))
)
_select_page = (
    select(_journal)
    .where(_journal.c.session == bindparam("session"), _journal.c.seq > bindparam("after"))
    .order_by(_journal.c.seq)
    .limit(_PAGE)
)
_select_head = select(_session.c.seq, _session.c.hash).where(_session.c.id == bindparam("session"))


def _create_tables(connection: Connection) -> None:
    _metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        for statement in APPEND_ONLY:
            connection.exec_driver_sql(statement)


_MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (_create_tables,)
"""Number n of them takes the layout from version n to n + 1; never edited once released."""


class DatabaseStore:
    """The `JournalStore` on a database that an engine reaches."""

    def __init__(self, engine: Engine, place: Path) -> None:
        self._place = place
        self._readers = engine
        self._writers = engine.execution_options(write=True)
        self._durable_writers = engine.execution_options(write=True, durable=True)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    def append(
        self, session: SessionId, events: Sequence[Event], *, after: Head, durable: bool = False
    ) -> tuple[Entry, ...]:
        if not events:
            return ()
        entries = _linked(session, events, after)
        engine = self._durable_writers if durable else self._writers
        try:
            with self._told(), engine.begin() as connection:
                connection.execute(_insert_entries, [entry._asdict() for entry in entries])
                _note_head(connection, entries, after)
        except IntegrityError as error:
            raise _second_writer(session) from error
        return entries

    def head(self, session: SessionId) -> Head:
        with self._told(), self._readers.connect() as connection:
            row = connection.execute(_select_head, {"session": session}).first()
        return Head(row.seq, row.hash) if row else START

    def read(self, session: SessionId, after: int = 0) -> Iterator[Entry]:
        while page := self._rows(_select_page, {"session": session, "after": after}):
            yield from map(_entry, page)
            if len(page) < _PAGE or not isinstance(page[-1].seq, int):
                return
            after = page[-1].seq

    def sessions(self, *, limit: int | None = None, batch: str | None = None) -> tuple[SessionRecord, ...]:
        first, last = _journal.alias("first"), _journal.alias("last")
        query = (
            select(_session, first, last)
            .outerjoin(first, (first.c.session == _session.c.id) & (first.c.seq == 1))
            .outerjoin(last, (last.c.session == _session.c.id) & (last.c.seq == _session.c.seq))
            .limit(limit)
        )
        if batch is None:
            query = query.order_by(_session.c.started.desc(), _session.c.id.desc())
        else:
            query = query.where(_session.c.batch == batch).order_by(_session.c.started, _session.c.id)
        return tuple(_record(row) for row in self._rows(query))

    def named(self, prefix: str) -> tuple[SessionId, ...]:
        query = select(_session.c.id).where(_session.c.id.startswith(prefix, autoescape=True)).limit(10)
        with self._told(), self._readers.connect() as connection:
            return tuple(
                SessionId(name) for name in connection.execute(query.order_by(_session.c.id)).scalars()
            )

    def of_kinds(self, *kinds: str) -> Iterator[Entry]:
        query = select(_journal).where(_journal.c.kind.in_(kinds))
        yield from map(_entry, self._rows(query.order_by(_journal.c.at, _journal.c.session, _journal.c.seq)))

    def close(self) -> None:
        self._readers.dispose()

    def _rows(self, query: Select[Any], values: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        with self._told(), self._readers.connect() as connection:
            try:
                return connection.execute(query, values).all()
            except DBAPIError as error:
                if not is_broken_text(error):
                    raise
            with broken_text_replaced(connection):
                return connection.execute(query, values).all()

    def _migrate(self) -> None:
        with self._told(), self._readers.connect() as connection:
            version = _layout(connection)
        if version > len(_MIGRATIONS):
            raise StoreError(
                "This home was written by a newer Handrail.",
                place=str(self._place),
                mend="Update this Handrail, or set HANDRAIL_HOME to another folder.",
            )
        if version == len(_MIGRATIONS):
            return
        with self._told(), self._durable_writers.begin() as connection:
            # Asked again under the write lock: another process may have been quicker.
            for number in range(_layout(connection), len(_MIGRATIONS)):
                _MIGRATIONS[number](connection)
                _note_layout(connection, number + 1)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.Error):
                raise sqlite_error(error.orig, self._place) from error
            raise StoreError(
                f"The database failed: {error.orig}.", place=str(self._place), mend="Look at its server."
            ) from error
        except sqlite3.Error as error:
            raise sqlite_error(error, self._place) from error


def sqlite_store(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> DatabaseStore:
    """The journals in the SQLite file at `path`, which is made when it is missing.

    A write waits up to `busy_seconds` for those of other processes. Raises `StoreError`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder cannot be made: {error.strerror}.",
            place=str(path.parent),
            mend="Set HANDRAIL_HOME to a folder that you may write.",
        ) from error
    return DatabaseStore(sqlite_engine(path, busy_seconds), path)


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(*row)


def _record(row: Sequence[Any]) -> SessionRecord:
    session, started, batch, seq, digest = row[:5]
    width = len(Entry._fields)
    first, last = row[5 : 5 + width], row[5 + width :]
    return SessionRecord(
        session=session,
        started=started,
        batch=batch,
        head=Head(seq, digest),
        first=_entry(first) if first[0] else None,
        last=_entry(last) if last[0] else None,
    )


def _linked(session: SessionId, events: Sequence[Event], after: Head) -> tuple[Entry, ...]:
    at = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    entries: list[Entry] = []
    for event in events:
        entries.append(link(entries[-1] if entries else after, session, event, at))
    return tuple(entries)


def _note_head(connection: Connection, entries: Sequence[Entry], after: Head) -> None:
    first, last = entries[0], entries[-1]
    if after.seq == 0:
        started = first.event if first.kind == "session_started" else None
        batch = started.batch if isinstance(started, SessionStarted) else None
        connection.execute(
            _insert_session,
            {"id": first.session, "started": first.at, "batch": batch, "seq": last.seq, "hash": last.hash},
        )
        return
    moved = connection.execute(
        _move_head,
        {
            "session": first.session,
            "old_seq": after.seq,
            "old_hash": after.hash,
            "new_seq": last.seq,
            "new_hash": last.hash,
        },
    )
    if moved.rowcount != 1:
        raise _second_writer(first.session)


def _second_writer(session: str) -> StoreError:
    return StoreError(
        "Another process is writing this session.",
        place=f"session {session}",
        mend="Let that one go on, or end it and resume the session.",
    )


def _layout(connection: Connection) -> int:
    if not inspect(connection).has_table(_schema.name):
        return 0
    query = select(_schema.c.version).where(_schema.c.part == "journal")
    return connection.execute(query).scalar() or 0


def _note_layout(connection: Connection, version: int) -> None:
    if version > 1:
        connection.execute(update(_schema).where(_schema.c.part == "journal").values(version=version))
    else:
        connection.execute(insert(_schema).values(part="journal", version=version))
