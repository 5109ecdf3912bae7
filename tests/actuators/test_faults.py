"""What the browser's own words about an address mean for a run."""

from __future__ import annotations

import pytest
from playwright.async_api import Error

from handrail.actuators import Act
from handrail.actuators.browser.faults import fault
from handrail.errors import AppAway
from handrail.sop.action import Fill, Open
from handrail.sop.locator import CssLocator
from handrail.targeting.exact import Match
from handrail.targeting.snapshot import ElementSnapshot


@pytest.mark.parametrize(
    ("code", "why", "mend", "comes_back"),
    [
        ("ERR_CONNECTION_REFUSED", "nothing answers there", "the app runs", True),
        ("ERR_CERT_AUTHORITY_INVALID", "not trusted", "certificate", False),
        ("ERR_CERT_DATE_INVALID", "has expired", "certificate", False),
        ("ERR_CERT_COMMON_NAME_INVALID", "another name", "certificate", False),
        ("ERR_SSL_PROTOCOL_ERROR", "as https does", "http://", False),
        ("ERR_UNSAFE_PORT", "no pages on this port", "another port", False),
    ],
)
def test_what_no_later_try_changes_is_not_tried_again(
    code: str, why: str, mend: str, comes_back: bool
) -> None:
    act = Act(action=Open(do="open", url="https://app.test/"), page="main")
    error = fault(Error(f"Page.goto: net::{code} at https://app.test/"), act)
    assert isinstance(error, AppAway) == comes_back
    assert why in error.message and mend in error.suggestion


@pytest.mark.parametrize(
    ("kind", "told", "mend"),
    [
        ("time", "a time does not take '8:15'", "such as 09:30"),
        ("range", "a scale does not take", "its steps"),
    ],
)
def test_what_a_browsers_own_field_does_not_take_is_told_with_how_to_write_it(
    kind: str, told: str, mend: str
) -> None:
    element = ElementSnapshot(tag="input", input_type=kind)
    match = Match(element=element, locator=CssLocator(by="css", css="input"), confidence=1, reasons=())
    act = Act(action=Fill(do="fill", value="8:15"), page="main", match=match)
    error = fault(Error("Locator.fill: Error: Malformed value"), act)
    assert told in error.message and mend in error.suggestion
