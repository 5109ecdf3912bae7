"""Words of a page that show the same in every run."""

from __future__ import annotations

import pytest

from handrail.compile.reading.known import Known, Slot
from handrail.compile.reading.texts import Surroundings, dependable, is_stable


@pytest.mark.parametrize(
    ("text", "stable"),
    [("March", False), ("‹ May ›", False), ("June", False), ("March past", True), ("Saved", True)],
)
def test_the_head_of_a_calendar_is_that_of_the_recorded_day(text: str, stable: bool) -> None:
    assert is_stable(text) is stable


@pytest.mark.parametrize(
    ("text", "within"), [("please ask @Hugo Bern", True), ("please asked", False), ("Comment saved", False)]
)
def test_what_was_typed_before_a_mention_is_no_word_of_the_app(text: str, within: bool) -> None:
    known = Known()
    known.learn(Slot("please ask @hu", "typed", name="comment"))
    assert known.within_lines(text) is within


@pytest.mark.parametrize(
    ("text", "dependable_text"),
    [
        ("Promotion detailsPercentage off order", None),
        ("Promotion details", "Promotion details"),
        ("OverPercentage off orders", "OverPercentage off orders"),
    ],
)
def test_a_heading_that_a_choice_is_drawn_in_as_a_badge_is_that_of_the_recorded_choice(
    text: str, dependable_text: str | None
) -> None:
    known = Known()
    known.learn(Slot("Percentage off order", "chosen", name="type"))
    assert dependable(text, known, Surroundings()) == dependable_text


@pytest.mark.parametrize(
    ("text", "says_empty"),
    [
        ("No results found", True),
        ("There are no matching records.", True),
        ("Keine Einträge vorhanden", True),
        ("No data available in table", True),
        ("Nothing found", True),
        ("No errors were found", False),
        ("Notes saved", False),
        ("Results: no errors", False),
    ],
)
def test_that_a_list_is_empty_is_no_criterion(text: str, says_empty: bool) -> None:
    """Behind a record that was deleted in a list that a search had narrowed: another search leaves more."""
    assert dependable(text, Known(), Surroundings()) == (None if says_empty else text)
