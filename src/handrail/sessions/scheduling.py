"""Starting templates by the clock: each due moment once, missed ones by a stated rule.

A start that was missed (nothing was running) is caught up with once if its moment is less than an hour ago;
what was due before that, and all but the last of several, is skipped and told.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from handrail.errors import HandrailError, InputError
from handrail.journal.event import SessionId
from handrail.journal.templates import ScheduleRow
from handrail.sessions.due import CATCH_UP, due_at
from handrail.sessions.service import Service
from handrail.sessions.templates import find_template, start_template
from handrail.sessions.users import User

LOOK_SECONDS: Final = 5.0
"""How often the clock is looked at."""

_SCHEDULER: Final = User("the scheduler", frozenset({"admin"}))


class Scheduler:
    """Starts what is due. Several may run on one database: each moment is started once."""

    def __init__(
        self, service: Service, *, report: Callable[[str], None] = lambda line: None,
        started: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self._service = service
        self._report = report
        self._started = started

    async def run(self) -> None:
        """Look at the clock until it is cancelled."""
        while True:
            await asyncio.to_thread(self.look, datetime.now(UTC))
            await asyncio.sleep(LOOK_SECONDS)

    def look(self, now: datetime) -> tuple[SessionId, ...]:
        """Start what is due at this moment; the sessions that were queued. Errors are told, not raised."""
        sessions = []
        try:
            self._finish_claims(now)
            for row in self._service.templates.schedules():
                session = self._look_at(row, now)
                if session is not None:
                    sessions.append(session)
        except HandrailError as error:
            self._report(f"schedules: {error}")
        if sessions:
            self._started()
        return tuple(sessions)

    def _look_at(self, row: ScheduleRow, now: datetime) -> SessionId | None:
        table = self._service.templates
        after = datetime.fromisoformat(max(table.last_due(row.id) or "", row.since))
        due = due_at(row.cron, row.timezone, after, now)
        if due is None:
            return None
        moment = due.moment.isoformat(timespec="seconds")
        if due.skipped:
            self._report(f"{row.template}: {due.skipped} missed starts before {moment} are skipped")
        if not due.start:
            if table.claim(row.id, moment, None, "skipped: it was missed by more than an hour"):
                self._report(f"{row.template}: the start of {moment} was missed, and is skipped")
            return None
        session = _session_of(row.id, due.moment)
        if not table.claim(row.id, moment, session, f"{due.skipped} skipped before" if due.skipped else ""):
            return None
        return self._start(row.template, row.id, moment, session)

    def _start(self, template: str, schedule: str, moment: str, session: SessionId) -> SessionId | None:
        try:
            line = find_template(self._service, template, _SCHEDULER)
            start_template(self._service, line, owner=line.owner, session=session)
        except InputError as error:
            self._report(f"{template}: the start of {moment} failed: {error}")
            self._service.templates.submitted(schedule, moment)
            return None
        self._service.templates.submitted(schedule, moment)
        self._report(f"{template}: started {session}, due at {moment}")
        return session

    def _finish_claims(self, now: datetime) -> None:
        """What a scheduler that died had claimed and not queued."""
        for row in self._service.templates.unsubmitted():
            if row.session is None or now - datetime.fromisoformat(row.due) >= CATCH_UP:
                self._service.templates.submitted(row.schedule, row.due)
            else:
                self._start(row.schedule.rpartition("/")[0], row.schedule, row.due, row.session)


def _session_of(schedule: str, due: datetime) -> SessionId:
    """Always the same for a due moment: what was begun twice is one session."""
    digest = hashlib.sha256(f"{schedule} {due.isoformat()}".encode()).hexdigest()
    return SessionId(f"{due:%Y%m%d-%H%M%S}-{digest[:6]}")
