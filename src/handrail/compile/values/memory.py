"""What a walk over the recorded steps has learned so far of the data that was given."""

from __future__ import annotations

from collections import deque

from handrail.compile.choices.marks.calendars import Dates
from handrail.compile.criteria.opened_record import found_by
from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.addresses import named_after, route_of, segments_of, slug
from handrail.compile.reading.elements import name_of
from handrail.compile.reading.known import MIN_LENGTH, UNREADABLE, Known, Slot, fold
from handrail.compile.reading.steps import Draft
from handrail.compile.reading.texts import capitalised
from handrail.compile.values.given import Given
from handrail.compile.values.targets import depends_on_data
from handrail.sop.target import Target

_RECENT = 40


class Memory:
    """What is known when a step comes; `own` are the parts of addresses that are the app's own.

    `known` are the values, `dates` those of them that are days, `slugs` what addresses make of them. `fresh`
    are those that were given since the last document came, `opened` those by which records were found.
    """

    def __init__(self, own: frozenset[str]) -> None:
        self.known = Known()
        self.dates = Dates()
        self.slugs: set[str] = set()
        self.fresh: set[Slot] = set()
        self.opened: set[Slot] = set()
        self.own = own
        self._recent: deque[str] = deque(maxlen=_RECENT)
        self._row_words: deque[str] = deque(maxlen=_RECENT)

    def learn(self, given: Given) -> None:
        """Take over what a step learns."""
        self.fresh.update(given.learned)
        for slot in given.learned:
            self.known.learn(slot)
            self.dates.learn(slot)
            if len(slot.value) >= MIN_LENGTH and slot.origin not in UNREADABLE:
                self._recent.append(fold(slot.value))
                self.slugs.add(slug(slot.value))
        self.slugs.discard("")

    def meet(self, given: Given) -> None:
        """Take over the record that the step's own element is known by, before what it learns."""
        if given.record is not None:
            self.known.learn(given.record)

    def is_about_data(self, target: Target | None, picked: Slot | None) -> bool:
        """Whether other data lead to another element; then the words of its row are data as well."""
        if not depends_on_data(target, self.known, picked):
            return False
        row = target.near.row if target else None
        self._row_words.extend(capitalised(row or ""))
        return True

    def words_of_data(self, target: Target | None) -> frozenset[str]:
        """Words of this moment's data, and those of the recorded record in whose row the target stands."""
        return frozenset((*self._recent, *self._row_words, *self._words_of_record(target)))

    @property
    def words_of_rows(self) -> frozenset[str]:
        """Words of the rows by which records were found."""
        return frozenset(self._row_words)

    def words_of_row(self, row: str) -> frozenset[str]:
        """Words of this moment's data and of a row."""
        return frozenset((*self._recent, *self._row_words, *capitalised(row)))

    def learn_way(self, scene: Scene, met: list[Draft]) -> None:
        """What of the address that a record's link leads to is made of its name, from here on. `met` are the
        steps until then."""
        leads_to, found = scene.act.leads_to, tuple(found_by(scene))
        if leads_to is None or not found:
            return
        seen = self.own.union(*(segments_of(draft.act.event.url) for draft in met))
        called = name_of(scene.draft.target)
        for slot in found:
            name = called if fold(slot.value) in called else slot.value
            self.slugs.update(named_after(route_of(leads_to), seen, name, slot.value))

    def _words_of_record(self, target: Target | None) -> frozenset[str]:
        """Of the row in which something stands that was given, its other words are the recorded record's."""
        row = target.near.row if target is not None else None
        if row is None or not any(not slot.signs_in for slot in self.known.read(row).slots):
            return frozenset()
        return capitalised(row) - capitalised(name_of(target))
