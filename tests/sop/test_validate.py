"""Every rule of an SOP: a document that keeps them all has no problem, and each breach is told."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.builders import by_role, task

import handrail.sop.rules
from handrail.errors import Problem
from handrail.sop.document import Sop
from handrail.sop.node import Loop
from handrail.sop.validate import problems

Json = dict[str, Any]

SAVED = [{"kind": "text", "contains": "Saved"}]


def _sound() -> Json:
    """A document that uses much of what there is, and keeps every rule."""
    fill = task(
        "name", {"do": "fill", "value": "{{ name }}"}, "repeatable", target=by_role("textbox", "Name")
    )
    password = task(
        "password",
        {"do": "fill", "value": "{{ crm_password }}"},
        "repeatable",
        target=by_role("textbox", "Password", input_type="password"),
    )
    loop = {
        "type": "loop",
        "id": "each",
        "label": "Each",
        "over": "variable",
        "variable": "names",
        "item": "person",
        "bound": 5,
        "children": [
            {
                "type": "decision",
                "id": "is-new",
                "label": "New?",
                "question": "Is {{ person.name }} new?",
                "outcomes": ["yes", "no"],
                "default": "no",
                "check": {"yes": {"kind": "text", "matches": "^{{ person.name }}$"}},
            },
            task("add", {"do": "click"}, "once", target=by_role("button", "Add"), done_when=SAVED),
        ],
    }
    decision = {
        "type": "decision",
        "id": "more",
        "label": "More?",
        "question": "More?",
        "outcomes": ["yes", "no"],
        "default": "no",
    }
    export = task(
        "export",
        {"do": "download", "into": "report"},
        target=by_role("link", "Export"),
        page="second",
        done_when=[{"kind": "download"}],
    )
    return {
        "meta": {"id": "sound", "title": "Sound"},
        "environment": {"start": [{"url": "https://app.example.com/"}], "domains": ["*.example.com"]},
        "triggers": [{"kind": "cron", "schedule": "0 8 * * 1-5"}],
        "variables": {
            "name": {"default": "Ada"},
            "names": {"type": "list"},
            "since": {"type": "date", "default": "2026-01-05", "example": "2026-02-28"},
            "crm_password": {"secret": True},
            "report": {"type": "file", "output": True},
        },
        "clarifications": [
            {"id": "q1", "question": "Which?", "node": "name", "required": True, "answer": "x"}
        ],
        "nodes": [
            fill,
            password,
            loop,
            {
                "type": "group",
                "id": "g",
                "label": "G",
                "children": [task("popup", *_CLICK, opens="second", **_GO)],
            },
            export,
            decision,
            task("undo", *_CLICK, target=by_role("button", "Undo"), before=[_SINCE], compensation="name"),
            {"type": "end", "id": "end"},
        ],
        "edges": [
            {"from": "name", "to": "password"},
            {"from": "password", "to": "each"},
            {"from": "is-new", "to": "add", "when": "yes"},
            {"from": "each", "to": "g"},
            {"from": "g", "to": "export"},
            {"from": "export", "to": "more"},
            {"from": "more", "to": "undo", "when": "yes"},
            {"from": "more", "to": "end", "when": "no"},
            {"from": "undo", "to": "end"},
            {"from": "undo", "to": "end", "when": "failed"},
        ],
    }


_CLICK: tuple[Json, str] = ({"do": "click"}, "none")
_GO: Json = {"target": by_role("link", "Go")}
_SINCE: Json = {"kind": "date", "left": "{{ since }}", "comparison": "less", "right": "2027-01-01"}

NAME, PASSWORD, EACH, GROUP, EXPORT, MORE, UNDO, END = range(8)
"""Where the nodes stand in the sound document."""


class Breach(NamedTuple):
    """A change of the sound document, and the one problem that comes of it."""

    name: str
    change: Callable[[Json], object]
    code: str
    place: str
    says: str = ""
    severity: str = "error"


def _node(document: Json, place: int) -> Json:
    node: Json = document["nodes"][place]
    return node


def _action(document: Json, place: int) -> Json:
    action: Json = _node(document, place)["action"]
    return action


def _add_node(document: Json, node: Json, *edges: Json) -> None:
    document["nodes"].insert(-1, node)
    document["edges"].extend(edges)


def _add_edge(document: Json, source: str, target: str, when: str = "next") -> None:
    document["edges"].append({"from": source, "to": target, "when": when})


def _drop_edge(document: Json, source: str, when: str = "next") -> None:
    document["edges"] = [
        edge for edge in document["edges"] if (edge["from"], edge.get("when", "next")) != (source, when)
    ]


def _lead_more_to(document: Json, target: str) -> None:
    for edge in document["edges"]:
        if edge["from"] == "more" and edge["when"] == "no":
            edge["to"] = target


def _extract(**fields: Any) -> Json:
    return {"type": "extract", "id": "name", "label": "Read", "into": "report", **fields}


_FIELD = {"name": "n", "target": by_role("cell", "N")}

WALK = [
    Breach(
        "id twice",
        lambda d: d["nodes"][EACH]["children"][1].update(id="name"),
        "duplicate-id",
        "nodes[2] 'each'.children[1] 'name'.id",
        "the id 'name' is taken by nodes[0] 'name'",
    ),
    Breach(
        "edge from nowhere",
        lambda d: _add_edge(d, "nmae", "end"),
        "unknown-node",
        "edges[10].from",
        "there is no node 'nmae'; did you mean 'name'?",
    ),
    Breach(
        "edge to nowhere", lambda d: _add_edge(d, "undo", "zzz", "failed"), "unknown-node", "edges[10].to"
    ),
    Breach(
        "compensation nowhere",
        lambda d: _node(d, UNDO).update(compensation="nam"),
        "unknown-node",
        "nodes[6] 'undo'.compensation",
        "did you mean 'name'?",
    ),
    Breach(
        "compensation of itself",
        lambda d: _node(d, UNDO).update(compensation="undo"),
        "unknown-node",
        "nodes[6] 'undo'.compensation",
        "cannot undo itself",
    ),
    Breach(
        "question about nowhere",
        lambda d: d["clarifications"][0].update(node="nome"),
        "unknown-node",
        "clarifications[0].node",
        "did you mean 'name'?",
    ),
    Breach(
        "edge into a container",
        lambda d: _add_edge(d, "name", "add", "failed"),
        "edge-across-levels",
        "edges[10]",
        "Lead it to 'each' itself.",
    ),
    Breach(
        "edge out of a container",
        lambda d: _add_edge(d, "add", "end", "next"),
        "edge-across-levels",
        "edges[10]",
        "the top level",
    ),
    Breach("edge from an end", lambda d: _add_edge(d, "end", "name"), "edge-from-end", "edges[10]"),
    Breach(
        "edge for no outcome of a decision",
        lambda d: _add_edge(d, "more", "end", "noo"),
        "unknown-outcome",
        "edges[10].when",
        "did you mean 'no'?",
    ),
    Breach(
        "edge for no outcome of a task",
        lambda d: _add_edge(d, "name", "end", "done"),
        "unknown-outcome",
        "edges[10].when",
        "Its outcomes are next and failed.",
    ),
    Breach(
        "default is no outcome",
        lambda d: _node(d, MORE).update(default="not"),
        "unknown-outcome",
        "nodes[5] 'more'.default",
    ),
    Breach(
        "check of no outcome",
        lambda d: _node(d, MORE).update(check={"maybe": SAVED[0]}),
        "unknown-outcome",
        "nodes[5] 'more'.check.maybe",
    ),
    Breach(
        "outcome twice",
        lambda d: _node(d, MORE).update(outcomes=["yes", "no", "no"]),
        "duplicate-outcome",
        "nodes[5] 'more'.outcomes",
    ),
    Breach(
        "two edges for one outcome",
        lambda d: _add_edge(d, "name", "g"),
        "duplicate-edge",
        "edges[10]",
        "edges[0] leads from 'name' for the outcome 'next' as well",
    ),
    Breach(
        "outcome without an edge",
        lambda d: _node(d, MORE).update(outcomes=["yes", "no", "later"]),
        "outcome-without-edge",
        "nodes[5] 'more'",
        "'later'",
    ),
    Breach(
        "unreachable",
        lambda d: _add_node(d, task("island", {"do": "reload"}), {"from": "island", "to": "end"}),
        "unreachable",
        "nodes[7] 'island'",
    ),
    Breach(
        "unreachable in a container",
        lambda d: d["nodes"][GROUP]["children"].append(task("island", {"do": "reload"})),
        "unreachable",
        "nodes[3] 'g'.children[1] 'island'",
    ),
    Breach(
        "empty container",
        lambda d: _node(d, GROUP).update(children=[]),
        "empty-container",
        "nodes[3] 'g'.children",
    ),
    Breach(
        "walk stops",
        lambda d: _drop_edge(d, "undo"),
        "walk-stops",
        "nodes[6] 'undo'",
        "nothing follows it, and it is not an end",
    ),
    Breach(
        "cycle of edges",
        lambda d: _add_edge(d, "undo", "more", "failed") or _drop_edge(d, "undo", "failed"),
        "unbounded-cycle",
        "edges[9]",
        "leads back to 'more'",
        "warning",
    ),
]

DOING = [
    Breach(
        "click without target",
        lambda d: _node(d, UNDO).pop("target"),
        "no-target",
        "nodes[6] 'undo'.action",
        "'click' needs a target",
    ),
    Breach(
        "skill without target",
        lambda d: (
            _node(d, NAME).update(action={"do": "reload"}, skills=[{"do": "hover"}], target=None)
            or _node(d, MORE).update(question="{{ name }}")
        ),
        "no-target",
        "nodes[0] 'name'.skills[0]",
    ),
    Breach(
        "condition without target",
        lambda d: _node(d, GROUP).update(done_when=[{"kind": "element", "state": "visible"}]),
        "no-target",
        "nodes[3] 'g'.done_when[0].target",
    ),
    Breach(
        "value condition without target",
        lambda d: _node(d, GROUP).update(
            done_when=[{"kind": "not", "condition": {"kind": "value", "equals": "x"}}]
        ),
        "no-target",
        "nodes[3] 'g'.done_when[0].condition.target",
    ),
    Breach(
        "target without locators",
        lambda d: _node(d, UNDO)["target"].update(locators=[]),
        "no-locators",
        "nodes[6] 'undo'.target.locators",
    ),
    Breach(
        "frame without locators",
        lambda d: _node(d, UNDO)["target"].update(frame=[{"locators": []}]),
        "no-locators",
        "nodes[6] 'undo'.target.frame[0].locators",
    ),
    Breach(
        "condition's target without locators",
        lambda d: _node(d, UNDO).update(
            done_when=[{"kind": "text", "contains": "x", "target": {"role": "alert"}}]
        ),
        "no-locators",
        "nodes[6] 'undo'.done_when[0].target.locators",
    ),
    *[
        Breach(
            f"empty {condition['kind']}",
            lambda d, condition=condition: _node(d, UNDO).update(done_when=[condition]),  # type: ignore[misc]
            "empty-condition",
            "nodes[6] 'undo'.done_when[0]",
        )
        for condition in (
            {"kind": "text"},
            {"kind": "url"},
            {"kind": "title"},
            {"kind": "all", "of": []},
            {"kind": "any", "of": []},
        )
    ],
    Breach(
        "wait for nothing",
        lambda d: _node(d, UNDO).update(action={"do": "wait"}),
        "wait-for-nothing",
        "nodes[6] 'undo'.done_when",
    ),
    Breach(
        "once, unverified",
        lambda d: _node(d, UNDO).update(effect="once"),
        "once-unverified",
        "nodes[6] 'undo'.done_when",
        severity="warning",
    ),
    Breach(
        "loop over no variable",
        lambda d: _node(d, EACH).pop("variable") and d["variables"].pop("names"),
        "incomplete-loop",
        "nodes[2] 'each'.variable",
    ),
    Breach(
        "loop over no elements",
        lambda d: _node(d, EACH).update(over="elements"),
        "incomplete-loop",
        "nodes[2] 'each'.elements",
    ),
    Breach(
        "loop while nothing",
        lambda d: _node(d, EACH).update(over="while"),
        "incomplete-loop",
        "nodes[2] 'each'.condition",
    ),
    Breach(
        "nothing to read",
        lambda d: d["nodes"].__setitem__(0, _extract()) or _node(d, MORE).update(question="{{ name }}"),
        "nothing-to-read",
        "nodes[0] 'name'.fields",
    ),
    Breach(
        "records of nothing",
        lambda d: (
            d["nodes"].__setitem__(0, _extract(shape="records", fields=[_FIELD]))
            or _node(d, MORE).update(question="{{ name }}")
        ),
        "nothing-to-read",
        "nodes[0] 'name'.each",
    ),
    Breach(
        "broken pattern",
        lambda d: _node(d, UNDO).update(done_when=[{"kind": "url", "matches": "/(contacts"}]),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].matches",
        "the pattern '/(contacts' is broken",
    ),
    Breach(
        "pattern that browsers do not know",
        lambda d: _node(d, UNDO).update(done_when=[{"kind": "text", "matches": "(?i)saved"}]),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].matches",
        "'(?i)'",
    ),
    Breach(
        "broken pattern for a variable",
        lambda d: _node(d, UNDO).update(
            done_when=[{"kind": "variable", "name": "name", "comparison": "matches", "value": "["}]
        ),
        "bad-pattern",
        "nodes[6] 'undo'.done_when[0].value",
    ),
]

NAMES = [
    Breach(
        "undefined in an action",
        lambda d: _action(d, NAME).update(value="{{ name }} {{ nmae }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
        "the variable 'nmae' is not declared; did you mean 'name'?",
    ),
    Breach(
        "undefined in a locator",
        lambda d: _node(d, UNDO)["target"]["locators"][0].update(name="{{ zzz }}"),
        "undefined-variable",
        "nodes[6] 'undo'.target.locators[0].name",
    ),
    Breach(
        "undefined in a condition in a container",
        lambda d: d["nodes"][EACH]["children"][1].update(done_when=[{"kind": "url", "path": "/{{ zzz }}"}]),
        "undefined-variable",
        "nodes[2] 'each'.children[1] 'add'.done_when[0].path",
    ),
    Breach(
        "undefined in a start page",
        lambda d: d["environment"]["start"][0].update(url="https://app.example.com/{{ zzz }}"),
        "undefined-variable",
        "environment.start[0].url",
    ),
    Breach(
        "item outside its loop",
        lambda d: _action(d, NAME).update(value="{{ name }} {{ person.name }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
        "'person.name'",
    ),
    Breach(
        "field of a variable that is no item",
        lambda d: _action(d, NAME).update(value="{{ name }} {{ name.first }}"),
        "undefined-variable",
        "nodes[0] 'name'.action.value",
    ),
    Breach(
        "undefined in a variable condition",
        lambda d: _node(d, UNDO).update(done_when=[{"kind": "variable", "name": "nam", "comparison": "set"}]),
        "undefined-variable",
        "nodes[6] 'undo'.done_when[0].name",
        "did you mean 'name'?",
    ),
    Breach(
        "loop over an undefined variable",
        lambda d: (
            _node(d, EACH).update(variable="namess") or _action(d, NAME).update(value="{{ name }}{{ names }}")
        ),
        "undefined-variable",
        "nodes[2] 'each'.variable",
    ),
    Breach(
        "value into an undefined variable",
        lambda d: _action(d, EXPORT).update(into="raport") or d["variables"].pop("report"),
        "undefined-variable",
        "nodes[4] 'export'.action.into",
        '"raport": {"output": true}',
    ),
    Breach(
        "broken template",
        lambda d: _action(d, NAME).update(value="{{ name }} {{ name"),
        "broken-template",
        "nodes[0] 'name'.action.value",
        "character 12",
    )._replace(change=lambda d: (_action(d, NAME).update(value="{{ name }} {{ name"), _use_name(d))),
    Breach(
        "not a secret",
        lambda d: _action(d, NAME).update(value="{{ secret:name }}"),
        "not-a-secret",
        "nodes[0] 'name'.action.value",
    ),
    Breach(
        "bad name",
        lambda d: (d["variables"].update({"first name": {"output": True}}), _set_output(d, "first name")),
        "bad-name",
        "variables.first name",
    ),
    Breach(
        "unused variable",
        lambda d: d["variables"].update(extra={}),
        "unused-variable",
        "variables.extra",
        severity="warning",
    ),
    Breach(
        "overwritten input",
        lambda d: _node(d, UNDO).update(action={"do": "copy", "into": "name"}),
        "overwritten-input",
        "nodes[6] 'undo'.action.into",
        severity="warning",
    ),
    Breach(
        "output never set",
        lambda d: d["variables"].update(total={"output": True}),
        "output-never-set",
        "variables.total",
    ),
]


def _use_name(document: Json) -> None:
    _node(document, MORE)["question"] = "{{ name }}"


def _set_output(document: Json, name: str) -> None:
    _node(document, UNDO)["action"] = {"do": "copy", "into": name}


INPUTS = [
    Breach(
        "secret with default",
        lambda d: d["variables"]["crm_password"].update(default="hunter2"),
        "secret-with-default",
        "variables.crm_password.default",
    ),
    Breach(
        "secret with example",
        lambda d: d["variables"]["crm_password"].update(example="hunter2"),
        "secret-with-example",
        "variables.crm_password.example",
    ),
    Breach(
        "secret as output",
        lambda d: d["variables"]["crm_password"].update(output=True) or _set_output(d, "crm_password"),
        "secret-output",
        "variables.crm_password.output",
    ),
    Breach(
        "bad default",
        lambda d: d["variables"]["since"].update(default="5 January"),
        "bad-default",
        "variables.since.default",
        "should be a date such as 2026-03-31, and is '5 January'",
    ),
    Breach(
        "bad number",
        lambda d: d["variables"]["name"].update(type="number", default="many"),
        "bad-default",
        "variables.name.default",
    ),
    Breach(
        "bad example",
        lambda d: d["variables"]["since"].update(example="2026-02-30"),
        "bad-example",
        "variables.since.example",
        severity="warning",
    ),
    Breach(
        "password in the SOP",
        lambda d: (
            _action(d, PASSWORD).update(value="hunter2")
            or _action(d, NAME).update(value="{{name}}{{crm_password}}")
        ),
        "password-in-clear",
        "nodes[1] 'password'.action.value",
    ),
    Breach(
        "password in a variable that is not secret",
        lambda d: d["variables"]["crm_password"].update(secret=False),
        "password-in-clear",
        "nodes[1] 'password'.action.value",
    ),
    Breach(
        "question twice",
        lambda d: d["clarifications"].append({"id": "q1", "question": "Again?"}),
        "duplicate-id",
        "clarifications[1].id",
    ),
    Breach(
        "open question",
        lambda d: d["clarifications"][0].pop("answer"),
        "open-question",
        "clarifications[0]",
        "Which?",
        "warning",
    ),
    Breach(
        "bad schedule",
        lambda d: d["triggers"][0].update(schedule="daily"),
        "bad-schedule",
        "triggers[0].schedule",
    ),
]

RANGE = [
    Breach(
        "start outside the domains",
        lambda d: d["environment"]["start"][0].update(url="https://app.example.org/"),
        "outside-domains",
        "environment.start[0].url",
        "'app.example.org' is not among the domains (*.example.com)",
    ),
    Breach(
        "open outside the domains",
        lambda d: _node(d, UNDO).update(action={"do": "open", "url": "http://localhost:8000/{{ name }}"}),
        "outside-domains",
        "nodes[6] 'undo'.action.url",
        "'localhost:8000'",
    ),
    Breach(
        "no domains",
        lambda d: d["environment"].pop("domains"),
        "no-domains",
        "environment.domains",
        'Add "domains": ["app.example.com"].',
    ),
    Breach(
        "address as a domain",
        lambda d: d["environment"]["domains"].append("https://app.example.com/login"),
        "bad-domain",
        "environment.domains[1]",
        'Write "app.example.com".',
    ),
    Breach(
        "half an address",
        lambda d: _node(d, UNDO).update(action={"do": "open", "url": "app.example.com/x"}),
        "bad-address",
        "nodes[6] 'undo'.action.url",
    ),
    Breach(
        "tab that nothing opens",
        lambda d: _node(d, EXPORT).update(page="secnd"),
        "unknown-page",
        "nodes[4] 'export'.page",
        "did you mean 'second'?",
    ),
    Breach(
        "tab that is opened later",
        lambda d: _node(d, NAME).update(page="second"),
        "unknown-page",
        "nodes[0] 'name'.page",
    ),
    Breach(
        "switch to a tab that nothing opens",
        lambda d: _node(d, UNDO).update(action={"do": "switch_tab", "page": "third"}),
        "unknown-page",
        "nodes[6] 'undo'.action.page",
    ),
    Breach("nowhere to start", lambda d: d["environment"].pop("start"), "no-start", "environment.start"),
]

BREACHES = [*WALK, *DOING, *NAMES, *INPUTS, *RANGE]


def _problems(document: Json) -> tuple[Problem, ...]:
    return problems(Sop.model_validate(document))


def test_a_sound_document_has_no_problem() -> None:
    assert [str(problem) for problem in _problems(_sound())] == []


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_each_breach_is_told(breach: Breach) -> None:
    document = copy.deepcopy(_sound())
    breach.change(document)
    found = _problems(document)
    assert [(p.code, p.place, p.severity) for p in found] == [(breach.code, breach.place, breach.severity)]
    assert breach.says in str(found[0])
    assert found[0].mend, "every problem says how to mend it"


def test_a_walk_without_any_end_is_told() -> None:
    document = _sound()
    document["nodes"].pop(END)
    document["edges"] = [edge for edge in document["edges"] if edge["to"] != "end"]
    assert "no-end" in {problem.code for problem in _problems(document)}


def test_an_end_in_a_group_ends_the_walk() -> None:
    group = {"type": "group", "id": "g", "label": "G", "children": [{"type": "end", "id": "stop"}]}
    document = {"meta": {"id": "x", "title": "X"}, "nodes": [group]}
    assert _problems(document) == ()


def test_a_walk_that_goes_round_for_ever_is_told() -> None:
    document = _sound()
    _add_node(
        document,
        task("round", {"do": "reload"}),
        {"from": "round", "to": "round2"},
        {"from": "round2", "to": "round"},
    )
    _add_node(document, task("round2", {"do": "reload"}))
    _lead_more_to(document, "round")
    codes = {problem.code: problem.node for problem in _problems(document)}
    assert codes["no-way-to-end"] in {"round", "round2"}


def test_no_nodes_at_all() -> None:
    (problem,) = _problems({"meta": {"id": "x", "title": "X"}, "nodes": []})
    assert problem.code == "no-nodes"


def test_a_loop_without_a_bound_is_told_although_no_file_can_hold_one() -> None:
    sop = Sop.model_validate(_sound())
    loop = sop.nodes[EACH]
    assert isinstance(loop, Loop)
    nodes = tuple(loop.model_copy(update={"bound": 0}) if node is loop else node for node in sop.nodes)
    assert [p.code for p in problems(sop.model_copy(update={"nodes": nodes}))] == ["unbounded-loop"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda d: d["meta"].update(purpose="Sign in with hunter2."), "meta.purpose"),
        (lambda d: d["nodes"][1].update(label="Type hunter2"), "nodes[1] 'password'.label"),
        (lambda d: d["variables"]["name"].update(description="not hunter2"), "variables.name.description"),
    ],
)
def test_a_secret_value_in_the_text_is_told(change: Callable[[Json], None], place: str) -> None:
    document = _sound()
    document["variables"]["crm_password"]["default"] = "hunter2"
    change(document)
    assert ("secret-in-text", place) in {(problem.code, problem.place) for problem in _problems(document)}


def test_a_node_that_only_undoes_others_need_not_be_reached() -> None:
    document = _sound()
    _add_node(document, task("take-back", {"do": "reload"}))
    _node(document, NAME)["compensation"] = "take-back"
    assert _problems(document) == ()


def test_a_decision_without_any_edge_in_a_loop_decides_nothing() -> None:
    document = _sound()
    _drop_edge(document, "is-new", "yes")
    codes = [problem.code for problem in _problems(document)]
    assert codes.count("outcome-without-edge") == 2


def test_patterns_of_browsers_are_not_judged_by_pythons_spelling() -> None:
    document = _sound()
    _node(document, UNDO)["done_when"] = [{"kind": "text", "matches": r"(?<year>\d{4}) \p{Lu}+ (?<=x)y"}]
    assert _problems(document) == ()


def test_errors_come_before_warnings() -> None:
    document = _sound()
    document["variables"]["extra"] = {}
    document["environment"]["domains"] = []
    assert [problem.severity for problem in _problems(document)] == ["error", "warning"]


def test_a_document_with_everything_wrong_is_still_judged() -> None:
    document = _sound()
    for breach in BREACHES:
        try:
            breach.change(document)
        except (KeyError, IndexError, TypeError):
            continue
    assert len(_problems(document)) > 20


_MADE = re.compile(r"ground\.(?:error|warning)\(\s*\"([a-z-]+)\"")


def test_every_code_has_its_breach() -> None:
    folder = Path(handrail.sop.rules.__file__).parent
    made = {code for file in folder.glob("*.py") for code in _MADE.findall(file.read_text())}
    assert len(made) > 30
    elsewhere = {"no-end", "no-nodes", "no-way-to-end", "unbounded-loop", "secret-in-text"}
    assert made == {breach.code for breach in BREACHES} | elsewhere
