"""What all rules stand on: the SOP with every node's place, and the making of problems."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import BaseModel

from handrail.errors import Problem, SopError
from handrail.sop.document import Sop
from handrail.sop.graph import Graph, children
from handrail.sop.node import Node
from handrail.sop.place import place_of
from handrail.sop.template import FieldPath, parse


class Placed(NamedTuple):
    """A node with its path in the document and the ids of the containers around it, outermost first."""

    node: Node
    path: FieldPath
    around: tuple[Node, ...]


class Ground:
    """One SOP, prepared for the rules."""

    def __init__(self, sop: Sop) -> None:
        self.sop = sop
        self.graph = Graph(sop)

    @cached_property
    def nodes(self) -> tuple[Placed, ...]:
        """Every node in document order, children after their container."""
        return tuple(_placed(self.sop.nodes, ("nodes",), ()))

    @cached_property
    def ids(self) -> frozenset[str]:
        return frozenset(placed.node.id for placed in self.nodes)

    @cached_property
    def _by_path(self) -> dict[FieldPath, Placed]:
        return {placed.path: placed for placed in self.nodes}

    def at(self, path: FieldPath) -> Placed | None:
        """The innermost node that the path leads into."""
        prefixes = (path[:length] for length in range(len(path), 0, -1))
        return next((self._by_path[prefix] for prefix in prefixes if prefix in self._by_path), None)

    @staticmethod
    def is_broken(text: str) -> bool:
        """Whether the text's templates cannot be read, which the rules of names report."""
        try:
            parse(text)
        except SopError:
            return True
        return False

    def error(self, code: str, path: FieldPath, message: str, mend: str | None = None) -> Problem:
        """A problem that keeps the SOP from being run."""
        words, node, field = place_of(self.sop, path)
        return Problem("error", code, message, words, node, field, mend)

    def warning(self, code: str, path: FieldPath, message: str, mend: str | None = None) -> Problem:
        """A problem that a person should look at; the SOP runs with it."""
        words, node, field = place_of(self.sop, path)
        return Problem("warning", code, message, words, node, field, mend)


def _placed(nodes: tuple[Node, ...], path: FieldPath, around: tuple[Node, ...]) -> Iterator[Placed]:
    for place, node in enumerate(nodes):
        here = (*path, place)
        yield Placed(node, here, around)
        yield from _placed(children(node), (*here, "children"), (*around, node))


def parts(placed: Placed) -> Iterator[tuple[FieldPath, BaseModel]]:
    """The node and every model inside it (actions, targets, conditions), without the nodes it contains."""
    yield placed.path, placed.node
    for name in type(placed.node).model_fields:
        if name != "children":
            yield from _parts(getattr(placed.node, name), (*placed.path, name))


def _parts(value: Any, path: FieldPath) -> Iterator[tuple[FieldPath, BaseModel]]:
    if isinstance(value, BaseModel):
        yield path, value
        for name in type(value).model_fields:
            yield from _parts(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for place, entry in enumerate(value):
            yield from _parts(entry, (*path, place))
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _parts(entry, (*path, key))
