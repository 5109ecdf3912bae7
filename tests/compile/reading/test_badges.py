"""The count beside a button's name is no part of what the button is called."""

from __future__ import annotations

import pytest

from handrail.compile.reading.badges import without_count
from handrail.sop.locator import CssLocator, RoleLocator
from handrail.sop.target import Target


def button(name: str, css: str = "#filters", role: str = "button") -> Target:
    locators = (RoleLocator(by="role", role=role, name=name), CssLocator(by="css", css=css))
    return Target(role=role, name=name, text=name, tag="button", locators=locators)


@pytest.mark.parametrize("name", ["Status 2", "Status (2)", "Status · 12"])
def test_a_count_that_the_same_button_came_to_is_left_out(name: str) -> None:
    found = without_count(button(name), [button("Status")])
    assert (found.name, found.text) == (None, None)
    assert found.locators == (CssLocator(by="css", css="#filters"),)


@pytest.mark.parametrize(
    ("target", "earlier"),
    [
        (button("Status 2"), button("Status", css="#other")),
        (button("Page 2"), button("Page 1")),
        (button("Status 2"), button("Owner")),
        (button("Status 2", role="link"), button("Status", role="link")),
        (button("Status"), button("Status")),
    ],
    ids=["another place", "a number before as well", "another name", "no button", "no count"],
)
def test_a_number_that_belongs_to_the_name_stays(target: Target, earlier: Target) -> None:
    assert without_count(target, [earlier]) == target
