"""What is on its way to people: which question is to be told to whom, and how far that has come.

Several processes may deliver: each delivery is taken by one of them at a time. One that dies in the middle of
sending is tried again, so that a person may be told twice, and is never not told.
"""

from __future__ import annotations

import time
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Row, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from handrail.journal.database._tables import delivery as _delivery
from handrail.journal.database.connecting import Database
from handrail.journal.events.event import SessionId

DeliveryState = Literal["due", "sending", "sent", "closed", "failed", "dropped"]
Kind = Literal["asked", "escalated", "withdrawn"]

_SENDING_SECONDS: Final = 120.0
"""After so long, whoever was sending it is taken to be dead."""
_FIRST_AGAIN: Final = 10.0
_LONGEST_AGAIN: Final = 1800.0
MOST_TRIES: Final = 10


class Delivery(NamedTuple):
    """One question, for one person by one channel."""

    id: int
    session: SessionId
    request: str
    asked_at: str
    person: str
    channel: str
    what: Kind
    state: DeliveryState
    tries: int
    why: str


class Deliveries:
    """The deliveries of a home. Every method raises StoreError when the database cannot do its part."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        session: SessionId,
        request: str,
        asked_at: str,
        person: str,
        channel: str,
        what: Kind,
        why: str = "",
    ) -> bool:
        """Note that somebody is to be told; False where that was noted before."""
        row = {
            "session": session,
            "request": request,
            "asked_at": asked_at,
            "person": person,
            "channel": channel,
            "what": what,
            "state": "due",
            "tries": 0,
            "next_at": 0.0,
            "why": why,
            "told": 0,
        }
        try:
            with self._database.writing(durable=True) as connection:
                connection.execute(insert(_delivery).values(row))
        except IntegrityError:
            return False
        return True

    def take(self, most: int = 20) -> tuple[Delivery, ...]:
        """Those that are due now, for the caller to send."""
        now = time.time()
        # What is further away than any wait was noted by a clock that was ahead.
        at_hand = or_(_delivery.c.next_at <= now, _delivery.c.next_at > now + _LONGEST_AGAIN)
        due = and_(_delivery.c.state.in_(("due", "sending")), at_hand)
        with self._database.reading() as connection:
            rows = connection.execute(select(_delivery).where(due).order_by(_delivery.c.id).limit(most)).all()
        return tuple(_line(row) for row in rows if self._taken(row, now))

    def _taken(self, row: Row[Any], now: float) -> bool:
        unchanged = and_(
            _delivery.c.id == row.id, _delivery.c.state == row.state, _delivery.c.next_at == row.next_at
        )
        values = {"state": "sending", "next_at": now + _SENDING_SECONDS, "tries": row.tries + 1}
        with self._database.writing(durable=True) as connection:
            return connection.execute(update(_delivery).where(unchanged).values(values)).rowcount == 1

    def sent(self, delivery: Delivery) -> None:
        """It arrived."""
        self._set(delivery, state="sent", why=delivery.why)

    def drop(self, delivery: Delivery) -> None:
        """Nobody needs to be told any more."""
        self._set(delivery, state="dropped")

    def close(self, delivery: Delivery) -> None:
        """It arrived, and what it was about is settled."""
        self._set(delivery, state="closed")

    def failed(self, delivery: Delivery, why: str, *, for_good: bool) -> None:
        """It did not arrive; unless that is for good, or was tried often enough, it is tried again later."""
        tries = delivery.tries + 1
        if for_good or tries >= MOST_TRIES:
            self._set(delivery, state="failed", why=why)
            return
        wait = min(_LONGEST_AGAIN, _FIRST_AGAIN * 2.0 ** (tries - 1))
        self._set(delivery, state="due", why=why, next_at=time.time() + wait)

    def of(self, session: SessionId) -> tuple[Delivery, ...]:
        """All deliveries of a session, the oldest first."""
        query = select(_delivery).where(_delivery.c.session == session).order_by(_delivery.c.id)
        with self._database.reading() as connection:
            return tuple(map(_line, connection.execute(query).all()))

    def open(self) -> tuple[Delivery, ...]:
        """Questions that somebody was told of, or is to be, and that were not withdrawn since."""
        withdrawn = _delivery.alias()
        later = (
            select(withdrawn.c.id)
            .where(
                withdrawn.c.session == _delivery.c.session,
                withdrawn.c.request == _delivery.c.request,
                withdrawn.c.asked_at == _delivery.c.asked_at,
                withdrawn.c.person == _delivery.c.person,
                withdrawn.c.channel == _delivery.c.channel,
                withdrawn.c.what == "withdrawn",
            )
            .exists()
        )
        query = select(_delivery).where(
            _delivery.c.what != "withdrawn", _delivery.c.state.in_(("due", "sending", "sent")), ~later
        )
        with self._database.reading() as connection:
            return tuple(map(_line, connection.execute(query.order_by(_delivery.c.id)).all()))

    def untold(self) -> tuple[Delivery, ...]:
        """What has come to an end, and does not stand in its session's journal yet."""
        ended = _delivery.c.state.in_(("sent", "closed", "failed"))
        query = select(_delivery).where(_delivery.c.told == 0, ended)
        with self._database.reading() as connection:
            return tuple(map(_line, connection.execute(query.order_by(_delivery.c.id)).all()))

    def told(self, *deliveries: Delivery) -> None:
        """They stand in the journal."""
        ids = [delivery.id for delivery in deliveries]
        with self._database.writing(durable=True) as connection:
            connection.execute(update(_delivery).where(_delivery.c.id.in_(ids)).values(told=1))

    def waiting(self) -> int:
        """How many are due, or are tried again later."""
        query = select(func.count()).where(_delivery.c.state.in_(("due", "sending")))
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def _set(self, delivery: Delivery, **values: object) -> None:
        with self._database.writing(durable=True) as connection:
            connection.execute(update(_delivery).where(_delivery.c.id == delivery.id).values(values))


def _line(row: Row[Any]) -> Delivery:
    return Delivery(
        row.id,
        SessionId(row.session),
        row.request,
        row.asked_at,
        row.person,
        row.channel,
        row.what,
        row.state,
        row.tries,
        row.why,
    )
