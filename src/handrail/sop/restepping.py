"""Amendments of steps: what a person showed, put before a step or in the place of some."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, Field

from handrail._model import Model
from handrail.errors import SopError
from handrail.sop.document import Sop
from handrail.sop.graph import NEXT, Graph
from handrail.sop.naming_values import with_names
from handrail.sop.node import Edge, Explore, Group, Loop, Node, Task
from handrail.sop.template import FieldPath, templates

_SHORTEST_VALUE: Final = 3
"""Shorter values stand in other texts by chance."""

M = TypeVar("M", bound=BaseModel)

Replaced = Annotated[Task | Explore, Field(discriminator="type")]
"""What steps may come in the place of: other steps, or a node that looks for them."""


class NewSteps(Model):
    """Steps in a row, put before the step `node`, or in the place of the steps `old`, of which it is the
    first."""

    node: str
    old: tuple[Replaced, ...] = ()
    new: tuple[Task, ...]

    @property
    def words(self) -> str:
        """The change for people: "'Save' → 'More', 'Store'"."""
        shown = ", ".join(f"'{step.label}'" for step in self.new)
        if not self.old:
            return f"before it: {shown}"
        before = ", ".join(f"'{step.label}'" for step in self.old)
        return f"{before} → {shown}"


def with_new_steps(sop: Sop, change: NewSteps) -> Sop:
    """The SOP with the new steps; its version stays. Raises SopError where the old ones are not
    as they were."""
    graph = Graph(sop)
    _check(graph, change)
    new = _with_free_ids(graph, change)
    old = [step.id for step in change.old]
    nodes = _put(sop.nodes, change.node, old, new)
    return sop.model_copy(update={"nodes": nodes, "edges": _edges(sop, change.node, old, new)})


def has_new_steps(sop: Sop, change: NewSteps) -> bool:
    """Whether the new steps stand there already: another way led to the same."""
    graph = Graph(sop)
    here = graph.node(change.new[0].id)
    for step in change.new:
        if here != step:
            return False
        here = graph.successor(step.id)
    return bool(change.old) or (here is not None and here.id == change.node)


def _check(graph: Graph, change: NewSteps) -> None:
    for step in change.old:
        now = graph.node(step.id)
        if now != step:
            raise SopError(
                f"Step '{step.id}' was {'changed' if now else 'taken out'} since the steps were shown.",
                place=f"node '{step.id}'",
                mend="Run the SOP as it is now, and show it again where that is still needed.",
            )
    if graph.node(change.node) is None:
        raise SopError(
            f"There is no step '{change.node}' in this SOP any more.",
            mend="Reject the amendment: what it is about was taken out.",
        )


def _with_free_ids(graph: Graph, change: NewSteps) -> tuple[Task, ...]:
    """The new steps, with other ids where theirs are taken by steps that stay."""
    leaving = {step.id for step in change.old}
    taken: set[str] = set()
    steps = []
    for step in change.new:
        name, number = step.id, 2
        while name in taken or (name not in leaving and graph.node(name) is not None):
            name, number = f"{step.id[:76]}-{number}", number + 1
        taken.add(name)
        steps.append(step.model_copy(update={"id": name}))
    return tuple(steps)


def _put(nodes: tuple[Node, ...], at: str, old: list[str], new: tuple[Task, ...]) -> tuple[Node, ...]:
    found: list[Node] = []
    gone = {*old} - {step.id for step in new}
    for node in nodes:
        if node.id == at:
            found.extend(new)
        if node.id in old:
            continue
        if isinstance(node, Loop | Group):
            found.append(node.model_copy(update={"children": _put(node.children, at, old, new)}))
        else:
            found.append(_without_sent(node, gone))
    return tuple(found)


def _without_sent(node: Node, gone: set[str]) -> Node:
    """The node without the steps that are gone among those whose fields it sends."""
    if not isinstance(node, Task) or not gone.intersection(node.sends):
        return node
    return node.model_copy(update={"sends": tuple(step for step in node.sends if step not in gone)})


def _edges(sop: Sop, at: str, old: list[str], new: tuple[Task, ...]) -> tuple[Edge, ...]:
    first, last = new[0].id, new[-1].id
    within = [_edge(a.id, b.id) for a, b in itertools.pairwise(new)]
    if not old:
        within.append(_edge(last, at))
    edges: list[Edge] = []
    placed = False
    for edge in sop.edges:
        if edge.source in old and edge.target in old:
            continue
        target = first if edge.target == at else edge.target
        source = edge.source
        if source in old:
            # What follows the last of them follows the new ones; where one of them failed, the first may.
            source = last if source == old[-1] else first
        edges.append(edge.model_copy(update={"source": source, "target": target}))
        if edge.target == at and not placed:
            edges.extend(within)
            placed = True
    return tuple(edges) if placed else (*within, *edges)


def _edge(source: str, target: str) -> Edge:
    return Edge.model_validate({"from": source, "to": target, "when": NEXT})


def generalised_step(step: M, values: Mapping[str, str]) -> M:
    """A step of one run as the SOP should keep it: where a value of the run is a word of its own in it, the
    variable's name stands there; everything else stays word for word."""
    known = {name: value for name, value in values.items() if len(value.strip()) >= _SHORTEST_VALUE}
    written = step.model_dump(mode="json")
    for path, text in templates(step):
        _write(written, path, with_names(text, known))
    return type(step).model_validate(written)


def _write(document: Any, path: FieldPath, value: str) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value
