"""The arithmetic of numbers that carry their own check: what passes is hardly ever something else."""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = re.compile(r"\D")

_IBAN_LENGTHS: Final = {
    "AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18,
    "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26,
    "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28,
    "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26,
}  # fmt: skip
"""Country → the length of its account numbers (the registry of ISO 13616)."""

_CARDS: Final = (
    (re.compile(r"4"), {13, 16, 19}),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), {16}),
    (re.compile(r"3[47]"), {15}),
    (re.compile(r"6011|64[4-9]|65"), {16}),
    (re.compile(r"30[0-5]|36|38"), {14}),
    (re.compile(r"35(2[89]|[3-8])"), {16}),
)
"""How the numbers of the card schemes begin, and how long they are."""


def bare(text: str) -> str:
    """The digits of a text alone."""
    return _DIGITS.sub("", text)


def is_luhn(digits: str) -> bool:
    """Whether the last digit fits (ISO/IEC 7812)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        worth = int(digit) * (2 if place % 2 else 1)
        total += worth - 9 if worth > 9 else worth
    return total % 10 == 0


def is_card(text: str) -> bool:
    """Whether it is the number of a payment card: a known scheme's beginning and length, and the check."""
    digits = bare(text)
    fits = any(start.match(digits) and len(digits) in lengths for start, lengths in _CARDS)
    return fits and len(set(digits)) > 1 and is_luhn(digits)


def is_iban(text: str) -> bool:
    """Whether it is an international bank account number."""
    joined = re.sub(r"\s", "", text).upper()
    if _IBAN_LENGTHS.get(joined[:2]) != len(joined) or not joined[2:].isalnum() or not joined.isascii():
        return False
    return int("".join(str(int(c, 36)) for c in joined[4:] + joined[:4])) % 97 == 1


def is_us_number(text: str) -> bool:
    """Whether a United States social-security number of that form can have been issued."""
    digits = bare(text)
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    return (
        len(digits) == 9
        and area not in {"000", "666"}
        and area < "900"
        and group != "00"
        and serial != "0000"
    )


def is_french_number(text: str) -> bool:
    """Whether the key of a French social-security number fits; Corsica's departments have letters."""
    joined = re.sub(r"[\s.]", "", text).upper().replace("2A", "19").replace("2B", "18")
    return len(joined) == 15 and joined.isdigit() and 97 - int(joined[:13]) % 97 == int(joined[13:])


def is_spanish_number(text: str) -> bool:
    """Whether the letter of a Spanish DNI or NIE fits."""
    joined = re.sub(r"[\s.-]", "", text).upper()
    number = joined[:-1].replace("X", "0").replace("Y", "1").replace("Z", "2")
    return len(joined) == 9 and number.isdigit() and "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == joined[-1]


def is_german_number(text: str) -> bool:
    """Whether the check digit of a German pension-insurance number fits."""
    joined = re.sub(r"\s", "", text).upper()
    if not re.fullmatch(r"\d{8}[A-Z]\d{3}", joined):
        return False
    digits = f"{joined[:8]}{ord(joined[8]) - 64:02}{joined[9:11]}"
    weights = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
    total = sum(sum(divmod(int(d) * w, 10)) for d, w in zip(digits, weights, strict=True))
    return total % 10 == int(joined[11])


def is_german_tax_number(text: str) -> bool:
    """Whether the check digit of a German tax identification number fits (ISO 7064, MOD 11,10)."""
    digits = bare(text)
    if len(digits) != 11 or digits[0] == "0":
        return False
    product = 10
    for digit in digits[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == int(digits[10])
