"""The effect of an action that nobody saw before: whatever is in doubt counts as `once`. Pure."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from handrail.compile.effects.words import changing_word, final_word
from handrail.sop.node import Effect
from handrail.targeting import ElementSnapshot

Verdict = tuple[Effect, str]

_SHOWING: Final = re.compile(
    r"\b(more|menu|show|view|next|previous|search|find|filter|details?|options|expand|collapse|open|close|back"
    r"|tools|navigation|overview|all|list|go)\b|^\W*$",
    re.IGNORECASE,
)
"""Names of buttons that only show something else, as buttons without words (⋯, ☰) do."""
_NAMING_A_THING: Final = re.compile(r"\s*(new|my|your|all|view|show)\s+\w+\s*$", re.IGNORECASE)
"""Names of links in which a word such as "order" is a thing and not a deed: "New order", "My orders"."""
_LEAVING: Final = re.compile(r"log.?out|sign.?out|abmeld|d[ée]connexion|cerrar.?sesi", re.IGNORECASE)
_SHOWING_ROLES: Final = frozenset({"tab", "menuitem", "treeitem", "columnheader"})
_NOT_SENDING: Final = frozenset({"button", "reset"})
"""Types of buttons that leave the form where it is."""
_FIELDS: Final = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})


def effect_of(kind: str, element: ElementSnapshot | None, value: str) -> Verdict:
    """The effect of an action that a model proposes, and why."""
    match kind:
        case "scroll" | "hover":
            return "none", "only looks"
        case "open":
            return _of_address(value)
        case "fill" | "select" | "check" | "uncheck":
            return "repeatable", "sets a field; setting it again changes nothing"
        case "press" if value != "Enter":
            return "repeatable", "moves about in the page"
    if element is None:
        return "once", "nothing says what it does"
    return _of_trigger(kind, element)


def _of_trigger(kind: str, element: ElementSnapshot) -> Verdict:
    name = element.name or element.text
    if _LEAVING.search(name):
        return "once", "signs out"
    is_noun = element.href is not None and _NAMING_A_THING.match(name)
    if (word := final_word(name)) and not is_noun:
        return "once", f"'{word}' may have an effect"
    form = element.form
    pressed = element.tag == "button" and element.attributes.get("type") not in _NOT_SENDING
    sends = form is not None and (kind == "press" or pressed or element.input_type == "submit")
    if element.href and kind == "click":
        return _of_address(element.href)
    if _opens(element):
        return "none", "only shows something else"
    if sends and form is not None:
        if form.method.lower() == "post":
            return "once", "sends a form"
        return "none", "asks for a page by a form (GET)"
    if element.role in _FIELDS and kind == "click":
        return "none", "puts the cursor into a field"
    if element.role == "searchbox":
        return "none", "searches"
    if changing_word(name) or not _SHOWING.search(name):
        return "once", "nothing says that it only shows something"
    return "none", "its name says that it only shows something"


def _opens(element: ElementSnapshot) -> bool:
    told = element.attributes.get("aria-haspopup", "false") != "false"
    return told or element.tag == "summary" or element.role in _SHOWING_ROLES


def _of_address(address: str) -> Verdict:
    path = re.sub(r"[^\w]+", " ", urlsplit(address).path + " " + urlsplit(address).query)
    if _LEAVING.search(path) or (word := final_word(path)):
        return "once", f"its address speaks of '{'signing out' if _LEAVING.search(path) else word}'"
    return "none", "leads to another page"
