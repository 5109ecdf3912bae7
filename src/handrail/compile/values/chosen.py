"""Values that were not typed: boxes, options, columns, days, files, answers to dialogs."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.choices.marks.calendars import (
    field_of_day,
    name_in_words,
    shown_before,
    without_date_said,
)
from handrail.compile.reading.elements import name_of
from handrail.compile.reading.known import Origin, Slot, fold
from handrail.compile.reading.steps import Draft
from handrail.compile.reading.uploads import pressed_for
from handrail.compile.values.given import Parts
from handrail.compile.values.inputs import Inputs
from handrail.recording.event import Upload
from handrail.recording.merging import element_key
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop.target import Target


class ChosenValues:
    """What was ticked, chosen, dropped, picked or given as a file: an input each."""

    def __init__(self, inputs: Inputs, drafts: Sequence[Draft]) -> None:
        self._inputs = inputs
        self._drafts = drafts
        self.file_names: list[Slot] = []
        """Of the files that the step gives which is looked at."""

    def ticked(self, draft: Draft, name: str) -> Parts:
        """Whether a box is ticked that is called so."""
        value = "true" if isinstance(draft.action, sop.Check) else "false"
        slot = Slot(value, "ticked", "boolean", [name], description=f"Whether '{name}' is ticked.")
        self._inputs.add(slot, ("ticked", draft.page, element_key(draft.target)))
        return (slot,)

    def chosen(self, draft: Draft, option: str) -> Parts:
        """An option of a list."""
        label = self._inputs.label_of(draft.target)
        key = ("chosen", draft.page, element_key(draft.target), option)
        slot = self._inputs.by_key.get(key)
        if slot is not None:
            return (slot,)
        reading = self._inputs.known.read(option)
        # That whoever signs in chose their own name, of all that the list offers, says nothing either.
        given = all(slot.origin != "chosen" and not slot.signs_in for slot in reading.slots)
        if reading.slots and not reading.partial and given:
            return reading.parts
        if option.strip() == "":
            return (option,)
        slot = Slot(option, "chosen", description=f"Option of '{label}'." if label else "")
        self._inputs.also_named(slot, draft.target)
        self._inputs.add(slot, key)
        return (slot,)

    def dropped_on(self, draft: Draft, column: str) -> Parts:
        """The column of a board that a card is dropped on."""
        key = ("column", draft.page, column)
        if key not in self._inputs.by_key:
            told = "The column that the card is dragged into, by its name."
            self._inputs.add(Slot(column, "chosen", labels=["column"], description=told), key)
        return (self._inputs.by_key[key],)

    def dropped(self, draft: Draft, name: str) -> tuple[Parts, ...]:
        """What something is dropped on, as the column of a board."""
        if self._inputs.known.read(name).slots:
            return ()
        slot = Slot(
            name, "chosen", labels=["dropped onto"], description="What it is dropped on, by its name."
        )
        self._inputs.add(slot, ("dropped", draft.page, self._inputs.place))
        return ((slot,),)

    def dated(self, place: int, draft: Draft, day: str) -> Parts:
        """The date that was picked in a calendar, called after the field that shows it, or what opened it."""
        field, opener = field_of_day(draft), draft.target
        # That it shows the date of the recorded record is no name for what is picked.
        opener = (without_date_said(opener) if opener is not None else None) or opener
        label = field[0] if field else name_in_words(opener) or shown_before(draft, day)
        label = label or self._range_of(place)
        slot = Slot(day, "typed", "date", description="Picked in the calendar.")
        if label:
            slot.plain_labels.append(label)
            slot.description = f"Picked in the calendar of '{label}'."
        self._inputs.add(slot, ("date", place))
        return (slot,)

    def _range_of(self, place: int) -> str:
        """What the end of a time is called whose beginning was picked right before in the same calendar."""
        before = self._drafts[place - 1]
        label = name_of(before.target)
        return f"{label} end" if isinstance(before.action, sop.PickDate) and label else ""

    def uploaded(self, draft: Draft, place: int) -> Parts:
        """The file at this place of those that are given."""
        event = draft.act.event
        assert isinstance(event, Upload)
        file = event.files[place]
        key = ("file", file.sha256 or file.name)
        slot = self._inputs.by_key.get(key)
        if slot is None:
            label = name_of(draft.target)
            slot = Slot(file.stored or "", "file", "file", description="A file to upload.")
            named = is_named_field(draft.target) or pressed_for(draft.act) == label
            slot.labels.append(label if named else "file")
            slot.description = f"File for '{label}'." if label else slot.description
            self._inputs.add(slot, key)
        self.file_names.append(Slot(file.name, "file name", file=slot))
        return (slot,)

    def answer(self, message: str, text: str | None) -> Parts | None:
        """What was typed into a dialog of the browser; none where it has no field."""
        if not text:
            return None if text is None else (text,)
        slot = self._inputs.known.exact(text)
        if slot is None:
            label = " ".join(message.split()[:5])
            origin: Origin = "secret" if text == MASK else "typed"
            slot = Slot(text, origin, labels=[label], description=f"Answer to '{fold(message)}'.")
            self._inputs.add(slot, ("answer", message, text))
        return (slot,)


def is_named_field(target: Target | None) -> bool:
    """Whether the upload's target is a file field with a label of its own."""
    return target is not None and target.input_type == "file" and bool(target.label or target.name)
