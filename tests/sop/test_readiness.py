"""What this version cannot run is refused before a run, each thing with its place."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.readiness import asks_model, blocking
from tests.builders import by_role, click, fill, sop, task

Json = dict[str, Any]


def _node(type: str, **fields: Any) -> Json:
    return {"type": type, "id": "it", "label": "It", **fields}


_PAGE = {"kind": "title", "contains": "x"}


@pytest.mark.parametrize(
    ("node", "code", "place"),
    [
        (task("it", {"do": "dialog", "answer": "accept"}), "action-not-run", "nodes[0] 'it'.action"),
        (task("it", {"do": "copy"}), "action-not-run", "nodes[0] 'it'.action"),
    ],
)
def test_what_cannot_be_run_yet(node: Json, code: str, place: str) -> None:
    found = blocking(sop([node], ["x"]))
    assert [(problem.code, problem.place, problem.severity) for problem in found] == [(code, place, "error")]
    assert found[0].mend


@pytest.mark.parametrize(
    "node",
    [
        _node("extract", into="x"),
        _node("decision", question="?", outcomes=["a", "b"], default="a", check={"b": _PAGE}),
        _node("loop", over="rows", bound=3, children=[]),
        _node("human", request="?"),
        _node("group", children=[_node("group", atomic=True, children=[])]),
    ],
    ids=lambda node: str(node["type"]),
)
def test_what_needs_no_model_can_be_run(node: Json) -> None:
    assert blocking(sop([node], ["x"])) == asks_model(sop([node], ["x"])) == ()


@pytest.mark.parametrize(
    "node",
    [
        _node("decision", question="?", outcomes=["a", "b"], default="a"),
        _node("generate", inputs=[], instructions="", into="x"),
        _node("explore", goal="", success=_PAGE),
    ],
    ids=lambda node: str(node["type"]),
)
def test_what_asks_a_model_is_known_before(node: Json) -> None:
    assert blocking(sop([node], ["x"])) == ()
    (problem,) = asks_model(sop([node], ["x"]))
    assert (problem.code, problem.node, problem.severity) == ("needs-model", "it", "error")
    assert problem.mend


def test_a_required_question_blocks_until_it_is_answered() -> None:
    questions = [
        {"id": "a", "question": "Which?", "required": True},
        {"id": "b", "question": "Perhaps?"},
        {"id": "c", "question": "Really?", "required": True, "answer": "yes"},
    ]
    (problem,) = blocking(sop([fill("Name", "x")], ["x"], clarifications=questions))
    assert (problem.code, problem.place) == ("unanswered", "clarifications[0]")
    assert "Which?" in problem.message


def test_what_is_run_does_not_block() -> None:
    conditions: list[Json] = [
        {"kind": "element", "state": "visible", "target": by_role("alert", "x")},
        {"kind": "count", "target": by_role("row", "x"), "number": 1},
        {"kind": "variable", "name": "x", "comparison": "set"},
        {"kind": "date", "left": "2026-01-01", "comparison": "less", "right": "2027-01-01"},
        {"kind": "file", "name": "*.csv"},
        {"kind": "response", "path": "/x"},
        {"kind": "download"},
        {"kind": "not", "condition": {"kind": "url", "path": "/"}},
        {"kind": "http", "url": "http://x/", "contains": "y"},
        {"kind": "sql", "database": "x", "query": "select 1", "equals": "1"},
        {"kind": "mail", "mailbox": "x", "contains": "y"},
    ]
    group = _node("group", children=[click("Go", done_when=conditions)])
    request = task("call", {"do": "request", "url": "http://x/"})
    assert blocking(sop([group, request, fill("Name", "x")], ["x"])) == ()
