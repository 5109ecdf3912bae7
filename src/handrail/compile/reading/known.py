"""Known values: what the person gave or read so far, recognised wherever it shows up again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from handrail.sop.document import VariableType

Origin = Literal["typed", "searched", "chosen", "read", "secret", "file", "file name", "downloaded", "ticked"]
"""How a value came: a search may hold a part of a name, a choice is the app's own word."""

_MENTION: Final = re.compile(r"(.*\w)\s+[@/#:]\w+", re.DOTALL)
UNREADABLE: Final = frozenset({"secret", "file", "downloaded", "ticked"})
"""Origins of values that no page shows."""

_WORD: Final = re.compile(r"\w+")
_NEGATIVE: Final = re.compile(r"(?<!\w)[-−][€$£¥]?$")
_NUMBER: Final = re.compile(r"\W{0,2}\d+\W{1,3}")
_GAP: Final = re.compile(r"[ \u00a0]+")
_GOES_ON: Final = re.compile(r"[.@_/:-]\w[\w.@/:-]*(?<![.:])")
MIN_LENGTH: Final = 3
_OF_RECORD: Final = 3
"""So many words behind a record's name are more of the record, as a rule; fewer are what is done to it."""
REFERENCE: Final = re.compile(r"\{\{ (\w+) \}\}")
"""A variable in a text, as the compiler writes it."""


@dataclass(eq=False)
class Slot:
    """A variable in the making: its recorded value, and what the fields that take it are called."""

    value: str
    origin: Origin
    type: VariableType = "text"
    labels: list[str] = field(default_factory=list)
    plain_labels: list[str] = field(default_factory=list)
    """Labels of those fields that are no search fields: they name a value better."""
    prefix: str = ""
    name: str = ""
    description: str = ""
    signs_in: bool = False
    """Given to sign in: who works there names no record, wherever the name stands."""
    carried_from: str | None = None
    """Title of the page where the value was to be read before it was typed."""
    begins: bool = False
    """A list is searched for an entry by it, which is a value of its own."""
    made: bool = False
    """The app made it as it answered a step: who gives the other data cannot know it."""
    stands_in: tuple[str, str, str] = ("", "", "")
    """What the form, the heading and the app are called that its field stands in: tells it from its likes."""
    heads: bool = False
    """A heading that says it came as it was chosen: it is the name of what is open from then on."""
    in_small: bool = False
    """The app writes it in small letters amid other words, however it is written elsewhere."""
    file: Slot | None = None
    """The file whose name this is: no variable of its own."""

    @property
    def template(self) -> str:
        """What stands in a template for the value."""
        if self.file is not None:
            return f'{{{{ {self.file.name} | regex("([^/]+)$") }}}}'
        return f"{{{{ {self.name} | lower }}}}" if self.in_small else f"{{{{ {self.name} }}}}"


Part = str | Slot


@dataclass(frozen=True)
class Reading:
    """A text with the known values in it."""

    parts: tuple[Part, ...]
    partial: bool = False
    """A searched value stands amid a longer name: on other data the rest will differ."""
    mentions_choice: bool = False
    """A chosen option's word occurs in it."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))

    @property
    def rest(self) -> str:
        """What is no known value."""
        return " ".join("".join(part if isinstance(part, str) else " " for part in self.parts).split())

    @property
    def goes_on(self) -> bool:
        """Whether it says more of a record behind its name, as whose it is, or is cut short there: other data
        have other words there."""
        behind = self.parts[-1] if self.parts else ""
        said = isinstance(behind, str) and (behind.endswith("…") or len(_WORD.findall(behind)) >= _OF_RECORD)
        return said and bool(self.slots)

    @property
    def behind_number(self) -> Slot | None:
        """What was searched for, where nothing but a number stands before it, and nothing behind it: the
        number that the app gave the recorded record, as in "3. Printer on floor 2"."""
        match self.parts:
            case [str(number), Slot(origin="searched") as sought] if _NUMBER.fullmatch(number):
                return sought
        return None

    @property
    def text(self) -> str:
        """The text as a template."""
        return "".join(part if isinstance(part, str) else part.template for part in self.parts)


class Known:
    """Values in the order of their coming. Whole words only; the longest value wins."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[Slot]] = {}
        self._by_value: dict[str, Slot] = {}
        self._latest: set[Slot] = set()
        self._finished = False
        self._given: list[Slot] = []

    def learn(self, slot: Slot) -> None:
        """From now on this value is recognised."""
        value = fold(slot.value)
        self._given.append(slot)
        if slot.origin in UNREADABLE or not is_telling(value):
            return
        if self._finished:
            self._latest.clear()
            self._finished = False
        self._latest.add(slot)
        first = _WORD.search(value)
        standing = self._by_value.get(value)
        if first is None or standing is slot:
            return
        if standing is not None:
            if standing.origin != "chosen" or slot.origin == "chosen":
                return
            self._by_word[first[0]].remove(standing)
        self._by_value[value] = slot
        slots = self._by_word.setdefault(first[0], [])
        slots.append(slot)
        slots.sort(key=lambda known: -len(known.value))

    def finish(self) -> None:
        """What was given so far has had its effect: what comes next is given for something else."""
        self._finished = True

    def latest(self, slots: Sequence[Slot]) -> Sequence[Slot]:
        """Those of the slots that were given since the last effect before them; all, where none was."""
        return [slot for slot in slots if slot in self._latest] or slots

    def last_given(self, slots: Sequence[Slot]) -> int:
        """The place of the last of the slots in the order of their coming."""
        return max((at for at, slot in enumerate(self._given) if slot in slots), default=-1)

    def exact(self, value: str) -> Slot | None:
        """The slot with exactly this value."""
        return self._by_value.get(fold(value))

    def dates(self) -> tuple[Slot, ...]:
        """The slots that hold a date."""
        return tuple(slot for slot in self._by_value.values() if slot.type == "date")

    def fields(self) -> frozenset[str]:
        """What the fields are called that took a value so far."""
        return frozenset(
            label for slot in self._given for label in (*slot.labels, *slot.plain_labels) if label
        )

    def within_lines(self, text: str) -> bool:
        """Whether a given text of several lines has these words in it, as a wiki's page its heading; or they
        say what was typed before a name that was picked then, as in "please ask @an"."""
        folded = fold(text)
        begun = (_MENTION.fullmatch(slot.value) for slot in self._given if slot.origin == "typed")
        if any(is_telling(fold(one[1])) and folded.startswith(f"{fold(one[1])} ") for one in begun if one):
            return True
        words = re.compile(rf"(?<!\w){re.escape(folded)}(?!\w)")
        given = (slot.value for slot in self._given if slot.origin == "typed" and "\n" in slot.value)
        return any(words.search(fold(value)) for value in given)

    def begins_word(self, text: str) -> bool:
        """Whether a word of the text begins with what was sought, and goes on: "Data" in "Databases"."""
        words = [word.casefold() for word in _WORD.findall(text)]
        sought = [slot.value.casefold() for slot in self._by_value.values() if slot.origin == "searched"]
        return any(word.startswith(value) and word != value for value in sought for word in words)

    def chosen(self) -> tuple[Slot, ...]:
        """The slots that hold an option of a list."""
        return tuple(slot for slot in self._by_value.values() if slot.origin == "chosen")

    def brief_choices(self) -> tuple[str, ...]:
        """Options of lists that are too short to be read in any text, as the department "HR"."""
        chosen = {fold(slot.value) for slot in self._given if slot.origin == "chosen"}
        return tuple(sorted(value for value in chosen if value.isalpha() and len(value) < MIN_LENGTH))

    def sought(self) -> tuple[str, ...]:
        """What was searched for."""
        return tuple(slot.value for slot in self._by_value.values() if slot.origin == "searched")

    def _runs_into_choice(self, text: str) -> bool:
        """Whether a choice stands right behind another word, as a badge in a heading: "DetailsDraft"."""
        places = (
            (text.find(value), value) for value, slot in self._by_value.items() if slot.origin == "chosen"
        )
        return any(
            at > 0
            and text[at - 1].islower()
            and value[0].isupper()
            and not text[at + len(value) :][:1].isalnum()
            for at, value in places
        )

    def read(self, text: str) -> Reading:
        """Find known values in a text. Chosen words, and what a list was searched by, count only where they
        are the whole text."""
        whole = self._by_value.get(fold(text))
        if whole is not None:
            return Reading((whole,))
        if not self._by_word:
            return Reading((text,))
        parts: list[Part] = []
        done = 0
        partial = False
        mentions_choice = self._runs_into_choice(text)
        for word in _WORD.finditer(text):
            if word.start() < done:
                continue
            for slot in self._by_word.get(word[0], ()):
                span = _span(text, word, slot)
                if span is None or span[0] < done:
                    continue
                if slot.origin == "chosen" or slot.begins:
                    mentions_choice = True
                    continue
                partial = partial or (slot.origin == "searched" and _amid_a_name(text, span))
                parts += [text[done : span[0]], slot]
                done = span[1]
                break
        parts.append(text[done:])
        return Reading(tuple(part for part in parts if part != ""), partial, mentions_choice)


def fold(text: str) -> str:
    """White space as one blank, none at the ends."""
    return " ".join(text.split())


def holds_name(text: str, name: str) -> bool:
    """Whether the name stands in the text, with no letter or digit right beside it."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def is_telling(value: str) -> bool:
    """Whether a value says enough to be recognised: not 'ok', not '12'."""
    if len(value) < MIN_LENGTH:
        return False
    return not value.replace(".", "").replace(",", "").isdigit() or len(value) > MIN_LENGTH


def _span(text: str, word: re.Match[str], slot: Slot) -> tuple[int, int] | None:
    """Where the slot's value stands in the text, if its first word is this one."""
    value = fold(slot.value)
    lead = _WORD.search(value)
    assert lead is not None
    start = word.start() - lead.start()
    end = start + len(value)
    if start < 0 or text[start:end] != value:
        return None
    if value[0].isdigit() and _NEGATIVE.search(text[:start]):
        # Another number: a balance that was nothing before.
        return None
    if value[-1:].isalnum() and end < len(text) and (text[end].isalnum() or text[end] == "_"):
        return None
    return start, end


def goes_on_with(slot: Slot, text: str) -> str:
    """What a text begins with that ends the word of which the beginning was sought: ".test" of ".test was
    saved" behind "ada@mail"."""
    found = _GOES_ON.match(text) if slot.origin == "searched" else None
    return found[0] if found is not None else ""


def _amid_a_name(text: str, span: tuple[int, int]) -> bool:
    """Whether a capitalised word stands right beside: "Acme" in "Acme Ltd"."""
    after = _GAP.match(text, span[1])
    if after and text[after.end() : after.end() + 1].isupper():
        return True
    before = text[: span[0]]
    if not before.endswith((" ", "\u00a0")):
        return False
    words = _WORD.findall(before)
    return bool(words) and before.rstrip().endswith(words[-1]) and words[-1][0].isupper()
