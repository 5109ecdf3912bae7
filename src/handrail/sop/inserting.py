"""Putting steps into an SOP's graph, before a node of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from handrail.errors import SopError
from handrail.sop.document import Sop
from handrail.sop.graph import NEXT, Graph
from handrail.sop.node import Edge, Group, Loop, Node, Task

_LONGEST_ID = 80


def insert_before(sop: Sop, node: str, steps: Sequence[Task]) -> Sop:
    """The SOP with these steps before the node, on its level: whatever led to the node leads to the first.

    Ids that are taken already get a number. Raises SopError where the node is not there.
    """
    if Graph(sop).node(node) is None:
        raise SopError(f"There is no step '{node}'.", mend="Name a step that the SOP has.")
    named = _with_ids(sop, steps)
    if not named:
        return sop
    chain = [*(step.id for step in named), node]
    edges = [
        edge.model_copy(update={"target": chain[0]}) if edge.target == node else edge for edge in sop.edges
    ]
    edges += [_edge(source, target) for source, target in itertools.pairwise(chain)]
    return sop.model_copy(update={"nodes": _among(sop.nodes, node, named), "edges": tuple(edges)})


def stands_before(sop: Sop, node: str, steps: Sequence[Task]) -> bool:
    """Whether these very steps, their ids aside, are what leads to the node."""
    graph, at = Graph(sop), node
    for step in reversed(steps):
        leading = [edge.source for edge in sop.edges if edge.target == at and edge.when == NEXT]
        before = next(
            (one for id in leading if (one := graph.node(id)) is not None and _alike(one, step)), None
        )
        if before is None:
            return False
        at = before.id
    return True


def _alike(node: Node, step: Task) -> bool:
    return node.model_copy(update={"id": step.id}) == step


def _edge(source: str, target: str) -> Edge:
    return Edge.model_validate({"from": source, "to": target})


def _with_ids(sop: Sop, steps: Sequence[Task]) -> tuple[Task, ...]:
    taken = {node.id for node in sop.walk_nodes()}
    named = []
    for step in steps:
        id = next(one for one in _ids(step.id) if one not in taken)
        taken.add(id)
        named.append(step.model_copy(update={"id": id}))
    return tuple(named)


def _ids(id: str) -> Iterator[str]:
    yield id
    number = 2
    while True:
        end = f"-{number}"
        yield id[: _LONGEST_ID - len(end)] + end
        number += 1


def _among(nodes: tuple[Node, ...], node: str, steps: tuple[Task, ...]) -> tuple[Node, ...]:
    found: list[Node] = []
    for one in nodes:
        if one.id == node:
            found += steps
        if isinstance(one, Loop | Group):
            one = one.model_copy(update={"children": _among(one.children, node, steps)})
        found.append(one)
    return tuple(found)
