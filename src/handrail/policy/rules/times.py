"""Time windows: whether a moment lies in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from handrail.policy.documents.document import WEEKDAYS, TimeWindow


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


def never_open(lists: Sequence[Sequence[TimeWindow]], since: datetime) -> bool:
    """Whether no moment of a year lies in a window of every list; of none at all, it does.

    Where windows hold together, one of them has just begun: those moments are enough.
    """
    starts = (
        datetime.combine(day.date(), window.start, ZoneInfo(window.timezone))
        for windows in lists
        for window in windows
        for day in (since + timedelta(days=number) for number in range(367))
    )
    return bool(lists) and not any(all(is_open(windows, moment) for windows in lists) for moment in starts)


def window_words(window: TimeWindow) -> str:
    """ "mon-fri 08:00 to 18:00 (Europe/Berlin)" """
    days = ", ".join(window.days) if window.days != WEEKDAYS else "every day"
    end = "24:00" if window.end == time.max else _clock_words(window.end)
    return f"{days} {_clock_words(window.start)} to {end} ({window.timezone})"


def _clock_words(clock: time) -> str:
    return f"{clock:%H:%M:%S}" if clock.second else f"{clock:%H:%M}"
