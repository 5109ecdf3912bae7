"""Files as other tools write them, in small; and their import."""

from __future__ import annotations

import json
from typing import Any

from handrail.compile.importers import Imported, Wish, import_file
from handrail.errors import Problem
from handrail.sop.document import Sop
from handrail.sop.node import Node
from handrail.sop.validate import problems

Json = dict[str, Any]


def imported(document: Json, **wish: Any) -> Imported:
    """The import of a document, which must hold together and account for every field."""
    found = import_file(json.dumps(document).encode(), "x.json", Wish(**wish))
    assert not errors(found.sop), "\n".join(map(str, errors(found.sop)))
    assert len(found.report.fields) == _leaves(document)
    return found


def errors(sop: Sop) -> list[Problem]:
    return [problem for problem in problems(sop) if problem.severity == "error"]


def _leaves(value: Any) -> int:
    if isinstance(value, dict) and value:
        return sum(map(_leaves, value.values()))
    if isinstance(value, list) and value:
        return sum(map(_leaves, value))
    return 1


def node(found: Imported | Sop, id: str) -> Any:
    """The node with this id."""
    sop = found if isinstance(found, Sop) else found.sop
    return next(node for node in sop.walk_nodes() if node.id == id)


def ids(found: Imported) -> list[str]:
    return [node.id for node in found.sop.walk_nodes()]


def nodes(found: Imported) -> list[Node]:
    """The steps, the end aside."""
    return [node for node in found.sop.walk_nodes() if node.type != "end"]


def asked(found: Imported, node: str) -> list[str]:
    """The required questions about a node."""
    return [q.question for q in found.sop.clarifications if q.node == node and q.required]


def fate(found: Imported, field: str) -> str:
    """What the report says of a field: `left: why`."""
    line = next(line for line in found.report.fields if line.field == field)
    return f"{line.fate}: {line.words}"


def flow(*steps: Json, **more: Any) -> Json:
    """A DevTools Recorder flow."""
    return {"title": "A flow", "steps": list(steps), **more}


def side(*commands: tuple[str, ...] | Json, **more: Any) -> Json:
    """A Selenium IDE project with one test."""
    return {
        "id": "p1",
        "version": "2.0",
        "name": "Project",
        "url": "https://app.example.com",
        "tests": [{"id": "t1", "name": "A test", "commands": [_command(c) for c in commands]}],
        "suites": [{"id": "s1", "name": "Suite", "tests": ["t1"], "timeout": 300, "parallel": False}],
        "urls": ["https://app.example.com/"],
        "plugins": [],
        **more,
    }


def _command(given: tuple[str, ...] | Json) -> Json:
    if isinstance(given, dict):
        return given
    name, target, value = (*given, "", "")[:3]
    return {"id": "c", "comment": "", "command": name, "target": target, "targets": [], "value": value}
