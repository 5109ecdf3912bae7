"""What a drawn list shows as chosen, whatever it shows that it opens by."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source


@pytest.mark.parametrize(
    ("shown", "wanted", "held"),
    [
        ("Norway ▾", "Norway", True),
        ("Norway", "Norway ▾", True),
        ("Norway ▾", "Nor", False),
        ("▾", "", False),
        ("Norway ▾", "Spain ▾", False),
    ],
)
async def test_a_drawn_list_holds_its_choice_with_or_without_an_arrow(
    page: Page, shown: str, wanted: str, held: bool
) -> None:
    await page.set_content(f"<button role=combobox aria-haspopup=listbox aria-label=Country>{shown}</button>")
    by: Any = {"by": "role", "role": "combobox", "name": "Country"}
    asked = {"kind": "value", "equals": wanted, "target": {"locators": [by]}}
    request = {"conditions": [asked], "locators": [], "strong": 0, "timeout": 0, "again": False}
    look = f"request => {{ {inpage_source()}; return handrail.look(request); }}"
    seen = await page.evaluate(look, request)
    assert [one["held"] for one in seen["findings"]] == [held]
