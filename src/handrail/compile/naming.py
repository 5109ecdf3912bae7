"""Names for variables: short, ASCII, unique, after the label of the field."""

from __future__ import annotations

import keyword
from collections.abc import Container, Sequence
from typing import Final

from handrail.compile.addresses import words_of
from handrail.compile.elements import undecorated
from handrail.compile.known import Slot

_MAX_LENGTH: Final = 40
_SENTENCE_WORDS: Final = 4
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


def variable_name(label: str, fallback: str = "value") -> str:
    """A label as a variable's name: "E-mail address *" is `e_mail_address`."""
    name = ""
    called, _, hint = label.partition(": ")
    # What follows is a sentence on what to write.
    said = called if called.strip() and len(hint.split()) >= _SENTENCE_WORDS else label
    for word in words_of(undecorated(said)):
        longer = f"{name}_{word}" if name else word
        if name and len(longer) > _MAX_LENGTH:
            break
        name = longer[:_MAX_LENGTH]
    if not name:
        return fallback
    if name[0].isdigit():
        name = f"value_{name}"
    return f"{name}_value" if keyword.iskeyword(name) or name in _RESERVED else name


def name_slots(slots: Sequence[Slot]) -> None:
    """Give every slot its name, in order; a second `email` is `email_2`."""
    taken: set[str] = set()
    for slot in slots:
        slot.name = unique(_wish(slot), taken, joint="_")
        taken.add(slot.name)


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
    for label in (*slot.plain_labels, *slot.labels):
        name = variable_name(label, "")
        if name:
            break
    else:
        name = fallback
    return f"{slot.prefix}_{name}" if slot.prefix and not name.startswith(slot.prefix) else name
