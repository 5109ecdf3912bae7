"""The rules together: a sound SOP has no problem, and no rule goes without its breach."""

from __future__ import annotations

import re
from pathlib import Path

import handrail.sop.rules
from tests.sop.rules import test_channels, test_doing, test_inputs, test_naming, test_ranging, test_walking
from tests.sop.rules.sound import problems_in, sound

BREACHES = [
    breach
    for rules in (test_walking, test_doing, test_channels, test_naming, test_inputs, test_ranging)
    for breach in rules.BREACHES
]


def test_a_sound_document_has_no_problem() -> None:
    assert [str(problem) for problem in problems_in(sound())] == []


def test_errors_come_before_warnings() -> None:
    document = sound()
    document["variables"]["extra"] = {}
    document["environment"]["domains"] = []
    assert [problem.severity for problem in problems_in(document)] == ["error", "warning"]


def test_a_document_with_everything_wrong_is_still_judged() -> None:
    document = sound()
    for breach in BREACHES:
        try:
            breach.change(document)
        except (KeyError, IndexError, TypeError):
            continue
    assert len(problems_in(document)) > 20


_MADE = re.compile(r"ground\.(?:error|warning)\(\s*\"([a-z-]+)\"")


def test_every_code_has_its_breach() -> None:
    folder = Path(handrail.sop.rules.__file__).parent
    made = {code for file in folder.glob("*.py") for code in _MADE.findall(file.read_text())}
    assert len(made) > 30
    elsewhere = {"no-end", "no-nodes", "no-way-to-end", "unbounded-loop", "secret-in-text"}
    assert made == {breach.code for breach in BREACHES} | elsewhere
