"""What the SOP itself says of the values in it: whether they have parts, and which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from handrail.sop.action import Request, SetVariable
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Extract, Loop, Node
from handrail.sop.rules.ground import Ground, parts
from handrail.sop.template import split_path
from handrail.sop.values import RUN, run_record


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value is; `fields` of a record and `entry` of a list are none where nothing says them."""

    kind: Literal["unknown", "plain", "record", "list"]
    fields: Mapping[str, Shape] | None = None
    entry: Shape | None = None


UNKNOWN: Final = Shape("unknown")
PLAIN: Final = Shape("plain")


class Missing(str):
    """Why a path leads nowhere, as a sentence."""

    __slots__ = ()


class Shapes:
    """The shapes of the variables of one SOP, and of the items of the loops around a node."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._extracts: dict[str, list[Extract]] = {}
        self._others: set[str] = set()
        for placed in ground.nodes:
            for _, part in parts(placed):
                if isinstance(part, Extract):
                    self._extracts.setdefault(part.into, []).append(part)
                elif isinstance(part, SetVariable):
                    self._others.add(part.name)
                elif isinstance(part, Request):
                    self._others.update(part.into)
                elif isinstance(name := getattr(part, "into", None), str):
                    self._others.add(name)

    def items(self, around: Sequence[Node]) -> dict[str, Shape]:
        """The names that the loops around give, with their shapes; an inner loop's hide an outer one's."""
        found: dict[str, Shape] = {}
        for depth, node in enumerate(around):
            if isinstance(node, Loop):
                found[node.item] = self._item(node, around[:depth])
                found[f"{node.item}_number"] = PLAIN
        return found

    def at(self, name: str, path: Sequence[str], around: Sequence[Node]) -> Shape | Missing:
        """The shape of a part of a declared variable or an item, or why there is no such part."""
        items = self.items(around)
        shape = items[name] if name in items else self._variable(name)
        for place, key in enumerate(path):
            found = _inside(shape, key, ".".join((name, *path[:place])))
            if isinstance(found, Missing):
                return found
            shape = found
        return shape

    def _item(self, loop: Loop, around: Sequence[Node]) -> Shape:
        if loop.over == "elements" and loop.fields:
            return Shape("record", {field.name: PLAIN for field in loop.fields})
        if loop.over != "variable" or loop.variable is None:
            return UNKNOWN
        name, path = split_path(loop.variable)
        shape = self.at(name, path, around)
        return (shape.entry or UNKNOWN) if isinstance(shape, Shape) else UNKNOWN

    def _variable(self, name: str) -> Shape:
        if name == RUN:
            return _RUN
        declared = self._ground.sop.variables.get(name)
        if declared is None:
            return UNKNOWN
        shapes = [_extracted(extract) for extract in self._extracts.get(name, ())]
        if shapes and name not in self._others and all(shape == shapes[0] for shape in shapes):
            return shapes[0]
        match declared.type:
            case "list" | "record":
                return Shape(declared.type)
            case _:
                return PLAIN


_RUN: Final = Shape("record", fields=dict.fromkeys(run_record("", ""), PLAIN))


def known_names(shapes: Shapes, ground: Ground, around: Sequence[Node]) -> Iterator[str]:
    """Every name that a template at a node may begin with."""
    yield from ground.sop.variables
    yield from shapes.items(around)
    yield RUN


def _extracted(extract: Extract) -> Shape:
    if extract.shape == "value":
        return PLAIN
    record = Shape("record", fields={field.name: PLAIN for field in extract.fields})
    return record if extract.shape == "record" else Shape("list", entry=record)


def _inside(shape: Shape, key: str, so_far: str) -> Shape | Missing:
    match shape.kind:
        case "plain":
            return Missing(f"'{so_far}' is neither a record nor a list, and has no '{key}'.")
        case "record" if shape.fields is not None and key not in shape.fields:
            return Missing(f"'{so_far}' has no '{key}'{did_you_mean(key, shape.fields)}")
        case "record":
            return shape.fields[key] if shape.fields is not None else UNKNOWN
        case "list" if not key.isdecimal():
            return Missing(f"'{so_far}' is a list, and has no '{key}': its entries are 0, 1, 2 and so on.")
        case "list":
            return shape.entry or UNKNOWN
        case _:
            return UNKNOWN
