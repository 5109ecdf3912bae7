"""Values of variables: from texts to JSON values and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.sop.document import VariableType
from handrail.sop.values import misfit, parse_value, read_value, text_of


@pytest.mark.parametrize(
    ("type", "text", "value"),
    [
        ("text", " 007 ", " 007 "),
        ("file", "a b.csv", "a b.csv"),
        ("number", " 12.50 ", 12.5),
        ("number", "12", 12),
        ("boolean", "True", True),
        ("boolean", "false", False),
        ("date", " 2026-03-31 ", "2026-03-31"),
        ("list", '["a", {"b": 1}]', ["a", {"b": 1}]),
        ("list", 'a, "Smith, John" ,c', ["a", "Smith, John", "c"]),
        ("list", "a, b\nc\n\n", ["a, b", "c"]),
        ("list", "", []),
        ("record", '{"name": "Ada"}', {"name": "Ada"}),
    ],
)
def test_a_given_text_becomes_a_value_of_its_type(type: VariableType, text: str, value: JsonValue) -> None:
    assert parse_value(type, text) == value
    assert misfit(type, text) is None


@pytest.mark.parametrize(
    ("type", "text", "wanted"),
    [
        ("number", "many", "a number"),
        ("number", "1,234", "a number"),
        ("number", "", "a number"),
        ("boolean", "2", "true or false"),
        ("date", "31.03.2026", "a date such as 2026-03-31"),
        ("list", "[1, 2", "a list"),
        ("list", "[NaN]", "a list"),
        ("record", "name: Ada", "a record"),
        ("record", "[1]", "a record"),
        ("record", "[" * 100_000, "a record"),
    ],
)
def test_a_text_that_does_not_fit_is_told(type: VariableType, text: str, wanted: str) -> None:
    assert (misfit(type, text) or "").startswith(wanted)
    with pytest.raises(VariableError, match=wanted):
        parse_value(type, text)


def test_what_is_read_from_a_page_is_understood_as_people_write_it() -> None:
    assert read_value("number", "€ 1.234,50") == 1234.5
    assert read_value("date", "31 March 2026") == "2026-03-31"
    assert read_value("boolean", " TRUE ") is True
    assert read_value("text", " as it is ") == " as it is "
    with pytest.raises(VariableError, match="two days"):
        read_value("date", "03/04/2026")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (12.0, "12"),
        ("x", "x"),
        (["ä", 1, None], '["ä", 1, null]'),
        ({"a": {"b": True}}, '{"a": {"b": true}}'),
    ],
)
def test_each_value_has_its_text(value: JsonValue, text: str) -> None:
    assert text_of(value) == text


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(_JSON, max_size=3), st.dictionaries(st.text(max_size=3), _JSON, max_size=3), st.booleans())
def test_the_text_of_a_value_gives_the_value_again(
    entries: list[JsonValue], record: dict[str, JsonValue], truth: bool
) -> None:
    assert parse_value("list", text_of(entries)) == entries
    assert parse_value("record", text_of(record)) == record
    assert parse_value("boolean", text_of(truth)) is truth
