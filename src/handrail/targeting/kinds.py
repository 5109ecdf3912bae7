"""Kinds of control: what an element is for, whatever it is called, and what people call it."""

from __future__ import annotations

from functools import cache
from typing import Final

TEXT_TYPES: Final = frozenset({"text", "search", "email", "tel", "url"})
"""Types of an input that is one line of plain text; they stand for one another."""
SET_AT_ONCE: Final = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range"})
"""Types of an input whose value nobody types letter by letter."""
ON_OR_OFF: Final = frozenset({"checkbox", "switch"})
"""Roles of what is ticked: a box in one version of an app is drawn as a switch in another."""
TEXTS: Final = frozenset({"textbox", "searchbox"})
"""Fields for any text: one for looking things up is marked as such in one version, and not in another."""
_ENTRIES: Final = frozenset({"menuitem", "menuitemradio", "menuitemcheckbox", "option", "treeitem"})
_BESIDE_TEXT: Final = frozenset({"dialog", "grid"})
"""What opens beside a field that is written in, as a calendar; a list is there to choose from."""
_FIELDS: Final = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})
_TICKS: Final = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_PRESSES: Final = frozenset({"button", "link", "menuitem", "tab", "option", "treeitem"})


@cache
def family(role: str | None, tag: str | None) -> str:
    """What a control is for, whatever it is called: a field, a tick, something to press, or other."""
    if role in _FIELDS or tag in ("textarea", "select"):
        return "field"
    if role in _TICKS:
        return "tick"
    if role in _PRESSES or tag in ("a", "button", "summary"):
        return "press"
    return "field" if tag == "input" and role is None else "other"


def takes_text(role: str | None, tag: str | None, popup: str | None) -> bool:
    """Whether it is a field for any text, be it that a calendar can be opened to write in it."""
    return role in TEXTS or (role == "combobox" and tag == "input" and popup in _BESIDE_TEXT)


def says_what_it_is(was: str | None, now: str | None) -> bool:
    """Whether an item of a list is an entry of a menu or a list for choosing by now, or was one."""
    return {was, now} & _ENTRIES != set() and "listitem" in (was, now)


def called(name: str | None, label: str | None, text: str | None) -> str:
    """What people call an element."""
    return name or label or text or ""


def is_part_of_value(role: str | None, *, region: bool) -> bool:
    """Whether it is one part of a date, time or number that the page composes itself.

    Such a part, an editable spin button, is not a text: the page takes each letter, and writes what it makes
    of it. What was typed is what counts. `region` says that one writes into it although it is no field.
    """
    return region and role == "spinbutton"
