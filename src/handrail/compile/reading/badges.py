"""Buttons that say beside their name how many were chosen by them: "Status" is "Status 2" by then."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from handrail.compile.reading.known import fold
from handrail.compile.reading.located import mentions
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target

_COUNT: Final = re.compile(r"(?P<name>.*\w)\W*\s\W*\d+\W*")
"""A name, and apart from it a number."""


def without_count(target: Target, earlier: Iterable[Target]) -> Target:
    """The button without a name that ends with a count, where the recording shows that it went by the same
    name without one before: other data may choose another number. It is found by its place then, which is
    the same as it was."""
    found = _COUNT.fullmatch(fold(target.name or ""))
    if target.role != "button" or found is None:
        return target
    if not any(_is_same(target, other) and fold(other.name or "") == found["name"] for other in earlier):
        return target
    unsaid = {text for text in (target.name, target.label, target.text) if text}
    kept = tuple(one for one in target.locators if not any(mentions(one, text) for text in unsaid))
    said = {key: value for key, value in target.attributes.items() if value not in unsaid}
    facts: dict[str, object] = {"name": None, "label": None, "text": None, "picture": None}
    near = target.near.model_copy(update={"row": None, "cells": ()})
    return target.model_copy(update={**facts, "attributes": said, "locators": kept, "near": near})


def _is_same(target: Target, other: Target) -> bool:
    """One button, in one place: a selector that goes by no words led to it both times."""
    places = (one for one in target.locators if isinstance(one, CssLocator) and one.within is None)
    alike = (target.role, target.tag, target.frame) == (other.role, other.tag, other.frame)
    return alike and any(place in other.locators for place in places)
