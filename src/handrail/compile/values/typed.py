"""Values that were typed or pasted: inputs, secrets, and what was carried over from another page."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.effects.effect_class import is_code
from handrail.compile.reading.addresses import host_name, path_of
from handrail.compile.reading.elements import is_editable_region, name_of
from handrail.compile.reading.known import Origin, Reading, Slot, fold
from handrail.compile.reading.steps import Draft
from handrail.compile.values.given import Parts
from handrail.compile.values.inputs import Inputs
from handrail.compile.values.sightings import Sightings
from handrail.recording.event import Clipboard, Input, RecordedEvent
from handrail.recording.merging import element_key
from handrail.secrets.forms import MASK
from handrail.sop.document import VariableType
from handrail.sop.target import Target
from handrail.sop.values import misfit


class TypedValues:
    """What was typed or pasted: a new input, one that was given before, or what was read on another page."""

    def __init__(self, inputs: Inputs, drafts: Sequence[Draft], events: Sequence[RecordedEvent]) -> None:
        self._inputs = inputs
        self._sightings = Sightings(events)
        self._copied: dict[str, Clipboard] = {}
        for event in events:
            if isinstance(event, Clipboard) and event.what != "paste":
                self._copied.setdefault(fold(event.text), event)
        self.pasted = {fold(text) for draft in drafts if (text := _pasted_text(draft))}
        """All that is pasted somewhere."""

    def filled(self, draft: Draft, value: str) -> Parts:
        """The value that a field was filled with."""
        event = draft.act.event
        masked = isinstance(event, Input) and event.masked
        if masked or (draft.target is not None and draft.target.input_type == "password"):
            return (self._secret(draft),)
        if fold(value) == "":
            return (value,)
        if draft.act.pasted and draft.act.pasted != value and draft.act.pasted in value:
            lead, _, rest = value.partition(draft.act.pasted)
            pasted = self.typed(draft, draft.act.pasted)
            return tuple(part for part in (lead, *pasted, rest) if part != "")
        return self.typed(draft, value)

    def typed(self, draft: Draft, value: str, *, begun: bool = False, picked: bool = False) -> Parts:
        """The value of a field, which may only have `begun` what a list then offered; `picked`: only its
        beginning was typed, and nobody carried it over from where it was to be read as well."""
        target, typed_on = draft.target, draft.act.target
        if target is None and typed_on is not None and (typed_on.label or typed_on.name):
            target = typed_on
        label = self._inputs.label_of(target)
        signs_in = draft in self._inputs.signing_in
        again = self._same_as(draft, value)
        if again is not None:
            again.signs_in = again.signs_in and signs_in
            self._inputs.also_named(again, target)
            return (again,)
        composed = self._composed(value) if _type_of(target, value) == "text" else None
        if composed is not None:
            return composed
        searched = self._inputs.searches.has(draft)
        origin: Origin = "searched" if searched else "typed"
        slot = Slot(value, origin, _type_of(target, value), signs_in=signs_in)
        slot.description = f"Goes into '{label}'." if label else ""
        self._inputs.also_named(slot, target)
        if not label and is_editable_region(target):
            slot.labels.append("text")
        if begun:
            slot.origin, slot.begins = "searched", True
        if not picked:
            self._carry_over(draft, slot)
        self._inputs.add(slot, ("typed", draft.page, element_key(target), value))
        return (slot,)

    def _secret(self, draft: Draft) -> Slot:
        label = name_of(draft.target) or "password"
        prefix = host_name(draft.act.event.url, draft.act.event.title)
        signs_in = self._is_of_sign_in(draft)
        key = ("secret", prefix, _first_typed(draft) or label, signs_in)
        slot = self._inputs.by_key.get(key)
        if slot is None:
            told = f"Goes into '{label}'."
            slot = Slot(MASK, "secret", labels=[label], prefix=prefix, description=told, signs_in=signs_in)
            self._inputs.add(slot, key)
        return slot

    def _is_of_sign_in(self, draft: Draft) -> bool:
        """Whether it is a password that signs in, as far as its page says, or the recording says what is the
        same; one that is given to somebody else is another."""
        at, first = path_of(draft.act.event.url), _first_typed(draft)
        here = [one for one in self._inputs.signing_in if path_of(one.act.event.url) == at]
        return draft in self._inputs.signing_in or any(_first_typed(one) in (first, None) for one in here)

    def _same_as(self, draft: Draft, value: str) -> Slot | None:
        """The variable that this value is already, if the two are one for certain enough."""
        here = self._inputs.by_key.get(("typed", draft.page, element_key(draft.target), value))
        # What has the focus is another cell each time.
        if here is not None and draft.target is not None:
            return here
        slot = self._inputs.known.exact(value)
        if slot is None or slot.origin == "chosen":
            return None
        kind = _type_of(draft.target, value)
        same_label = name_of(draft.target) in (*slot.labels, *slot.plain_labels)
        return slot if same_label or (kind == "text" and slot.type == "text") else None

    def _composed(self, value: str) -> Parts | None:
        """The value as several known ones and nothing else: first name, blank, last name."""
        reading: Reading = self._inputs.known.read(value)
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


def _first_typed(draft: Draft) -> int | None:
    """The event by which a secret's value was typed first, if it is told; a code is new each time."""
    event = draft.act.event
    if not isinstance(event, Input) or event.same_as is None or is_code(draft):
        return None
    return event.same_as or event.seq


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
