"""What locators go by, and targets with them: a row, and words."""

from __future__ import annotations

from handrail.compile.known import fold
from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator, TestIdLocator, XpathLocator
from handrail.sop.target import Target


def row_of(locator: Locator) -> RowLocator | None:
    """The row that a locator looks into."""
    if isinstance(locator, RowLocator):
        return locator
    return None if locator.within is None else row_of(locator.within)


def is_command_in_row(target: Target) -> bool:
    """Whether it is a button in a row, or a card, of another name: its own says nothing of the record."""
    row = row_of(target.locators[0]) if target.locators and target.role == "button" else None
    return row is not None and fold(row.text) != fold(target.name or "")


def mentions(locator: Locator, text: str) -> bool:
    """Whether the locator goes by this text."""
    if locator.within is not None and mentions(locator.within, text):
        return True
    return any(text in value for value in _words_of(locator))


def _words_of(locator: Locator) -> tuple[str, ...]:
    match locator:
        case RoleLocator():
            return (locator.name or "",)
        case CssLocator():
            return (locator.css,)
        case XpathLocator():
            return (locator.xpath,)
        case TestIdLocator():
            return (locator.value,)
        case _:
            return (locator.text,)
