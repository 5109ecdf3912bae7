"""The effect of a step that nobody watched, as imported and drafted ones are."""

from __future__ import annotations

from typing import Final

from handrail.compile.effects.effect_class import NAVIGATING_ROLES, READING, SETTING, Verdict
from handrail.compile.effects.words import SIGN_IN, SIGN_OUT, changing_word, final_word
from handrail.compile.reading.elements import is_text_field, name_of
from handrail.sop import action as sop
from handrail.sop.target import Target

_CHOOSING: Final = frozenset({"select", "label", "combobox", "listbox", "textbox", "searchbox", "spinbutton"})
_QUIET_KEYS: Final = frozenset(
    {"Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"}
    | {"Shift", "Control", "Alt", "Meta", "CapsLock", "a", "c", "f"}
)


def effect_unseen(
    action: sop.Action, target: Target | None, *, leads_on: bool = False, after_secret: bool = False
) -> Verdict:
    """The effect of a step that nobody watched: by its words, and where they say nothing, the careful one.

    `leads_on`: another page is said to come of it; `after_secret`: a secret field of the page was set before.
    """
    match action:
        case sop.Download():
            return "none", "fetches a file"
        case sop.Press():
            return _of_key(action.keys)
        case sop.Drag():
            return "once", "nothing says what dropping does, so it is never repeated blindly"
        case sop.SetVariable():
            return "none", "changes nothing but a variable"
        case sop.Request(method="GET"):
            return "none", "asks for content (GET)"
        case sop.Request():
            return "once", f"the app is told something ({action.method})"
        case sop.RightClick():
            return "none", "opens a menu"
        case sop.Upload():
            return "repeatable", "chooses a file; choosing it again changes nothing"
    if isinstance(action, READING):
        return "none", "only looks or moves about"
    if isinstance(action, SETTING):
        return "repeatable", "sets a field; setting it again changes nothing"
    return _of_unseen_click(target, leads_on=leads_on, after_secret=after_secret)


def _of_key(keys: str) -> Verdict:
    if keys in _QUIET_KEYS or keys.rpartition("+")[2] in _QUIET_KEYS:
        return "repeatable", "moves about in the page"
    if len(keys) == 1:
        return "repeatable", "types into the page"
    return "once", f"nothing says what {keys} does, so it is never repeated blindly"


def _of_unseen_click(target: Target | None, *, leads_on: bool, after_secret: bool) -> Verdict:
    name = name_of(target)
    if after_secret and SIGN_IN.search(name):
        return "repeatable", "signs in"
    if SIGN_OUT.search(name):
        return "repeatable", "signs out"
    word = final_word(name) or changing_word(name)
    if word:
        return "once", f"'{word}' may have an effect"
    untold = target is not None and target.tag == "input" and target.input_type is None
    if untold and target is not None and target.role not in _CHOOSING:
        return "once", "nothing says whether it is a field or a button, so it is never repeated blindly"
    if is_text_field(target) or (target is not None and (target.tag or target.role) in _CHOOSING):
        return "repeatable", "puts the cursor into a field"
    if target is not None and target.role in NAVIGATING_ROLES:
        return "none", "only shows something else"
    if target is not None and (target.role == "link" or target.tag == "a"):
        return "none", "leads to another page" if leads_on else "a link leads to another place"
    if leads_on and name and target is not None and target.role != "button" and target.tag != "button":
        return "none", "leads to another page"
    return "once", "nothing says what it does, so it is never repeated blindly"
