"""Paths and filters: what they give, and what they say where they cannot."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from handrail.errors import SopError, VariableError
from handrail.sop.template import (
    Hidden,
    Secret,
    literal,
    names_in,
    parse,
    references_in,
    render,
    secret_reference,
    value_of,
)
from handrail.sop.template.filters import FILTERS
from handrail.sop.values import text_of

VALUES: dict[str, JsonValue] = {
    "name": "Ada",
    "empty": "",
    "none": None,
    "amount": 3,
    "word": "many",
    "nobody": [],
    "tags": ["a", "b"],
    "investor": {"email": "ada@example.com", "firm": None},
    "date": "03/04/2026",
}


def _render(text: str) -> str:
    return render(text, VALUES.__getitem__)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{{ missing }}", "'missing' has no value"),
        ("{{ missing | trim }}", "'missing' has no value"),
        ("{{ investor.emial }}", "'investor' has no 'emial'; did you mean 'email'? It has: email, firm."),
        ("{{ investor.firm.name }}", "'investor.firm' is empty, and has no 'name'."),
        ("{{ tags.2 }}", "'tags' is a list of 2 entries, and has no '2'."),
        ("{{ tags.first }}", "'tags' is a list of 2 entries, and has no 'first'."),
        ("{{ name.first }}", "'name' is neither record nor list, and has no 'first'."),
        ("{{ name.first | default('x') }}", "'name' is neither record nor list"),
        ("{{ word | number }}", "'many' is not a number, in the filter 'number' of 'word'."),
        ("{{ tags | lower }}", "A list is no text, in the filter 'lower' of 'tags'."),
        ("{{ name | first }}", "A text is no list, in the filter 'first' of 'name'."),
        ("{{ amount | length }}", "A number has no length"),
        ("{{ nobody | first }}", "The list is empty, and has no first entry."),
        ("{{ date | date }}", "'03/04/2026' can mean two days, in the filter 'date' of 'date'."),
        ("{{ name | date }}", "'Ada' is not a date that is understood"),
        ("{{ date | date('%Y', '%d.%m.%Y') }}", "is not a date of the form '%d.%m.%Y'"),
        ("{{ name | replace(missing, '') }}", "'missing' has no value"),
        ("{{ name | regex(tags) }}", "'tags' is a list or a record, which the filter 'regex' does not take."),
    ],
)
def test_what_cannot_be_had_is_said_with_its_place(text: str, says: str) -> None:
    with pytest.raises(VariableError) as raised:
        _render(text)
    assert says in str(raised.value)
    assert raised.value.mend


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("{{ missing | trim | lower | default('x') }}", "x"),
        ("{{ investor.phone | default('–') }}", "–"),
        ("{{ none | default('–') }}", "–"),
        ("{{ none }}", ""),
        ("{{ empty | number | default(0) }}", "0"),
        ("{{ empty | days(1) }}{{ empty | date }}", ""),
        ("{{ name | default('–') }}", "Ada"),
        ("{{ amount | default('–') }}", "3"),
        ("{{ '03/04/2026' }} {{ date | date('%Y-%m-%d', '%m/%d/%Y') }}", "03/04/2026 2026-03-04"),
        ("{{ name | replace('A', amount) }}", "3da"),
        ("{{ '}}' }}{{ name | replace('a', '}}') }}", "}}Ad}}"),
        ("{{ name|trim|lower }}{{ name | trim() }}", "adaAda"),
        ("{{ date | date('%Y', '%d/%m/%Y') | number }}", "2026"),
    ],
)
def test_what_is_not_there_or_empty_has_a_default(text: str, gives: str) -> None:
    assert _render(text) == gives


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{{ name | }}", "A filter is missing after '|', at character 11"),
        (
            "{{ name | lowr }}",
            "'lowr', at character 11 of '{{ name | lowr }}', is not a filter; did you mean",
        ),
        ("{{ name | lower('a') }}", "The filter 'lower' takes no arguments, and has 1, at character 11"),
        ("{{ name | replace('a') }}", "takes 2 arguments, and has 1"),
        ("{{ name | replace('', 'a') }}", "needs the text that it replaces"),
        ("{{ name | replace(1, 2) }}", "takes a text in quotes"),
        ("{{ name | replace('a' 'b') }}", "The arguments of a filter are not closed"),
        ("{{ name | replace('a', }}", "An argument of a filter cannot be read"),
        ("{{ name | default(secret:x) }}", "An argument of a filter cannot be read"),
        ("{{ name | days('7') }}", "takes a whole number"),
        ("{{ name | days(1.5) }}", "takes a whole number"),
        ("{{ name | number(';') }}", 'takes "." or "," as the decimal mark'),
        ("{{ name | regex('(') }}", "has a broken pattern: it does not close a group (character 1)"),
        ("{{ name | date('day') }}", "needs a date's format, and 'day' has no code"),
        ("{{ name | date('%d', '%d.%m.') }}", "needs day, month and year to read a date"),
        ("{{ name | date('%d', '%d.%d.%m.%Y') }}", "reads a part of the date twice"),
        ("{{ name lower }}", "'name lower', at character 1"),
        ("{{ name.__class__() }}", "is not the name of a variable"),
        ("{{ 'text' | lower }}", "'text' | lower"),
        ("{{ name | lower", "is not closed"),
        ("{{ name. }}", "is not the name of a variable"),
        ("{{ 1 + 1 }}", "is not the name of a variable"),
    ],
)
def test_a_wrong_template_is_told_when_it_is_read(text: str, says: str) -> None:
    with pytest.raises(SopError, match=re.escape(says)) as raised:
        parse(text)
    assert raised.value.mend


def test_there_is_no_way_to_an_attribute() -> None:
    for name in ("__class__", "upper", "format", "0.__class__"):
        with pytest.raises(VariableError):
            _render(f"{{{{ name.{name} }}}}")


def test_the_first_segment_is_the_variable_and_arguments_count() -> None:
    assert names_in("{{ a.b.0 | replace(c.d, 'e') }}{{ secret:x.y }}") == ("a", "c", "secret:x.y")
    assert [reference.words for reference in references_in("{{ a.b | default(c.d) }}")] == ["a.b", "c.d"]


def test_a_value_has_its_structure_outside_of_texts() -> None:
    assert value_of("investor.firm", VALUES.__getitem__) is None
    assert value_of("tags", VALUES.__getitem__) == ["a", "b"]


@pytest.mark.parametrize("name", sorted(FILTERS))
def test_filters_of_a_secret_leave_the_reference_that_is_shown(name: str) -> None:
    example = re.sub(r"^\w+", "pw", FILTERS[name].example)
    assert render(f"<{{{{ {example} }}}}>", {"pw": secret_reference("pw")}.__getitem__) == "<{{ secret:pw }}>"
    assert isinstance(secret_reference("pw"), Hidden)


@pytest.mark.parametrize("text", ["{{ pw | number }}", "{{ pw | date }}", "{{ pw | upper | days(1) }}"])
def test_no_error_quotes_a_secret(text: str) -> None:
    with pytest.raises(VariableError) as raised:
        render(text, {"pw": Secret("Hunter2")}.__getitem__)
    assert "hunter2" not in str(raised.value).lower()
    assert "'pw'" in str(raised.value)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(_JSON)
def test_any_value_renders_to_its_text_and_is_not_read_again(value: JsonValue) -> None:
    assert render("<{{ v }}>", {"v": value}.__getitem__) == f"<{text_of(value)}>"


@given(st.text(alphabet=st.sampled_from("{}|\"'() a1.,")), _JSON)
def test_any_text_renders_or_is_refused_in_words(text: str, value: JsonValue) -> None:
    try:
        render(text, lambda name: value)
    except (SopError, VariableError) as error:
        assert error.message.endswith((".", "?"))


@given(st.text(alphabet="{}a| '\"", max_size=12), st.text(alphabet="{}a| '\"", max_size=12))
def test_a_literal_stays_what_it_is_beside_a_value(before: str, after: str) -> None:
    text = f"{literal(before)} {{{{ v }}}} {literal(after)}"
    assert render(text, {"v": "{{ w }}"}.__getitem__) == f"{before} {{{{ w }}}} {after}"


@given(st.sampled_from(sorted(FILTERS)), _JSON)
def test_a_filter_makes_a_json_value_or_says_why_not(name: str, value: JsonValue) -> None:
    example = re.sub(r"^\w+", "v", FILTERS[name].example)
    try:
        render(f"{{{{ {example} }}}}", {"v": value}.__getitem__)
    except VariableError as error:
        assert error.mend
