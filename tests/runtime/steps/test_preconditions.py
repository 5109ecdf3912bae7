"""Which record a step is about, as the heading that is asked for calls it."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.steps.preconditions import record_in_heading
from handrail.sop.condition import ElementIs


def _heading(says: str, by: str = "role") -> ElementIs:
    locator: dict[str, Any] = {"by": by, "role": "heading", "name" if by == "role" else "text": says}
    target = {"role": "heading", "locators": [locator]}
    return ElementIs.model_validate({"kind": "element", "state": "visible", "target": target})


@pytest.mark.parametrize("by", ["role", "row"])
@pytest.mark.parametrize(
    ("asked", "filled", "called"),
    [
        ("{{ page }}", "Ember", "Ember"),
        ("Editing {{ page }}", "Editing Ember", "Ember"),
        ("{{ page }} (draft)", "Ember (draft)", "Ember"),
        ("Ember", "Ember", "Ember"),
        # Of two, nobody knows which is the record.
        ("{{ page }} of {{ customer }}", "Ember of Fjord", None),
    ],
)
def test_a_heading_names_the_record_by_the_value_in_it(
    by: str, asked: str, filled: str, called: str | None
) -> None:
    assert record_in_heading(_heading(asked, by), _heading(filled, by)) == called
