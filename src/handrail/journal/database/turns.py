"""Whose turn it is to send a stream, and what was about to be sent: one process at a time, on one database.

What is to be sent is noted before it is, and taken out of the note when the place has it. Who takes over from
a process that died, or fell silent, sends just that once more: a place that knows what it has by the name of
the sending has everything once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from handrail.errors import LeaseLost
from handrail.journal.database._tables import stream_turn as _turn
from handrail.journal.database.clocks import LeaseClock
from handrail.journal.database.connecting import Database
from handrail.journal.database.holder import Holder
from handrail.journal.database.lease import GRACE_SECONDS
from handrail.journal.database.positions import move_in
from handrail.journal.events.event import SessionId

TURN_SECONDS: Final = 60.0
"""How long a turn holds from its last sending: longer than any place may take to answer."""


class Sending(NamedTuple):
    """Entries of one chain that go together."""

    session: SessionId
    first: int
    last: int


@dataclass(frozen=True)
class Turn:
    """A holder's right to send one stream."""

    stream: str
    fence: int
    unsettled: Sending | None
    """What the one before was sending, and never said that it arrived."""


class Turns:
    """The turns of a home's streams. Every method raises StoreError."""

    def __init__(
        self, database: Database, *, seconds: float = TURN_SECONDS, grace: float = GRACE_SECONDS
    ) -> None:
        self._database = database
        self._seconds = seconds
        self._grace = grace
        self._clock = LeaseClock(database)

    def take(self, stream: str, holder: Holder) -> Turn | None:
        """Give the holder the stream; none where another has it, or had it until a moment ago."""
        with self._database.writing(durable=True) as connection:
            now = self._clock.now(connection)
            row = connection.execute(select(_turn).where(_turn.c.stream == stream)).first()
            given = {"holder": holder.text(), "until": now + self._seconds, "clock": self._clock.name}
            if row is None:
                try:
                    with connection.begin_nested():
                        connection.execute(insert(_turn).values(stream=stream, fence=1, **given))
                except IntegrityError:
                    return None
                return Turn(stream, 1, None)
            if row.holder is not None and not self._is_free(row, now):
                if row.until > now and Holder.read(row.holder).gone:
                    # What it sent at its last moment is to arrive before it is sent again.
                    connection.execute(update(_turn).where(_with(row.stream, row.fence)).values(until=now))
                return None
            unchanged = and_(_turn.c.stream == stream, _turn.c.fence == row.fence)
            query = update(_turn).where(unchanged).values(fence=row.fence + 1, **given)
            if connection.execute(query).rowcount != 1:
                return None
        sending = Sending(*json.loads(row.sending)) if row.sending else None
        return Turn(stream, row.fence + 1, sending)

    @contextmanager
    def sending(self, turn: Turn, sending: Sending) -> Iterator[None]:
        """Meanwhile this is sent; when it was, the stream has it, and an error leaves it noted.

        Raises LeaseLost where another has the turn.
        """
        with self._database.writing(durable=True) as connection:
            until = self._clock.now(connection) + self._seconds
            values = {"until": until, "clock": self._clock.name, "sending": json.dumps(sending)}
            self._set(connection, turn, values)
        yield
        with self._database.writing(durable=True) as connection:
            self._set(connection, turn, {"sending": None})
            move_in(connection, turn.stream, sending.session, sending.last)

    def release(self, turn: Turn) -> None:
        """Let another have it. Raises LeaseLost where that was so already."""
        with self._database.writing(durable=True) as connection:
            self._set(connection, turn, {"holder": None, "until": None})

    def _set(self, connection: Any, turn: Turn, values: dict[str, object]) -> None:
        if (
            connection.execute(update(_turn).where(_with(turn.stream, turn.fence)).values(values)).rowcount
            != 1
        ):
            raise LeaseLost(
                "The turn to send the stream ran out, and another process sends it.",
                place=f"stream {turn.stream}",
                mend="There is nothing to do: the other one goes on with it.",
            )

    def _is_free(self, row: Row[Any], now: float) -> bool:
        return self._clock.is_over(row.clock, row.until, now, self._grace)


def _with(stream: str, fence: int) -> Any:
    return and_(_turn.c.stream == stream, _turn.c.fence == fence, _turn.c.holder.is_not(None))
