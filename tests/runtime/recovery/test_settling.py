"""Where an action that was done leads to, when its process ended before it was seen to arrive."""

from __future__ import annotations

import pytest

from handrail.runtime.recovery.settling import led_to


@pytest.mark.parametrize(
    ("path", "at", "expected"),
    [
        ("/contacts", "/contacts/new", "/contacts"),
        ("/events/*/items/", "/events/fair/items/add", "/events/fair/items/"),
        ("/control/*/*/vouchers/", "/control/org/autumn/vouchers/add", "/control/org/autumn/vouchers/"),
        ("/contacts/*", "/contacts/5/edit", "/contacts/5"),
        # A record that the action has made: its number stands nowhere yet.
        ("/contacts/*", "/contacts/new", None),
        ("/contacts/*/edit", "/contacts/new", None),
        # Another part of the app.
        ("/orders/*/lines", "/contacts/5/edit", None),
        ("/events/fair-*/items", "/events/fair-2/items/add", None),
    ],
)
def test_a_star_is_what_the_page_stands_under(path: str, at: str, expected: str | None) -> None:
    assert led_to(path, at) == expected
