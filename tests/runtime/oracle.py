"""Scripted models that read the page's list as a real one would, and choose by rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.models.server import Heard, Script

_LINE = re.compile(r"^\[(\d+)\].(\S+) '([^']*)'", re.MULTILINE)


def elements(heard: Heard) -> list[tuple[int, str, str]]:
    """Number, role and name of each element that the model was shown."""
    return [(int(number), role, name) for number, role, name in _LINE.findall(heard.request)]


def numbered(heard: Heard, name: str) -> int | None:
    """The element with this name."""
    return next((number for number, _, called in elements(heard) if called == name), None)


def clicking(*names: str) -> Script:
    """Clicks the first of these that is there and that was not tried; gives up without any."""

    def answer(heard: Heard) -> dict[str, Any]:
        for name in names:
            number = numbered(heard, name)
            if number is not None and f"'{name}': " not in heard.request:
                return {
                    "move": "act",
                    "action": "click",
                    "element": number,
                    "value": None,
                    "reason": "it may lead",
                }
        return {"move": "give_up", "action": None, "element": None, "value": None, "reason": "nothing leads"}

    return answer


def acting(choose: Callable[[Heard], tuple[str, str | None, str | None]]) -> Script:
    """Always does what it is told: kind, name of the element, value."""

    def answer(heard: Heard) -> dict[str, Any]:
        kind, name, value = choose(heard)
        number = numbered(heard, name) if name else None
        return {"move": "act", "action": kind, "element": number, "value": value, "reason": "as told"}

    return answer
