"""An accepted amendment changes one target and the version, and nothing else."""

from __future__ import annotations

import pytest

from handrail.errors import SopError
from handrail.sop.amending import Amendment, apply, generalised, next_version
from handrail.sop.diff import differences
from handrail.sop.document import Sop
from handrail.sop.target import Target

from ..builders import Json, by_role, click, open_page, sop, task

SAVE, STORE = (
    Target.model_validate(by_role("button", "Save")),
    Target.model_validate(by_role("button", "Store")),
)


def procedure(*nodes: Json) -> Sop:
    return sop([open_page("http://crm.test"), *(nodes or (click("Save", "once"),))], ["crm.test"])


def amendment(node: str = "click-save", field: str = "target", old: Target = SAVE) -> Amendment:
    return Amendment(node=node, field=field, old=old, new=STORE)


def test_the_target_and_the_version_change_and_nothing_else() -> None:
    before = procedure()
    after = apply(before, amendment())
    assert after.meta.version == "2"
    assert [(d.name, d.field) for d in differences(before, after)] == [
        ("meta", "version"),
        ("click-save", "target"),
        ("click-save", "target, found by"),
    ]
    assert apply(procedure(), amendment()) == after


@pytest.mark.parametrize(
    ("field", "step"),
    [
        ("action.onto", task("step", {"do": "drag", "onto": by_role("button", "Save")})),
        (
            "fields[1].target",
            {
                "id": "step",
                "type": "extract",
                "label": "Read",
                "into": "read",
                "shape": "record",
                "fields": [
                    {"name": "one", "target": by_role("button", "One")},
                    {"name": "two", "target": by_role("button", "Save")},
                ],
            },
        ),
        (
            "check.yes.target",
            {
                "id": "step",
                "type": "decision",
                "label": "?",
                "question": "?",
                "outcomes": ["yes", "no"],
                "default": "no",
                "check": {
                    "yes": {"kind": "element", "state": "visible", "target": by_role("button", "Save")}
                },
            },
        ),
    ],
)
def test_any_target_of_a_step_can_be_amended_also_in_a_group(field: str, step: Json) -> None:
    group: Json = {"id": "group", "type": "group", "label": "Group", "children": [step]}
    after = apply(procedure(group), amendment("step", field))
    assert STORE.model_dump_json() in after.nodes[1].model_dump_json()
    assert SAVE.model_dump_json() not in after.nodes[1].model_dump_json()


def test_a_step_that_is_gone_is_refused() -> None:
    with pytest.raises(SopError, match="There is no step 'click-save' in this SOP any more"):
        apply(procedure(click("Other")), amendment())


def test_a_target_that_was_changed_since_is_refused() -> None:
    once = apply(procedure(), amendment())
    with pytest.raises(SopError, match="its target is the button 'Store' now"):
        apply(once, amendment())
    with pytest.raises(SopError, match="is nothing now"):
        apply(procedure(), amendment(field="action.onto"))


@pytest.mark.parametrize(
    ("version", "following"),
    [
        ("1", "2"),
        ("9", "10"),
        ("1.4", "1.5"),
        ("2.0.9", "2.0.10"),
        ("spring", "spring-2"),
        ("spring-2", "spring-3"),
        ("2026-03", "2026-03-2"),
        ("v1.2", "v1.2-2"),
    ],
)
def test_the_version_counts_up(version: str, following: str) -> None:
    assert next_version(version) == following


def test_values_of_the_run_become_templates_again() -> None:
    row = {"by": "row", "text": "{{ name }}"}
    old = Target.model_validate(
        {"role": "button", "name": "Edit", "locators": [{"by": "role", "role": "button", "within": row}]}
    )
    found = Target.model_validate(
        {
            "role": "button",
            "name": "Change Ana Ruiz",
            "near": {"row": "Ana Ruiz {{ Anabel Ruiz Ana"},
            "attributes": {"data-who": "Ana Ruiz"},
            "ancestors": ["tr", "table#Ana Ruiz"],
            "locators": [{"by": "role", "role": "link", "within": {"by": "row", "text": "Ana Ruiz"}}],
        }
    )
    kept = generalised(old, found, {"name": "Ana Ruiz"}.__getitem__)
    assert kept.name == "Change {{ name }}"
    assert kept.near.row == '{{ name }} {{ "{{" }} Anabel Ruiz Ana'
    assert kept.attributes == {"data-who": "{{ name }}"}
    assert kept.ancestors == ("tr", "table#{{ name }}")
    assert kept.locators[0].within is not None
    assert kept.locators[0].within.model_dump()["text"] == "{{ name }}"


def test_a_short_value_stands_in_other_texts_by_chance_and_is_left() -> None:
    old = Target.model_validate(by_role("button", "Row {{ n }}"))
    found = Target.model_validate(by_role("button", "Row 4 of 40"))
    assert generalised(old, found, {"n": "4"}.__getitem__) == found
