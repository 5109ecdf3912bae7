"""What locators go by: a row, words, and other data."""

from __future__ import annotations

import re
from typing import Final

from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator, TestIdLocator, XpathLocator
from handrail.sop.target import Target

_PLACE: Final = re.compile(r"(?<=[\[(])\d+(?=[\])])")
"""A place among others: `div:nth-of-type(5)`, `div[5]`. That the text is such a number is chance."""


def row_of(locator: Locator) -> RowLocator | None:
    """The row that a locator looks into."""
    if isinstance(locator, RowLocator):
        return locator
    return None if locator.within is None else row_of(locator.within)


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
            return (_PLACE.sub("", locator.css),)
        case XpathLocator():
            return (_PLACE.sub("", locator.xpath),)
        case TestIdLocator():
            return (locator.value,)
        case _:
            return (locator.text,)


def goes_by_data(target: Target) -> bool:
    """Whether it is found by what a run is given."""
    return any("{{" in locator.model_dump_json() for locator in target.locators)
