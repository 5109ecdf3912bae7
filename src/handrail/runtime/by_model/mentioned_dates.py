"""The dates that a text mentions, whole or in part, in English, German, Spanish and French. Pure."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, NamedTuple

from handrail.sop.calendar_words import AMBIGUOUS, MONTHS, SHORT_MONTHS

_NUMBERS: Final = SHORT_MONTHS | MONTHS
_MONTH: Final = "(?P<{}>" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")\b\.?"
_OF: Final = r"(?:(?:of|de|del)\s+)?"
_DATE: Final = re.compile(
    r"\b(?P<iy>\d{4})-(?P<im>\d\d)-(?P<id>\d\d)(?!\d)"
    r"|\b(?P<yy>\d{4})[/.](?P<ym>\d{1,2})[/.](?P<yd>\d{1,2})(?!\d)"
    r"|\b(?P<one>\d{1,2})(?P<mark>[/.-])(?P<two>\d{1,2})(?P=mark)(?P<ly>\d{4}|\d\d)(?!\.?\d)"
    rf"|\b(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|º|\.)?[\s-]+{_OF}{_MONTH.format('m')}"
    rf"(?:,?[\s-]+{_OF}(?P<y>\d{{4}})\b)?"
    rf"|\b{_MONTH.format('bm')}\s+(?P<bd>\d{{1,2}})(?:st|nd|rd|th)?(?![\d.,]*\d)(?:,?\s+(?P<by>\d{{4}})\b)?"
    rf"|\b{_MONTH.format('mm')}\s+{_OF}(?P<my>\d{{4}})\b",
    re.IGNORECASE,
)


class Day(NamedTuple):
    """A date, with none for what a text leaves out."""

    year: int | None
    month: int
    day: int | None

    def is_said_by(self, other: Day) -> bool:
        """Whether all that this date says stands in another one."""
        return all(own is None or own == there for own, there in zip(self, other, strict=True))


class Mentioned(NamedTuple):
    """A date in a text."""

    words: str
    start: int
    readings: frozenset[Day]
    """All that it may mean: 3/4/2026 may be two; none where there is no such day."""


def dates_in(text: str) -> tuple[Mentioned, ...]:
    """The dates of a text, in their order."""
    found = []
    for match in _DATE.finditer(text):
        month = match["m"] or match["bm"]
        if month and month.islower() and month in AMBIGUOUS and not (match["y"] or match["by"]):
            continue
        found.append(Mentioned(match[0].rstrip(". "), match.start(), _readings(match)))
    return tuple(found)


def _readings(match: re.Match[str]) -> frozenset[Day]:
    given = {name: value for name, value in match.groupdict().items() if value is not None}
    for year, month, day in (("iy", "im", "id"), ("yy", "ym", "yd"), ("y", "m", "d"), ("by", "bm", "bd")):
        if month in given:
            return _possible((_number(given.get(year)), _month(given[month]), _number(given[day])))
    if "mm" in given:
        return frozenset({Day(int(given["my"]), _month(given["mm"]), None)})
    year_last = int(given["ly"]) + (2000 if len(given["ly"]) == 2 else 0)
    one, two = int(given["one"]), int(given["two"])
    day_first = _possible((year_last, two, one))
    # Nobody writes the month first between points.
    return day_first if given["mark"] == "." else day_first | _possible((year_last, one, two))


def _possible(parts: tuple[int | None, int, int | None]) -> frozenset[Day]:
    year, month, day = parts
    try:
        # A leap year, where none is given.
        date(year or 2000, month, day or 1)
    except ValueError:
        return frozenset()
    return frozenset({Day(year, month, day)})


def _month(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.casefold()]


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)
