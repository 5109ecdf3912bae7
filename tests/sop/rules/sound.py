"""An SOP that keeps every rule, and breaches: changes of it from which one problem comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from handrail.errors import Problem
from handrail.sop.document import Sop
from handrail.sop.validate import problems
from tests.builders import by_role, task

Json = dict[str, Any]
Change = Callable[[Json], object]

SAVED = [{"kind": "text", "contains": "Saved"}]


def sound() -> Json:
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
    change: Change
    code: str
    place: str
    says: str = ""
    severity: str = "error"


def node_at(document: Json, place: int) -> Json:
    found: Json = document["nodes"][place]
    return found


def action_at(document: Json, place: int) -> Json:
    found: Json = node_at(document, place)["action"]
    return found


def add_node(document: Json, node: Json, *edges: Json) -> None:
    document["nodes"].insert(-1, node)
    document["edges"].extend(edges)


def add_edge(document: Json, source: str, target: str, when: str = "next") -> None:
    document["edges"].append({"from": source, "to": target, "when": when})


def drop_edge(document: Json, source: str, when: str = "next") -> None:
    document["edges"] = [
        edge for edge in document["edges"] if (edge["from"], edge.get("when", "next")) != (source, when)
    ]


def lead_more_to(document: Json, target: str) -> None:
    for edge in document["edges"]:
        if edge["from"] == "more" and edge["when"] == "no":
            edge["to"] = target


def use_name(document: Json) -> None:
    """Keep the variable 'name' used, where its own step is changed."""
    node_at(document, MORE)["question"] = "{{ name }}"


def set_output(document: Json, name: str) -> None:
    node_at(document, UNDO)["action"] = {"do": "copy", "into": name}


def then(*changes: Change) -> Change:
    """Several changes as one."""

    def change(document: Json) -> None:
        for one in changes:
            one(document)

    return change


def problems_in(document: Json) -> tuple[Problem, ...]:
    return problems(Sop.model_validate(document))


def check_breach(breach: Breach) -> None:
    """The breach is told, and nothing else is."""
    document = sound()
    breach.change(document)
    found = problems_in(document)
    assert [(p.code, p.place, p.severity) for p in found] == [(breach.code, breach.place, breach.severity)]
    assert breach.says in str(found[0])
    assert found[0].mend, "every problem says how to mend it"
