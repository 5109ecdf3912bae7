"""How a field asks for a day to be written: "DD/MM/YYYY", "TT.MM.JJJJ". Pure."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, NamedTuple

from handrail.sop.target import Target
from handrail.targeting.kinds import TEXT_TYPES
from handrail.targeting.snapshot import ElementSnapshot

_ASKS: Final = re.compile(
    r"(?<![^\W_])(d{1,2}|t{1,2}|j{1,2}|m{1,2}|[yja]{4}|yy|aa)([./-] ?)(d{1,2}|t{1,2}|j{1,2}|m{1,2})\2"
    r"(d{1,2}|t{1,2}|j{4}|jj|[ya]{4}|yy|aa)(?![^\W_])",
    re.IGNORECASE,
)
_CENTURY: Final = 100


class DayFormat(NamedTuple):
    """The parts of a day in their order, each with its least number of digits, and what stands between."""

    parts: tuple[tuple[str, int], ...]
    between: str

    def read(self, text: str) -> date | None:
        """The day that a text says, written like this; none where it is written otherwise, or is no day."""
        written = re.fullmatch(re.escape(self.between).join(r"(\d+)" for _ in self.parts), text.strip())
        if written is None:
            return None
        said: dict[str, int] = {}
        for (part, least), digits in zip(self.parts, written.groups(), strict=True):
            if not (len(digits) == least or (part != "year" and len(digits) in (1, 2))):
                return None
            said[part] = int(digits)
        if said["year"] < _CENTURY:
            said["year"] += 2000
        try:
            return date(**said)
        except ValueError:
            return None

    def write(self, day: date) -> str:
        """The day, written like this."""
        said = {"year": f"{day.year:04d}", "month": str(day.month), "day": str(day.day)}
        return self.between.join(
            said[part][-2:] if part == "year" and digits == 2 else said[part].zfill(digits)
            for part, digits in self.parts
        )


ISO: Final = DayFormat((("year", 4), ("month", 2), ("day", 2)), "-")
"""What browsers hold in fields for a day."""


def format_in(words: str) -> DayFormat | None:
    """The format that words ask for; none where they ask for none."""
    if (asked := _ASKS.search(words)) is None:
        return None
    first, between, second, third = asked.group(1, 2, 3, 4)
    letters = [one.casefold() for one in (first, second, third)]
    years = [len(one) == 4 or one in ("yy", "aa") for one in letters]
    if not any(years):
        # "TT.MM.JJ"; where the years have letters of their own, "jj" is the French day.
        years = [one == "jj" and "t" in "".join(letters) for one in letters]
    parts = tuple(
        ("year" if is_year else "month" if one[0] == "m" else "day", len(one))
        for one, is_year in zip(letters, years, strict=True)
    )
    return DayFormat(parts, between) if {part for part, _ in parts} == {"year", "month", "day"} else None


_BY_EXAMPLE: Final = re.compile(
    r"\b(?:e\.?\s?g\.?|z\.?\s?b\.|for example|example|p\.\s?ex\.|ej\.)[\s:,]*"
    r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)",
    re.IGNORECASE,
)
_MONTHS: Final = 12


def format_by_example(words: str) -> DayFormat | None:
    """The format of a day that words give for an example: "e.g. 12/31/2026"; none where that may be read in
    two ways."""
    if (given := _BY_EXAMPLE.search(words)) is None:
        return None
    digits = given.group(1, 3, 4)
    years = [len(one) == 4 for one in digits]
    days = [not year and int(one) > _MONTHS for one, year in zip(digits, years, strict=True)]
    if years.count(True) != 1 or days.count(True) != 1:
        return None
    names = ["year" if year else "day" if day else "month" for year, day in zip(years, days, strict=True)]
    parts = tuple((name, len(one)) for name, one in zip(names, digits, strict=True))
    return DayFormat(parts, given[2])


def day_format(element: Target | ElementSnapshot) -> DayFormat | None:
    """The format in which a field takes a day; none where it says nothing of that."""
    if element.input_type == "date":
        return ISO
    if element.input_type not in TEXT_TYPES:
        return None
    told = [words for words in (element.placeholder, element.name, element.label) if words]
    asked = next((found for words in told if (found := format_in(words))), None)
    if asked is not None:
        return asked
    told.append(element.near.after or "")
    return next((found for words in told if (found := format_by_example(words))), None)
