"""Differences as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from handrail.sop.diff.model import Difference, Kind

_SIGNS: Final[dict[Kind, str]] = {"added": "+", "removed": "-"}


def render(differences: Sequence[Difference]) -> str:
    """The differences as lines, those of one thing together; without colours."""
    return "\n".join(_lines(differences)) + "\n"


def _lines(differences: Sequence[Difference]) -> Iterator[str]:
    if not differences:
        yield "no difference"
        return
    told = [difference for difference in differences if not difference.follows]
    for (words, is_whole), group in groupby(told, key=lambda each: (each.words, _is_whole(each))):
        if is_whole:
            yield from (f"{_SIGNS[each.kind]} {words}: {each.after or each.before}" for each in group)
        else:
            yield from (f"~ {words}", *(f"    {each.sentence}" for each in group))
    if following := len(differences) - len(told):
        noun = "connection is" if following == 1 else "connections are"
        yield f"  {following} {noun} different as a consequence"


def _is_whole(difference: Difference) -> bool:
    """Whether all of a thing came or went; a connection is told like a change of its step."""
    return difference.kind in ("added", "removed") and difference.about != "connection"
