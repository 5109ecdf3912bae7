"""Time windows: whether a moment lies in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from handrail.policy.document import WEEKDAYS, TimeWindow


def is_open(windows: Sequence[TimeWindow], moment: datetime) -> bool:
    """Whether the moment lies in a window. Raises ValueError for a moment without a time zone."""
    if moment.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return any(_holds(window, moment) for window in windows)


def _holds(window: TimeWindow, moment: datetime) -> bool:
    local = moment.astimezone(ZoneInfo(window.timezone))
    clock, today = local.time(), WEEKDAYS[local.weekday()]
    if window.start <= window.end:
        return today in window.days and window.start <= clock < window.end
    # Over midnight: the hours after it belong to the day before.
    yesterday = WEEKDAYS[(local - timedelta(days=1)).weekday()]
    return (today in window.days and clock >= window.start) or (
        yesterday in window.days and clock < window.end
    )


def window_words(window: TimeWindow) -> str:
    """ "mon-fri 08:00 to 18:00 (Europe/Berlin)" """
    days = ", ".join(window.days) if window.days != WEEKDAYS else "every day"
    end = "24:00" if window.end == time.max else f"{window.end:%H:%M}"
    return f"{days} {window.start:%H:%M} to {end} ({window.timezone})"
