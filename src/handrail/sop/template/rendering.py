"""Putting values in the places of their references."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from handrail.sop.template.evaluating import Lookup, evaluate
from handrail.sop.template.hiding import Hidden
from handrail.sop.template.parsing import Part, parse
from handrail.sop.values import text_of

_PATTERN_SYNTAX: Final = re.compile(r"[\^$\\.*+?()\[\]{}|/]")
"""What both Python's and a browser's regular expressions let one escape; `re.escape` goes further."""

_BEHIND_HOST: Final = re.compile(r"\w+://[^/?#]*[/?#]")


def render(text: str, lookup: Lookup) -> str:
    """The text with every reference replaced by the text of its value.

    Raises VariableError for an undefined name or a value that a filter cannot take, SopError for a broken
    template. A value is put in as it is: braces in it are not read again.
    """
    if "{{" not in text:
        return text
    return "".join(_rendered(part, lookup) for part in parse(text))


def render_pattern(text: str, lookup: Lookup) -> str:
    """Like `render`, for a regular expression: the values stand for themselves in it."""
    if "{{" not in text:
        return text
    return "".join(_escaped(part, lookup) for part in parse(text))


def render_address(text: str, lookup: Lookup) -> str:
    """Like `render`, for an HTTP address: behind its host a value is one part of it, whatever it holds."""
    if "{{" not in text:
        return text
    rendered = ""
    for part in parse(text):
        if isinstance(part, str):
            rendered += part
            continue
        value = evaluate(part, lookup)
        # What stands for a secret is shown to people, and is left readable.
        plain = isinstance(value, Hidden) or not _BEHIND_HOST.match(rendered)
        rendered += text_of(value) if plain else quote(text_of(value), safe="")
    return rendered


def stand_in(text: str, word: str = "x") -> str:
    """The text with a word in the place of every reference, to look at what stands around them."""
    return "".join(part if isinstance(part, str) else word for part in parse(text))


def _rendered(part: Part, lookup: Lookup) -> str:
    return part if isinstance(part, str) else text_of(evaluate(part, lookup))


def _escaped(part: Part, lookup: Lookup) -> str:
    if isinstance(part, str):
        return part
    value = evaluate(part, lookup)
    # What stands for a secret is shown to people, and is no pattern.
    return value if isinstance(value, Hidden) else _PATTERN_SYNTAX.sub(r"\\\g<0>", text_of(value))
