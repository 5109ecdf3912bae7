"""Found exactly: the target by which others look for the element, as a criterion does."""

from __future__ import annotations

from handrail.runtime.walk.exact import Found, told_by
from handrail.targeting import Match
from tests.targeting.elements import field, recorded_from


def test_what_others_fit_by_now_comes_after_what_led_to_the_element() -> None:
    shown = field("", role="searchbox")
    target = recorded_from(shown, {"by": "role", "role": "searchbox"}, {"by": "css", "css": "span > input"})
    kind, place = target.locators
    by_kind, by_place = (
        Found(Match(element=shown, locator=each, confidence=1, reasons=()), target, "http://app.test/")
        for each in target.locators
    )
    assert told_by(by_place).locators == (place, kind)
    assert told_by(by_kind) == target
