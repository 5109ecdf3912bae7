"""What is said of an element, with variables in the place of what is known: what it says with other data."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from handrail.compile.reading.elements import (
    is_form_control,
)
from handrail.compile.reading.known import Known, Reading, Slot, fold, is_telling
from handrail.sop.target import Neighbourhood, Target

_RECORD_ATTRIBUTES: Final = frozenset({"href", "id", "value", "for", "title", "aria-label", "alt"})
_DEED: Final = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)?:? ")
"""What a title says before a record's name, where it tells what is done with it."""
_DIGIT: Final = re.compile(r"\d")


class Reworded:
    """The words of one target, read with the values that are known when its step comes."""

    def __init__(self, target: Target, known: Known, own: Slot | None, called_by: Slot | None) -> None:
        """`own` is what the step itself picks, `called_by` the value that the field is called by."""
        self._target = target
        self._known = known
        self._own = own
        self._called_by = called_by

    def read(self, text: str) -> Reading:
        """The text with the variables that are known in it."""
        if self._own is not None and fold(text) == fold(self._own.value):
            return Reading((self._own,))
        if self._own is not None and fold(self._target.text or "") == fold(self._own.value):
            # An entry whose accessible name ends with that of an icon, as of the arrow to what it unfolds.
            value, name = fold(self._own.value), fold(text)
            if name == f"{value} {value}":
                # A picture says it as well.
                return Reading((self._own, " ", self._own))
            if name.startswith(f"{value} "):
                return Reading((self._own, name.removeprefix(value)))
        if self._own is not None and fold(text).endswith(f" {fold(self._own.value)}") and self._is_name(text):
            # An entry that says what is done with it: "Mark as low".
            return Reading((fold(text).removesuffix(fold(self._own.value)), self._own))
        if self._own is not None and self._own.origin == "typed":
            # "Edit “Ada” inline", in the row of Ada.
            alone = Known()
            alone.learn(self._own)
            if (reading := alone.read(text)).slots:
                return reading
        return self._known.read(text)

    def _is_name(self, text: str) -> bool:
        """Whether it is what an entry that chooses is called; one without a role, by the words in it."""
        called = self._target.name or self._target.text
        return self._own is not None and self._own.origin == "chosen" and text == called

    def counts(self, reading: Reading, *, chosen_too: bool) -> bool:
        """Whether what was recognised makes a template: an option's word in a name is the app's own word."""
        return any(
            chosen_too or slot is self._own or is_input(slot) or self._asks_for_secret_of(slot)
            for slot in reading.slots
        )

    def _asks_for_secret_of(self, slot: Slot) -> bool:
        """Whether it is the field for the password of whoever signs in: "Password for ada"."""
        return slot.signs_in and self._target.input_type == "password" and is_telling(slot.value)

    def text(self, text: str | None) -> str | None:
        """The text with variables in it, where they make another one of it."""
        if text is None:
            return None
        reading = self.read(text)
        return reading.text if self.counts(reading, chosen_too=False) else text

    def open_record(self, title: str | None) -> str | None:
        """A title with the variable in the place of a record's name, be it that it says what is done with the
        record ("Edit Board Retreat")."""
        if title is None:
            return None
        slot = self._known.exact(title)
        if slot is not None:
            return slot.template if slot.heads or is_input(slot) else title
        reading = self.read(title)
        match reading.parts:
            case [str(deed), Slot() as record] if is_input(record) and _DEED.fullmatch(deed):
                return reading.text
        return title

    def fields(self) -> dict[str, object]:
        """What is told of the element besides its locators, for other data."""
        target = self._target
        attributes = {
            name: text
            for name, value in target.attributes.items()
            if (text := self._attribute(name, value)) is not None
        }
        near = {name: self.beside(name, value) for name, value in target.near if isinstance(value, str)}
        return {
            "name": self.text(target.name),
            "text": self.text(target.text),
            "label": self._label(),
            "attributes": attributes,
            "near": Neighbourhood.model_validate(near),
            "box": None if target.near.row else target.box,
            "picture": None,
        }

    def attributes_of_all(self) -> dict[str, str]:
        """Those that say nothing of the record."""
        return {key: value for key, value in self._target.attributes.items() if not self.read(value).slots}

    def _label(self) -> str | None:
        """What is picked may be called by its label: a radio button."""
        label, own = self._target.label, self._own
        if self._called_by is not None:
            return self._called_by.template
        picked = label is not None and own is not None and fold(label) == fold(own.value)
        # A command's label is its name, and has the record's in it as that has; so has a box that picks it.
        picks = own is not None and self._target.role == "checkbox" and own in self.read(label or "").slots
        of_record = picks or (own is not None and is_named_with(self._target, own))
        is_name = label == self._target.name and (of_record or not is_form_control(self._target))
        return self.text(label) if picked or is_name else label

    def beside(self, name: str, text: str) -> str | None:
        """What stands around the element; not a heading whose rest is the recorded record's, nor a whole part
        of the page, cut short or with figures in it, that tells of the values."""
        is_title = name in {"heading", "section", "dialog"}
        reading = self.read(text)
        of_record = text.endswith("…") or (" " in text and _DIGIT.search(reading.rest) is not None)
        told = bool(reading.slots) or (reading.mentions_choice and not text.endswith("…"))
        if name in {"before", "after"} and told and of_record:
            return None
        if is_title and (reading.partial or reading.goes_on):
            return None
        return self.open_record(self.text(text)) if is_title else self.text(text)

    def _attribute(self, name: str, value: str) -> str | None:
        text = self.text(value)
        if text != value or name not in _RECORD_ATTRIBUTES:
            return text
        bound = name == "href" or _DIGIT.search(value) is not None
        return None if bound or self._known.read(unquote(value)).slots else value


def is_named_with(target: Target, record: Slot) -> bool:
    """Whether a field's name ends with that of the record in whose item it stands: "Stage of Desk Lamp"."""
    name, value = fold(target.label or target.name or ""), fold(record.value)
    return [*map(fold, target.near.cells[:1])] == [value] and name.endswith(f" {value}")


def is_input(slot: Slot) -> bool:
    """Whether it is given to the procedure, or read on its way, and long enough to be known again."""
    given = slot.origin in {"typed", "searched", "read", "file name"} and not slot.signs_in
    return given and is_telling(slot.value)
