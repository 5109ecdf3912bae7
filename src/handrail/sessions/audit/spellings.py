"""How a person's value may be written in texts, addresses, markup and file names."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from urllib.parse import quote

from handrail.errors import UsageError

_SHORTEST: Final = 3
"""A shorter value would be found in much that is not about the person."""

_BEFORE: Final = r"(?:(?<![^\W_])|(?<=%[0-9a-f]{2})|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))"
"""No letter and no digit; an escaped sign ends with one, and is none."""
_AFTER: Final = r"(?![^\W_])"
_GAP: Final = r"(?:[\s_.+-]|%20|\\[nrt]|&nbsp;)+"
"""Between two words: apps make `Ada_Lovelace.csv` and `?name=Ada+Lovelace` of them."""


def pattern_of(values: Sequence[str]) -> re.Pattern[str]:
    """Finds the values in a text, also as addresses, markup and file names write them; never inside of
    another word. Raises UsageError for none, and for one that is too short."""
    forms: dict[str, None] = {}
    for value in values:
        text = value.strip()
        if len(text) < _SHORTEST:
            raise UsageError(
                f"'{value}' is too short to search for.",
                mend=f"Give a value of at least {_SHORTEST} letters or digits.",
            )
        forms |= dict.fromkeys(_forms(text))
    if not forms:
        raise UsageError("Say what to erase.", mend="Give a value, as in: --value 'Ada Lovelace'")
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile(f"{_BEFORE}(?:{'|'.join(longest_first)}){_AFTER}", re.IGNORECASE)


def _forms(text: str) -> Iterator[str]:
    encoders: tuple[Callable[[str], str], ...] = (str, quote, html.escape, _in_json)
    # File systems take letters and their signs apart.
    for form in ("NFC", "NFD"):
        words = unicodedata.normalize(form, text).split()
        yield from (_GAP.join(re.escape(encode(word)) for word in words) for encode in encoders)


def _in_json(word: str) -> str:
    return json.dumps(word)[1:-1]
