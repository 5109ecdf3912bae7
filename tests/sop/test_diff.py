"""What is different between two SOPs is told completely, and in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from handrail.sop.diff import differences, render
from handrail.sop.document import Sop

from ..builders import Json, by_role, click, fill, open_page, sop, task
from .strategies import sops

HERE = "http://crm.test"

DECISION: Json = {
    "id": "known",
    "type": "decision",
    "label": "Is it known?",
    "question": "Is the contact there?",
    "outcomes": ["yes", "no"],
    "default": "no",
    "check": {"yes": {"kind": "text", "contains": "1 contact"}},
}


def procedure(*nodes: Json, **more: Any) -> Sop:
    steps = nodes or (open_page(HERE), fill("Name", "{{ name }}"), click("Save", "once"))
    return sop(list(steps), ["crm.test"], more.pop("variables", {"name": {}}), **more)


def changed(document: Sop, **changes: Any) -> Sop:
    return Sop.model_validate({**document.model_dump(by_alias=True), **changes})


def told(old: Sop, new: Sop) -> list[str]:
    return render(differences(old, new)).rstrip("\n").splitlines()


@given(sops())
@settings(max_examples=25)
def test_an_sop_is_not_different_from_itself(document: Sop) -> None:
    assert differences(document, document) == ()


def test_no_difference_is_said() -> None:
    assert told(procedure(), procedure()) == ["no difference"]


def test_a_healed_target_is_told_as_old_and_new_element_and_locator() -> None:
    old = procedure(open_page(HERE), click("Save", "once"))
    new = procedure(open_page(HERE), {**click("Store", "once"), "id": "click-save", "label": "click-save"})
    assert told(old, new) == [
        "~ step 2 'click-save'",
        "    target: the button 'Save' → the button 'Store'",
        "    target, found by: button 'Save' → button 'Store'",
    ]


def test_a_step_between_two_others_is_one_line_and_its_connections_follow() -> None:
    steps = [open_page(HERE), fill("Name", "{{ name }}"), click("Save", "once")]
    old = procedure(*steps)
    new = procedure(*steps[:2], fill("Firm", "Acme"), *steps[2:])
    assert told(old, new) == [
        "+ step 3 'fill-firm': Fill 'Firm' with 'Acme'. Done when 'Firm' holds 'Acme'.",
        "  2 connections are different as a consequence",
    ]
    assert told(new, old)[0].startswith("- step 3 'fill-firm': Fill 'Firm'")


def test_a_step_that_jumped_over_others_moved_and_the_others_did_not() -> None:
    one, two, three, four = (fill(label, label) for label in ("One", "Two", "Three", "Four"))
    lines = told(procedure(one, two, three, four), procedure(two, three, four, one))
    assert lines[:2] == ["~ step 4 'fill-one'", "    moved: first → after 'fill-four'"]
    assert "fill-two" not in "".join(lines)


def test_a_step_that_went_into_a_group_says_where() -> None:
    one, two = fill("One", "1"), fill("Two", "2")
    group: Json = {"id": "both", "type": "group", "label": "Both", "children": [two]}
    lines = told(procedure(one, two), procedure(one, group))
    assert "    moved: after 'fill-one' → first in 'both'" in lines
    assert any(line.startswith("+ step 2 'both'") for line in lines)


def test_a_way_that_leads_elsewhere_is_told_in_words() -> None:
    nodes = [DECISION, fill("One", "1"), fill("Two", "2")]
    edges = [
        {"from": "known", "to": "fill-one", "when": "yes"},
        {"from": "known", "to": "fill-two", "when": "no"},
        {"from": "fill-one", "to": "end"},
        {"from": "fill-two", "to": "end"},
    ]
    old = procedure(*nodes, edges=edges)
    turned = [{**edges[0], "to": "fill-two"}, {**edges[1], "to": "fill-one"}, *edges[2:]]
    assert told(old, changed(old, edges=turned)) == [
        "~ step 'known'",
        "    when it is 'yes': 'fill-one' → 'fill-two'",
        "    when it is 'no': 'fill-two' → 'fill-one'",
    ]


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ({"label": "Save"}, {"label": "Store it"}, "label: 'Save' → 'Store it'"),
        ({}, {"timeout": 20}, "timeout: now 20.0"),
        ({"effect": "once"}, {"effect": "none"}, "effect: 'once' → 'none'"),
        (
            {"done_when": [{"kind": "text", "contains": "Saved"}]},
            {"done_when": [{"kind": "url", "path": "/done"}]},
            "done when: no longer the page shows 'Saved'",
        ),
        (
            {},
            {"before": [{"kind": "title", "contains": "New"}]},
            "before: now the page's title contains 'New'",
        ),
        (
            {"action": {"do": "fill", "value": "a"}},
            {"action": {"do": "fill", "value": "b"}},
            "does: Fill 'Name' with 'a' → Fill 'Name' with 'b'",
        ),
        (
            {"action": {"do": "click"}},
            {"action": {"do": "click", "position": [3, 4]}},
            "action.position: now '3.0', '4.0'",
        ),
        ({}, {"dialogs": [{"kind": "confirm"}]}, "dialogs: now kind 'confirm'"),
        (
            {"action": {"do": "drag", "onto": by_role("listitem", "Open")}},
            {"action": {"do": "drag", "onto": by_role("listitem", "Closed")}},
            "action.onto: the list item 'Open' → the list item 'Closed'",
        ),
    ],
)
def test_every_field_of_a_step_has_its_words(before: Json, after: Json, sentence: str) -> None:
    base: Json = task("step", {"do": "click"}, target=by_role("textbox", "Name"))
    found = differences(procedure({**base, **before}), procedure({**base, **after}))
    assert sentence in [difference.sentence for difference in found]
    assert all(difference.name == "step" for difference in found)


def test_what_a_decision_asks_and_an_extract_reads_is_told() -> None:
    read: Json = {
        "id": "read",
        "type": "extract",
        "label": "Read",
        "into": "contact",
        "shape": "record",
        "fields": [{"name": "name", "target": by_role("cell", "Name")}],
    }
    other_check = {"yes": {"kind": "text", "contains": "one contact"}}
    other_field = {"name": "name", "target": by_role("cell", "Full name"), "type": "number"}
    old = procedure(DECISION, read, variables={"contact": {"output": True}})
    new = procedure(
        {**DECISION, "check": other_check},
        {**read, "fields": [other_field]},
        variables={"contact": {"output": True}},
    )
    sentences = [difference.sentence for difference in differences(old, new)]
    assert "check 'yes': now the page shows 'one contact'" in sentences
    assert "field 'name': the cell 'Name' → the cell 'Full name'" in sentences
    assert "field 'name', type: 'text' → 'number'" in sentences


def test_the_head_the_inputs_and_the_surroundings_are_told() -> None:
    old = procedure(clarifications=[{"id": "q1", "question": "Which firm?"}])
    document = old.model_dump(by_alias=True)
    new = changed(
        old,
        meta={**document["meta"], "version": "2"},
        environment={"domains": ["new.test"], "viewport": {"width": 800}, "sign_in": "crm"},
        variables={"name": {"default": "Ana", "required": False}, "pin": {"secret": True}},
        clarifications=[{"id": "q1", "question": "Which firm?", "answer": "Acme"}],
        triggers=[{"kind": "cron", "schedule": "0 6 * * 1"}],
    )
    assert told(old, new) == [
        "~ the head",
        "    version: '1' → '2'",
        "- domain: crm.test",
        "+ domain: new.test",
        "~ the environment",
        "    viewport: 1280 × 720 px → 800 × 720 px",
        "    saved sign-in: now crm",
        "+ the triggers: it starts by the clock, '0 6 * * 1' in UTC",
        "~ variable 'name'",
        "    default: now 'Ana'",
        "    required: yes → no",
        "+ variable 'pin': a secret text, required",
        "~ question 'q1'",
        "    answer: now 'Acme'",
    ]
