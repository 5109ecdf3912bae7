"""Dates in texts: reading the forms that can mean only one day, reading and writing given formats.

The names of months and days are English on every machine: a locale would make a run depend on where it runs.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final, NoReturn

from handrail.errors import VariableError

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH_NUMBERS: Final = {name.lower(): n for n, name in enumerate(_MONTHS, 1)} | {
    name[:3].lower(): n for n, name in enumerate(_MONTHS, 1)
}  # fmt: skip

_PIECES: Final = {
    "d": r"(?P<d>\d{1,2})",
    "o": r"(?P<o>\d{1,2})(?:st|nd|rd|th)",
    "m": r"(?P<m>\d{1,2})",
    "Y": r"(?P<Y>\d{4})",
    "y": r"(?P<y>\d{2})",
    "b": rf"(?P<b>{'|'.join(name[:3] for name in _MONTHS)})",
    "B": rf"(?P<B>{'|'.join(_MONTHS)})",
    "a": rf"(?:{'|'.join(name[:3] for name in _DAYS)})",
    "A": rf"(?:{'|'.join(_DAYS)})",
    "H": r"(?P<H>\d{1,2})",
    "I": r"(?P<I>\d{1,2})",
    "M": r"(?P<M>\d{2})",
    "S": r"(?P<S>\d{2})",
    "p": r"(?P<p>[AaPp][Mm])",
    "%": "%",
}
"""What each code of a format may read."""

_CODE: Final = re.compile(r"%(-?.?)", re.DOTALL)

_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_ZONE: Final = r"(?:\s*(?:[+-]\d{4}|UTC|GMT|Z))?"
_TIME: Final = (
    rf"(?:,?\s+(?:at\s+)?(?P<H>\d{{1,2}}):(?P<M>\d\d)(?::(?P<S>\d\d))?\s*(?P<p>[AaPp][Mm])?{_ZONE})?"
)
_DAY_NAME: Final = rf"(?:(?:{'|'.join(_DAYS)}|{'|'.join(name[:3] for name in _DAYS)})\.?,?\s+)?"
_MONTH_NAME: Final = rf"(?P<month>{'|'.join(_MONTHS)}|{'|'.join(name[:3] for name in _MONTHS)}|Sept)\.?"
_WORDED: Final = tuple(
    re.compile(_DAY_NAME + form + _TIME, re.IGNORECASE)
    for form in (
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?{_MONTH_NAME},?[\s-]+(?P<Y>\d{{4}})",
        rf"{_MONTH_NAME}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<Y>\d{{4}})",
    )
)
_YEAR_FIRST: Final = re.compile(r"(?P<Y>\d{4})[/.](?P<m>\d{1,2})[/.](?P<d>\d{1,2})" + _TIME)
_YEAR_LAST: Final = re.compile(
    r"(?P<one>\d{1,2})(?P<mark>[/.-])(?P<two>\d{1,2})(?P=mark)(?P<Y>\d{4})" + _TIME
)

_UNDERSTOOD: Final = 'Write it as 2026-03-31, or give its format: date("%Y-%m-%d", "%d/%m/%Y").'


def read_date(text: str) -> date | datetime:
    """The day, or the moment, that a text means. Raises VariableError where it means none, or two.

    Understood are ISO 8601, the year first (2026/03/31), and an English month's name with or without day
    of the week, ordinal and time. Two numbers before the year are understood where only one can be a month.
    A zone is kept where ISO 8601 gives it, and left out elsewhere.
    """
    text = " ".join(text.split())
    if _ISO.fullmatch(text):
        return _iso(text)
    for form in (*_WORDED, _YEAR_FIRST):
        if found := form.fullmatch(text):
            return _made(text, found.groupdict())
    if found := _YEAR_LAST.fullmatch(text):
        one, two = int(found["one"]), int(found["two"])
        if one <= 12 and two <= 12 and one != two:
            raise VariableError(
                f"'{text}' can mean two days.",
                mend='Give its format: date("%Y-%m-%d", "%d/%m/%Y").',
            )
        day, month = (one, two) if two <= 12 else (two, one)
        return _made(text, {**found.groupdict(), "d": str(day), "m": str(month)})
    raise VariableError(f"'{_shortened(text)}' is not a date that is understood.", mend=_UNDERSTOOD)


def read_date_as(text: str, form: str) -> date | datetime:
    """The day, or the moment, that a text in this format means. Raises VariableError where it has another."""
    text = " ".join(text.split())
    found = _reading(form).fullmatch(text)
    if found is None:
        mend = "Correct the input format, or the text that it is given."
        raise VariableError(f"'{_shortened(text)}' is not a date of the form '{form}'.", mend=mend)
    return _made(text, found.groupdict())


def write_date(moment: date | datetime, form: str) -> str:
    """The date in a format of the codes that `_PIECES` names; `%-d` is the day without a leading zero."""
    at = moment if isinstance(moment, datetime) else datetime.combine(moment, time())
    written = {
        "d": f"{at.day:02}", "m": f"{at.month:02}", "Y": f"{at.year:04}", "y": f"{at.year % 100:02}",
        "o": _ordinal(at.day),
        "b": _MONTHS[at.month - 1][:3], "B": _MONTHS[at.month - 1],
        "a": _DAYS[at.weekday()][:3], "A": _DAYS[at.weekday()],
        "H": f"{at.hour:02}", "I": f"{(at.hour - 1) % 12 + 1:02}", "M": f"{at.minute:02}",
        "S": f"{at.second:02}", "p": "AM" if at.hour < 12 else "PM", "%": "%",
    }  # fmt: skip

    def piece(code: re.Match[str]) -> str:
        text = written[code[1].removeprefix("-")]
        return (text.lstrip("0") or "0") if code[1].startswith("-") else text

    return _CODE.sub(piece, form)


def _ordinal(day: int) -> str:
    end = {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th") if day not in {11, 12, 13} else "th"
    return f"{day}{end}"


def format_fault(form: str) -> str | None:
    """Why a text is no format to write a date in, as the end of a sentence; none where it is one."""
    codes = [code[1] for code in _CODE.finditer(form)]
    known = ", ".join(f"%{code}" for code in _PIECES)
    for code in codes:
        if code.removeprefix("-") not in _PIECES:
            return f"does not know '%{code}' in a date's format (known are {known})"
    return None if any(code != "%" for code in codes) else f"needs a date's format, and '{form}' has no code"


def input_format_fault(form: str) -> str | None:
    """Why a text is no format to read a date in; it must tell day, month and year."""
    if fault := format_fault(form):
        return fault
    codes = {code[1].removeprefix("-") for code in _CODE.finditer(form)}
    if len(codes - {"%"}) < sum(code[1] != "%" for code in _CODE.finditer(form)):
        return f"reads a part of the date twice in '{form}'"
    if len(codes & {"d", "o"}) == 1 and codes & {"m", "b", "B"} and codes & {"Y", "y"}:
        return None
    return f"needs day, month and year to read a date, and '{form}' does not have all"


@lru_cache(maxsize=256)
def _reading(form: str) -> re.Pattern[str]:
    pattern = ""
    place = 0
    form = " ".join(form.split())
    for code in _CODE.finditer(form):
        pattern += re.escape(form[place : code.start()]) + _PIECES[code[1].removeprefix("-")]
        place = code.end()
    return re.compile(pattern + re.escape(form[place:]), re.IGNORECASE)


def _iso(text: str) -> date | datetime:
    try:
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    except ValueError:
        _impossible(text)


def _made(text: str, found: dict[str, str | None]) -> date | datetime:
    """The date of the parts that a pattern found; they are named as the codes of a format."""

    def number(*names: str) -> int:
        return next((int(value) for name in names if (value := found.get(name)) is not None), 0)

    name = found.get("month") or found.get("b") or found.get("B")
    month = _MONTH_NUMBERS[name[:3].lower()] if name else number("m")
    year = number("Y")
    if (short := found.get("y")) is not None:
        # POSIX's reading of two digits: 69 to 99 are the twentieth century's.
        year = int(short) + (1900 if int(short) >= 69 else 2000)
    half = found.get("p")
    hour = number("H", "I")
    try:
        day = date(year, month, number("d", "o"))
        if found.get("H") is None and found.get("I") is None:
            return day
        if half is not None:
            if not 1 <= hour <= 12:
                raise ValueError
            hour = hour % 12 + (12 if half.lower() == "pm" else 0)
        return datetime.combine(day, time(hour, number("M"), number("S")))
    except ValueError:
        _impossible(text)


def _impossible(text: str) -> NoReturn:
    raise VariableError(f"There is no such day or time as '{text}'.", mend="Correct the date.") from None


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
