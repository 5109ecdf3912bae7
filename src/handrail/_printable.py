"""Texts that others wrote, on a terminal: without what would steer it."""

from __future__ import annotations

import re
from typing import Final

# Such signs move the cursor, hide words, set the window's title, or turn the order of words around.
# The colours are our own.
_STEERS: Final = re.compile(
    r"\x1b(?!\[(?:[012]|3[1-6])m)|\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)


def printable(text: str) -> str:
    """The text with a mark in the place of each sign that steers a terminal; lines, tabs and colours stay."""
    return _STEERS.sub("\N{REPLACEMENT CHARACTER}", text)
