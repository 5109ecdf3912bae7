"""Which of the steps that two SOPs share stand elsewhere."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from handrail.sop.document import Sop
from handrail.sop.graph import levels


def moved(old: Sop, new: Sop) -> frozenset[str]:
    """The ids of steps that are in another container, or that jumped over others in theirs.

    As few as possible: where one step jumped over five, it moved, and not the five.
    """
    before = _places(old)
    found: set[str] = set()
    for container, nodes in levels(new):
        parent = container.id if container else None
        stayed = []
        for node in nodes:
            if node.id not in before:
                continue
            if before[node.id][0] == parent:
                stayed.append(node.id)
            else:
                found.add(node.id)
        kept = _longest_rising([before[id][1] for id in stayed])
        found.update(id for place, id in enumerate(stayed) if place not in kept)
    return frozenset(found)


def _places(sop: Sop) -> dict[str, tuple[str | None, int]]:
    return {
        node.id: (container.id if container else None, place)
        for container, nodes in levels(sop)
        for place, node in enumerate(nodes)
    }


def _longest_rising(numbers: Sequence[int]) -> frozenset[int]:
    """The places of a longest rising subsequence (patience sorting)."""
    ends: list[int] = []
    places: list[int] = []
    before: list[int | None] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        ends[length : length + 1] = [number]
        places[length : length + 1] = [place]
        before.append(places[length - 1] if length else None)
    kept: set[int] = set()
    at = places[-1] if places else None
    while at is not None:
        kept.add(at)
        at = before[at]
    return frozenset(kept)
