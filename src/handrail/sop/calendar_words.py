"""What months and weekdays are called in English, German, Spanish and French, in small letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final


def _with_plain(names: Sequence[str]) -> frozenset[str]:
    """The names, also without the accents that many leave out."""
    plain = (unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode() for name in names)
    return frozenset((*names, *plain))


def _numbered(*months: str) -> dict[str, int]:
    return {name: number for number, names in enumerate(months, 1) for name in _with_plain(names.split())}


MONTHS: Final = _numbered(
    "january januar jänner enero janvier",
    "february februar febrero février",
    "march märz marzo mars",
    "april abril avril",
    "may mai mayo",
    "june juni junio juin",
    "july juli julio juillet",
    "august agosto août",
    "september septiembre septembre",
    "october oktober octubre octobre",
    "november noviembre novembre",
    "december dezember diciembre décembre",
)
"""Name → its number in the year."""
SHORT_MONTHS: Final = _numbered(
    *("jan ene janv", "feb febr févr", "mar mrz", "apr abr avr", "may mai", "jun", "jul juil", "aug ago"),
    *("sep sept", "oct okt", "nov", "dec dez dic déc"),
)
"""What they are abbreviated to → the number."""
WEEKDAYS: Final = _with_plain(
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag "
    "samstag sonnabend sonntag lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi "
    "jeudi vendredi samedi dimanche".split()
)
AMBIGUOUS: Final = frozenset("may mar mars march mai ago jun jul dec sep ene abr dic".split())
"""Names of months that are other words as well where they begin with a small letter."""
