"""Whether some list was brought down to one row, so that what is done there is done to what was sought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from handrail.compile.reading.acts import Act
from handrail.compile.reading.known import UNREADABLE, Known, Slot, fold
from handrail.sop.target import Target


class Narrowing:
    """Looks on, act by act. A list that never had more than one entry, as a menu, was narrowed by nobody."""

    def __init__(self) -> None:
        self.holds = False
        """Some list shows one row alone now."""
        self._most: dict[str, int] = {}
        self._narrowed: set[str] = set()
        self._given = False

    def see(self, act: Act, learned: Iterable[Slot]) -> None:
        """Take the next act, and what it was given."""
        self._given = self._given or any(_narrows(slot) for slot in learned)
        # A list that comes late, and says "Loading" till then, may be seen and brought down within one act.
        for change in act.changes:
            if change.frame == ():
                self._count(change.state.counts)

    def _count(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            most = self._most.get(name)
            if count == 1 and (most is None or most > 1):
                # One that is seen for the first time may have been narrowed by what was given before.
                if most is not None or self._given:
                    self._narrowed.add(name)
            elif count != 1:
                self._narrowed.discard(name)
            self._most[name] = max(count, most or 0)
        self.holds = any(count == 1 and name in self._narrowed for name, count in counts.items())


def begins_with_sought(target: Target, known: Known) -> bool:
    """Whether the row of the target begins with just what was searched for, which is its record's name, be
    the list drawn of what nobody counts."""
    first = fold(next(iter(target.near.cells), ""))
    return any(slot.origin == "searched" and fold(slot.value) == first for slot in known.read(first).slots)


def _narrows(slot: Slot) -> bool:
    return slot.origin not in UNREADABLE and not slot.signs_in
