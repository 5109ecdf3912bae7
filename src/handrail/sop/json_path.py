"""Paths into a JSON document: `data.items.0.id`.

Names of fields and places in lists (from 0; `-1` is the last), joined by dots; `#` at the end gives the
number of entries. A dot in a field's name is written `\\.`. The empty path is the whole document.
"""

from __future__ import annotations

import re
from typing import Any, Final

_STEP: Final = re.compile(r"(?:[^.\\]|\\.)+")
_PLACE: Final = re.compile(r"-?\d+")
_COUNT: Final = "#"


class NotThere(LookupError):
    """The document has nothing at the path; the message says how far it goes."""


def fault_of(path: str) -> str | None:
    """What is wrong with the path as it is written; none where it can be followed."""
    if not path:
        return None
    steps = _split(path)
    if steps is None:
        return "a name is missing between two dots, or at an end"
    if _COUNT in steps[:-1]:
        return f"'{_COUNT}' gives a number, so nothing can follow it"
    return None


def read(document: Any, path: str) -> Any:
    """The value at the path. Raises NotThere."""
    value = document
    gone: list[str] = []
    for step in _split(path) or ():
        value = _inside(value, step, ".".join(gone) or "the answer")
        gone.append(step)
    return value


def _split(path: str) -> list[str] | None:
    if not path:
        return []
    steps = _STEP.findall(path)
    if ".".join(steps) != path:
        return None
    return [re.sub(r"\\(.)", r"\1", step) for step in steps]


def _inside(value: Any, step: str, where: str) -> Any:
    if step == _COUNT and isinstance(value, list | dict):
        return len(value)
    if isinstance(value, dict):
        if step in value:
            return value[step]
        raise NotThere(f"{where} has no '{step}'")
    if isinstance(value, list) and _PLACE.fullmatch(step):
        try:
            return value[int(step)]
        except IndexError:
            raise NotThere(f"{where} has {len(value)} entries, and no place {step}") from None
    raise NotThere(f"{where} is no object or list that has '{step}'")
