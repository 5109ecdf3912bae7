"""How values and lists of things are written in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_LONGEST_VALUE: Final = 500
_LONGEST_QUERY: Final = 80

_REFERENCE: Final = re.compile(r"\{\{\s*([\w:./-]+(?:\s*\|[^{}]*?)?)\s*\}\}")


def value_words(value: str) -> str:
    """A value as people read it: a template's reference bare, everything else in quotes and on one line."""
    # Not `parse`: a rendered value may hold any braces.
    if reference := _REFERENCE.fullmatch(value):
        return f"{{{{ {reference[1]} }}}}"
    return quoted(value)


def quoted(text: str) -> str:
    """A text in quotes, on one line."""
    line = on_one_line(text)
    return f"'{line if len(line) <= _LONGEST_VALUE else line[: _LONGEST_VALUE - 1] + '…'}'"


def on_one_line(text: str) -> str:
    """A text without line breaks; where they were is seen."""
    return " ⏎ ".join(part.strip() for part in text.strip().splitlines()) if "\n" in text else text


def address_words(url: str) -> str:
    """An address as people read it in a sentence: a long query, as searches have, is cut short."""
    page, mark, query = url.partition("?")
    return url if len(query) <= _LONGEST_QUERY else f"{page}{mark}{query[: _LONGEST_QUERY - 1]}…"


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """Several things as one: "a, b and c"."""
    entries = list(words)
    if len(entries) < 2:
        return "".join(entries)
    return f"{', '.join(entries[:-1])} {conjunction} {entries[-1]}"
