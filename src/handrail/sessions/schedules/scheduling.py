"""Starting templates by the clock: each due moment once, missed ones by a stated rule.

A start that was missed (nothing was running) is caught up with once if its moment is less than an hour ago;
what was due before that, and all but the last of several, is skipped and told. So is what is due while the
start before it still waits for a worker, unless the schedule wants each queued.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from handrail.errors import InputError
from handrail.journal.database.templates import ScheduleRow, StartRow
from handrail.journal.events.event import SessionId
from handrail.sessions.schedules.due import CATCH_UP, due_at
from handrail.sessions.schedules.templates import find_template, start_template
from handrail.sessions.service.opening import Service
from handrail.sessions.service.troubles import Troubles
from handrail.sessions.service.users import User

LOOK_SECONDS: Final = 5.0
"""How often the clock is looked at."""

_CLOCKS_APART: Final = timedelta(minutes=1)
"""The clocks of machines that share a database differ by less; by more, one was set back."""

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
        self._troubles = Troubles(report)

    async def run(self) -> None:
        """Look at the clock until it is cancelled."""
        while True:
            await asyncio.to_thread(self.look, datetime.now(UTC))
            await asyncio.sleep(LOOK_SECONDS)

    def look(self, now: datetime) -> tuple[SessionId, ...]:
        """Start what is due at this moment; the sessions that were queued. Errors are told, not raised, and
        one template's hold up no other's."""
        sessions: list[SessionId] = []
        with self._troubles.of("schedules"):
            table = self._service.templates
            for left in table.unsubmitted():
                with self._troubles.of(f"the start of {left.schedule} at {left.due}"):
                    self._finish(left, now)
            for row in table.schedules():
                with self._troubles.of(f"schedule {row.id}"):
                    session = self._look_at(row, now)
                    if session is not None:
                        sessions.append(session)
        if sessions:
            self._started()
        return tuple(sessions)

    def _look_at(self, row: ScheduleRow, now: datetime) -> SessionId | None:
        table = self._service.templates
        since = datetime.fromisoformat(row.since)
        if since - now > _CLOCKS_APART:
            self._report(f"{row.template}: it was saved by a clock that was ahead; it counts from now on")
            table.count_from(row.id, now)
            since = now
        # What was started while the clock was ahead keeps nothing back that is due by now.
        last = table.last_due(row.id, now)
        after = max(since, datetime.fromisoformat(last)) if last else since
        due = due_at(row.cron, row.timezone, after, now)
        if due is None:
            return None
        moment = due.moment.isoformat(timespec="seconds")
        if due.skipped:
            self._report(f"{row.template}: {due.how_many} missed starts before {moment} are skipped")
        if not due.start:
            if table.claim(row.id, moment, None, "skipped: it was missed by more than an hour"):
                self._report(f"{row.template}: the start of {moment} was missed, and is skipped")
            return None
        if self._skips(row, now):
            if table.claim(row.id, moment, None, "skipped: the start before still waits for a worker"):
                self._report(
                    f"{row.template}: the start of {moment} is skipped: the one before waits for a worker"
                )
            return None
        session = _session_of(row.id, due.moment)
        if not table.claim(row.id, moment, session, f"{due.how_many} skipped before" if due.skipped else ""):
            return None
        return self._start(row.template, row.id, moment, session)

    def _skips(self, row: ScheduleRow, now: datetime) -> bool:
        """Whether nobody has taken up the start before yet, and the schedule wants one at a time."""
        last = self._service.templates.last_session(row.id, row.since, now)
        line = self._service.work.find(last) if last is not None else None
        if line is None or line.state != "queued" or line.fence:
            return False
        try:
            kept = find_template(self._service, row.template, _SCHEDULER).template.schedules
        except InputError:
            # The start tells of it.
            return False
        number = int(row.id.rpartition("/")[2])
        return kept[number - 1].if_waiting == "skip"

    def _start(self, template: str, schedule: str, moment: str, session: SessionId) -> SessionId | None:
        try:
            line = find_template(self._service, template, _SCHEDULER)
            start_template(self._service, line, owner=line.owner, session=session)
        except InputError as error:
            self._report(f"{template}: the start of {moment} failed: {error}")
            self._service.templates.failed(schedule, moment, f"failed: {error}")
            return None
        self._service.templates.submitted(schedule, moment)
        self._report(f"{template}: started {session}, due at {moment}")
        return session

    def _finish(self, row: StartRow, now: datetime) -> None:
        """Start what a scheduler that died had claimed and not queued, or what could not be started. Another
        one may do so at this moment."""
        template = row.schedule.rpartition("/")[0]
        if row.session is not None and now - datetime.fromisoformat(row.due) < CATCH_UP:
            self._start(template, row.schedule, row.due, row.session)
            return
        note = "skipped: it could not be started within an hour"
        self._report(f"{template}: the start of {row.due} is {note}")
        self._service.templates.failed(row.schedule, row.due, note)


def _session_of(schedule: str, due: datetime) -> SessionId:
    """Always the same for a due moment: what was begun twice is one session."""
    digest = hashlib.sha256(f"{schedule} {due.isoformat()}".encode()).hexdigest()
    return SessionId(f"{due:%Y%m%d-%H%M%S}-{digest[:6]}")
