"""Numbers: those of pages, people and tables, and how they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.errors import VariableError
from handrail.sop.numbers import Number, counted_number, given_number, number_text, read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("-3.5", -3.5),
        ("− 3,5", -3.5),
        ("€ 1,234.50", 1234.5),
        ("1.234,50 €", 1234.5),
        ("EUR 1 234,50", 1234.5),
        ("CHF 1'234'567.80", 1234567.8),
        ("1,234,567", 1234567),
        ("1.234.567", 1234567),
        ("0.125", 0.125),
        ("1234.567", 1234.567),
        ("1,5", 1.5),
        ("$-5", -5),
        ("12.00", 12),
        ("1\u00a0234", 1234),
    ],
)
def test_numbers_of_pages_are_understood(text: str, number: Number) -> None:
    assert read_number(text) == number
    assert isinstance(read_number(text), type(number))


@pytest.mark.parametrize("text", ["1,234", "1.234", "€ 12,345"])
def test_two_numbers_in_one_text_are_an_error_without_the_mark(text: str) -> None:
    with pytest.raises(VariableError, match="can mean two numbers"):
        read_number(text)


def test_the_decimal_mark_decides() -> None:
    assert (read_number("1,234", "."), read_number("1,234", ",")) == (1234, 1.234)
    assert (read_number("1.234", ","), read_number("1.234", ".")) == (1234, 1.234)


@pytest.mark.parametrize(
    "text",
    ["", "many", "1 2", "12 apples", "1,23,4", "1.234.56", "--1", "1-2", "1e5", "9" * 401, "1,234,5.0"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(VariableError, match="is not a number"):
        read_number(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1234.5", 1234.5),
        ("1.234", 1.234),
        ("3,5", 3.5),
        ("1,234", None),
        ("+7", 7),
        ("007", 7),
        ("", None),
        ("1 000", None),
        ("nan", None),
    ],
)
def test_numbers_that_are_given(text: str, number: Number | None) -> None:
    assert given_number(text) == number


def test_ids_are_not_counted() -> None:
    assert [counted_number(text) for text in ("7", "-7.50", "007", "+49", "7a", "")] == [
        7,
        -7.5,
        None,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (12.0, "12"),
        (12.5, "12.5"),
        (-0.0, "0"),
        (1e21, "1" + "0" * 21),
        (1e-7, "0.0000001"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_numbers_are_written_without_exponent_and_needless_zeros(number: Number, text: str) -> None:
    assert number_text(number) == text


@given(st.integers(-(10**20), 10**20) | st.floats(-1e15, 1e15, allow_subnormal=False))
def test_what_was_written_is_read_as_the_same_number(number: Number) -> None:
    assert given_number(number_text(number)) == number
    assert read_number(number_text(number), ".") == number
