"""Counting the cases of the measure of healing."""

from __future__ import annotations

import pytest

from benchmarks.drifting.case import Case, Outcome, judge
from benchmarks.drifting.tally import by_class, count, wilson


@pytest.mark.parametrize(
    ("gone", "acted", "on_the_target", "outcome"),
    [
        (False, True, True, "right"),
        (False, True, False, "wrong"),
        (False, False, False, "asked"),
        (True, False, False, "right"),
        (True, True, False, "wrong"),
    ],
)
def test_acting_is_right_on_the_target_alone(
    gone: bool, acted: bool, on_the_target: bool, outcome: Outcome
) -> None:
    assert judge(gone, acted, on_the_target) == outcome


def test_the_interval_is_wilsons() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I: method 3 without continuity correction.
    assert [round(bound, 4) for bound in wilson(81, 263)] == [0.2553, 0.3662]
    assert [round(bound, 4) for bound in wilson(15, 148)] == [0.0624, 0.1605]
    assert [round(bound, 4) for bound in wilson(0, 20)] == [0.0, 0.1611]
    assert wilson(0, 0) == (0.0, 1.0)


def test_what_must_be_refused_does_not_count_as_healed() -> None:
    cases = [
        Case("rename", "a", False, "right", "candidates"),
        Case("rename", "b", False, "asked", "none"),
        Case("removed", "a", True, "right", "none"),
        Case("removed", "b", True, "wrong", "exact"),
    ]
    figures = count(cases)
    assert (figures["cases"], figures["right"], figures["asked"], figures["wrong"]) == (4, 2, 1, 1)
    assert figures["wrong_where_refusal_is_right"] == 1
    assert figures["healed_right"] == 0.5
    assert list(by_class(cases)) == ["rename", "removed"]
    assert "healed_right" not in by_class(cases)["removed"]
