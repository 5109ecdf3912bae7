"""Comparing: numbers as numbers, dates as dates, and nothing by accident."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.sop.comparing import compare, fits
from handrail.sop.condition import Comparison, VariableIs


@pytest.mark.parametrize(
    ("left", "comparison", "right"),
    [
        ("9", "less", "10"),
        (9, "less", "10"),
        (10.0, "equals", "10"),
        ("1.50", "equals", "1.5"),
        ("abc", "less", "abd"),
        ("2026-03-31", "more", "2026-03-04"),
        ("2026-03-31", "equals", "2026-03-31T10:00:00+02:00"),
        ("2026-03-31T10:00", "less", "2026-03-31T11:00:00Z"),
        ("2026-03-31T10:00:00+02:00", "equals", "2026-03-31T08:00:00Z"),
        (True, "equals", "true"),
        (["a"], "equals", '["a"]'),
        ("007", "not_equals", "7"),
        ("+4420", "not_equals", "4420"),
        ("", "not_equals", "0"),
        (None, "equals", ""),
        ("3", "at_most", 3),
        (4, "at_least", "3"),
    ],
)
def test_the_comparison_holds(left: JsonValue, comparison: Comparison, right: JsonValue) -> None:
    assert compare(left, comparison, right)


@pytest.mark.parametrize(
    ("left", "right"), [("", "5"), (5, "many"), ("soon", "2026-03-31"), ("2026-03-31", "7"), (None, 1)]
)
def test_a_number_or_date_has_no_order_with_another_text(left: JsonValue, right: JsonValue) -> None:
    assert not compare(left, "equals", right)
    with pytest.raises(VariableError, match="have no order"):
        compare(left, "less", right)


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False), st.integers())
def test_numbers_have_exactly_one_order(left: float, right: int) -> None:
    held = [c for c in ("less", "equals", "more") if compare(left, c, right)]
    assert len(held) == 1
    for comparison in get_args(Comparison):
        compare(left, comparison, right)


def _is(comparison: str, value: str | None = None) -> VariableIs:
    return VariableIs.model_validate(
        {"kind": "variable", "name": "x", "comparison": comparison, "value": value}
    )


def test_a_variable_is_as_a_condition_says() -> None:
    assert fits("a text", _is("contains", "tex"))
    assert fits(["seed", 12], _is("contains", "12")) and not fits(["seed"], _is("contains", "see"))
    assert fits("AB-12", _is("matches", r"^\w+-\d+$")) and not fits("AB 12", _is("matches", r"^\w+$"))
    assert fits(0, _is("set")) and fits(False, _is("set"))
    nothing: tuple[JsonValue, ...] = (None, "", [], {})
    assert not any(fits(empty, _is("set")) for empty in nothing)
    assert fits(12, _is("more", "9"))
