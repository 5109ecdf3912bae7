"""Journals in a database, through SQLAlchemy Core: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    ColumnElement,
    CompoundSelect,
    Row,
    Select,
    bindparam,
    case,
    cast,
    func,
    insert,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import DBAPIError

from handrail.errors import LeaseLost, StoreError
from handrail.journal.chain.linking import START, Head, link
from handrail.journal.chain.store import AUDIT, RETENTION, SessionRecord
from handrail.journal.database._sqlite import broken_text_replaced, is_broken_text
from handrail.journal.database._statements import KeyRefused, Statements, writing
from handrail.journal.database._tables import journal as _journal
from handrail.journal.database._tables import session as _session
from handrail.journal.database._tables import work as _work
from handrail.journal.database.connecting import Database
from handrail.journal.database.holder import this_writer
from handrail.journal.events.event import Entry, Event, HandedOver, SessionId, SessionStarted

_PAGE: Final = 2000
"""Entries read at once; between two pages no transaction is open, so that a slow reader holds up nobody."""
_MOST_STRAYS: Final = 20

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
    .limit(bindparam("most"))
)
_select_fence = (
    select(_work.c.fence, _work.c.holder)
    .where(_work.c.session == bindparam("session"))
    # Whoever takes the session waits until what is being written is there.
    .with_for_update(read=True)
)
_give_to = (
    update(_work)
    .where(_work.c.session == bindparam("of"))
    .values(owner_user=bindparam("to"), worker=bindparam("by"))
)
_select_head = select(_session.c.seq, _session.c.hash).where(_session.c.id == bindparam("session"))


class DatabaseStore:
    """The `JournalStore` on a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def append(
        self,
        session: SessionId,
        events: Sequence[Event],
        *,
        after: Head,
        durable: bool = False,
        fence: int | None = None,
    ) -> tuple[Entry, ...]:
        if not events:
            return ()
        entries = _linked(session, events, after)
        try:
            with writing(self.database, durable=durable) as statements:
                _check_fence(statements, session, fence)
                statements.write(_insert_entries, *(entry._asdict() for entry in entries))
                _note_head(statements, entries, after)
                # Whoever sees it by the list is whose it is by its journal, whatever kills this process.
                for event in events:
                    if isinstance(event, HandedOver):
                        given = {"of": session, "to": event.to, "by": event.worker or ""}
                        statements.write(_give_to, given)
        except KeyRefused as error:
            raise _second_writer(session) from error
        return entries

    def head(self, session: SessionId) -> Head:
        with self.database.reading() as connection:
            row = connection.execute(_select_head, {"session": session}).first()
        return Head(row.seq, row.hash) if row else START

    def read(self, session: SessionId, after: int = 0, *, limit: int | None = None) -> Iterator[Entry]:
        most = _PAGE if limit is None else limit
        while page := self._rows(_select_page, {"session": session, "after": after, "most": most}):
            yield from map(_entry, page)
            if limit is not None or len(page) < most or not isinstance(page[-1].seq, int):
                return
            after = page[-1].seq

    def sessions(
        self, *, limit: int | None = None, batch: str | None = None, session: str | None = None
    ) -> tuple[SessionRecord, ...]:
        first, last = _journal.alias("first"), _journal.alias("last")
        query = (
            select(_session, first, last)
            .outerjoin(first, (first.c.session == _session.c.id) & (first.c.seq == 1))
            .outerjoin(last, (last.c.session == _session.c.id) & (last.c.seq == _session.c.seq))
            .limit(limit)
        )
        query = query.where(_session.c.id.not_in((RETENTION, AUDIT)))
        if session is not None:
            query = query.where(_session.c.id == session)
        if batch is None:
            query = query.order_by(_session.c.started.desc(), _session.c.id.desc())
        else:
            query = query.where(_session.c.batch == batch).order_by(_session.c.started, _session.c.id)
        return tuple(_record(row) for row in self._rows(query))

    def heads(self) -> tuple[tuple[str, Head], ...]:
        query = select(_session.c.id, _session.c.seq, _session.c.hash).order_by(_session.c.id)
        with self.database.reading() as connection:
            return tuple((row.id, Head(row.seq, row.hash)) for row in connection.execute(query).all())

    def strays(self) -> tuple[tuple[str, int], ...]:
        chained = select(_session.c.id)
        query = select(_journal.c.session, _journal.c.seq).where(
            (_journal.c.seq < 1) | _journal.c.session.not_in(chained)
        )
        with self.database.reading() as connection:
            return tuple(
                (row.session, row.seq) for row in connection.execute(query.limit(_MOST_STRAYS)).all()
            )

    def named(self, prefix: str) -> tuple[SessionId, ...]:
        query = select(_session.c.id).where(_session.c.id.startswith(prefix, autoescape=True)).limit(10)
        with self.database.reading() as connection:
            return tuple(
                SessionId(name) for name in connection.execute(query.order_by(_session.c.id)).scalars()
            )

    def of_kinds(self, *kinds: str, since: str = "") -> Iterator[Entry]:
        query = select(_journal).where(_journal.c.kind.in_(kinds), _journal.c.at >= since)
        yield from map(_entry, self._rows(query.order_by(_journal.c.at, _journal.c.session, _journal.c.seq)))

    def times_done(self, sop_id: str, *, since: str, newest: int) -> Mapping[str, int]:
        # Counted where they lie: a home that has done much would make its next session begin slower else.
        recent = (
            select(_journal.c.session, _journal.c.body)
            .where(_journal.c.at >= since)
            .order_by(_journal.c.at.desc())
            .limit(newest)
        )
        begun = recent.where(_journal.c.kind == "session_started").subquery()
        acted = recent.where(_journal.c.kind == "acted").subquery()
        of_sop = select(begun.c.session).where(self._told(begun.c.body, "sop_id") == sop_id)
        node = self._told(acted.c.body, "node")
        query = select(node, func.count()).where(acted.c.session.in_(of_sop)).group_by(node)
        with self.database.reading() as connection:
            return {str(name): times for name, times in connection.execute(query)}

    def gaps(self, sessions: Sequence[str] | None) -> Mapping[str, tuple[tuple[str, str], ...]]:
        entry, before = _journal.alias("entry"), _journal.alias("before")
        behind = (before.c.session == entry.c.session) & (before.c.seq == entry.c.seq - 1)
        columns = (entry.c.session.label("of"), entry.c.seq.label("number"))
        pair = select(*columns, before.c.at.label("since"), entry.c.at.label("until"))
        pair = pair.join_from(entry, before, behind)
        if sessions is not None:
            pair = pair.where(entry.c.session.in_(sessions))
        # Each of the two by the index of kinds: to ask for either at once would read all journals.
        taken = pair.where(entry.c.kind == "taken")
        after_end = pair.where(before.c.kind == "session_ended", entry.c.kind != "taken")
        query = union_all(taken, after_end).order_by("of", "number")
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for row in self._rows(query):
            found[row.of] = (*found.get(row.of, ()), (row.since, row.until))
        return found

    def _told(self, body: ColumnElement[str], name: str) -> ColumnElement[str]:
        """What an entry's text says under this name; nothing where somebody made it unreadable."""
        if self.database.shared:
            told: ColumnElement[str] = cast(body, JSON)[name].as_string()
            return told
        return case((func.json_valid(body) == 1, func.json_extract(body, f"$.{name}")))

    def counting(self) -> AbstractContextManager[None]:
        return self.database.counting()

    def close(self) -> None:
        self.database.close()

    def _rows(
        self, query: Select[Any] | CompoundSelect[Any], values: dict[str, Any] | None = None
    ) -> Sequence[Row[Any]]:
        with self.database.reading() as connection:
            try:
                return connection.execute(query, values).all()
            except DBAPIError as error:
                if not is_broken_text(error):
                    raise
            with broken_text_replaced(connection):
                return connection.execute(query, values).all()


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
        entries.append(link(entries[-1] if entries else after, session, event, at, this_writer()))
    return tuple(entries)


def _check_fence(statements: Statements, session: SessionId, fence: int | None) -> None:
    current, holder = statements.first(_select_fence, {"session": session}) or (None, None)
    if fence is not None and (holder is None or current != fence):
        raise LeaseLost(
            "This process may not write the session any more: another one has taken it over.",
            place=f"session {session}",
            mend="There is nothing to do: the other one goes on with it.",
        )
    if fence is None and holder is not None:
        raise StoreError(
            "A worker is running this session.",
            place=f"session {session}",
            mend=f"Wait for its end, or pause it with `handrail session pause {session}`.",
        )


def _note_head(statements: Statements, entries: Sequence[Entry], after: Head) -> None:
    first, last = entries[0], entries[-1]
    if after.seq == 0:
        started = first.event if first.kind == "session_started" else None
        batch = started.batch if isinstance(started, SessionStarted) else None
        new = {"id": first.session, "started": first.at, "batch": batch, "seq": last.seq, "hash": last.hash}
        statements.write(_insert_session, new)
        return
    old, to = {"old_seq": after.seq, "old_hash": after.hash}, {"new_seq": last.seq, "new_hash": last.hash}
    if statements.write(_move_head, {"session": first.session, **old, **to}) != 1:
        raise _second_writer(first.session)


def _second_writer(session: str) -> StoreError:
    return StoreError(
        "Another process is writing this session.",
        place=f"session {session}",
        mend="Let that one go on, or end it and resume the session.",
    )
