"""An event without what must not stand in it: only what came from outside is masked, and never the journal's
own words, which may be written as a weak password is ("role", "fill-password")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)
Mask = Callable[[str], str]

_NAMES_OF_THE_SOP: Final = frozenset({"node", "group", "loop", "outcome", "request", "inputs_hide"})
"""What these hold leads from one event to another, or to the SOP."""
_KEPT_BY_NAME: Final = frozenset({"inputs", "variables", "values", "tabs", "turns"})
"""What these hold is kept by names of the SOP, as a variable's."""


def masked(event: M, mask: Mask) -> M:
    """The event with every text of its own in it, and every key of a mapping, as `mask` gives it back."""
    return type(event).model_validate(_masked(event, mask))


def _masked(value: Any, mask: Mask, *, named: bool = False) -> Any:
    match value:
        case Enum():
            return value
        case str():
            return mask(value)
        case BaseModel():
            kept = _NAMES_OF_THE_SOP | _chosen(type(value))
            return {
                name: part if name in kept else _masked(part, mask, named=name in _KEPT_BY_NAME)
                for name, part in value
            }
        case Mapping():
            return {key if named else _masked(key, mask): _masked(part, mask) for key, part in value.items()}
        case tuple() | list():
            return [_masked(part, mask) for part in value]
        case _:
            return value


@cache
def _chosen(model: type[BaseModel]) -> frozenset[str]:
    """The fields that hold one of a few words of ours."""
    return frozenset(name for name, field in model.model_fields.items() if _is_choice(field.annotation))


def _is_choice(annotation: Any) -> bool:
    if get_origin(annotation) is Literal:
        return True
    parts = [part for part in get_args(annotation) if part is not type(None)]
    return bool(parts) and all(_is_choice(part) for part in parts)
