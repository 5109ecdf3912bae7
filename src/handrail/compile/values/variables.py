"""Variables: which recorded values are inputs, which of them are the same, and which were read elsewhere."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from handrail.compile.choices.alike.boards import column_dropped_on
from handrail.compile.choices.alike.drags import dropped_on
from handrail.compile.choices.lists.lists import Lists
from handrail.compile.choices.marks.boxes import own_boxes
from handrail.compile.choices.picking import Picking
from handrail.compile.choices.rows.form_rows import rows_of_forms
from handrail.compile.reading.elements import name_of
from handrail.compile.reading.known import Origin, Slot, fold, is_telling
from handrail.compile.reading.narrowing import Narrowing
from handrail.compile.reading.steps import Draft
from handrail.compile.values.chosen import ChosenValues
from handrail.compile.values.copies import can_be_read_again, name_of_copied
from handrail.compile.values.given import Given, Parts
from handrail.compile.values.inputs import Inputs
from handrail.compile.values.typed import TypedValues
from handrail.recording.event import Clipboard, Downloaded, RecordedEvent
from handrail.recording.merging import element_key
from handrail.sop import action as sop


def find_inputs(drafts: Sequence[Draft], events: Sequence[RecordedEvent]) -> tuple[list[Given], list[Slot]]:
    """What every draft is given, and the variables in the order of their first use."""
    finder = _Finder(drafts, events)
    given = [finder.look_at(place, draft) for place, draft in enumerate(drafts)]
    return given, finder.inputs.slots


class _Finder:
    """Walks over the drafts and recognises values that were there before."""

    def __init__(self, drafts: Sequence[Draft], events: Sequence[RecordedEvent]) -> None:
        self._drafts = drafts
        self._lists = Lists(drafts)
        self._boxes = own_boxes(drafts)
        self._narrowing = Narrowing()
        form_rows = rows_of_forms(drafts)
        self.inputs = Inputs(drafts, self._lists, form_rows)
        self._typed = TypedValues(self.inputs, drafts, events)
        self._chosen = ChosenValues(self.inputs, drafts)
        self._picking = Picking(
            drafts, self._lists, self.inputs.known, self._narrowing, form_rows, self._boxes
        )
        self._chosen_next: dict[int, Slot] = {}
        """Place of a step → what its list's field was given before: the name of the entry that it picks."""

    def look_at(self, place: int, draft: Draft) -> Given:
        """The values of one step."""
        self.inputs.place = place
        before = len(self.inputs.slots)
        self._chosen.file_names.clear()
        answers = tuple(self._chosen.answer(dialog.message, dialog.text) for dialog in draft.dialogs)
        into, dropped = self._into(place, draft)
        picked = self._picked(place, draft)
        record = self._record(place, draft, picked)
        values = () if into or dropped else self._values(place, draft)
        found = [slot for parts in (*values, *(a for a in answers if a)) for slot in parts]
        used = [slot for slot in found if isinstance(slot, Slot)]
        learned = tuple(dict.fromkeys([*used, *self.inputs.slots[before:], *self._chosen.file_names]))
        for slot in learned:
            self.inputs.known.learn(slot)
        self._narrowing.see(draft.act, learned)
        replaced = self._lists.replaced_by(place) or self._lists.chosen_over_form(place)
        closes = self._lists.closes(place)
        return Given(values, answers, into, picked, record, learned, dropped, replaced, closes)

    def _values(self, place: int, draft: Draft) -> tuple[Parts, ...]:
        action = draft.action
        match action:
            case sop.Fill() if (choice := self._lists.begun_choice(place, action.value)) is not None:
                option, whole = choice
                given_in_part = fold(option) != fold(action.value)
                parts = self._typed.typed(
                    draft, option if whole else action.value, begun=not whole, picked=given_in_part
                )
                if whole and isinstance(given := parts[0], Slot) and given.value == option:
                    self._chosen_next[place + 1] = given
                return (parts,)
            case sop.Fill():
                return (self._typed.filled(draft, action.value),)
            case sop.Type() if len(action.text) > 1 or action.text.isdigit():
                return (self._typed.typed(draft, action.text),)
            case sop.Paste():
                return (self._typed.typed(draft, action.text),)
            case sop.Check() | sop.Uncheck() if (name := self._boxes.get(place)) is not None:
                return (self._chosen.ticked(draft, name),) if draft not in self.inputs.signing_in else ()
            case sop.Select():
                return tuple(self._chosen.chosen(draft, option) for option in action.options)
            case sop.PickDate():
                return (self._chosen.dated(place, draft, action.date),)
            case sop.Drag() if (column := column_dropped_on(draft)) is not None:
                return (self._chosen.dropped_on(draft, column),)
            case sop.Drag() if (name := dropped_on(draft)) is not None:
                return self._chosen.dropped(draft, name)
            case sop.Upload():
                return tuple(self._chosen.uploaded(draft, place) for place in range(len(action.files)))
            case _:
                return ()

    def _into(self, place: int, draft: Draft) -> tuple[Slot | None, bool]:
        """The variable that a step reads something into, if it does."""
        event = draft.act.event
        if isinstance(draft.action, sop.Download):
            files = draft.act.all(Downloaded)
            slot = Slot(files[0].file.name if files else "", "downloaded", "file")
            slot.labels.append(f"{name_of(draft.target)} file")
            slot.description = f"The file that '{name_of(draft.target)}' gives."
            self.inputs.add(slot, ("download", place))
            return slot, False
        if not isinstance(draft.action, sop.Copy) or not isinstance(event, Clipboard):
            return None, False
        text = fold(event.text)
        if not can_be_read_again(draft.target, text):
            return None, True
        known = self.inputs.known.exact(text)
        used_later = text in self._typed.pasted
        if known is not None or (not used_later and self._copies_after(place)):
            # A value that the procedure has already needs no reading; of idle copies the last one counts.
            return None, True
        slot = Slot(event.text, "read", labels=[name_of_copied(draft.target, text)])
        slot.description = "Copied during the run."
        self.inputs.add(slot, ("copied", place))
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
        sought = [slot.value for slot in self.inputs.slots if slot.origin == "searched"]
        if (ticked := self._picking.entry_ticked(place, draft, sought)) is not None:
            self._boxes.pop(place, None)
        pick = self._picking.pick(place, draft, sought, ticked)
        if pick is None:
            return None
        key: Hashable = ("option", draft.page, pick.label, pick.name) if pick.is_option else ("picked", place)
        if key not in self.inputs.by_key:
            origin: Origin = "chosen" if pick.is_option else "typed"
            slot = Slot(pick.name, origin, labels=[pick.label], description=pick.description)
            amid = fold(name_of(draft.target)).endswith(f" {pick.name}")
            slot.in_small = pick.is_option and amid and pick.name.islower()
            slot.heads = any(fold(pick.name) in view.new_headings for view in draft.act.views)
            self.inputs.add(slot, key)
        self._lists.picks.add(place)
        return self.inputs.by_key[key]

    def _record(self, place: int, draft: Draft, picked: Slot | None) -> Slot | None:
        """The record in whose row a choice is made, which other data name as well."""
        chooses = picked is not None and picked.origin == "chosen"
        record = self._picking.record_besides(place, draft) if chooses else None
        if record is None:
            return None
        slot = Slot(record.name, "typed", labels=[record.label], description=record.description)
        self.inputs.add(slot, ("record", place))
        return slot

    def _pressed_twice(self, place: int, draft: Draft) -> Slot | None:
        """What was chosen by the first press on an entry of a native list that is pressed twice."""
        target, before = draft.target, self._drafts[place - 1] if place else None
        if before is None or not isinstance(draft.action, sop.DoubleClick) or target is None:
            return None
        if target.tag != "option" or not isinstance(before.action, sop.Select) or before.page != draft.page:
            return None
        if before.action.options != (fold(target.name or ""),):
            return None
        return self.inputs.by_key.get(
            ("chosen", before.page, element_key(before.target), *before.action.options)
        )

    def _copies_after(self, place: int) -> bool:
        return any(isinstance(draft.action, sop.Copy) for draft in self._drafts[place + 1 :])
