"""Cutting a long line of steps into parts, each a function with a name that says where it happens."""

from __future__ import annotations

from typing import Final, NamedTuple

from handrail.sop.document import Sop
from handrail.sop.node import Extract, Node, Task

_LONG: Final = 7
"""A shorter line of steps is read at a glance."""


class Section(NamedTuple):
    """Several steps that belong to one place of the app."""

    name: str
    about: str


def sections(sop: Sop) -> dict[str, Section]:
    """Step → the section that it belongs to; empty where the top level is short, or all in one place."""
    steps = [node for node in sop.nodes if isinstance(node, Task | Extract)]
    if len(steps) < _LONG:
        return {}
    runs: list[tuple[str, list[Node]]] = []
    for node in steps:
        place = _place(node)
        if runs and (not place or place == runs[-1][0]):
            runs[-1][1].append(node)
        else:
            runs.append((place or "start", [node]))
    merged = _without_single_steps(runs)
    if len(merged) < 2:
        return {}
    found = {}
    for place, nodes in merged:
        last = nodes[-1]
        section = Section(place, last.intent or last.label)
        found.update({node.id: section for node in nodes})
    return found


def _place(node: Node) -> str:
    """The heading that the step's element stands under; text of the app, not of a record."""
    if not isinstance(node, Task) or node.target is None:
        return ""
    near = node.target.near
    heading = near.heading or near.section or ""
    return "" if "{{" in heading else heading


def _without_single_steps(runs: list[tuple[str, list[Node]]]) -> list[tuple[str, list[Node]]]:
    """A step alone leads to the section after it, and begins that."""
    merged: list[tuple[str, list[Node]]] = []
    waiting: list[Node] = []
    for place, nodes in runs:
        if len(nodes) == 1 and (place, nodes) != runs[-1]:
            waiting += nodes
            continue
        merged.append((place, [*waiting, *nodes]))
        waiting = []
    return merged
