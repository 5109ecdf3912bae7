"""How numbers, dates and times were written when the work was shown, for those of another row."""

from __future__ import annotations

import re
from datetime import date, time
from typing import Final

_COMMA: Final = re.compile(r"(?![+-]?[1-9]\d{0,2},\d{3}$)[+-]?(\d{1,3}(\.\d{3})+|\d+),\d+")
"""A comma before decimals; what stands behind the one of `1,250` may be thousands."""
_NUMBER: Final = re.compile(r"-?\d+\.\d+")
_DAY: Final = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})")
_CLOCK: Final = re.compile(r"(\d{1,2}):\d{2}(:\d{2})?(?:(\s?)([ap])(\.?)m\.?)?", re.IGNORECASE)
_MOMENT: Final = re.compile(rf"(?P<day>\S*\d)(?P<mark>T|,? )(?P<clock>{_CLOCK.pattern})", re.IGNORECASE)


def written_like(text: str, shown: str) -> str:
    """A number with a point, or a date or a time in ISO 8601, as `shown` has it; as it is where that tells
    nothing.

    `92.5` is `92,5` where `58,00` was shown, `2027-01-05` is `05.01.2027` where `15.12.2026` was, and
    `14:00` is `2:00 PM` where `9:30 AM` was. Which number of `03/04/2026` is the month, and what the comma of
    `1,250` stands for, nobody can tell.
    """
    shown = shown.strip()
    if _NUMBER.fullmatch(text) and _COMMA.fullmatch(shown):
        return text.replace(".", ",")
    if clock := _CLOCK.fullmatch(shown):
        return _time_like(text, clock)
    if moment := _MOMENT.fullmatch(shown):
        return _moment_like(text, moment)
    return _day_like(text, shown)


def _moment_like(text: str, shown: re.Match[str]) -> str:
    day, _, clock = text.partition("T")
    written = _day_like(day, shown["day"])
    clock_shown = _CLOCK.fullmatch(shown["clock"])
    if clock_shown is None or not _is_day(day) or (written == day and not _is_day(shown["day"])):
        return text
    # Spreadsheet programs keep a midnight as the day alone.
    return f"{written}{shown['mark']}{_time_like(clock or '00:00', clock_shown)}"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _day_like(text: str, shown: str) -> str:
    day = _DAY.fullmatch(shown)
    if day is None or not _is_day(text):
        return text
    given = date.fromisoformat(text)
    first, mark, second, year = day.groups()
    if mark == "/" and int(first) <= 12 and int(second) <= 12:
        return text
    numbers = (given.month, given.day) if mark == "/" and int(second) > 12 else (given.day, given.month)
    padded = "0" in (first[0], second[0]) or min(len(first), len(second)) > 1
    parts = [f"{number:02}" if padded else str(number) for number in numbers]
    return mark.join([*parts, f"{given.year:04}"[-len(year) :]])


def _time_like(text: str, shown: re.Match[str]) -> str:
    try:
        given = time.fromisoformat(text)
    except ValueError:
        return text
    hour, seconds, space, half, point = shown.groups()
    hours = (given.hour - 1) % 12 + 1 if half else given.hour
    written = f"{hours:02}" if len(hour) > 1 else str(hours)
    written += f":{given.minute:02}"
    # No second that was given is left out.
    written += f":{given.second:02}" if seconds or given.second else ""
    if not half:
        return written
    letters = f"{'a' if given.hour < 12 else 'p'}{point}m{point}"
    return f"{written}{space}{letters.upper() if half.isupper() else letters}"
