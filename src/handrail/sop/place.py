"""Places in an SOP, in words that a person finds again: `nodes[2] 'save-contact'.action.value`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from handrail.sop.template import FieldPath


class Place(NamedTuple):
    """Where something stands; `field` is within the node, or within the document without one."""

    words: str
    node: str | None
    field: str | None


def place_of(document: object, path: FieldPath) -> Place:
    """The place that the path leads to, in a model or in the plain data of one.

    The path may lead further than the document goes: to a field that is missing.
    """
    words = ""
    field = ""
    node: str | None = None
    value: Any = document
    for position, key in enumerate(path):
        value = _inside(value, key)
        if isinstance(key, int):
            words += f"[{key}]"
            field += f"[{key}]"
        else:
            words += f".{key}" if words else key
            field += f".{key}" if field else key
        if isinstance(key, int) and path[position - 1] in ("nodes", "children"):
            name = _inside(value, "id")
            if isinstance(name, str):
                words += f" '{name}'"
                node, field = name, ""
    return Place(words, node, field or None)


def _inside(value: Any, key: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, Sequence) and isinstance(key, int) and not isinstance(value, str):
        return value[key] if 0 <= key < len(value) else None
    if isinstance(value, BaseModel) and isinstance(key, str):
        return getattr(value, key, None)
    return None
