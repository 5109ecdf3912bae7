"""Variables: which recorded values are inputs, which of them are the same, and which were read elsewhere."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from handrail.compile.choices.among import without_words_before
from handrail.compile.choices.boards import column_dropped_on
from handrail.compile.choices.boxes import own_boxes
from handrail.compile.choices.calendars import field_of_day, name_in_words, shown_before
from handrail.compile.choices.drags import dropped_on
from handrail.compile.choices.form_rows import rows_of_forms
from handrail.compile.choices.lists import Lists
from handrail.compile.choices.perhaps import record_set_in_row
from handrail.compile.choices.picking import Picking
from handrail.compile.choices.picks import column_edited
from handrail.compile.choices.replaced import Replaced
from handrail.compile.choices.same_item import stands_behind_data
from handrail.compile.effects.effect_class import is_code, sign_in_fields
from handrail.compile.effects.searches import Searches
from handrail.compile.reading.addresses import host_name, path_of
from handrail.compile.reading.elements import (
    is_editable_region,
    name_of,
    undecorated,
)
from handrail.compile.reading.known import Known, Origin, Part, Reading, Slot, fold, is_telling
from handrail.compile.reading.naming import places_around
from handrail.compile.reading.narrowing import Narrowing
from handrail.compile.reading.steps import Draft
from handrail.compile.reading.uploads import pressed_for
from handrail.compile.values.copies import can_be_read_again, name_of_copied
from handrail.compile.values.sightings import Sightings
from handrail.compile.values.targets import called_by_data, is_called_by_record
from handrail.recording.event import Clipboard, Downloaded, Input, RecordedEvent, Upload
from handrail.recording.merging import element_key
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop.document import VariableType
from handrail.sop.target import Target
from handrail.sop.values import misfit

Parts = tuple[Part, ...]


@dataclass(frozen=True)
class Given:
    """What one step is given: its action's values in order, its prompts' answers, what it reads."""

    values: tuple[Parts, ...] = ()
    answers: tuple[Parts | None, ...] = ()
    into: Slot | None = None
    picked: Slot | None = None
    """The record or option that the step picks out of a list, by its name."""
    learned: tuple[Slot, ...] = ()
    dropped: bool = False
    """The step is not to be done: it copies something that cannot be found again on other data."""
    replaced: Replaced | None = None
    """What the entry that the step clicks on took the place of."""
    closes: bool = False
    """The list goes as the entry is picked."""


def find_inputs(drafts: Sequence[Draft], events: Sequence[RecordedEvent]) -> tuple[list[Given], list[Slot]]:
    """What every draft is given, and the variables in the order of their first use."""
    finder = _Finder(drafts, events)
    given = [finder.look_at(place, draft) for place, draft in enumerate(drafts)]
    return given, finder.slots


class _Finder:
    """Walks over the drafts and recognises values that were there before."""

    def __init__(self, drafts: Sequence[Draft], events: Sequence[RecordedEvent]) -> None:
        self.slots: list[Slot] = []
        self._file_names: list[Slot] = []
        """Of the step that is looked at."""
        self._drafts = drafts
        self._sightings = Sightings(events)
        self._known = Known()
        self._by_key: dict[Hashable, Slot] = {}
        self._narrowing = Narrowing()
        self._signing_in = sign_in_fields(drafts)
        self._searches = Searches(drafts)
        self._form_rows = rows_of_forms(drafts)
        self._place = 0
        self._lists = Lists(drafts)
        self._boxes = own_boxes(drafts)
        self._picking = Picking(
            drafts, self._lists, self._known, self._narrowing, self._form_rows, self._boxes
        )
        self._chosen_next: dict[int, Slot] = {}
        """Place of a step → what its list's field was given before: the name of the entry that it picks."""
        self._copied: dict[str, Clipboard] = {}
        for event in events:
            if isinstance(event, Clipboard) and event.what != "paste":
                self._copied.setdefault(fold(event.text), event)
        self._pasted = {fold(text) for draft in drafts if (text := _pasted_text(draft))}

    def look_at(self, place: int, draft: Draft) -> Given:
        """The values of one step."""
        self._place = place
        before = len(self.slots)
        self._file_names.clear()
        answers = tuple(self._answer(dialog.message, dialog.text) for dialog in draft.dialogs)
        into, dropped = self._into(place, draft)
        picked = self._picked(place, draft)
        values = () if into or dropped else self._values(place, draft)
        found = [slot for parts in (*values, *(a for a in answers if a)) for slot in parts]
        used = [slot for slot in found if isinstance(slot, Slot)]
        learned = tuple(dict.fromkeys([*used, *self.slots[before:], *self._file_names]))
        for slot in learned:
            self._known.learn(slot)
        self._narrowing.see(draft.act, learned)
        replaced = self._lists.replaced_by(place) or self._lists.chosen_over_form(place)
        closes = self._lists.closes(place)
        return Given(values, answers, into, picked, learned, dropped, replaced, closes)

    def _values(self, place: int, draft: Draft) -> tuple[Parts, ...]:
        action = draft.action
        match action:
            case sop.Fill() if (choice := self._lists.begun_choice(place, action.value)) is not None:
                option, whole = choice
                given_in_part = fold(option) != fold(action.value)
                parts = self._typed(
                    draft, option if whole else action.value, begun=not whole, picked=given_in_part
                )
                if whole and isinstance(given := parts[0], Slot) and given.value == option:
                    self._chosen_next[place + 1] = given
                return (parts,)
            case sop.Fill():
                return (self._filled(draft, action.value),)
            case sop.Type() if len(action.text) > 1 or action.text.isdigit():
                return (self._typed(draft, action.text),)
            case sop.Paste():
                return (self._typed(draft, action.text),)
            case sop.Check() | sop.Uncheck() if (name := self._boxes.get(place)) is not None:
                return (self._ticked(draft, name),) if draft not in self._signing_in else ()
            case sop.Select():
                return tuple(self._chosen(draft, option) for option in action.options)
            case sop.PickDate():
                return (self._dated(place, draft, action.date),)
            case sop.Drag() if (column := column_dropped_on(draft)) is not None:
                return (self._dropped_on(draft, column),)
            case sop.Drag() if (name := dropped_on(draft)) is not None:
                return self._dropped(draft, name)
            case sop.Upload():
                return tuple(self._uploaded(draft, place) for place in range(len(action.files)))
            case _:
                return ()

    def _filled(self, draft: Draft, value: str) -> Parts:
        event = draft.act.event
        masked = isinstance(event, Input) and event.masked
        if masked or (draft.target is not None and draft.target.input_type == "password"):
            return (self._secret(draft),)
        if fold(value) == "":
            return (value,)
        if draft.act.pasted and draft.act.pasted != value and draft.act.pasted in value:
            lead, _, rest = value.partition(draft.act.pasted)
            pasted = self._typed(draft, draft.act.pasted)
            return tuple(part for part in (lead, *pasted, rest) if part != "")
        return self._typed(draft, value)

    def _secret(self, draft: Draft) -> Slot:
        label = name_of(draft.target) or "password"
        prefix = host_name(draft.act.event.url, draft.act.event.title)
        signs_in = self._is_of_sign_in(draft)
        key = ("secret", prefix, _first_typed(draft) or label, signs_in)
        slot = self._by_key.get(key)
        if slot is None:
            told = f"Goes into '{label}'."
            slot = Slot(MASK, "secret", labels=[label], prefix=prefix, description=told, signs_in=signs_in)
            self._add(slot, key)
        return slot

    def _is_of_sign_in(self, draft: Draft) -> bool:
        """Whether it is a password that signs in, as far as its page says, or the recording says what is the
        same; one that is given to somebody else is another."""
        at, first = path_of(draft.act.event.url), _first_typed(draft)
        here = [one for one in self._signing_in if path_of(one.act.event.url) == at]
        return draft in self._signing_in or any(_first_typed(one) in (first, None) for one in here)

    def _typed(self, draft: Draft, value: str, *, begun: bool = False, picked: bool = False) -> Parts:
        """The value of a field, which may only have `begun` what a list then offered; `picked`: only its
        beginning was typed, and nobody carried it over from where it was to be read as well."""
        target, typed_on = draft.target, draft.act.target
        if target is None and typed_on is not None and (typed_on.label or typed_on.name):
            target = typed_on
        label = self._label_of(target)
        signs_in = draft in self._signing_in
        again = self._same_as(draft, value)
        if again is not None:
            again.signs_in = again.signs_in and signs_in
            self._also_named(again, target)
            return (again,)
        composed = self._composed(value) if _type_of(target, value) == "text" else None
        if composed is not None:
            return composed
        searched = self._searches.has(draft)
        origin: Origin = "searched" if searched else "typed"
        slot = Slot(value, origin, _type_of(target, value), signs_in=signs_in)
        slot.description = f"Goes into '{label}'." if label else ""
        self._also_named(slot, target)
        if not label and is_editable_region(target):
            slot.labels.append("text")
        if begun:
            slot.origin, slot.begins = "searched", True
        if not picked:
            self._carry_over(draft, slot)
        self._add(slot, ("typed", draft.page, element_key(target), value))
        return (slot,)

    def _same_as(self, draft: Draft, value: str) -> Slot | None:
        """The variable that this value is already, if the two are one for certain enough."""
        here = self._by_key.get(("typed", draft.page, element_key(draft.target), value))
        # What has the focus is another cell each time.
        if here is not None and draft.target is not None:
            return here
        slot = self._known.exact(value)
        if slot is None or slot.origin == "chosen":
            return None
        kind = _type_of(draft.target, value)
        same_label = name_of(draft.target) in (*slot.labels, *slot.plain_labels)
        return slot if same_label or (kind == "text" and slot.type == "text") else None

    def _composed(self, value: str) -> Parts | None:
        """The value as several known ones and nothing else: first name, blank, last name."""
        reading: Reading = self._known.read(value)
        slots = reading.slots
        if len(reading.parts) < 2 or any(letter.isalnum() for letter in reading.rest) or "\n" in value:
            return None
        return reading.parts if all(slot.origin in {"typed", "read"} for slot in slots) else None

    def _carry_over(self, draft: Draft, slot: Slot) -> None:
        began = draft.act.began if draft.act.began is not None else draft.act.event.seq
        copied = self._copied.get(fold(slot.value))
        self._sightings.read_up_to(began)
        # What the page itself put into the clipboard was on the page.
        frame = draft.target.frame if draft.target is not None else ()
        # The event itself tells the page's own address; the last look may still be at the page before.
        shown = self._sightings.shown_in(draft.act.event.page, frame) if frame else ""
        here = (draft.act.event.url, shown)
        not_on = () if _pasted_text(draft) else here
        if copied is not None and copied.seq < began:
            title = copied.title
        elif seen := self._sightings.find(slot.value, not_on=not_on):
            title, slot.made = seen.title or seen.page, seen.made
        else:
            return
        slot.carried_from = title
        slot.description = f"Carried over from '{title}'." if title else "Carried over from another page."

    def _ticked(self, draft: Draft, name: str) -> Parts:
        value = "true" if isinstance(draft.action, sop.Check) else "false"
        slot = Slot(value, "ticked", "boolean", [name], description=f"Whether '{name}' is ticked.")
        self._add(slot, ("ticked", draft.page, element_key(draft.target)))
        return (slot,)

    def _chosen(self, draft: Draft, option: str) -> Parts:
        label = self._label_of(draft.target)
        key = ("chosen", draft.page, element_key(draft.target), option)
        slot = self._by_key.get(key)
        if slot is not None:
            return (slot,)
        reading = self._known.read(option)
        # That whoever signs in chose their own name, of all that the list offers, says nothing either.
        given = all(slot.origin != "chosen" and not slot.signs_in for slot in reading.slots)
        if reading.slots and not reading.partial and given:
            return reading.parts
        if option.strip() == "":
            return (option,)
        slot = Slot(option, "chosen", description=f"Option of '{label}'." if label else "")
        self._also_named(slot, draft.target)
        self._add(slot, key)
        return (slot,)

    def _dropped_on(self, draft: Draft, column: str) -> Parts:
        key = ("column", draft.page, column)
        if key not in self._by_key:
            told = "The column that the card is dragged into, by its name."
            self._add(Slot(column, "chosen", labels=["column"], description=told), key)
        return (self._by_key[key],)

    def _dated(self, place: int, draft: Draft, day: str) -> Parts:
        """The date that was picked in a calendar, called after the field that shows it, or what opened it."""
        field = field_of_day(draft)
        label = field[0] if field else name_in_words(draft.target) or shown_before(draft, day)
        label = label or self._range_of(place)
        slot = Slot(day, "typed", "date", description="Picked in the calendar.")
        if label:
            slot.plain_labels.append(label)
            slot.description = f"Picked in the calendar of '{label}'."
        self._add(slot, ("date", place))
        return (slot,)

    def _range_of(self, place: int) -> str:
        """What the end of a time is called whose beginning was picked right before in the same calendar."""
        before = self._drafts[place - 1]
        label = name_of(before.target)
        return f"{label} end" if isinstance(before.action, sop.PickDate) and label else ""

    def _dropped(self, draft: Draft, name: str) -> tuple[Parts, ...]:
        """What something is dropped on, as the column of a board."""
        if self._known.read(name).slots:
            return ()
        slot = Slot(
            name, "chosen", labels=["dropped onto"], description="What it is dropped on, by its name."
        )
        self._add(slot, ("dropped", draft.page, self._place))
        return ((slot,),)

    def _uploaded(self, draft: Draft, place: int) -> Parts:
        event = draft.act.event
        assert isinstance(event, Upload)
        file = event.files[place]
        key = ("file", file.sha256 or file.name)
        slot = self._by_key.get(key)
        if slot is None:
            label = name_of(draft.target)
            slot = Slot(file.stored or "", "file", "file", description="A file to upload.")
            named = is_named_field(draft.target) or pressed_for(draft.act) == label
            slot.labels.append(label if named else "file")
            slot.description = f"File for '{label}'." if label else slot.description
            self._add(slot, key)
        self._file_names.append(Slot(file.name, "file name", file=slot))
        return (slot,)

    def _answer(self, message: str, text: str | None) -> Parts | None:
        if not text:
            return None if text is None else (text,)
        slot = self._known.exact(text)
        if slot is None:
            label = " ".join(message.split()[:5])
            slot = Slot(text, "typed", labels=[label], description=f"Answer to '{fold(message)}'.")
            self._add(slot, ("answer", message, text))
        return (slot,)

    def _into(self, place: int, draft: Draft) -> tuple[Slot | None, bool]:
        """The variable that a step reads something into, if it does."""
        event = draft.act.event
        if isinstance(draft.action, sop.Download):
            files = draft.act.all(Downloaded)
            slot = Slot(files[0].file.name if files else "", "downloaded", "file")
            slot.labels.append(f"{name_of(draft.target)} file")
            slot.description = f"The file that '{name_of(draft.target)}' gives."
            self._add(slot, ("download", place))
            return slot, False
        if not isinstance(draft.action, sop.Copy) or not isinstance(event, Clipboard):
            return None, False
        text = fold(event.text)
        if not can_be_read_again(draft.target, text):
            return None, True
        known = self._known.exact(text)
        used_later = text in self._pasted
        if known is not None or (not used_later and self._copies_after(place)):
            # A value that the procedure has already needs no reading; of idle copies the last one counts.
            return None, True
        slot = Slot(event.text, "read", labels=[name_of_copied(draft.target, text)])
        slot.description = "Copied during the run."
        self._add(slot, ("copied", place))
        return slot, False

    def _picked(self, place: int, draft: Draft) -> Slot | None:
        """What is picked out of a list: which one is for every run to say."""
        if (marked := self._pressed_twice(place, draft)) is not None:
            return marked
        begun = self._chosen_next.get(place)
        if begun is not None and not is_telling(fold(begun.value)):
            # "Go" would not be known again by its letters alone.
            self._lists.picks.add(place)
            return begun
        sought = [slot.value for slot in self.slots if slot.origin == "searched"]
        if (ticked := self._picking.entry_ticked(place, draft, sought)) is not None:
            self._boxes.pop(place, None)
        pick = self._picking.pick(place, draft, sought, ticked)
        if pick is None:
            return None
        key: Hashable = ("option", draft.page, pick.label, pick.name) if pick.is_option else ("picked", place)
        if key not in self._by_key:
            origin: Origin = "chosen" if pick.is_option else "typed"
            slot = Slot(pick.name, origin, labels=[pick.label], description=pick.description)
            slot.heads = any(fold(pick.name) in view.new_headings for view in draft.act.views)
            self._add(slot, key)
        self._lists.picks.add(place)
        return self._by_key[key]

    def _pressed_twice(self, place: int, draft: Draft) -> Slot | None:
        """What was chosen by the first press on an entry of a native list that is pressed twice."""
        target, before = draft.target, self._drafts[place - 1] if place else None
        if before is None or not isinstance(draft.action, sop.DoubleClick) or target is None:
            return None
        if target.tag != "option" or not isinstance(before.action, sop.Select) or before.page != draft.page:
            return None
        if before.action.options != (fold(target.name or ""),):
            return None
        return self._by_key.get(("chosen", before.page, element_key(before.target), *before.action.options))

    def _copies_after(self, place: int) -> bool:
        return any(isinstance(draft.action, sop.Copy) for draft in self._drafts[place + 1 :])

    def _label_of(self, target: Target | None) -> str:
        """What the field of the step is called that is looked at."""
        row = undecorated(self._form_rows.get(self._place, ""))
        row = row or column_edited(self._drafts, self._place) or self._lists.searched_in(self._place)
        named_by_data = target is not None and called_by_data(target, self._known) is not None
        if named_by_data or record_set_in_row(self._drafts, self._place) is not None:
            return ""
        if is_called_by_record(target, self._known) or stands_behind_data(target):
            target = without_words_before(target)
        return row or self._lists.searched_list(self._place) or name_of(target)

    def _also_named(self, slot: Slot, target: Target | None) -> None:
        label = self._label_of(target)
        searched = self._searches.has(self._drafts[self._place])
        names = slot.labels if searched else slot.plain_labels
        if label and label not in names:
            names.append(label)
        if not searched and slot.origin == "searched":
            # Given whole elsewhere, so it is no mere part of a name.
            slot.origin = "typed"

    def _add(self, slot: Slot, key: Hashable) -> None:
        draft = self._drafts[self._place]
        slot.stands_in = places_around(draft.target, draft.act.event)
        self._by_key[key] = slot
        self.slots.append(slot)


def _first_typed(draft: Draft) -> int | None:
    """The event by which a secret's value was typed first, if it is told; a code is new each time."""
    event = draft.act.event
    if not isinstance(event, Input) or event.same_as is None or is_code(draft):
        return None
    return event.same_as or event.seq


def is_named_field(target: Target | None) -> bool:
    """Whether the upload's target is a file field with a label of its own."""
    return target is not None and target.input_type == "file" and bool(target.label or target.name)


def _pasted_text(draft: Draft) -> str | None:
    event = draft.act.event
    if isinstance(event, Clipboard) and event.what == "paste":
        return event.text
    return draft.act.pasted


def _type_of(target: Target | None, value: str) -> VariableType:
    kinds: dict[str | None, VariableType] = {"number": "number", "range": "number", "date": "date"}
    slides = target is not None and target.role == "slider"
    kind = "number" if slides else kinds.get(target.input_type if target else None, "text")
    return "text" if misfit(kind, value) else kind
