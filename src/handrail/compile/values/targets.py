"""Targets for other data: known values become variables, what belongs to the recorded record alone goes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeVar

from handrail.compile.reading.elements import (
    is_form_control,
    is_told_of_next_row,
    is_told_of_record,
    undecorated,
)
from handrail.compile.reading.known import Known, Slot, fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.narrowing import begins_with_sought
from handrail.compile.reading.stripped import (
    plain,
    without_amounts,
    without_needless_rows,
    without_row_number,
    without_writing,
)
from handrail.compile.values.called_by_data import called_by_data
from handrail.compile.values.reworded import Reworded, is_input
from handrail.sop.locator import (
    CssLocator,
    GroupLocator,
    HeadingLocator,
    LabelLocator,
    Locator,
    RoleLocator,
    RowLocator,
    TestIdLocator,
    TextLocator,
    XpathLocator,
)
from handrail.sop.target import Neighbourhood, Target

L = TypeVar("L", RoleLocator, RowLocator, TextLocator, HeadingLocator, GroupLocator)

_ALONE: Final = frozenset({"dialog", "alertdialog"})
"""There is one of these at a time, as a rule."""
_NUMBER: Final = re.compile(r"\W{0,2}(\d+)\W?")
_PLACE_IN_ROW: Final = re.compile(r"(?:^| )tr\S* > (td:nth-of-type\(\d+\)(?: > \S+)*)$")
_DIGIT: Final = re.compile(r"\d")


class Generalised:
    """One target, read with the values that are known when its step comes."""

    def __init__(self, target: Target, known: Known, own: Slot | None, *, narrowed: bool = False) -> None:
        self._target = target
        self._known = known
        self._own = own
        self._narrowed = narrowed or begins_with_sought(target, known)
        """A list had been brought down to one row before, or to those that begin with what was sought."""
        self.partial = False
        """A searched value is but a part of what the element is called."""
        self._called_by_data = called_by_data(target, known)
        self._words = Reworded(target, known, own, self._called_by_data)
        self._readings: dict[Locator, Locator | None] = {}
        for locator in target.locators:
            self._readings[locator] = self._with_variables(locator)

    @property
    def depends_on_data(self) -> bool:
        """Whether other data lead to another element."""
        return any(read is not None for read in self._readings.values())

    def target(self) -> Target:
        """The target as the SOP has it."""
        return self._by_data() if self.depends_on_data else self._as_recorded()

    def _as_recorded(self) -> Target:
        """Where none of its own locators holds a known value: by what else of it does."""
        target = self._target
        if (by_name := self._by_own_name()) is not None:
            # A cover and a title with one name: the place of the recorded one tells it from its twin.
            fields = self._words.fields()
            sides = {"before": None, "after": None}
            near = Neighbourhood.model_validate(fields["near"]).model_copy(update=sides)
            changed = {**fields, "box": None, "near": near, "locators": (by_name, *target.locators)}
            return target.model_copy(update=changed)
        if self._says_what_was_given():
            return target.model_copy(update=self._words.fields())
        if (sought := self._sought_within()) is not None:
            # What else it says, and what it is made of, is the recorded record's: the name in it leads to it.
            near = Neighbourhood(heading=target.near.heading)
            return Target(frame=target.frame, text=sought.text, near=near, locators=(sought,))
        extra = self._by_row(target.role, target.name)
        beside: list[Locator] = list(filter(None, map(self._in_known_row, target.locators)))
        if extra is None and self._narrowed and target.role is None and (placed := _placed_in_row(beside)):
            # A cell, or what is drawn in one: what it says is the recorded record's.
            words = {**self._words.fields(), "name": None, "text": None}
            return target.model_copy(update={**words, "locators": tuple(placed)})
        if extra is None:
            return self._beside_given(self._under_record(target))
        # Without a name, a role may be that of several in the row.
        found = tuple(dict.fromkeys((extra, *beside) if target.name or not beside else beside))
        if not self._narrowed:
            return target.model_copy(update={"locators": (*found, *target.locators)})
        # What else was known of it, as its address, was the recorded record's.
        return target.model_copy(update={**self._words.fields(), "locators": found})

    def _by_data(self) -> Target:
        """By the locators that hold known values, without what belongs to the recorded record alone."""
        target = self._target
        kept = [self._kept(locator, read) for locator, read in self._readings.items()]
        locators = [locator for locator in kept if locator is not None]
        # The row of the recorded record tells nothing of another one, where anything else leads to it.
        elsewhere = [locator for locator in locators if not _is_of_recorded_row(locator)]
        of_group = [locator for locator in locators if self._is_row_of_group(locator)]
        in_known: list[Locator] = list(filter(None, map(self._in_known_row, locators)))
        locators = of_group or elsewhere or in_known or locators
        update: dict[str, object] = self._words.fields()
        # Where only its row says more than was sought, its own name tells it from the row's others: "Delete".
        called = target.name or target.text or ""
        named_partly = self.partial and (not called or self._words.read(called).partial)
        if named_partly and (by_text := self._by_own_text(locators)):
            locators = by_text
            update.update(name=None, label=None, attributes=self._words.attributes_of_all())
        elif named_partly and target.role is None and (placed := _placed_in_row(locators)):
            # The text of a cell says another name there.
            locators = placed
            update.update(name=None, text=None, attributes=self._words.attributes_of_all())
        elif named_partly and (in_row := self._by_row(target.role, None)) is not None:
            # On other data the rest of the name differs: then the row tells the element, and in a row that
            # holds several of its kind, such as pictures to press, the one that says what was sought.
            if (saying := self._saying(target.role, called, in_row)) is not None:
                locators.append(saying)
            locators.append(in_row)
            update["name"] = None
        if target.role == "link" and self._words.read(called).behind_number is not None:
            # The number is the recorded record's, as is what its row says besides.
            near = Neighbourhood.model_validate(update["near"])
            update.update(name=None, text=None, near=near.model_copy(update={"row": None, "after": None}))
        if (in_cell := self._number_in_cell(locators)) is not None:
            locators = [in_cell]
            update.update(name=None, text=None)
        if self._is_row_itself() and any(isinstance(locator, RowLocator) for locator in locators):
            # The row or card itself: what else it says, and what stands beside it, are the record's.
            around = {"before": None, "after": None, "row": None}
            near = Neighbourhood.model_validate(update["near"]).model_copy(update=around)
            update.update(name=None, text=None, box=None, near=near)
        elif any("{{" in one.within.text for one in locators if isinstance(one.within, HeadingLocator)):
            # What stands beside it under the record's heading says more of that record.
            near = Neighbourhood.model_validate(update["near"])
            update.update(near=near.model_copy(update={"before": None, "after": None}), box=None)
        elif self._own is not None and (fold(called) == fold(self._own.value) or self._is_cut(called)):
            # Beside an entry stand the others, and which those are is a matter of the one that is picked.
            near = Neighbourhood.model_validate(update["near"])
            update["near"] = near.model_copy(update={"before": None, "after": None})
            if self._is_cut(called):
                update["name"] = None
        locators = [*self._in_group(locators), *locators]
        return target.model_copy(update={**update, "locators": tuple(dict.fromkeys(locators))})

    def _in_group(self, locators: Iterable[Locator]) -> list[Locator]:
        """A drawn entry that is chosen for the group it stands in: the page around that may say the same of
        some record."""
        group, own = self._target.near.group, self._own
        if not group or self._words.read(group).slots or own is None or own.origin != "chosen":
            return []
        within = GroupLocator(by="group", text=group)
        texts = (one for one in locators if isinstance(one, TextLocator) and one.within is None)
        return [one.model_copy(update={"within": within}) for one in texts if one.text == own.template]

    def _is_cut(self, called: str) -> bool:
        """Whether it is the beginning of what is picked: a name that says a paragraph is cut short."""
        begins = self._own is not None and fold(self._own.value).startswith(fold(called).removesuffix("…"))
        return begins and called.endswith("…")

    def _by_own_text(self, locators: Iterable[Locator]) -> list[Locator]:
        """Of a command whose name has the record's in it (Move "Garden chairs" to the trash), what goes by
        the text that it shows in every row."""
        text = self._target.text
        if not text or self._words.read(text).slots:
            return []
        rows = (row_of(one) for one in locators if isinstance(one, TextLocator) and one.text == text)
        known = (row for row in rows if row is not None and "{{" in row.text)
        return [TextLocator(by="text", text=text, within=row) for row in known]

    def _is_row_of_group(self, locator: Locator) -> bool:
        """Whether it is looked for in the row of a form that is called by what is chosen there: another row
        may offer the same."""
        row, group = row_of(locator), undecorated(self._target.near.group or "")
        chooses = self._own is not None and self._own.origin == "chosen"
        return chooses and row is not None and bool(group) and undecorated(row.text) == group

    def _is_row_itself(self) -> bool:
        """A row, or what is found as one by what its record is called."""
        return self._target.role == "row" or isinstance(self._target.locators[0], RowLocator)

    def _number_in_cell(self, locators: Iterable[Locator]) -> Locator | None:
        """A link that shows the number which the app gave its record: others have another there."""
        target = self._target
        number = _NUMBER.fullmatch(fold(target.name or ""))
        led = target.role == "link" and number is not None and number[1] in target.attributes.get("href", "")
        if not led or self._words.read(target.name or "").slots:
            return None
        css = (one.css for one in target.locators if isinstance(one, CssLocator) and one.within is None)
        place = next((found[1] for words in css if (found := _PLACE_IN_ROW.search(words))), None)
        rows = (row for row in map(row_of, locators) if row is not None and row.role == "row")
        row = next((row for row in rows if "{{" in row.text), None)
        return None if place is None or row is None else CssLocator(by="css", css=place, within=row)

    def _under_record(self, target: Target) -> Target:
        """Where no words of its own lead to it, it is known by where it stands: under the name of whichever
        record."""
        heading = target.near.heading
        by_place = all(
            isinstance(locator, CssLocator | XpathLocator)
            or (isinstance(locator, RoleLocator) and not locator.name and _is_in_part(locator))
            for locator in target.locators
        )
        named = target.name or (target.label and not by_place)
        if named or heading is None or self._known.read(heading).partial:
            around = {
                name: self._words.open_record(getattr(target.near, name)) for name in ("heading", "section")
            }
            return target.model_copy(update={"near": target.near.model_copy(update=around)})
        told: dict[str, str | None] = {
            "heading": None
            if self._words.read(heading).goes_on
            else self._words.open_record(self._words.text(heading))
        }
        if by_place and not target.label and not target.text:
            # A part of the page without words: what else tells of it may name the record as well.
            told |= {
                name: self._words.beside(name, value) for name, value in target.near if isinstance(value, str)
            }
            if any(map(is_input, self._words.read(heading).slots)) and not is_form_control(target):
                # What stands around a sign under a record's name is said of that record.
                told |= {"before": None, "after": None}
        return target.model_copy(update={"near": target.near.model_copy(update=told)})

    def _beside_given(self, target: Target) -> Target:
        """Beside what was given just now, as in the cell or the tag before, others have what they gave."""
        sides = {side: self._known.exact(getattr(target.near, side) or "") for side in ("before", "after")}
        given = {side: slot.template for side, slot in sides.items() if slot is not None and _is_given(slot)}
        return target.model_copy(update={"near": target.near.model_copy(update=given)}) if given else target

    def _kept(self, locator: Locator, read: Locator | None) -> Locator | None:
        if read is not None:
            return read
        is_own = isinstance(locator, CssLocator | TestIdLocator) and locator.within is None
        if not is_own or self._target.near.row is not None:
            return None
        words = locator.css if isinstance(locator, CssLocator) else str(getattr(locator, "value", ""))
        structural = ":nth-of-type(" in words or " > " in words
        return None if structural or self._of_record(words) else locator

    def _of_record(self, words: str) -> bool:
        """Whether a selector goes by what belongs to the recorded record, or to what was picked there."""
        picked = self._own is not None and self._own.value in words
        other = self._own is not None and "[value=" in words
        return picked or other or "href" in words or _DIGIT.search(words) is not None

    def _with_variables(self, locator: Locator) -> Locator | None:
        """The locator with variables in it; none where it holds no known value."""
        within = None if locator.within is None else self._around(locator.within)
        own: Locator | None = None
        match locator:
            case RoleLocator() if locator.name:
                own = self._filled(locator, "name", locator.name)
            case RowLocator():
                own = self._filled(locator, "text", locator.text)
            case TextLocator():
                own = self._filled(locator, "text", locator.text)
            case LabelLocator() if self._own is not None and fold(locator.text) == fold(self._own.value):
                own = locator.model_copy(update={"text": self._own.template})
            case HeadingLocator() if not self._words.read(locator.text).partial:
                own = self._filled(locator, "text", locator.text)
            case GroupLocator() if not self._words.read(locator.text).partial:
                own = self._filled(locator, "text", locator.text)
            case LabelLocator() if self._called_by_data is not None:
                own = locator.model_copy(update={"text": self._called_by_data.template})
        if own is None and within is None:
            return None
        found = own or locator
        return found if within is None else found.model_copy(update={"within": within})

    def _around(self, locator: Locator) -> Locator | None:
        """What the element is looked for in, with variables; a dialog that says more than was searched for is
        known by being one."""
        if isinstance(locator, RoleLocator) and locator.role in _ALONE and locator.name:
            reading = self._words.read(locator.name)
            if reading.partial and self._words.counts(reading, chosen_too=False):
                return locator.model_copy(update={"name": None})
        return self._with_variables(locator)

    def _filled(self, locator: L, field: str, text: str) -> L | RowLocator | None:
        reading = self._words.read(text)
        if not self._words.counts(reading, chosen_too=isinstance(locator, RowLocator)):
            return None
        if isinstance(locator, RoleLocator) and locator.role == "link" and reading.behind_number is not None:
            return RowLocator(by="row", role="link", text=reading.behind_number.template)
        says_more = any(map(str.isalnum, reading.rest))
        if isinstance(locator, RowLocator) and says_more and all(one.signs_in for one in reading.slots):
            # Each row of what one has made oneself says who did.
            return None
        self.partial = self.partial or reading.partial
        numbered = any(map(str.isdigit, reading.rest))
        if isinstance(locator, RowLocator) and (reading.partial or numbered):
            # The rest of what the row says, as its number, is that of the recorded record.
            slot = max(reading.slots, key=lambda known: len(known.value))
            return locator.model_copy(update={field: slot.template, "exact": False})
        return locator.model_copy(update={field: reading.text})

    def _by_own_name(self) -> Locator | None:
        """The record that the step picks by its name, where none of the locators goes by that."""
        target, own = self._target, self._own
        if own is None or target.role != "link" or fold(target.name or "") != fold(own.value):
            return None
        return RoleLocator(by="role", role=target.role, name=own.template)

    def _says_what_was_given(self) -> bool:
        """Whether it is found by its place alone, and says nothing but a value: an entry that stands twice in
        the list, once to be added as it was typed and once to be picked."""
        target = self._target
        own = [text for text in (target.name, target.text) if text]
        placed = all(isinstance(locator, CssLocator | XpathLocator) for locator in target.locators)
        slots = [self._known.exact(text) for text in own]
        given = bool(own) and all(slot is not None and is_input(slot) for slot in slots)
        return placed and given and not is_form_control(target)

    def _sought_within(self) -> TextLocator | None:
        """What was searched for, in an element without a role that says more and is known by its place: a
        card, which is pressed as a whole."""
        target = self._target
        placed = all(isinstance(locator, CssLocator | XpathLocator) for locator in target.locators)
        reading = self._known.read(target.text or "")
        slots = [slot for slot in reading.slots if slot.origin == "searched" and is_input(slot)]
        if not placed or target.role is not None or len(slots) != 1 or not reading.partial:
            return None
        return TextLocator(by="text", text=slots[0].template)

    def _by_row(self, role: str | None, name: str | None) -> Locator | None:
        """The element by the row in which a known value stands, where locators went by the row."""
        row = next((found for found in map(row_of, self._target.locators) if found is not None), None)
        if row is None or role is None or (within := self._known_row(row)) is None:
            return None
        return RoleLocator(by="role", role=role, name=name, within=within)

    def _saying(self, role: str | None, called: str, in_row: Locator) -> RowLocator | None:
        """The element in its row by the part of its name that was sought."""
        found = row_of(in_row)
        slots = [slot for slot in self._words.read(called).slots if is_input(slot)]
        if role is None or role == "row" or found is None or not slots:
            return None
        slot = max(slots, key=lambda known: len(known.value))
        return RowLocator(by="row", role=role, text=slot.template, within=found)

    def _in_known_row(self, locator: Locator) -> Locator | None:
        """The locator in the row in which a known value stands, where it is looked for right in a row."""
        if not isinstance(locator.within, RowLocator) or (within := self._known_row(locator.within)) is None:
            return None
        return locator.model_copy(update={"within": within})

    def _known_row(self, row: RowLocator) -> RowLocator | None:
        near = self._target.near
        slots = [slot for slot in self._known.read(near.row or ", ".join(near.cells)).slots if is_input(slot)]
        if not slots:
            return None
        if self._narrowed:
            # The row also shows what other records were given before; it was found by what was sought now.
            slots = list(self._known.latest(slots))
        slot = max(slots, key=lambda known: len(known.value))
        parts = {fold(row.text) if row.exact else "", *map(fold, self._target.near.cells)}
        return row.model_copy(update={"text": slot.template, "exact": fold(slot.value) in parts})


def _placed_in_row(locators: Iterable[Locator]) -> list[Locator]:
    """What goes by the place in a row that is found by data."""
    css = ((one, row_of(one)) for one in locators if isinstance(one, CssLocator) and "[" not in one.css)
    return [one for one, row in css if row is not None and "{{" in row.text]


def for_other_data(
    target: Target, known: Known, *, narrowed: bool = False, own: Slot | None = None
) -> Target:
    """The target with variables for what is known at its step; `own` is what the step itself picks."""
    target = without_row_number(without_amounts(without_needless_rows(without_writing(plain(target)))))
    found = Generalised(target, known, own, narrowed=narrowed).target()
    before = target.near.before
    of_others = is_told_of_record(target, before) or is_told_of_next_row(target, before)
    unsaid = {"before": None} if of_others else {}
    return found.model_copy(update={"near": found.near.model_copy(update={"cells": (), **unsaid})})


def depends_on_data(target: Target | None, known: Known, own: Slot | None = None) -> bool:
    """Whether other data lead to another element."""
    return target is not None and Generalised(plain(target), known, own).depends_on_data


def _is_given(slot: Slot) -> bool:
    return slot.origin == "chosen" or is_input(slot)


def _is_of_recorded_row(locator: Locator) -> bool:
    row = row_of(locator)
    return row is not None and "{{" not in row.text


def _is_in_part(locator: RoleLocator) -> bool:
    """Whether it is looked for on the page, or in one of its dialogs or parts, and in no record's row."""
    return locator.within is None or isinstance(locator.within, RoleLocator)
