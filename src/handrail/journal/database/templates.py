"""What is kept to be started by name, and by the clock, and what became of each due moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from handrail.journal.database._tables import schedule as _schedule
from handrail.journal.database._tables import schedule_start as _start
from handrail.journal.database._tables import template as _template
from handrail.journal.database.connecting import Database
from handrail.journal.events.event import SessionId

_LONGEST_NOTE: Final = 200
"""Signs that a column of the table holds."""


class TemplateRow(NamedTuple):
    """A template as it is kept."""

    name: str
    owner: str
    saved: str
    """UTC, ISO 8601."""
    body: str
    """JSON; `sessions.templates` reads it."""


class ScheduleRow(NamedTuple):
    """When a template starts by itself."""

    id: str
    template: str
    cron: str
    timezone: str
    since: str
    """UTC, ISO 8601: what was due before counts for nothing."""


class StartRow(NamedTuple):
    """What became of a moment at which a schedule was due."""

    schedule: str
    due: str
    """UTC, ISO 8601."""
    session: SessionId | None
    note: str


class TemplateTable:
    """The templates and schedules of a home. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, name: str, owner: str, body: str, schedules: Sequence[tuple[str, str]]) -> None:
        """Keep the template under its name, in the place of what was there; `schedules` are cron and zone."""
        now = _now()
        with self._database.writing(durable=True) as connection:
            connection.execute(delete(_schedule).where(_schedule.c.template == name))
            values = {"owner_user": owner, "saved": now, "body": body}
            changed = connection.execute(update(_template).where(_template.c.name == name).values(values))
            if not changed.rowcount:
                connection.execute(insert(_template).values(name=name, **values))
            for number, (cron, zone) in enumerate(schedules, start=1):
                row = {
                    "id": f"{name}/{number}",
                    "template": name,
                    "cron": cron,
                    "timezone": zone,
                    "since": now,
                }
                connection.execute(insert(_schedule).values(row))

    def templates(self) -> tuple[TemplateRow, ...]:
        """All templates, by name."""
        query = select(_template).order_by(_template.c.name)
        with self._database.reading() as connection:
            return tuple(TemplateRow(*row) for row in connection.execute(query))

    def find(self, name: str) -> TemplateRow | None:
        """The template of this name."""
        with self._database.reading() as connection:
            row = connection.execute(select(_template).where(_template.c.name == name)).first()
        return TemplateRow(*row) if row else None

    def remove(self, name: str) -> None:
        """Forget the template and its schedules; sessions that it started stay."""
        with self._database.writing(durable=True) as connection:
            connection.execute(delete(_schedule).where(_schedule.c.template == name))
            connection.execute(delete(_template).where(_template.c.name == name))

    def schedules(self) -> tuple[ScheduleRow, ...]:
        """All schedules."""
        with self._database.reading() as connection:
            return tuple(ScheduleRow(*row) for row in connection.execute(select(_schedule)))

    def count_from(self, schedule: str, moment: datetime) -> None:
        """What was due before this moment counts for nothing."""
        query = update(_schedule).where(_schedule.c.id == schedule).values(since=_text(moment))
        with self._database.writing(durable=True) as connection:
            connection.execute(query)

    def last_due(self, schedule: str, until: datetime) -> str | None:
        """The last moment until then that was seen to be due."""
        here = (_start.c.schedule == schedule) & (_start.c.due <= _text(until))
        query = select(func.max(_start.c.due)).where(here)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def last_session(self, schedule: str, since: str, until: datetime) -> SessionId | None:
        """The session of the last moment between these that was to be started."""
        between = (_start.c.due > since) & (_start.c.due <= _text(until))
        here = (_start.c.schedule == schedule) & between & _start.c.session.is_not(None)
        query = select(_start.c.session).where(here).order_by(_start.c.due.desc()).limit(1)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def claim(self, schedule: str, due: str, session: SessionId | None, note: str) -> bool:
        """Note what is to become of a due moment; False where somebody was quicker.

        Without a session it is skipped; with one, `submitted` is to be told when that is queued.
        """
        row = {"schedule": schedule, "due": due, "session": session, "note": note}
        try:
            with self._database.writing(durable=True) as connection:
                connection.execute(insert(_start).values(**row, submitted=0 if session else 1))
        except IntegrityError:
            return False
        return True

    def submitted(self, schedule: str, due: str) -> None:
        """The session of this moment is in the queue."""
        with self._database.writing(durable=True) as connection:
            here = (_start.c.schedule == schedule) & (_start.c.due == due)
            connection.execute(update(_start).where(here).values(submitted=1))

    def failed(self, schedule: str, due: str, note: str) -> None:
        """There is no session for this moment, and none is to come."""
        with self._database.writing(durable=True) as connection:
            here = (_start.c.schedule == schedule) & (_start.c.due == due)
            connection.execute(
                update(_start).where(here).values(submitted=1, session=None, note=note[:_LONGEST_NOTE])
            )

    def unsubmitted(self) -> tuple[StartRow, ...]:
        """Moments whose session may not be queued: who claimed them died in between."""
        query = select(_start).where(_start.c.submitted == 0)
        with self._database.reading() as connection:
            return tuple(StartRow(*row[:4]) for row in connection.execute(query))

    def starts(self, limit: int = 50) -> tuple[StartRow, ...]:
        """What became of due moments, the newest first."""
        query = select(_start).order_by(_start.c.due.desc()).limit(limit)
        with self._database.reading() as connection:
            return tuple(StartRow(*row[:4]) for row in connection.execute(query))


def _now() -> str:
    return _text(datetime.now(UTC))


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
