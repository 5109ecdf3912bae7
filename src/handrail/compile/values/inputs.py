"""The inputs of a procedure, as they are found step by step, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from handrail.compile.choices.alike.entries_named import without_words_before
from handrail.compile.choices.lists.lists import Lists
from handrail.compile.choices.rows.perhaps import record_set_in_row
from handrail.compile.choices.rows.same_item import stands_behind_data
from handrail.compile.choices.seen.picks import column_edited
from handrail.compile.effects.effect_class import sign_in_fields
from handrail.compile.effects.searches import Searches
from handrail.compile.reading.elements import name_of, undecorated
from handrail.compile.reading.known import Known, Slot, fold
from handrail.compile.reading.naming import places_around
from handrail.compile.reading.steps import Draft
from handrail.compile.values.called_by_data import called_by_data, is_called_by_record
from handrail.compile.values.reworded import is_named_with
from handrail.sop.target import Target

_PREPOSITION: Final = 3
"""Letters at the most: "of", "for", "von", "de"."""


class Inputs:
    """The variables that were found so far, and what else is known of the step that is looked at."""

    def __init__(self, drafts: Sequence[Draft], lists: Lists, form_rows: Mapping[int, str]) -> None:
        self.slots: list[Slot] = []
        self.by_key: dict[Hashable, Slot] = {}
        """Where a value was given, and which → its variable."""
        self.known = Known()
        self.searches = Searches(drafts)
        self.signing_in = sign_in_fields(drafts)
        self.place = 0
        """Of the step that is looked at."""
        self._drafts = drafts
        self._lists = lists
        self._form_rows = form_rows

    def add(self, slot: Slot, key: Hashable) -> None:
        """One more variable; `key` says where its value was given."""
        draft = self._drafts[self.place]
        slot.stands_in = places_around(draft.target, draft.act.event)
        self.by_key[key] = slot
        self.slots.append(slot)

    def label_of(self, target: Target | None) -> str:
        """What the field of the step is called that is looked at."""
        row = undecorated(self._form_rows.get(self.place, ""))
        row = row or column_edited(self._drafts, self.place) or self._lists.searched_in(self.place)
        named_by_data = target is not None and called_by_data(target, self.known) is not None
        if named_by_data or record_set_in_row(self._drafts, self.place) is not None:
            return ""
        if is_called_by_record(target, self.known) or stands_behind_data(target):
            target = without_words_before(target)
        record = self.by_key.get(("picked", self.place))
        if record is not None and target is not None and is_named_with(target, record):
            # The record is given by itself: "Stage" of "Stage of Desk Lamp".
            behind = rf"\W+(?:\w{{1,{_PREPOSITION}}}\W+)?{re.escape(fold(record.value))}$"
            return re.sub(behind, "", name_of(target))
        return row or self._lists.searched_list(self.place) or name_of(target)

    def also_named(self, slot: Slot, target: Target | None) -> None:
        """The variable is called by what this field is called, too."""
        label = self.label_of(target)
        searched = self.searches.has(self._drafts[self.place])
        names = slot.labels if searched else slot.plain_labels
        if label and label not in names:
            names.append(label)
        if not searched and slot.origin == "searched":
            # Given whole elsewhere, so it is no mere part of a name.
            slot.origin = "typed"
