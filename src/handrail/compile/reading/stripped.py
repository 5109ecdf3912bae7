"""Targets without what is the recorded page's alone: what was written, amounts, rows that tell nothing."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.reading.elements import is_editable_region, is_form_control, is_tickable
from handrail.compile.reading.located import mentions, row_of
from handrail.sop.locator import CssLocator, Locator, RoleLocator
from handrail.sop.target import Target
from handrail.sop.template import literal

_CELL: Final = re.compile(r"td(#|\[|$)|.*\[(grid)?cell\]")
_BY_PLACE: Final = re.compile(r":nth-of-type\(| > ")
_DEPTH: Final = 4
"""So far within its cell a text stands, as a rule."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_COUNTED: Final = re.compile(r"(?:\w+ ){0,3}(?:row|line|zeile|fila|ligne|riga|rij) #?\d+", re.IGNORECASE)
"""What kits call the controls of a row after its place: "Select row 4"."""
_NUMBERED: Final = re.compile(r"\w+ #?(\d+)")
_AMOUNT: Final = re.compile(r"\d[.,]\d{1,2}(?!\d)|[$€£¥]")


def plain(target: Target) -> Target:
    """The target with the braces of its texts as texts, not as templates."""
    if "{{" not in target.model_dump_json():
        return target
    return Target.model_validate(_literal(target.model_dump()))


def _literal(value: object) -> object:
    match value:
        case str():
            return literal(value)
        case dict():
            return {key: _literal(entry) for key, entry in value.items()}
        case list() | tuple():
            return tuple(_literal(entry) for entry in value)
        case _:
            return value


def without_writing(target: Target) -> Target:
    """An editor without what is written in it, which the step changes, and without a row that says it."""
    if not is_editable_region(target) or target.role != "textbox" or not target.text:
        return target
    row = None if target.text in (target.near.row or "") else target.near.row
    return target.model_copy(update={"text": None, "near": target.near.model_copy(update={"row": row})})


def without_amounts(target: Target) -> Target:
    """A field in a line that is being entered, without the amounts beside it: the page makes them of what was
    typed there and in the lines before, and other data make others. Its place, from both ends, tells it."""
    if not is_form_control(target) or not any(map(_is_counted_from_end, target.locators)):
        return target
    near = target.near
    told = {name: _words(text) for name in ("row", "before", "after") if (text := getattr(near, name))}
    return target.model_copy(update={"near": near.model_copy(update=told)})


def _words(text: str) -> str | None:
    """The text, unless it holds an amount and no word."""
    return text if _LETTER.search(text) or not _AMOUNT.search(text) else None


def _is_counted_from_end(locator: Locator) -> bool:
    return isinstance(locator, CssLocator) and ":nth-last-of-type(" in locator.css


def without_needless_rows(target: Target) -> Target:
    """A field that its label tells from all others, without the box around it, which may hold a message.

    Check boxes of records have the same label in every row, however few there were.
    """
    if is_tickable(target) and any(
        (row := row_of(locator)) and row.role == "row" for locator in target.locators
    ):
        return target
    own = tuple(locator for locator in target.locators if row_of(locator) is None)
    # In a component that draws one record each, the component tells it, and its label what all of them have.
    alone = (locator for locator in own if not isinstance(locator.within, CssLocator))
    named = any(locator.by in {"label", "test_id"} or _is_named(locator) for locator in alone)
    if any(_CELL.match(ancestor) for ancestor in target.ancestors):
        # Called by its column, which is that of every row.
        return target
    if not is_form_control(target) or not named or len(own) == len(target.locators):
        return target
    return target.model_copy(update={"locators": own})


def _is_named(locator: Locator) -> bool:
    return isinstance(locator, RoleLocator) and locator.name is not None


def without_row_number(target: Target) -> Target:
    """A control in a row, without a name that only numbers rows: another record has another number."""
    named = {text for text in (target.name, target.label) if text and numbers_row(target, text)}
    if not named:
        return target
    keep = tuple(one for one in target.locators if not any(mentions(one, text) for text in named))
    if not any(row_of(locator) for locator in keep):
        return target
    facts = {key: None for key in ("name", "label", "text") if getattr(target, key) in named}
    attributes = {key: value for key, value in target.attributes.items() if value not in named}
    return target.model_copy(update={**facts, "attributes": attributes, "locators": keep, "picture": None})


def numbers_row(target: Target, name: str) -> bool:
    """Whether it is called by the place of its row, or, as a box, by the number that the app gave the row's
    record and shows in it, where more is said of the record: "Select 4" in the row of "4 Garden chairs"."""
    rows = [row for row in map(row_of, target.locators) if row is not None and row.role == "row"]
    if not rows or target.role not in {"checkbox", "radio", "button"}:
        return False
    number = _NUMBERED.fullmatch(name) if target.role == "checkbox" else None
    said = (target.near.row or "").split()
    by_number = number is not None and number[1] in said and not any(name in row.text for row in rows)
    return _COUNTED.fullmatch(name) is not None or (
        by_number and any(_LETTER.search(row.text) is not None for row in rows)
    )


def without_figure(target: Target, *, edited: bool, of_item: bool) -> Target:
    """A text in a cell of the record, by its place in the record's row or item.

    A figure, what is pressed to be edited, or what is known to be said `of_item`, is the record's; a word
    that is merely pressed may be a command of every row.
    """
    within = ((locator, row_of(locator)) for locator in target.locators if isinstance(locator, CssLocator))
    in_row = tuple(locator for locator, row in within if row is not None and "{{" in row.text)
    placed = tuple(locator for locator in in_row if _BY_PLACE.search(locator.css))
    # A title of the same words is the name of what has no role.
    text = target.text if not target.name else None if target.text else target.name
    is_text = not target.role and bool(text)
    in_cell = any(_CELL.match(ancestor) for ancestor in target.ancestors[:_DEPTH])
    # Words that no other row says are not looked for in the first place.
    by_place = len(placed) == len(target.locators)
    if not placed or not is_text or not (in_cell or of_item):
        return target
    if not (edited or of_item or by_place or not _LETTER.search(text or "")):
        return target
    attributes = {name: value for name, value in target.attributes.items() if value != text}
    update = {"locators": placed, "name": None, "text": None, "picture": None, "attributes": attributes}
    return target.model_copy(update=update)


def without_own_text(target: Target, text: str) -> Target:
    """The target of something that is read: its text is what nobody knows beforehand."""
    keep = tuple(locator for locator in target.locators if not mentions(locator, text))
    name = None if target.name and text in target.name else target.name
    return target.model_copy(update={"locators": keep, "name": name, "text": None, "picture": None})


def bare(target: Target) -> Target:
    """A target as a condition needs it: what it is called and how it is found."""
    return Target(
        role=target.role,
        name=target.name,
        label=target.label,
        tag=target.tag,
        input_type=target.input_type,
        frame=target.frame,
        shadow=target.shadow,
        locators=target.locators,
    )
