"""What was called to a session from outside: pause, stop, answer, skip, take over. Whoever works on it
reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

from pydantic import JsonValue
from sqlalchemy import Row, insert, select, update

from handrail.journal.database._postgres import ONE_AT_A_TIME
from handrail.journal.database._tables import inbox as _inbox
from handrail.journal.database.connecting import Database
from handrail.journal.events.event import SessionId

Verb = Literal[
    "pause", "stop", "answer", "hand-off", "step", "skip", "give-up", "branch", "take-over", "hand-back"
]


class Message(NamedTuple):
    """One call to a session."""

    id: int
    session: SessionId
    verb: Verb
    body: dict[str, JsonValue]
    by: str
    at: str
    """UTC, ISO 8601."""


class Inbox:
    """The messages of a home. Every method raises StoreError when the database cannot do its part."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def post(
        self, session: SessionId, verb: Verb, by: str, body: Mapping[str, JsonValue] | None = None
    ) -> None:
        """Leave a message for the session."""
        row = {"session": session, "verb": verb, "body": json.dumps(dict(body or {})), "by": by, "at": _now()}
        with self._database.writing(durable=True) as connection:
            connection.execute(insert(_inbox).values(row))

    def post_answer(
        self,
        session: SessionId,
        by: str,
        body: Mapping[str, JsonValue],
        fits: Callable[[tuple[Message, ...]], None],
    ) -> tuple[Message, ...]:
        """Leave an answer, unless `fits` raises for the answers that are there: of two that come at once, the
        second sees the first. All answers with the new one, which is on disk then."""
        row = {
            "session": session, "verb": "answer", "body": json.dumps(dict(body)), "by": by, "at": _now(),
        }  # fmt: skip
        query = select(_inbox).where(_inbox.c.session == session, _inbox.c.verb == "answer")
        with self._database.writing(durable=True) as connection:
            if self._database.shared:
                connection.exec_driver_sql(ONE_AT_A_TIME)
            there = tuple(map(_message, connection.execute(query.order_by(_inbox.c.id)).all()))
            fits(there)
            connection.execute(insert(_inbox).values(row))
            return tuple(map(_message, connection.execute(query.order_by(_inbox.c.id)).all()))

    def untaken(self, session: SessionId, *verbs: Verb) -> tuple[Message, ...]:
        """Messages of these verbs that nobody has acted on, the oldest first."""
        query = select(_inbox).where(
            _inbox.c.session == session, _inbox.c.verb.in_(verbs), _inbox.c.taken_at.is_(None)
        )
        with self._database.reading() as connection:
            return tuple(map(_message, connection.execute(query.order_by(_inbox.c.id)).all()))

    def answers(self, session: SessionId) -> tuple[Message, ...]:
        """All answers that were given to the session's questions, the oldest first."""
        query = select(_inbox).where(_inbox.c.session == session, _inbox.c.verb == "answer")
        with self._database.reading() as connection:
            return tuple(map(_message, connection.execute(query.order_by(_inbox.c.id)).all()))

    def take(self, *messages: Message) -> None:
        """Note that they were acted on."""
        ids = [message.id for message in messages]
        if not ids:
            return
        with self._database.writing(durable=True) as connection:
            connection.execute(update(_inbox).where(_inbox.c.id.in_(ids)).values(taken_at=_now()))

    def forget(self, session: SessionId) -> None:
        """The session is over: nothing is to be acted on, and what was answered is in its journal alone."""
        with self._database.writing(durable=True) as connection:
            query = update(_inbox).where(_inbox.c.session == session)
            connection.execute(query.values(body="{}"))
            connection.execute(query.where(_inbox.c.taken_at.is_(None)).values(taken_at=_now()))


def _message(row: Row[Any]) -> Message:
    return Message(row.id, SessionId(row.session), row.verb, json.loads(row.body), row.by, row.at)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
