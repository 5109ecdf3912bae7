"""Another value in place of a step's own, because a person wrote it when they were asked."""

from __future__ import annotations

import re
from typing import Any, Final

from handrail.sop.action import Fill, Select, Type
from handrail.sop.node import Task

_VARIABLE: Final = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")


def value_of(node: Task) -> str | None:
    """The one value that the step types or chooses; none where it has none, or several."""
    match node.action:
        case Fill(value=value):
            return value
        case Type(text=text):
            return text
        case Select(options=(option,)):
            return option
        case _:
            return None


def variable_of(node: Task) -> str | None:
    """The variable that the value is, where it is nothing but a variable; `node` is as the SOP writes it."""
    found = _VARIABLE.fullmatch((value_of(node) or "").strip())
    return found[1] if found else None


def with_value(node: Task, old: str, new: str) -> Task:
    """The step with another value, in its action and wherever its criteria expect the old one."""
    document = node.model_dump(mode="json", by_alias=True, exclude_none=True)
    for part in ("action", "done_when"):
        document[part] = _replaced(document.get(part), old, new)
    return Task.model_validate(document)


def _replaced(part: Any, old: str, new: str) -> Any:
    if isinstance(part, dict):
        return {name: value if name in _WORDS else _replaced(value, old, new) for name, value in part.items()}
    if isinstance(part, list):
        return [_replaced(value, old, new) for value in part]
    return new if part == old else part


_WORDS: Final = frozenset({"do", "kind", "page", "target"})
"""What says what a step is, and is no value of it."""
