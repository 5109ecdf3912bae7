"""How far each stream of events has come, by the number of the last entry that it has of each chain."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from handrail.journal.database._tables import session as _session
from handrail.journal.database._tables import stream as _stream
from handrail.journal.database.connecting import Database, insert_new
from handrail.journal.events.event import SessionId

_BEGUN = ""
"""Stands for a chain: the stream was begun."""


class Pending(NamedTuple):
    """A chain that went on since."""

    session: SessionId
    after: int
    """Number of the last entry that the stream has."""


class Positions:
    """The positions of a home's streams. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, stream: str, *, at_end: bool) -> bool:
        """Note that a stream begins, at the end of what is there on wish; False where it was begun before."""
        with self._database.reading() as connection:
            if _position(connection, stream, _BEGUN) is not None:
                return False
        try:
            with self._database.writing(durable=True) as connection:
                connection.execute(insert(_stream).values(stream=stream, session=_BEGUN, seq=0))
                if at_end:
                    for row in connection.execute(select(_session.c.id, _session.c.seq)).all():
                        _set(connection, stream, row.id, row.seq)
        except IntegrityError:
            # Another process was quicker.
            return False
        return True

    def pending(self, stream: str, limit: int = 200) -> tuple[Pending, ...]:
        """The chains of which the stream has not everything, the oldest first."""
        seen = func.coalesce(_stream.c.seq, 0)
        joined = _session.outerjoin(
            _stream, and_(_stream.c.session == _session.c.id, _stream.c.stream == stream)
        )
        query = select(_session.c.id, seen.label("seq")).select_from(joined).where(_session.c.seq > seen)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(_session.c.started, _session.c.id).limit(limit)).all()
        return tuple(Pending(SessionId(row.id), row.seq) for row in rows)

    def move(self, stream: str, session: SessionId, seq: int) -> None:
        """The stream has the chain's entries up to this number."""
        with self._database.writing(durable=True) as connection:
            _set(connection, stream, session, seq)


def move_in(connection: Connection, stream: str, session: SessionId, seq: int) -> None:
    """As `Positions.move`, in a transaction that does more."""
    _set(connection, stream, session, seq)


def _position(connection: Connection, stream: str, session: str) -> int | None:
    query = select(_stream.c.seq).where(_stream.c.stream == stream, _stream.c.session == session)
    return connection.execute(query).scalar()


def _set(connection: Connection, stream: str, session: str, seq: int) -> None:
    where = and_(_stream.c.stream == stream, _stream.c.session == session)
    if not insert_new(connection, _stream, stream=stream, session=session, seq=seq):
        connection.execute(update(_stream).where(where).values(seq=seq))
