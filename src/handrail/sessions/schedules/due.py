"""When a schedule is due: cron in a time zone.

Where the clocks change, a moment that does not exist is taken when the clock has jumped, and one that exists
twice is taken once, as Debian's cron does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from handrail.errors import EnvironmentLack, UsageError
from handrail.sop.document import CronTrigger

CATCH_UP: Final = timedelta(hours=1)
"""What was due earlier is not started any more."""

_MOST_COUNTED: Final = 1000


@dataclass(frozen=True)
class Due:
    """What a schedule asks for at a moment."""

    moment: datetime
    """The last due one, in UTC."""
    start: bool
    """Whether it is late by less than an hour."""
    skipped: int
    """How many were due before it, and are not caught up with."""

    @property
    def how_many(self) -> str:
        """How many were skipped, in words; of very many the end is not counted to."""
        return f"{self.skipped} or more" if self.skipped >= _MOST_COUNTED - 1 else str(self.skipped)


def check_schedule(trigger: CronTrigger) -> None:
    """Raises UsageError for a cron expression or a zone that cannot be read."""
    next(_moments(trigger.schedule, trigger.timezone, datetime.now(UTC)))


def due_at(cron: str, timezone: str, after: datetime, now: datetime) -> Due | None:
    """What is due at `now` and was not at `after`; none where nothing is."""
    last, count = None, 0
    for moment in _moments(cron, timezone, after):
        if moment > now:
            break
        last, count = moment, count + 1
        if count == _MOST_COUNTED:
            # A long time without any service: only the last one matters.
            last = next(_moments(cron, timezone, now + timedelta(seconds=1), reverse=True))
            break
    return None if last is None else Due(last, now - last < CATCH_UP, count - 1)


def next_starts(cron: str, timezone: str, after: datetime, count: int) -> tuple[datetime, ...]:
    """The next moments of a schedule, in UTC. Raises UsageError, EnvironmentLack."""
    return tuple(islice(_moments(cron, timezone, after), count))


def _moments(cron: str, timezone: str, start: datetime, *, reverse: bool = False) -> Iterator[datetime]:
    try:
        from cronsim import CronSim, CronSimError
    except ImportError as error:
        raise EnvironmentLack(
            "Schedules need a part that is not installed.",
            mend="Install it with: pip install 'handrail[serve]'.",
        ) from error
    try:
        moments = CronSim(cron, start.astimezone(ZoneInfo(timezone)), reverse=reverse)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise UsageError(
            f"There is no time zone '{timezone}'.", mend="Use an IANA name such as Europe/Berlin."
        ) from error
    except CronSimError as error:
        raise UsageError(
            f"'{cron}' is not a schedule: {error}.", mend="Write five cron fields, such as 0 9 * * 1-5."
        ) from error
    found = (moment.astimezone(UTC) for moment in moments)
    # Begun in an hour that exists a second time, it names one of the first time, which is over.
    return found if reverse else (moment for moment in found if moment > start)
