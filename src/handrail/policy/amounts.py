"""Amounts of money as pages write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

_NUMBER: Final = re.compile(r"\d[\d.,'’\s]*(?:[eE]\+?\d+(?!\w))?")
_MOST_ZEROS: Final = 30
_PLAIN: Final = str.maketrans("٬،٫ʼ′`·", ",,.''''")
"""Separators of other scripts, and what looks like ours."""
_KNOWN: Final = (
    "EUR USD GBP CHF JPY CAD AUD NZD CNY INR KRW SEK NOK DKK ISK PLN CZK HUF RON BGN RUB UAH ILS AED SAR "
    "ZAR EGP NGN KES BRL MXN ARS CLP COP SGD HKD TWD THB MYR IDR VND PKR BDT"
)
"""Codes that are no words; as in the page's script (`leads.ts`)."""
_CODE: Final = re.compile("|".join(_KNOWN.split()))
_SIGNS: Final = {
    "R$": "BRL",
    "€": "EUR",
    "$": "USD",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
    "₪": "ILS",
    "₴": "UAH",
    "฿": "THB",
    "₫": "VND",
    "₦": "NGN",
    "Kč": "CZK",
    "zł": "PLN",
    "Ft": "HUF",
    "руб": "RUB",
    "円": "JPY",
    "元": "CNY",
    "원": "KRW",
}
_WORDS: Final = {
    "euro": "EUR",
    "euros": "EUR",
    "dollar": "USD",
    "dollars": "USD",
    "franc": "CHF",
    "francs": "CHF",
}
_TIMES: Final = (
    (re.compile(r"\s?(?:b(?:n)?(?!\w)|m[rl]d(?!\w)|mdr|bill|mil(?:l?i|j|y)ar|млрд)", re.I), 9),
    (re.compile(r"\s?(?:m(?![\w²])|m[nl]{1,2}(?!\w)|mio|mil(?:l(?!e\b)|h|j|i|y)|млн)", re.I), 6),
    (re.compile(r"\s?(?:k(?!\w)|tsd|ty[sś]|tis(?!\w)|thousand|mil|тыс)", re.I), 3),
    (re.compile(r"\s?lakh", re.I), 5),
    (re.compile(r"\s?crore", re.I), 7),
    (re.compile(r"\s?兆"), 12),
    (re.compile(r"\s?[億亿억]"), 8),
    (re.compile(r"\s?百[万萬만]"), 6),
    (re.compile(r"\s?千[万萬만]"), 7),
    (re.compile(r"\s?[万萬만]"), 4),
    (re.compile(r"\s?千"), 3),
)
"""What stands behind a number that is short for a larger one, and how many zeros that are."""


class Amount(NamedTuple):
    """A sum of money; without a currency where the page names none."""

    number: Decimal
    currency: str | None

    def __str__(self) -> str:
        return f"{self.number:,f} {self.currency}" if self.currency else f"{self.number:,f}"


def read_amount(text: str) -> Amount | None:
    """The amount that a text like "1.250,00 €" or "USD 1,250" names; None where there is no number."""
    text = _plain(text)
    found = _NUMBER.search(text)
    if found is None:
        return None
    number = _decimal(found[0])
    if number is None:
        return None
    behind = text[found.start() + len(found[0].rstrip()) :]
    zeros = next((zeros for words, zeros in _TIMES if words.match(behind)), 0)
    return Amount(number.scaleb(zeros), _currency(text))


def _plain(text: str) -> str:
    """The text with our separators, without signs that nobody sees."""
    folded = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    return "".join(sign for sign in folded if unicodedata.category(sign) not in {"Cf", "Mn"})


def _currency(text: str) -> str | None:
    for sign, code in _SIGNS.items():
        if sign in text:
            return code
    named = _CODE.search(text)
    if named is not None:
        return named[0]
    return next((code for word, code in _WORDS.items() if word in text.lower()), None)


def _decimal(text: str) -> Decimal | None:
    """A number with any country's separators. What could be thousands or decimals is read as the larger."""
    text, _, zeros = text.lower().partition("e")
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
        return Decimal(digits).scaleb(min(int(zeros or 0), _MOST_ZEROS))
    except InvalidOperation:
        return None


def largest(texts: Iterable[str]) -> Amount | None:
    """The largest of the amounts: what is at stake, where a page names several."""
    found = [amount for text in texts if (amount := read_amount(text)) is not None]
    return max(found, key=lambda amount: amount.number, default=None)
