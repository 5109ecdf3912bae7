"""Risk: its level, and the factors that are shown with it."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy import Policy, Proposal, judge
from tests.policy.builders import HOST, button, field, proposal

POLICY = Policy(domains=(HOST,))


@pytest.mark.parametrize(
    ("what", "level"),
    [
        (proposal(field("Name"), kind="fill", effect="repeatable"), "low"),
        (proposal(button("Save"), named=True), "low"),
        (proposal(button("Save")), "medium"),
        (proposal(button("Share"), effect="none", seen=500, named=True), "low"),
        (proposal(button("Send")), "medium"),
        (proposal(button("Import"), effect="once"), "medium"),
        (proposal(button("Delete")), "high"),
        (proposal(button("Delete"), named=True, granted=("destructive",), seen=500), "medium"),
        (proposal(button("Pay now")), "high"),
        (proposal(button("Archive", leads={"ticked": 250}), rung="explore"), "high"),
        (proposal(button("Archive all"), rung="vision"), "high"),
    ],
)
def test_the_level_follows_from_the_facts(what: Proposal, level: str) -> None:
    assert judge(what, POLICY).risk == level


def test_the_factors_say_what_makes_it() -> None:
    pay = button("Pay now", leads={"money": ["1.250,00 €"], "ticked": 12})
    factors = judge(proposal(pay, rung="candidates", confidence=0.8), POLICY).factors
    for said in ("1,250.00 EUR", "12 records", "healed, with 80%", "never done before", "financial"):
        assert any(said in factor for factor in factors), f"{said} is not in {factors}"


def test_experience_and_a_way_back_lower_it() -> None:
    once = proposal(button("Delete"), named=True, granted=("destructive",))
    often = once.model_copy(update={"seen": 500, "undoable": True})
    assert judge(once, POLICY).risk == "high"
    assert judge(often, POLICY).risk == "low"


@pytest.mark.parametrize(
    "how",
    [
        {"named": True, "rung": "candidates", "confidence": 0.8, "granted": ("destructive",)},
        {"rung": "explore", "effect": "none"},
        {"rung": "vision", "effect": "repeatable"},
        {"named": True},
        {"named": True, "granted": ("sharing",)},
    ],
    ids=["healed", "explored", "seen", "of a step that says nothing of it", "of a step that says another"],
)
def test_a_deletion_that_no_step_names_is_of_high_risk_whatever_was_done_before(how: dict[str, Any]) -> None:
    verdict = judge(proposal(button("Delete"), **{**how, "seen": 500, "undoable": True}), POLICY)
    assert verdict.risk == "high"


def test_that_no_step_names_a_deletion_is_shown_as_a_factor() -> None:
    factors = judge(proposal(button("Delete"), named=True, seen=500), POLICY).factors
    assert "no step of the SOP names that it is destructive" in factors[-1]
