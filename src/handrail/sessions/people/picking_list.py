"""From a list that a person pointed at to what a loop goes over: what is read of each item, and its names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail._model import Model
from handrail.actuators import Reading
from handrail.actuators.browser.pointing import PointedField, PointedList
from handrail.compile.reading.naming import unique, variable_name
from handrail.sop.node import ExtractField
from handrail.sop.target import Box, Target

_SHOWN: Final = 5


class PickedList(Model):
    """A list that somebody picked by one of its items."""

    elements: Target
    fields: tuple[ExtractField, ...]
    """What can be read of each, under names that no two share."""
    count: int
    records: tuple[dict[str, str], ...]
    """What was read of the first few."""
    chosen: dict[str, str]
    """What was read of the one that was pointed at; empty where it is not told from the others."""
    boxes: tuple[Box, ...]
    """Of the items, in CSS pixels of the window."""


def named_fields(fields: Sequence[PointedField]) -> tuple[ExtractField, ...]:
    """The fields under the names of variables, none of them required yet."""
    taken: set[str] = set()
    named = []
    for field in fields:
        name = unique(variable_name(field.words, "text"), taken, joint="_")
        taken.add(name)
        read = field.model_dump(exclude={"words"})
        named.append(ExtractField.model_validate({"name": name, "required": False, **read}))
    return tuple(named)


def picked_list(
    pointed: PointedList, fields: Sequence[ExtractField], readings: Sequence[Reading]
) -> PickedList:
    """The list with those fields that tell something: what is empty in all items, or the same in all, as the
    words of a button, does not."""
    records = [{name: value or "" for name, value in reading.values.items()} for reading in readings]
    kept = [field for field in fields if _tells([record[field.name] for record in records])]
    names = {field.name for field in kept}
    own = [{name: value for name, value in record.items() if name in names} for record in records]
    told_apart = len(own) == len(pointed.boxes)
    return PickedList(
        elements=pointed.elements,
        fields=tuple(
            field.model_copy(update={"required": all(record[field.name] for record in own)}) for field in kept
        ),
        count=len(own),
        records=tuple(own[:_SHOWN]),
        chosen=own[pointed.chosen] if told_apart else {},
        boxes=pointed.boxes,
    )


def _tells(values: Sequence[str]) -> bool:
    return any(values) and (len(values) < 2 or len(set(values)) > 1)
