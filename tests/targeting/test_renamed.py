"""Commands that are called otherwise by now: what makes a new record, and what keeps a form."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.targeting import ElementSnapshot, choose
from tests.targeting.elements import button, field, on_page, recorded_from

LIST: dict[str, Any] = {"ancestors": ("div", "main", "body"), "attributes": {"type": "button"}}
LIST["near"] = {"heading": "Policies", "before": "Policies"}
ADD = button("Add", **LIST)
IN_FORM: dict[str, Any] = {"ancestors": ("div", "main"), "attributes": {"type": "button"}}
IN_FORM["near"] = {"heading": "Edit policy", "before": "Cancel"}
SAVE = button("Save", **IN_FORM)
IN_NEW: dict[str, Any] = IN_FORM | {"near": {"heading": "New policy", "before": "Cancel"}}


def is_sure(recorded: ElementSnapshot, *now: ElementSnapshot) -> bool:
    return choose(recorded_from(recorded), on_page(*now, field("Phone"))).kind == "clear"


@pytest.mark.parametrize("name", ["New record", "Create", "New policy", "+ Add policy"])
@pytest.mark.parametrize("role", ["button", "link"])
def test_the_only_command_that_makes_a_new_record_under_the_heading_is_meant(name: str, role: str) -> None:
    assert is_sure(ADD, button(name, **LIST | {"role": role, "tag": {"link": "a"}.get(role, role)}))


@pytest.mark.parametrize(
    "now",
    [
        (button("New folder", **LIST),),
        (button("New record", **LIST), button("Add filter", **LIST)),
        (button("New record", **LIST | {"near": {"heading": "Notes"}}),),
        (button("New record", **LIST | {"near": {**LIST["near"], "row": "P-20417 New record"}}),),
        (button("New record", **LIST | {"ancestors": ("form", "main")}, input_type="submit"),),
    ],
    ids=["something else", "two", "another heading", "in a row", "sends a form"],
)
def test_what_else_is_new_is_asked_about(now: tuple[ElementSnapshot, ...]) -> None:
    assert not is_sure(ADD, *now)


@pytest.mark.parametrize(
    ("now", "sure"),
    [
        ((button("Done", **IN_FORM),), True),
        ((button("✓", **IN_FORM),), True),
        ((button("Submit", **IN_FORM),), False),
        ((button("OK", **IN_FORM), button("Apply", **IN_FORM)), False),
        ((button("Done", **IN_FORM | {"near": {"heading": "Edit policy"}}),), False),
        ((button("Done", **IN_FORM | {"near": {"heading": "Filters", "before": "Cancel"}}),), False),
    ],
    ids=["another word", "a sign", "another deed", "two", "no way out beside it", "another form"],
)
def test_the_only_button_that_keeps_a_form_beside_its_way_out_is_meant(
    now: tuple[ElementSnapshot, ...], sure: bool
) -> None:
    assert is_sure(SAVE, *now) is sure


@pytest.mark.parametrize(
    ("was", "now", "sure"),
    [
        ("Create", "Save", True),
        ("Submit", "Create", True),
        ("Submit", "Save", False),
        ("Save", "Submit", False),
    ],
)
def test_what_makes_the_record_of_a_new_form_may_be_called_by_another_word(
    was: str, now: str, *, sure: bool
) -> None:
    assert is_sure(button(was, **IN_NEW), button(now, **IN_NEW)) is sure
    in_other = (button(was, **IN_FORM), button(now, **IN_FORM))
    assert not is_sure(*in_other) or "Submit" not in (was, now)
