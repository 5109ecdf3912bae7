"""The alerts that were raised, to whom each was told, and what was seen before, kept over restarts."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from pydantic import Field, JsonValue
from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from handrail._model import Model
from handrail.journal.database._tables import alert as _alert
from handrail.journal.database._tables import alert_seen as _seen
from handrail.journal.database._tables import alert_sent as _sent
from handrail.journal.database.connecting import Database, insert_new
from handrail.journal.database.positions import move_in
from handrail.journal.events.event import SessionId

STREAM: Final = "alerts"
"""The name under which is kept how far the journals were looked through."""

_STALE: Final = timedelta(minutes=5)
"""After so long, whoever was telling an alert is taken for dead."""

_SENDING: Final = "sending "


class Alert(Model):
    """Something that a rule tells of."""

    id: str
    """Always the same for the same matter: it is raised once."""
    rule: str
    at: str
    """When it was raised: UTC, ISO 8601."""
    title: str
    facts: dict[str, JsonValue] = Field(default_factory=dict)


class AlertTable:
    """The alerts of a home. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def raised(
        self, alerts: Iterable[Alert], seen: Collection[str], session: SessionId, seq: int
    ) -> tuple[Alert, ...]:
        """Keep what the entries of a chain up to this number gave, all or nothing; those that are new."""
        new = []
        with self._database.writing(durable=True) as connection:
            for one in alerts:
                if insert_new(connection, _alert, id=one.id, rule=one.rule, at=one.at, body=_told(one)):
                    new.append(one)
            for fact in seen:
                insert_new(connection, _seen, fact=fact)
            move_in(connection, STREAM, session, seq)
        return tuple(new)

    def note(self, fact: str) -> None:
        """From now on this was seen."""
        with self._database.writing(durable=True) as connection:
            insert_new(connection, _seen, fact=fact)

    def was_seen(self, fact: str) -> bool:
        """Whether this was seen before."""
        with self._database.reading() as connection:
            return connection.execute(select(_seen.c.fact).where(_seen.c.fact == fact)).first() is not None

    def any_seen(self, beginning: str) -> bool:
        """Whether anything of this beginning was seen before."""
        query = select(_seen.c.fact).where(_seen.c.fact.startswith(beginning, autoescape=True)).limit(1)
        with self._database.reading() as connection:
            return connection.execute(query).first() is not None

    def untold(self, channel: str) -> tuple[Alert, ...]:
        """What this channel was not told, the oldest first."""
        told = select(_sent.c.alert).where(
            _sent.c.channel == channel,
            ~(_sent.c.at.startswith(_SENDING) & _is_stale()),
        )
        query = select(_alert).where(_alert.c.id.not_in(told)).order_by(_alert.c.at, _alert.c.id)
        with self._database.reading() as connection:
            return tuple(_alert_of(row) for row in connection.execute(query).all())

    def claim(self, alert: Alert, channel: str) -> bool:
        """Take it on to tell it; False where another process does, or has."""
        where = (_sent.c.alert == alert.id, _sent.c.channel == channel)
        stale = (_sent.c.at.startswith(_SENDING), _is_stale())
        try:
            with self._database.writing(durable=True) as connection:
                connection.execute(delete(_sent).where(*where, *stale))
                values = {"alert": alert.id, "channel": channel, "at": f"{_SENDING}{_now()}"}
                connection.execute(insert(_sent).values(values))
        except IntegrityError:
            return False
        return True

    def told(self, alert: Alert, channel: str) -> None:
        """It was told."""
        self._end(alert, channel, done=True)

    def give_up(self, alert: Alert, channel: str) -> None:
        """It could not be told now; it is tried again."""
        self._end(alert, channel, done=False)

    def all(self, limit: int = 100) -> tuple[Alert, ...]:
        """The alerts that were raised, the newest first."""
        query = select(_alert).order_by(_alert.c.at.desc(), _alert.c.id).limit(limit)
        with self._database.reading() as connection:
            return tuple(_alert_of(row) for row in connection.execute(query).all())

    def erase(
        self,
        without: Callable[[str], str],
        back: Collection[str] = (),
        sessions: Collection[str] | None = None,
    ) -> None:
        """Take out of the alerts what `without` takes out of a text: of these sessions, or all, and not of
        those that are kept back."""
        with self._database.writing(durable=True) as connection:
            for row in connection.execute(select(_alert)).all():
                alert = _alert_of(row)
                session = alert.facts.get("session")
                if session in back or (sessions is not None and session not in sessions):
                    continue
                facts = {n: without(v) if isinstance(v, str) else v for n, v in alert.facts.items()}
                new = alert.model_copy(update={"title": without(alert.title), "facts": facts})
                if new != alert:
                    where = _alert.c.id == alert.id
                    connection.execute(update(_alert).where(where).values(body=_told(new)))

    def skip(self, channel: str) -> None:
        """A new channel is told of what comes, not of what was before it."""
        with self._database.writing(durable=True) as connection:
            if not insert_new(connection, _seen, fact=f"channel\n{channel}"):
                return
            for row in connection.execute(select(_alert.c.id)).all():
                insert_new(connection, _sent, alert=row.id, channel=channel, at=f"before {_now()}"[:40])

    def _end(self, alert: Alert, channel: str, *, done: bool) -> None:
        where = (_sent.c.alert == alert.id, _sent.c.channel == channel)
        with self._database.writing(durable=True) as connection:
            if done:
                connection.execute(update(_sent).where(*where).values(at=_now()))
            else:
                connection.execute(delete(_sent).where(*where))


def _is_stale() -> ColumnElement[bool]:
    """Whether it was taken on too long ago, or by a clock that was ahead, and whose time may never come."""
    at = _sent.c.at
    return (at <= f"{_SENDING}{_now(-_STALE)}") | (at > f"{_SENDING}{_now(_STALE)}")


def _told(alert: Alert) -> str:
    return json.dumps(alert.model_dump(mode="json"), ensure_ascii=False)


def _alert_of(row: Row[tuple[object, ...]]) -> Alert:
    return Alert.model_validate_json(row.body)


def _now(shift: timedelta = timedelta()) -> str:
    return (datetime.now(UTC) + shift).isoformat(timespec="milliseconds").replace("+00:00", "Z")
