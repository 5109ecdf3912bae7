"""Words of a page that show the same in every run."""

from __future__ import annotations

import pytest

from handrail.compile.reading.known import Known, Slot
from handrail.compile.reading.texts import is_stable


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
