"""The graph of an SOP, indexed once, so that every step of a walk is a look-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from handrail.sop.document import Sop
from handrail.sop.node import Edge, Group, Loop, Node

NEXT: Final = "next"
"""The outcome of a node that was done."""

FAILED: Final = "failed"
"""The outcome of a node that could not be done; any node may have an edge for it."""


class Graph:
    """Pure walk functions over one SOP. At the end of a container's children the walk returns to it.

    Serves the engine, and everything else that asks what follows what. It takes documents that do not
    hold together as well, so that validation can use it: an edge to nowhere leads nowhere.
    """

    def __init__(self, sop: Sop) -> None:
        self._top = sop.nodes
        self._nodes: dict[str, Node] = {}
        self._parents: dict[str, Loop | Group] = {}
        for node in sop.walk_nodes():
            self._nodes.setdefault(node.id, node)
            if isinstance(node, Loop | Group):
                for child in node.children:
                    self._parents.setdefault(child.id, node)
        self._edges: dict[tuple[str, str], Edge] = {}
        self._leaving: dict[str, list[Edge]] = {}
        for edge in sop.edges:
            self._edges.setdefault((edge.source, edge.when), edge)
            self._leaving.setdefault(edge.source, []).append(edge)

    def node(self, node: str) -> Node | None:
        """The node with this id."""
        return self._nodes.get(node)

    def first(self) -> Node | None:
        """Where the walk starts."""
        return self._top[0] if self._top else None

    def first_child(self, container: str) -> Node | None:
        """Where the walk through a container's children starts; none where the node has no children."""
        inside = children(self._nodes[container])
        return inside[0] if inside else None

    def parent(self, node: str) -> Loop | Group | None:
        """The container that the node stands in; none at the top level."""
        return self._parents.get(node)

    def successor(self, node: str, outcome: str = NEXT) -> Node | None:
        """The node that the edge for this outcome leads to; none without such an edge."""
        edge = self._edges.get((node, outcome))
        return self._nodes.get(edge.target) if edge is not None else None

    def following(self, node: str, outcome: str = NEXT) -> Node | None:
        """The node after this outcome: along the edge, else back to the container, else nothing.

        A failure without an edge of its own goes nowhere, but for that of an optional node: it must not end a
        container as if all were done.
        """
        successor = self.successor(node, outcome)
        if successor is not None:
            return successor
        if outcome == FAILED:
            return self.following(node) if self._is_optional(node) else None
        return self._parents.get(node)

    def _is_optional(self, node: str) -> bool:
        found = self._nodes.get(node)
        return found is not None and found.optional

    def edges_from(self, node: str) -> tuple[Edge, ...]:
        """The edges that leave the node, in document order."""
        return tuple(self._leaving.get(node, ()))

    def reachable(self, start: str) -> frozenset[str]:
        """The nodes of the same level that edges lead to from `start`, itself among them."""
        return _spread([start], self._onward)

    def reaching(self, goals: Iterable[str]) -> frozenset[str]:
        """The nodes from which edges of one level lead to one of the goals, these among them."""
        back: dict[str, list[str]] = {}
        for source, targets in self._onward.items():
            for target in targets:
                back.setdefault(target, []).append(source)
        return _spread(goals, back)

    @cached_property
    def _onward(self) -> dict[str, list[str]]:
        """Node → the nodes of its level that edges lead to."""
        onward: dict[str, list[str]] = {}
        for source, edges in self._leaving.items():
            if source not in self._nodes:
                continue
            level = self._parents.get(source)
            onward[source] = [
                edge.target
                for edge in edges
                if edge.target in self._nodes and self._parents.get(edge.target) is level
            ]
        return onward


def _spread(start: Iterable[str], ways: Mapping[str, Sequence[str]]) -> frozenset[str]:
    found = set(start)
    waiting = list(found)
    while waiting:
        for node in ways.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return frozenset(found)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes inside a container; none for every other node."""
    return node.children if isinstance(node, Loop | Group) else ()


def levels(sop: Sop) -> Iterator[tuple[Loop | Group | None, tuple[Node, ...]]]:
    """Every level of the SOP with the container that it is in; the top level first, without one."""
    yield None, sop.nodes
    for node in sop.walk_nodes():
        if isinstance(node, Loop | Group):
            yield node, node.children
