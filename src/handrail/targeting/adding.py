"""What a name says by now that makes something else of it: "Save as copy" is not "Save", and a limit in
thousands is not the limit."""

from __future__ import annotations

import re
from typing import Final

from handrail.targeting.wording import Words, new_concepts

_ANOTHER_DEED: Final = frozenset({"draft", "template", "copy", "duplicate", "all", "permanent", "preview"})
"""Concepts: what is done is another deed with them, or is done with something else."""
_ANOTHER_WAY: Final = frozenset(
    """
    as als comme como notify request later schedule test
    benachrichtigen beantragen anfordern später notifier demander notificar solicitar
""".split()
)
"""Words of which the same is true: "Save as new", "Save and notify", "Request approval"."""

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_AT_THE_END: Final = re.compile(
    r"(?:[(\[]\s*([^()\[\]]{1,20}?)\s*[)\]]|,?\s+in\s+(\S{1,14}(?:\s\S{1,4})?))[\s*:]*$", re.IGNORECASE
)
_CURRENCIES: Final = {"€": "eur", "$": "usd", "£": "gbp", "¥": "jpy", "euro": "eur", "euros": "eur"} | {
    one: one for one in "eur usd gbp jpy chf sek nok dkk pln czk huf cad aud nzd inr cny brl mxn try".split()
}
_SPELLINGS: Final = """
thousand: k t tsd thousand thousands tausend milliers mille miles 000 1000 1,000 1.000
million: m mn mio million millions millionen millones
cent: c ct cent cents pence centimes rappen öre céntimos
%: % percent per_cent prozent pct pourcent porcentaje
‰: ‰ permille promille bps
gram: g gram grams gramm
kilogram: kg kgs kilo kilos kilogram kilograms kilogramm
pound: lb lbs pounds
ounce: oz ounces
millimetre: mm
centimetre: cm
metre: metre metres meter meters
kilometre: km kilometres kilometers kilometer
inch: inch inches zoll
foot: ft feet
mile: mi mile
yard: yd yards
second: s sec secs second seconds sekunden secondes segundos
millisecond: ms milliseconds millisekunden
minute: min mins minute minutes minuten minutos
hour: h hr hrs hour hours stunden heures horas
day: d day days tage tagen jours días
week: w week weeks wochen semaines semanas
month: month months monate monaten mois meses
year: y yr yrs year years jahre jahren ans años
kilobyte: kb kib
megabyte: mb mib
gigabyte: gb gib
celsius: °c celsius
fahrenheit: °f fahrenheit
piece: pc pcs pieces stk stück
dozen: dozen dozens dutzend
"""
_UNITS: Final = {
    word.replace("_", " "): line.partition(":")[0]
    for line in _SPELLINGS.strip().splitlines()
    for word in line.partition(":")[2].split()
}


def adds_deed(recorded: Words, now: Words) -> str | None:
    """The word by which what is pressed does something else than the recorded one; none where none does."""
    was, is_now = (frozenset(_LETTERS.findall(words.folded)) for words in (recorded, now))
    added = new_concepts(recorded, now) & _ANOTHER_DEED | (is_now - was) & _ANOTHER_WAY
    return min(added, default=None)


def counts_otherwise(recorded: Words, now: Words) -> bool:
    """Whether a field's name says that its number counts something else than it was said to count: in
    thousands, in pounds, in another currency. That an amount is one of money says nothing new."""
    was, is_now = units_of(recorded.folded), units_of(now.folded)
    money = frozenset(_CURRENCIES.values())
    if was - money != is_now - money:
        return bool(is_now)
    return bool(was) and bool(is_now) and was != is_now


def units_of(name: str) -> frozenset[str]:
    """The units that a name ends with, in brackets or behind "in", each by one name for all its spellings."""
    end = _AT_THE_END.search(name)
    said = (end[1] or end[2] or "").casefold() if end is not None else ""
    found: set[str] = set()
    for word in said.replace(".", "").split() if said not in _UNITS else (said,):
        sign = next((sign for sign in "€$£¥" if sign in word), "")
        rest = word.replace(sign, "") if sign else word
        unit = _UNITS.get(rest) or _CURRENCIES.get(rest)
        if rest and unit is None:
            return frozenset()
        found |= {one for one in (_CURRENCIES.get(sign), unit) if one}
    return frozenset(found)
