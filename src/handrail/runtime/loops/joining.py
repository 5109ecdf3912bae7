"""Putting together what was seen of a list while it was scrolled through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.actuators import Reading

_SAME_PLACE: Final = 2
"""CSS pixels by which an element that did not move may seem to have moved."""
_NEAR: Final = 40
"""So many records before its end a list is compared with what is in view, beside what is in view itself."""


def in_order(readings: Sequence[Reading]) -> list[Reading]:
    """From the top down, as they are seen: lists that draw only what is in view use their elements again."""
    return sorted(readings, key=lambda reading: round(reading.top))


def begins_with(now: Sequence[Reading], before: Sequence[Reading]) -> bool:
    """Whether the list still holds all that it held, in the same order, and perhaps more behind it."""
    return len(now) >= len(before) and all(
        alike(one, other) or abs(one.top - other.top) < _SAME_PLACE
        for one, other in zip(now, before, strict=False)
    )


def added(now: Sequence[Reading], before: Sequence[Reading]) -> Sequence[Reading]:
    """What the next page of results brought: of a list that has only grown ("load more"), what is new."""
    more = len(now) > len(before) and all(map(alike, now, before))
    return now[len(before) :] if more else now


def joined(found: Sequence[Reading], window: Sequence[Reading]) -> list[Reading] | None:
    """What was found so far with what is in view now behind it; none where the two do not meet.

    They meet where records are the same in both. Of several ways to lay one over the other the one is taken
    in which the page's own numbers agree, else that in which the records have moved least.
    """
    if not window:
        return None
    first = window[0]
    earliest = max(0, len(found) - len(window) - _NEAR)
    meeting = [at for at in range(earliest, len(found)) if _overlap(found, window, at)]
    numbered = [at for at in meeting if first.place is not None and found[at].place == first.place]
    best = min(numbered or meeting, key=lambda at: abs(found[at].top - first.top), default=None)
    if best is None:
        return [*found, *window] if _follows(found[-1], first) else None
    return [*found[:best], *window, *found[best + len(window) :]]


def _overlap(found: Sequence[Reading], window: Sequence[Reading], at: int) -> bool:
    return all(map(alike, found[at : at + len(window)], window))


def alike(one: Reading, other: Reading) -> bool:
    """Whether two readings may be of one record: they say the same."""
    return one.key == other.key and one.values == other.values


def _follows(last: Reading, first: Reading) -> bool:
    """Whether nothing can stand between the two."""
    if last.place is not None and first.place is not None:
        return first.place == last.place + 1
    return last.height > 0 and abs(last.top + last.height - first.top) < last.height / 2
