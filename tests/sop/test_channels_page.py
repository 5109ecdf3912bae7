"""The page about channels cannot lie: its examples are read by the models, and keep the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from handrail.sop.template import names_in_model
from handrail.sop.validate import problems
from tests.builders import sop, task

_PAGE = Path(__file__).parents[2] / "docs" / "channels.md"
_EXAMPLES = [
    json.loads(text) for text in re.findall(r"```json\n(.*?)```", _PAGE.read_text("utf-8"), re.DOTALL)
]


def test_there_are_examples_of_each_kind() -> None:
    assert [example.get("do") or example["kind"] for example in _EXAMPLES] == [
        "request",
        "http",
        "sql",
        "file",
        "mail",
    ]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_an_example_can_be_used(example: dict[str, Any]) -> None:
    request = {"do": "request", "url": "https://crm.example/"}
    node = task("it", example, "once") if "do" in example else task("it", request, done_when=[example])
    outputs = {name: {"output": True} for name in example.get("into", {})}
    document = sop([node], ["crm.example"])
    named: dict[str, Any] = {name: {} for name in names_in_model(document) if not name.startswith("secret:")}
    found = problems(sop([node], ["crm.example"], {**named, **outputs}))
    assert [problem for problem in found if problem.severity == "error"] == []
