"""A link that leads where the step is to lead is meant, whatever it is called by now."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.leading_there import leads_there
from handrail.sop.node import Task
from handrail.targeting import ElementSnapshot
from tests.targeting.elements import button, on_page, recorded_from


def _link(name: str, to: str = "/products/", **more: Any) -> ElementSnapshot:
    return button(name, tag="a", role="link", href=f"https://shop.test{to}", **more)


def _step(path: str = "/products/", **more: Any) -> Task:
    facts: dict[str, Any] = {"type": "task", "id": "go", "label": "Go", "action": {"do": "click"}}
    facts |= {"effect": "none", "target": recorded_from(_link("Products")).model_dump()}
    return Task.model_validate(facts | {"done_when": [{"kind": "url", "path": path}]} | more)


@pytest.mark.parametrize(
    ("step", "shown", "by_data", "taken"),
    [
        (_step(), (_link("Products"), _link("Suppliers", "/suppliers/")), True, True),
        (_step(), (_link("Catalogue"), _link("Catalogue")), False, True),
        # The name says which record is meant.
        (_step(), (_link("Catalogue"),), True, False),
        (_step(), (_link("Catalogue"), _link("Show all")), False, False),
        (_step(), (_link("Products", "/products/?page=2"), _link("Products", visible=False)), True, False),
        (_step("/products/*/"), (_link("Products", "/products/*/"),), True, False),
        (_step("/"), (_link("Products", "/"),), True, False),
        (_step(effect="once"), (_link("Products"),), True, False),
    ],
    ids=["called so", "two alike", "of a record", "two names", "a part", "any record", "there", "effect"],
)
def test_the_link_to_the_address_that_the_step_is_done_at(
    step: Task, shown: tuple[ElementSnapshot, ...], by_data: bool, taken: bool
) -> None:
    found = leads_there(step, "https://shop.test/", on_page(*shown), by_data=by_data)
    assert (found is not None) is taken
