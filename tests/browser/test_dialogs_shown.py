"""Whether a page shows a dialog, of whichever of the two roles, beside others that it has put away."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

ROLES = ("dialog", "alertdialog")
TARGET = {"locators": [{"by": "role", "role": role} for role in ROLES]}


@pytest.mark.parametrize("shown", [*ROLES, None])
@pytest.mark.parametrize("put_away", ROLES)
async def test_a_dialog_that_is_put_away_hides_none_of_the_other_kind(
    page: Page, put_away: str, shown: str | None
) -> None:
    open_one = f"<div role={shown}>Delete it?<button>Yes</button></div>" if shown else ""
    await page.set_content(f"<div role={put_away} style='display: none'>Edit</div>{open_one}")
    states = [
        json.dumps({"kind": "element", "state": state, "target": TARGET}) for state in ("visible", "hidden")
    ]
    request = f"{{conditions: [{', '.join(states)}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({request})")
    assert [one["held"] for one in found["findings"]] == [shown is not None, shown is None]
