"""Texts as addresses write them, `ada%40example.org` and `?name=Ada+Lovelace`, read as what they say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from handrail.privacy.finding import Finding, apart

_CODED: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_PAIR: Final = re.compile(r"(?:(?<=[?&])|^)[\w.%\[\]-]+=[^&#\s\"'<>]*")
"""A name and its value in a query."""


def find_coded(text: str, find: Callable[[str], list[Finding]]) -> list[Finding]:
    """What is found in a text, also where it stands as in an address; the places are those of the text."""
    found = find(text)
    plain, places = _plain(text)
    if plain == text:
        return found
    seen = (one._replace(start=places[one.start], end=places[one.end]) for one in find(plain))
    return apart([*found, *seen])


def _plain(text: str) -> tuple[str, list[int]]:
    """The text as it is meant, and where each of its signs, and its end, stands in what is written."""
    if "%" not in text and not ("+" in text and "=" in text):
        return text, []
    # A plus is a space there, and as long.
    spaced = _PAIR.sub(lambda pair: pair[0].replace("+", " "), text)
    signs: list[str] = []
    places: list[int] = []
    behind = 0
    for coded in _CODED.finditer(spaced):
        try:
            meant = bytes.fromhex(coded[0].replace("%", "")).decode()
        except UnicodeDecodeError:
            continue
        signs += spaced[behind : coded.start()]
        places += range(behind, coded.start())
        at = coded.start()
        for sign in meant:
            signs.append(sign)
            places.append(at)
            at += 3 * len(sign.encode())
        behind = coded.end()
    signs += spaced[behind:]
    places += range(behind, len(spaced) + 1)
    return "".join(signs), places
