"""Amounts of money as pages write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

_NUMBER: Final = re.compile(r"\d[\d.,'’\s]*")
_CODE: Final = re.compile(r"\b([A-Z]{3})\b")
_SIGNS: Final = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
_WORDS: Final = {
    "euro": "EUR",
    "euros": "EUR",
    "dollar": "USD",
    "dollars": "USD",
    "franc": "CHF",
    "francs": "CHF",
}
_KNOWN: Final = frozenset({"EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "MXN"})


class Amount(NamedTuple):
    """A sum of money; without a currency where the page names none."""

    number: Decimal
    currency: str | None

    def __str__(self) -> str:
        return f"{self.number:,f} {self.currency}" if self.currency else f"{self.number:,f}"


def read_amount(text: str) -> Amount | None:
    """The amount that a text like "1.250,00 €" or "USD 1,250" names; None where there is no number."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    number = _decimal(found[0])
    return None if number is None else Amount(number, _currency(text))


def _currency(text: str) -> str | None:
    for sign, code in _SIGNS.items():
        if sign in text:
            return code
    code_found = _CODE.search(text)
    if code_found and code_found[1] in _KNOWN:
        return code_found[1]
    return next((code for word, code in _WORDS.items() if word in text.lower()), None)


def _decimal(text: str) -> Decimal | None:
    """A number with any country's separators. What could be thousands or decimals is read as the larger."""
    digits = re.sub(r"[\s'’]", "", text).strip(".,")
    point, comma = digits.rfind("."), digits.rfind(",")
    if point >= 0 and comma >= 0:
        decimal = "." if point > comma else ","
        digits = digits.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif point >= 0 or comma >= 0:
        mark = "." if point >= 0 else ","
        *heads, tail = digits.split(mark)
        grouped = len(tail) == 3 and all(1 <= len(head) <= 3 for head in heads)
        digits = "".join((*heads, tail)) if grouped or len(heads) > 1 else f"{heads[0]}.{tail}"
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None


def largest(texts: Iterable[str]) -> Amount | None:
    """The largest of the amounts: what is at stake, where a page names several."""
    found = [amount for text in texts if (amount := read_amount(text)) is not None]
    return max(found, key=lambda amount: amount.number, default=None)
