"""Numbers in texts: reading those of people and pages, and writing them without needless digits."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import Decimal
from typing import Final

from handrail.errors import VariableError

Number = int | float

_PLAIN: Final = re.compile(r"[+-]?\d+(\.\d+)?")
_GIVEN: Final = re.compile(r"[+-]?\d+([.,]\d+)?")
_AMBIGUOUS: Final = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
"""`1,234` is twelve hundred to some and a little over one to others."""
_COUNTED: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
_GROUPED: Final = re.compile(r"\d{1,3}([.,])\d{3}(?:\1\d{3})*")
_MOST_DIGITS: Final = 400

_CURRENCY_CODE: Final = re.compile(r"^(?:[A-Z]{3}\s+)|(?:\s+[A-Z]{3})$")
_SPACES_AND_APOSTROPHES: Final = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")


def given_number(text: str) -> Number | None:
    """A number as a person or a table gives it: `12`, `-3.5`, `3,5`; none where it is none or may be two."""
    text = text.strip()
    if not _GIVEN.fullmatch(text) or len(text) > _MOST_DIGITS:
        return None
    if "," in text and _AMBIGUOUS.fullmatch(text):
        return None
    return _number(text.replace(",", "."))


def grouped_or_not(text: str) -> bool:
    """Whether its point may stand between groups of digits as well as before a fraction: `1.234`."""
    return "." in text and _AMBIGUOUS.fullmatch(text.strip()) is not None


def counted_number(text: str) -> Number | None:
    """The number that a text is, for comparing; none for one with leading zeros or a plus: those are ids."""
    if not _COUNTED.fullmatch(text) or len(text) > _MOST_DIGITS:
        return None
    return _number(text)


def read_number(text: str, decimal: str | None = None) -> Number:
    """A number as a page shows it: with a currency, and groups of three digits.

    Without a decimal mark given, `1.234,50` and `1,234.50` tell theirs by themselves. Raises VariableError
    for a text that is no number, and for `1,234` and `1.234`, which may be one of two.
    """
    bare = _bare(text)
    sign = "-" if bare.startswith("-") else ""
    digits = bare.lstrip("+-")
    if decimal is None:
        if _AMBIGUOUS.fullmatch(digits):
            mend = 'Say which mark is the decimal one: number(".") or number(",").'
            raise VariableError(f"'{text.strip()}' can mean two numbers.", mend=mend)
        decimal = _decimal_mark(digits)
    whole, mark, fraction = digits.partition(decimal)
    if _GROUPED.fullmatch(whole) and decimal not in whole:
        whole = whole.replace(".", "").replace(",", "")
    plain = f"{sign}{whole}" + (f".{fraction}" if mark else "")
    if not _PLAIN.fullmatch(plain) or len(plain) > _MOST_DIGITS or len(bare) - len(digits) > 1:
        shown = text.strip() if len(text.strip()) <= 60 else f"{text.strip()[:59]}…"
        mend = 'Take the number out of the text first: regex("[0-9.,]+") | number.'
        raise VariableError(f"'{shown}' is not a number.", mend=mend)
    return _number(plain)


def number_text(number: Number) -> str:
    """A number as people write it: no exponent, no needless zeros."""
    if isinstance(number, int):
        return str(number)
    if not math.isfinite(number):
        return str(number)
    text = format(Decimal(repr(number or 0.0)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _bare(text: str) -> str:
    """Without currency, spaces, and apostrophes between groups of digits."""
    text = "".join(" " if unicodedata.category(c) == "Zs" else "-" if c == "−" else c for c in text)
    text = "".join(c for c in text if unicodedata.category(c) != "Sc").strip()
    text = _CURRENCY_CODE.sub("", text).strip()
    return re.sub(r"^([+-])\s+", r"\1", _SPACES_AND_APOSTROPHES.sub("", text))


def _decimal_mark(digits: str) -> str:
    """The mark that comes last is the decimal one, if it comes once."""
    last = max(".,", key=digits.rfind)
    return last if digits.count(last) == 1 else ("." if last == "," else ",")


def _number(text: str) -> Number:
    """An integer where that loses nothing; `12.0` is 12."""
    if "." not in text:
        return int(text)
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number
