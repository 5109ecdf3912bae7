"""Elements of a page in plain words, and the ways to find them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from handrail.sop.locator import (
    CssLocator,
    GroupLocator,
    HeadingLocator,
    Locator,
    RoleLocator,
    RowLocator,
)
from handrail.sop.target import FrameStep, Target, editor_caption
from handrail.sop.wording import quoted

_FIELD_ROLES: Final = frozenset({"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider"})

_NOUNS: Final = {
    "alertdialog": "dialog",
    "checkbox": "check box",
    "columnheader": "column",
    "generic": "element",
    "img": "picture",
    "listitem": "list item",
    "menuitem": "menu item",
    "menuitemcheckbox": "menu item",
    "menuitemradio": "menu item",
    "radio": "radio button",
    "treeitem": "tree item",
} | dict.fromkeys(_FIELD_ROLES, "field")

_TAG_NOUNS: Final = {
    "a": "link",
    "canvas": "drawing",
    "img": "picture",
    "input": "field",
    "select": "field",
    "textarea": "field",
}


_ICON: Final = re.compile(r"\w+:has\((?:\[[\w\\:-]+=\"([\w #/.-]*[A-Za-z][\w-]*)\"\]|\.([a-z][a-z-]*))\)")
_ICON_KIT: Final = re.compile(
    r"^(fa|mdi|pi|bi|ri|ti|icon|glyphicon|lucide|codicon|tabler-icon)-|\W?icon$", re.I
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def describe_target(target: Target | None) -> str:
    """An element in words, with the place it stands in: "the button 'Save' in 'New contact'"."""
    if target is None:
        return "the page"
    if target.tag == "body" and target.frame:
        return _frame_words(target.frame[-1])
    words = element_words(target)
    section = target.near.section
    if section and not _row(target.locators) and section != _name(target):
        words += f" in {quoted(section)}"
    if target.locators and isinstance(heading := target.locators[0].within, HeadingLocator):
        words += f" under {quoted(heading.text)}"
    return words


def _frame_words(step: FrameStep) -> str:
    how = quoted(step.name) if step.name else f"({_locator_words(step.locators[0])})" if step.locators else ""
    return f"the frame {how}".rstrip()


def element_words(target: Target) -> str:
    """The element with the row that tells it from its likes, and without the part of the page."""
    name = _name(target)
    row = _row(target.locators)
    words = f"the {_noun(target)}"
    if not name and not row and target.locators and target.locators[0].by == "row":
        return f"{words} with {quoted(target.locators[0].text)}"
    group = target.locators[0].within if target.locators else None
    if name:
        words += f" {quoted(name)}"
    elif not row and (icon := icon_of(target)):
        words += f" with the icon {quoted(icon)}"
    elif not row and target.locators and not isinstance(group, GroupLocator):
        locator = target.locators[0]
        beside = target.near.before if locator.by in {"css", "xpath"} else None
        if not isinstance(locator, RoleLocator) or locator.name or locator.role != target.role:
            words += f" after {quoted(beside)}" if beside else f" ({_locator_words(locator)})"
    if isinstance(group, GroupLocator):
        return f"{words} of {quoted(group.text)}"
    if row is None or row.text == name:
        # Where it is all there is in its row, the row is it.
        return words
    return f"{words} in the {_NOUNS.get(row.role, row.role)} with {quoted(row.text)}"


def icon_of(target: Target | None) -> str:
    """What the icon is called by which an element without words is known: "delete"."""
    for locator in target.locators if target is not None else ():
        found = _ICON.fullmatch(locator.css) if isinstance(locator, CssLocator) else None
        if found is not None:
            words = _CAMEL.sub(" ", (found[1] or found[2]).rpartition("#")[2])
            return " ".join(_ICON_KIT.sub("", words).replace("-", " ").replace("_", " ").split()).lower()
    return ""


def field_words(target: Target | None) -> str:
    """Like `element_words`; a field's name alone where it has one, as people speak of forms."""
    if target is None:
        return "the field"
    if _noun(target) in {"field", "check box"} and _name(target) and not _row(target.locators):
        return quoted(_name(target))
    return element_words(target)


def _noun(target: Target) -> str:
    if target.role:
        return _NOUNS.get(target.role, target.role)
    return _TAG_NOUNS.get(target.tag or "", "element")


def _name(target: Target) -> str:
    if caption := editor_caption(target):
        return caption
    # The label that is seen at a field, where the field calls itself otherwise.
    seen = target.label if target.name and target.attributes.get("aria-label") == target.name else None
    # The dots or stars in an empty field are no name.
    hint = target.placeholder if any(map(str.isalnum, target.placeholder or "")) else None
    if target.name and target.text and target.name == f"{target.text} {target.text}":
        # Its picture says it for those who hear the page.
        return target.text
    return seen or target.name or target.label or hint or target.text or ""


def _row(locators: Iterable[Locator]) -> RowLocator | None:
    """The row that the best locator looks into."""
    for locator in locators:
        within = locator.within
        while within is not None:
            if isinstance(within, RowLocator):
                return within
            within = within.within
    return None


def describe_locator(locator: Locator) -> str:
    """One way to find an element, with what it looks into: "role button 'Edit' within row 'Ana Ruiz'"."""
    within = f" within {describe_locator(locator.within)}" if locator.within else ""
    return _locator_words(locator) + within


def _locator_words(locator: Locator) -> str:
    match locator.by:
        case "css":
            return locator.css
        case "xpath":
            return locator.xpath
        case "test_id":
            return f"test id {quoted(locator.value)}"
        case "role":
            return f"{locator.role} {quoted(locator.name)}" if locator.name else locator.role
        case _:
            return f"{locator.by} {quoted(locator.text)}"
