"""Addresses that a step waits for: the next version may keep its place behind a `#`, or no longer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source
from tests.app import App

_PATH = {"path": "/bookings"}
_ROUTE = {"matches": r"#/bookings(\?|$)"}


@pytest.mark.parametrize(
    ("now", "asked", "held"),
    [
        ("/#/bookings", _PATH, True),
        ("/#!/bookings?page=2", _PATH, True),
        ("/#bookings", _PATH, False),
        ("/#/bookings/5", _PATH, False),
        ("/bookings?page=2", _ROUTE, True),
        ("/bookings/5", _ROUTE, False),
        ("/bookings", {"matches": "#bookings"}, False),
        ("/bookings", {"matches": "^(?!.*bookings)"}, False),
    ],
)
async def test_a_route_is_the_same_wherever_it_is_kept(
    page: Page, now: str, asked: dict[str, Any], held: bool
) -> None:
    with App({"/": "<p>Venue", "/bookings": "<p>Venue", "/bookings/5": "<p>Venue"}) as app:
        await page.goto(app.url.rstrip("/") + now)
    request = {
        "conditions": [{"kind": "url", **asked}],
        "locators": [],
        "strong": 0,
        "timeout": 0,
        "again": False,
    }
    look = f"request => {{ {inpage_source()}; return handrail.look(request); }}"
    seen = await page.evaluate(look, request)
    assert [one["held"] for one in seen["findings"]] == [held]
