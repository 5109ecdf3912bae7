"""A model words an SOP, and cannot change what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handrail.compile.exporters import to_process
from handrail.models.describing import (
    DecisionWords,
    PartWords,
    QuestionWords,
    SopWords,
    StepWords,
    VariableWords,
    with_words,
)
from handrail.sop.document import Sop
from handrail.sop.format import load
from handrail.sop.node import Group, Loop, Task
from handrail.sop.renaming import deeds_hash, renamed
from handrail.sop.validate import problems
from tests.builders import click, fill, sop

EXAMPLE = Path(__file__).parents[2] / "examples" / "investor-crm" / "investor-crm.sop.json"


def deeds(document: Sop) -> Any:
    """Everything but the words."""
    written = document.model_dump(mode="json", by_alias=True)
    written["meta"].pop("goal")

    def bare(nodes: Any) -> None:
        for node in nodes:
            node.pop("label")
            node.pop("intent")
            bare(node.get("children", ()))

    bare(written["nodes"])
    return written


def test_labels_and_intents_change_and_nothing_else_does() -> None:
    document = load(EXAMPLE)
    steps = [StepWords(id=node.id, label=f"Do {node.id}", intent="For it.") for node in document.walk_nodes()]
    told = with_words(document, SopWords(goal="All mails are in the CRM.", steps=steps)).sop
    assert deeds(told) == deeds(document)
    assert all(node.label == f"Do {node.id}" for node in told.walk_nodes())
    assert any(isinstance(node, Loop | Group) for node in told.walk_nodes())
    assert told.meta.goal == "All mails are in the CRM."


@pytest.mark.parametrize("label", ["", "  ", "x" * 81, "Type {{ secret:pin }}"])
def test_words_that_are_no_label_are_left_out(label: str) -> None:
    document = sop([fill("Name", "x"), click("Save")], ["x"])
    step = document.nodes[0]
    told = with_words(
        document, SopWords(steps=[StepWords(id=step.id, label=label), StepWords(id="no", label="N")])
    ).sop
    assert told == document


NOTES = "If the mail is a newsletter, I leave it. The amount is in euros, I think."
WORDS = SopWords(
    steps=[],
    variables=[
        VariableWords(name="name", better="contact_name"),
        VariableWords(name="pin", better="code"),
        VariableWords(name="count", better="contact_name"),
        VariableWords(name="nothing", better="something"),
    ],
    parts=[PartWords(title="Fill it in", purpose="For the contact.", first="fill-name")],
    decisions=[
        DecisionWords(
            step="click-save",
            question="Is it a newsletter?",
            outcomes=["yes", "no"],
            quote="If the mail is a newsletter, I leave it.",
        ),
        DecisionWords(step="click-save", question="Invented?", quote="Nobody said this."),
        DecisionWords(step="nowhere", question="Where?", quote="I leave it."),
    ],
    questions=[QuestionWords(step="click-save", question="Which currency is it?")],
)


def procedure() -> Sop:
    return sop(
        [fill("Name", "{{ name | trim }} {{ count }}"), click("Save", "once")],
        ["x"],
        {"name": {}, "count": {"type": "number"}, "pin": {"secret": True}},
    )


def test_variables_get_better_names_everywhere_and_secrets_keep_theirs() -> None:
    told = with_words(procedure(), WORDS).sop
    assert list(told.variables) == ["contact_name", "count", "pin"]
    node = told.nodes[0]
    assert isinstance(node, Task)
    assert node.action.model_dump()["value"] == "{{ contact_name | trim }} {{ count }}"
    assert "contact_name" in node.done_when[0].model_dump_json()
    assert deeds_hash(told) == deeds_hash(procedure())


def test_what_the_notes_say_and_what_is_unclear_become_questions_that_block_nothing() -> None:
    asked = with_words(procedure(), WORDS, NOTES).sop.clarifications
    assert [(one.node, one.required) for one in asked] == [("click-save", False), ("click-save", False)]
    assert "Is it a newsletter? (yes / no)" in asked[0].question and "I leave it." in asked[0].question
    assert asked[1].question == "Which currency is it?"
    assert len(with_words(procedure(), WORDS).sop.clarifications) == 1


def test_the_hash_of_the_deeds_is_of_the_deeds() -> None:
    example = load(EXAMPLE)
    names = {name: f"x_{name}" for name in example.variables}
    there = renamed(example, names)
    assert deeds_hash(there) == deeds_hash(example) and list(there.variables) == list(names.values())
    assert renamed(there, {new: old for old, new in names.items()}) == example
    assert [one for one in problems(there) if one.severity == "error"] == []
    for other in (
        sop([fill("Name", "{{ count }} {{ name | trim }}"), click("Save", "once")], ["x"], {"name": {}}),
        sop([fill("Name", "{{ name | trim }} {{ count }}"), click("Save")], ["x"], {"name": {}}),
    ):
        assert deeds_hash(other) != deeds_hash(procedure())


def test_the_process_is_told_as_code_that_prints_it() -> None:
    described = with_words(procedure(), WORDS)
    text = to_process(described.sop, described.parts)
    assert "def fill_it_in(count: str) -> Iterator[str]:" in text
    assert "yield from fill_it_in(" in text and "Done when:" in text and "For the contact" in text
    told: dict[str, Any] = {"__name__": "told"}
    exec(compile(text, "process.py", "exec"), told)
    given = dict.fromkeys(("contact_name", "count"), "Ada")
    lines = [*told["whole_process"](**given)]
    assert len(lines) == 2 and lines[0].startswith("1. ") and lines[1].startswith("2. ")


def test_a_procedure_with_loops_and_decisions_is_told_whole() -> None:
    example = load(EXAMPLE)
    text = to_process(example)
    told: dict[str, Any] = {"__name__": "told"}
    exec(compile(text, "process.py", "exec"), told)
    inputs = [name for name, one in example.variables.items() if not (one.output or one.secret)]
    lines = [*told["whole_process"](*inputs)]
    assert len(lines) == sum(node.type != "end" for node in example.walk_nodes())
