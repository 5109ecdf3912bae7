"""Cutting evidence to what matters: the short stays whole; of the long, what the question speaks of. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

_CUT: Final = "\n[cut here: {left} more characters]"
_GAP: Final = "[…]"
_WORD: Final = re.compile(r"\w{4,}")
_STEM: Final = 5
"""Letters by which two forms of a word are taken for one."""
_HEAD: Final = 0.3
"""The share of what is left that the beginning of a text has in any case: it says what the text is."""


def dues(lengths: Sequence[int], characters: int) -> list[int]:
    """How many characters each of these texts may have: the long ones share what the short ones leave."""
    shares = [0] * len(lengths)
    left = characters
    for done, place in enumerate(sorted(range(len(lengths)), key=lengths.__getitem__)):
        shares[place] = min(lengths[place], left // (len(lengths) - done))
        left -= shares[place]
    return shares


def stems(text: str) -> frozenset[str]:
    """The words of a question, so that other forms of them are known again."""
    return frozenset(word[:_STEM] for word in _WORD.findall(text.casefold()))


def cut(text: str, due: int, about: Collection[str] = ()) -> str:
    """At most `due` characters of a text, and a word on how many are missing.

    With the words that a question is about, its lines that hold them go before others, in their order.
    """
    if len(text) <= due:
        return text
    kept = text[:due] if not about else _what_matters(text, due, about)
    return kept + _CUT.format(left=len(text) - len(kept.replace(_GAP, "")))


def _what_matters(text: str, due: int, about: Collection[str]) -> str:
    lines = list(_lines(text))
    left = due
    chosen: set[int] = set()
    for place, line in enumerate(lines):
        if sum(len(lines[one]) for one in chosen) >= due * _HEAD:
            break
        chosen.add(place)
        left -= len(line) + 1
    ranked = sorted(range(len(lines)), key=lambda place: (-len(stems(lines[place]) & set(about)), place))
    for place in ranked:
        if place not in chosen and len(lines[place]) + len(_GAP) + 2 <= left:
            chosen.add(place)
            left -= len(lines[place]) + len(_GAP) + 2
    return "\n".join(_joined(lines, sorted(chosen)))[:due]


def _lines(text: str) -> Iterator[str]:
    """Lines, and the sentences of long ones."""
    for line in text.splitlines():
        yield from re.split(r"(?<=[.!?]) ", line) if len(line) > 300 else (line,)


def _joined(lines: Sequence[str], chosen: Sequence[int]) -> Iterator[str]:
    before = -1
    for place in chosen:
        if place != before + 1:
            yield _GAP
        yield lines[place]
        before = place
