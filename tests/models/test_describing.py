"""A model words an SOP, and cannot change what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handrail.models.describing import SopWords, StepWords, with_words
from handrail.sop.document import Sop
from handrail.sop.format import load
from handrail.sop.node import Group, Loop
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
    told = with_words(document, SopWords(goal="All mails are in the CRM.", steps=steps))
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
    )
    assert told == document
