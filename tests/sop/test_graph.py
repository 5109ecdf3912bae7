"""The walk over a graph: what comes first, what follows, where containers end."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.document import Sop
from handrail.sop.graph import Graph, levels
from handrail.sop.node import Node
from tests.builders import task

WAIT = {"do": "wait"}


@pytest.fixture
def graph() -> Graph:
    return Graph(_document())


def _document(edges: list[dict[str, str]] | None = None) -> Sop:
    group: dict[str, Any] = {
        "type": "group",
        "id": "g",
        "label": "G",
        "children": [task("g1", WAIT), task("g2", WAIT)],
    }
    decision = {
        "type": "decision",
        "id": "d",
        "label": "D",
        "question": "?",
        "outcomes": ["yes", "no"],
        "default": "no",
    }
    return Sop.model_validate(
        {
            "meta": {"id": "x", "title": "X"},
            "nodes": [task("a", WAIT), group, decision, {"type": "end", "id": "end"}],
            "edges": edges
            or [
                {"from": "a", "to": "g"},
                {"from": "a", "to": "end", "when": "failed"},
                {"from": "g1", "to": "g2"},
                {"from": "g", "to": "d"},
                {"from": "d", "to": "end", "when": "yes"},
                {"from": "d", "to": "a", "when": "no"},
            ],
        }
    )


def _id(node: Node | None) -> str | None:
    return node.id if node else None


def test_the_walk_starts_at_the_first_node(graph: Graph) -> None:
    assert _id(graph.first()) == "a"
    assert Graph(_document().model_copy(update={"nodes": ()})).first() is None


def test_a_container_starts_at_its_first_child(graph: Graph) -> None:
    assert _id(graph.first_child("g")) == "g1"
    assert graph.first_child("a") is None


@pytest.mark.parametrize(
    ("node", "outcome", "following"),
    [
        ("a", "next", "g"),
        ("a", "failed", "end"),
        ("g1", "next", "g2"),
        ("g2", "next", "g"),
        ("g", "next", "d"),
        ("d", "yes", "end"),
        ("d", "no", "a"),
        ("d", "perhaps", None),
        ("end", "next", None),
    ],
)
def test_the_outcome_says_what_follows(graph: Graph, node: str, outcome: str, following: str | None) -> None:
    assert _id(graph.following(node, outcome)) == following


def test_a_failure_without_an_edge_does_not_end_its_container_as_done(graph: Graph) -> None:
    assert graph.following("g2", "failed") is None


def test_parents_and_levels(graph: Graph) -> None:
    assert _id(graph.parent("g1")) == "g"
    assert graph.parent("g") is None
    names = [(_id(container), [node.id for node in nodes]) for container, nodes in levels(_document())]
    assert names == [(None, ["a", "g", "d", "end"]), ("g", ["g1", "g2"])]


def test_reach_stays_on_its_level(graph: Graph) -> None:
    assert graph.reachable("g") == {"g", "d", "a", "end"}
    assert graph.reachable("g1") == {"g1", "g2"}


def test_an_edge_to_nowhere_leads_nowhere() -> None:
    graph = Graph(_document([{"from": "a", "to": "gone"}]))
    assert graph.following("a") is None
    assert graph.reachable("a") == {"a"}
