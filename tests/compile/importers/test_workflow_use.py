"""workflow-use workflows: recorded selectors, steps named by words, inputs, and what is left to models."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.compile.importers import Imported
from tests.compile.importers.files import Json, asked, fate, ids, imported, node, nodes

OPEN: Json = {"type": "navigation", "url": "https://app.example.com/list", "description": "Open the list"}


def workflow(*steps: Json, inputs: list[Json] | None = None, **more: Any) -> Imported:
    return imported(
        {
            "name": "Pay",
            "description": "Pays a ticket.",
            "version": "1.0",
            "steps": [OPEN, *steps],
            "input_schema": inputs or [],
            **more,
        }
    )


@pytest.mark.parametrize(
    ("step", "action"),
    [
        ({"type": "click", "cssSelector": "#a"}, {"do": "click"}),
        ({"type": "input", "cssSelector": "#a", "value": "x {n}"}, {"do": "fill", "value": "x {{ n }}"}),
        (
            {"type": "select_change", "cssSelector": "#a", "selectedText": "Blue"},
            {"do": "select", "options": ["Blue"]},
        ),
        ({"type": "key_press", "cssSelector": "#a", "key": "Enter"}, {"do": "press", "keys": "Enter"}),
        ({"type": "key_press", "key": "Control+a"}, {"do": "press", "keys": "Control+a"}),
        ({"type": "scroll", "scrollX": 0, "scrollY": 800}, {"do": "scroll", "y": 800}),
        ({"type": "go_back"}, {"do": "back"}),
    ],
)
def test_a_step_becomes_an_action(step: Json, action: Json) -> None:
    found = nodes(workflow(step))[-1].action  # type: ignore[union-attr]
    assert found.model_dump(mode="json", exclude_defaults=True) == action


def test_the_schema_s_inputs_are_variables() -> None:
    found = workflow(
        {"type": "input", "cssSelector": "#a", "value": "{ticket}"},
        {"type": "input", "target_text": "Password", "value": "{portal_password}"},
        inputs=[
            {"name": "ticket", "type": "string", "required": True, "format": "AB-123"},
            {"name": "amount", "type": "number", "default": 5},
            {"name": "portal_password", "type": "string", "default": "hunter22"},
        ],
    )
    variables = found.sop.variables
    assert (variables["ticket"].required, variables["ticket"].description) == (True, "Format: AB-123")
    assert (variables["amount"].type, variables["amount"].default) == ("number", "5")
    assert variables["portal_password"].secret
    assert "hunter22" not in found.sop.model_dump_json() + found.report.model_dump_json()


def test_recorded_selectors_and_words_are_evidence_together() -> None:
    found = workflow(
        {
            "type": "click",
            "cssSelector": "button.primary",
            "xpath": "body/div[2]/button",
            "elementTag": "BUTTON",
            "elementText": "Go on",
            "elementHash": "f00",
            "timestamp": 1,
        }
    )
    target = nodes(found)[-1].target  # type: ignore[union-attr]
    assert target.tag == "button"  # type: ignore[union-attr]
    assert [locator.by for locator in target.locators] == ["css", "text", "xpath"]  # type: ignore[union-attr]


def test_words_alone_name_a_field_by_its_label_and_a_button_by_its_name() -> None:
    found = workflow(
        {"type": "input", "target_text": "First name *", "value": "Ada"},
        {"type": "click", "target_text": "Submit (in Personal information)"},
    )
    fill, click = nodes(found)[1:]
    assert [locator.by for locator in fill.target.locators] == ["label", "placeholder"]  # type: ignore[union-attr]
    assert click.target.near.section == "Personal information"  # type: ignore[union-attr]
    assert click.effect == "once"  # type: ignore[union-attr]


def test_one_of_several_like_elements_is_a_required_question() -> None:
    found = workflow({"type": "click", "target_text": "Edit", "position_hint": "item 2 of 3"})
    assert "'item 2 of 3'" in asked(found, "click-edit")[0]


@pytest.mark.parametrize(
    "step",
    [
        {"type": "extract", "extractionGoal": "the star count", "output": "stars"},
        {"type": "extract_page_content", "goal": "all of it"},
        {"type": "agent", "task": "Solve the puzzle"},
        {"type": "click", "description": "the button"},
        {"type": "upload_file", "path": "x"},
        {"type": "navigation", "url": "somewhere"},
    ],
)
def test_what_only_a_model_can_do_is_a_person_s_step_with_a_required_question(step: Json) -> None:
    found = workflow(step)
    last = nodes(found)[-1]
    assert last.type == "human"
    assert len(asked(found, last.id)) == 1


def test_what_is_read_goes_into_its_variable() -> None:
    found = workflow(
        {"type": "extract", "extractionGoal": "the number", "output": "no"},
        {"type": "input", "cssSelector": "#a", "value": "{no}"},
    )
    assert nodes(found)[1].into == "no"  # type: ignore[union-attr]
    assert found.sop.variables["no"].output


def test_what_an_agent_does_is_explored_until_the_next_step_s_element_is_there() -> None:
    found = workflow(
        {"type": "agent", "task": "Find the form", "max_steps": 4}, {"type": "click", "cssSelector": "#go"}
    )
    explore = node(found, "explore")
    assert (explore.goal, explore.max_steps) == ("Find the form", 4)
    assert explore.success.target.locators[0].css == "#go"
    assert asked(found, "explore")


def test_frames_and_tabs_of_the_recorder() -> None:
    found = workflow(
        {"type": "click", "cssSelector": "#a", "tabId": 1, "frameIdPath": "0.1"},
        {"type": "click", "cssSelector": "#b", "tabId": 2, "frameIdPath": "0"},
    )
    first, second = nodes(found)[1:]
    assert len(first.target.frame) == 1 and second.target.frame == ()  # type: ignore[union-attr]
    assert (first.opens, second.page) == ("tab-2", "tab-2")  # type: ignore[union-attr]


def test_an_awaited_element_is_a_criterion_of_the_step_before() -> None:
    found = workflow({"type": "click", "cssSelector": "#a", "waitForElement": "#ready"})
    assert nodes(found)[0].done_when[0].target.locators[0].css == "#ready"  # type: ignore[union-attr]


def test_opening_the_same_page_twice_is_once() -> None:
    found = workflow(OPEN)
    assert ids(found) == ["open-list", "end"]
    assert fate(found, "steps[1].url").startswith("left:")
