"""The page about templates: each of its examples gives what it says, and each filter and type is on it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from handrail.sop.document import VariableType
from handrail.sop.template import render
from handrail.sop.template.filters import FILTERS

PAGE = (Path(__file__).parents[3] / "docs" / "templates.md").read_text(encoding="utf-8")
VALUES = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])  # type: ignore[index]
EXAMPLES = re.findall(r"^\| `(.*\{\{.*?)` \| `(.*)` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("template", "gives"), EXAMPLES)
def test_each_example_gives_what_it_says(template: str, gives: str) -> None:
    assert render(template.replace(r"\|", "|"), VALUES.__getitem__) == gives


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 30


def test_every_filter_has_an_example_and_a_line() -> None:
    shown = {name for template, _ in EXAMPLES for name in re.findall(r"\| (\w+)", template)}
    lines = re.findall(r"^\| (`.*`) \| .+ \|$", PAGE.partition("| filter | makes |")[2], re.MULTILINE)
    told = {name for line in lines for name in re.findall(r"`(\w+)", line)}
    assert shown == set(FILTERS)
    assert set(FILTERS) <= told


def test_every_type_is_told() -> None:
    for name in get_args(VariableType):
        assert f"\n| `{name}` |" in PAGE
