"""Names for variables: short, unique, after the label of the field; ASCII where it has ASCII letters."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Callable, Container, Sequence
from functools import cache
from typing import Final

from handrail.compile.reading.addresses import host_name, words_of
from handrail.compile.reading.elements import undecorated
from handrail.compile.reading.known import MIN_LENGTH, UNREADABLE, Slot, fold
from handrail.recording.event import RecordedEvent
from handrail.sop.target import Neighbourhood, Target

_MAX_LENGTH: Final = 40
_SENTENCE_WORDS: Final = 4
_PLACE_WORDS: Final = 3
_OPTIONAL: Final = re.compile(r"(?<=\w)\s+optional(?=$| choice$)", re.IGNORECASE)
"""What many forms write below a label."""
_COUNT: Final = re.compile(r"\(\d+\)")
"""How many there are, or how many are ticked by now: "Selected (2)"."""
_HINT: Final = re.compile(r"[:;] ")
_PATTERN: Final = re.compile(r"(?:([a-z])\1{1,3}[\W_]*){2,6}", re.IGNORECASE)
"""How a date or a time is to be written, in any language: "DD/MM/YYYY", "TT.MM.JJJJ", "hh:mm"."""
_OPENER: Final = re.compile(
    r"(?:open|show|choose|pick|select|toggle)(?: the| a)? (?:calendar|date ?picker|date)\W*", re.IGNORECASE
)
"""What the button of a calendar is called, which says nothing of which date it is."""
_SHORTCUT: Final = re.compile(
    r"\s*[(\[](?:(?:ctrl|strg|control|shift|alt|option|cmd|command|meta|[⌘⇧⌥⌃^])\s*[+ -]?\s*)+\S{1,5}[)\]]",
    re.IGNORECASE,
)
"""The keys that lead to a field: "Search (Ctrl+K)"."""
_EXAMPLE: Final = re.compile(r"(?:(?:or|and|oder|und|o|y|ou|et) )?\d+(?:[\W_]+\d+)+", re.IGNORECASE)
"""What could be written as well, as an address of a network: "10.0.0.7", "or 10.0.0.7/16"."""
_PROMPT: Final = re.compile(
    r"(?:type|enter|write|put|add|start typing)\s+(?:(?:your|a|an|the|some)\s+)?(.+?)\s+here[.…]*",
    re.IGNORECASE,
)
"""What an empty field says of what goes into it: "Type your message here"."""
_RUN_TOGETHER: Final = re.compile(r"[a-z]{2,}(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+){2,}")
"""Words as programs write them: "dueDate", "UpdateTimeWorked"; not "eBay", nor "GitHub"."""
_RESERVED: Final = frozenset(
    {
        "true",
        "false",
        "none",
        "null",
        "loop",
        "self",
        "item",
        "set",
        "secret",
        "include",
        "block",
        "macro",
        "run",
    }
)


def variable_name(label: str, fallback: str = "value", *, in_ascii: bool = False) -> str:
    """A label as a variable's name: "E-mail address *" is `e_mail_address`."""
    name = ""
    called, *hints = _HINT.split(label, maxsplit=1)
    hint = " ".join(hints)
    # What follows is a sentence on what to write.
    said = called if called.strip() and len(hint.split()) >= _SENTENCE_WORDS else label
    first, *others = said.split(", ")
    said = ", ".join([first, *(one for one in others if not _EXAMPLE.fullmatch(one))])
    said = _OPTIONAL.sub("", undecorated(_SHORTCUT.sub("", said)))
    said = prompt[1] if (prompt := _PROMPT.fullmatch(said)) is not None else said
    if _RUN_TOGETHER.fullmatch(said):
        said = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", said)
    for word in (() if in_ascii else _words_of_script(said)) or words_of(said):
        longer = f"{name}_{word}" if name else word
        if name and len(longer) > _MAX_LENGTH:
            break
        name = longer[:_MAX_LENGTH]
    if not name:
        return fallback
    if name[0].isdigit():
        name = f"value_{name}"
    return f"{name}_value" if keyword.iskeyword(name) or name in _RESERVED else name


def _words_of_script(text: str) -> list[str]:
    """The words of a text in another script than the Latin one; none where its letters carry marks, which a
    name cannot hold."""
    whole = unicodedata.normalize("NFKC", text).lower()
    marked = any(unicodedata.category(sign).startswith("M") for sign in whole)
    foreign = any(sign.isalpha() and not unicodedata.name(sign, "").startswith("LATIN") for sign in whole)
    return re.findall(r"[^\W_]+", whole) if foreign and not marked else []


def places_around(target: Target | None, event: RecordedEvent) -> tuple[str, str, str]:
    """What the form, the heading and the app are called that a field stands in; empty where nothing says."""
    near = target.near if target is not None else Neighbourhood()
    app, heading = host_name(event.url, event.title), near.heading or ""
    # The app's name with its version, over all that it has, tells nothing apart.
    is_apps = bool(app) and "_".join(words_of(heading)).startswith(app)
    return (near.section or "", "" if is_apps else heading, app)


def name_slots(slots: Sequence[Slot]) -> None:
    """Give every slot its name, in order.

    Fields of one label are told apart by what they stand in (`billing_street` and `shipping_street`); beside
    a record's `email`, the one that signs in is `sign_in_email`. Where nothing tells, a second is `email_2`.
    """
    wishes = [_wish(slot) for slot in slots]
    alike = {wish: [s for s, other in zip(slots, wishes, strict=True) if other == wish] for wish in wishes}
    told = [slot for slot in slots if slot.origin not in UNREADABLE and len(slot.value) >= MIN_LENGTH]
    shown = [fold(slot.value).casefold() for slot in told]

    @cache
    def called(place: str) -> str:
        """What the place is called; empty where that speaks of the record that was shown."""
        told = _COUNT.sub("", place)
        return "" if any(value in told.casefold() for value in shown) else variable_name(told, "")

    taken: set[str] = set()
    for wish, slot in zip(wishes, slots, strict=True):
        slot.name = unique(_told_apart(wish, slot, alike[wish], called), taken, joint="_")
        taken.add(slot.name)


def _told_apart(wish: str, slot: Slot, alike: Sequence[Slot], called: Callable[[str], str]) -> str:
    """The name with what tells it from those of the same label, where something does."""
    likes = [other for other in alike if other.signs_in == slot.signs_in]
    if slot.signs_in and len(likes) == 1 < len(alike):
        return _within("sign in", wish)
    for depth in range(len(slot.stands_in)) if len(likes) > 1 else ():
        places = [called(other.stands_in[depth]) for other in likes]
        # A shell gives secrets by variables of its own, whose names are ASCII.
        can_hold = slot.origin != "secret" or places[likes.index(slot)].isascii()
        # A list that says how many are chosen by now, in words of its own, is the one that it was before.
        has_grown = wish in places and all(place == wish or place.startswith(f"{wish}_") for place in places)
        if all(places) and len({*places}) == len(places) and can_hold and not has_grown:
            return _within(called(slot.stands_in[depth]), wish)
    return wish


def _within(place: str, wish: str) -> str:
    words = variable_name(place, "").split("_")[:_PLACE_WORDS]
    repeated = wish.split("_")[: len(words)] == words
    return wish if repeated or not words[0] else variable_name(" ".join([*words, *wish.split("_")]))


def unique(name: str, taken: Container[str], *, joint: str) -> str:
    """The name, or the name with the first number that makes it unique."""
    if name not in taken:
        return name
    number = 2
    while f"{name}{joint}{number}" in taken:
        number += 1
    return f"{name}{joint}{number}"


def _wish(slot: Slot) -> str:
    fallback = {"file": "file", "secret": "secret", "read": "copied_text", "downloaded": "file"}.get(
        slot.origin, "value"
    )
    labels = (*slot.plain_labels, *slot.labels)
    if slot.origin == "read":
        # What it is says where it stood, before where it goes to.
        labels = (*slot.labels, *slot.plain_labels)
    pattern = next(filter(_PATTERN.fullmatch, labels), None)
    if pattern is not None and slot.origin == "typed":
        fallback = "time" if pattern.casefold().startswith("hh") else "date"
    if any(map(_OPENER.fullmatch, labels)):
        fallback = "date"
    # A shell gives secrets by variables of its own, whose names are ASCII.
    in_ascii = slot.origin == "secret"
    telling = (label for label in labels if not _PATTERN.fullmatch(label) and not _OPENER.fullmatch(label))
    names = (variable_name(label, "", in_ascii=in_ascii) for label in telling)
    name = next(filter(None, names), fallback)
    if not slot.prefix or name.startswith(slot.prefix):
        return name
    # A name begins with a letter.
    return f"{name}_{slot.prefix}" if slot.prefix[0].isdigit() else f"{slot.prefix}_{name}"
