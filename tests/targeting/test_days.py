"""How fields ask for days to be written."""

from __future__ import annotations

from datetime import date

import pytest

from handrail.errors import PermanentError
from handrail.runtime.steps.days import as_it_asks
from handrail.targeting.days import format_by_example, format_in
from tests.targeting.elements import field, recorded_from

DAY = date(2018, 4, 5)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("YYYY-MM-DD", "2018-04-05"),
        ("MM/DD/YYYY", "04/05/2018"),
        ("dd/mm/yyyy", "05/04/2018"),
        ("TT.MM.JJJJ", "05.04.2018"),
        ("jj/mm/aaaa", "05/04/2018"),
        ("DD-MM-JJJJ", "05-04-2018"),
        ("D.M.YY", "5.4.18"),
        ("TT.MM.JJ", "05.04.18"),
        ("Since (DD/MM/YYYY)", "05/04/2018"),
    ],
)
def test_a_day_is_written_as_it_is_asked_for(asked: str, written: str) -> None:
    asks = format_in(asked)
    assert asks is not None
    assert asks.write(DAY) == written
    assert asks.read(written) == DAY


@pytest.mark.parametrize("words", ["Name", "MM/YY", "hh:mm", "DD/DD/YYYY", "a-m-d", "Summary", "e.g. 2026"])
def test_other_words_ask_for_no_day(words: str) -> None:
    assert format_in(words) is None


def asks(placeholder: str, value: str) -> str | None:
    target = recorded_from(field("Since")).model_copy(
        update={"placeholder": "MM/DD/YYYY", "input_type": "text"}
    )
    seen = field("Since").model_copy(update={"placeholder": placeholder, "input_type": "text"})
    return as_it_asks(target, seen, value)


def test_a_field_that_asks_for_days_otherwise_than_it_did() -> None:
    assert asks("DD/MM/YYYY", "04/05/2018") == "05/04/2018"
    assert asks("MM/DD/YYYY", "04/05/2018") is None
    assert asks("Since", "04/05/2018") is None
    with pytest.raises(PermanentError, match="is not written as it was"):
        asks("DD/MM/YYYY", "2018-04-05")


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("e.g. 12/31/2026", "04/05/2018"),
        ("z. B. 31.12.2026", "05.04.2018"),
        ("e.g. 01/02/2026", None),
        ("since 12/31/2026", None),
    ],
)
def test_a_day_is_written_as_the_example_beside_the_field(words: str, written: str | None) -> None:
    found = format_by_example(words)
    assert (found.write(DAY) if found is not None else None) == written


def test_a_day_that_may_be_read_in_two_ways_is_not_written_where_a_field_asks_for_one_by_now() -> None:
    """The recorded field said nothing of it: "07/08/2027" was taken for the seventh of August."""
    target = recorded_from(field("Since")).model_copy(update={"input_type": "text"})
    seen = field("Since").model_copy(update={"placeholder": "MM/DD/YYYY", "input_type": "text"})
    with pytest.raises(PermanentError, match="may be another day"):
        as_it_asks(target, seen, "07/08/2027")
    assert as_it_asks(target, seen, "07/21/2027") is None
    assert as_it_asks(target, seen, "08/08/2027") is None
    by_hand = target.model_copy(update={"input_type": None})
    assert as_it_asks(by_hand, seen, "07/08/2027") is None
