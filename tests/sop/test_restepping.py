"""Steps put before another, or in the place of some."""

from __future__ import annotations

from handrail.sop.node import Task
from handrail.sop.restepping import NewSteps, with_new_steps
from tests.builders import click, fill, sop


def test_nothing_sends_what_a_step_filled_in_that_was_replaced() -> None:
    saves = {**click("Save", "once"), "sends": ["fill-name", "fill-city"]}
    before = sop([fill("Name", "Ana"), fill("City", "Graz"), saves], ["crm.test"])
    old = before.nodes[0]
    assert isinstance(old, Task)
    new = old.model_copy(update={"id": "fill-full-name"})
    after = with_new_steps(before, NewSteps(node=old.id, old=(old,), new=(new,)))
    assert [node.id for node in after.nodes] == ["fill-full-name", "fill-city", "click-save", "end"]
    saving = after.nodes[2]
    assert isinstance(saving, Task) and saving.sends == ("fill-city",)
