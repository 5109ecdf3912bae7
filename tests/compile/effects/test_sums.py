"""Dialogs in which sums of money stand."""

from __future__ import annotations

import pytest

from handrail.policy.judging.granting import granted
from tests.compile.recordings import Show, button, tasks


@pytest.mark.parametrize("says", ["OK", "✓"])
@pytest.mark.parametrize(
    ("label", "value", "around", "is_granted"),
    [
        ("Unit Price", "35.50", "div[dialog]", True),
        ("Unit Price", "", "div[dialog]", False),
        ("Quantity", "3", "div[dialog]", False),
        ("Unit Price", "35.50", "div", False),
    ],
)
def test_who_said_yes_in_a_dialog_with_a_sum_in_a_field_has_seen_it(
    says: str, label: str, value: str, around: str, is_granted: bool
) -> None:
    show = Show().click(button("New"), dialogs=("Lines",), values={label: value})
    ok = button(says).model_copy(update={"ancestors": (around,)})
    task = tasks(show.click(ok, dialogs=()).sop())[-1]
    assert granted(task) == (("financial",) if is_granted else ())
