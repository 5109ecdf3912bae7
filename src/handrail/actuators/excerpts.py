"""What another system said, short enough for a journal and without what must not stand there."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Final

from handrail.secrets.forms import MASK, SHORTEST

_LONGEST: Final = 200
_UNSEEN: Final = re.compile(r"<(script|style|head)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")


def excerpt(text: str, hidden: Iterable[str] = ()) -> str:
    """The text on one line, cut to what a person needs to see; the hidden values are masked."""
    line = scrubbed(folded(text), hidden)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def folded(text: str) -> str:
    """The text that people would read, with its white space folded; of HTML, what stands between the tags."""
    if "<" in text and re.search(r"<(!doctype|html|body|p|div|h\d)\b", text, re.IGNORECASE):
        text = html.unescape(_TAG.sub(" ", _UNSEEN.sub(" ", text)))
    return " ".join(text.split())


def scrubbed(text: str, hidden: Iterable[str]) -> str:
    """The text with every hidden value masked, the longest first."""
    for value in sorted({value for value in hidden if len(value) >= SHORTEST}, key=len, reverse=True):
        text = text.replace(value, MASK)
    return text
