"""How numbers and dates were written when the work was shown, for those of another row."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_COMMA: Final = re.compile(r"(?![+-]?[1-9]\d{0,2},\d{3}$)[+-]?(\d{1,3}(\.\d{3})+|\d+),\d+")
"""A comma before decimals; what stands behind the one of `1,250` may be thousands."""
_NUMBER: Final = re.compile(r"-?\d+\.\d+")
_DAY: Final = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})")


def written_like(text: str, shown: str) -> str:
    """A number with a point, or a date in ISO 8601, as `shown` has it; as it is where that tells nothing.

    `92.5` is `92,5` where `58,00` was shown, and `2027-01-05` is `05.01.2027` where `15.12.2026` was. Which
    number of `03/04/2026` is the month, and what the comma of `1,250` stands for, nobody can tell.
    """
    shown = shown.strip()
    if _NUMBER.fullmatch(text) and _COMMA.fullmatch(shown):
        return text.replace(".", ",")
    day = _DAY.fullmatch(shown)
    if day is None:
        return text
    try:
        given = date.fromisoformat(text)
    except ValueError:
        return text
    first, mark, second, year = day.groups()
    if mark == "/" and int(first) <= 12 and int(second) <= 12:
        return text
    numbers = (given.month, given.day) if mark == "/" and int(second) > 12 else (given.day, given.month)
    padded = "0" in (first[0], second[0]) or min(len(first), len(second)) > 1
    parts = [f"{number:02}" if padded else str(number) for number in numbers]
    return mark.join([*parts, f"{given.year:04}"[-len(year) :]])
