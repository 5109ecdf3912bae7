"""Buttons side by side of which one is on, and how they say which."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source


async def on(page: Page, *classes: str) -> list[str]:
    """Whether each of the buttons with these classes is on, as a criterion sees it."""
    buttons = "".join(f"<button type=button class='{c}'>Choice {n}</button>" for n, c in enumerate(classes))
    await page.set_content(f"<div>{buttons}</div>")
    target = "{locators: [{by: 'text', text: one.textContent}]}"
    condition = f"{{kind: 'element', state: 'checked', target: {target}}}"
    look = (
        f"handrail.look({{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}})"
    )
    found: list[str] = await page.evaluate(
        f"async () => {{ {inpage_source()}; const all = [...document.querySelectorAll('button')];"
        f"const looks = await Promise.all(all.map(async (one) => await {look}));"
        "return looks.map(({findings}) => findings[0].seen); }"
    )
    return found


@pytest.mark.parametrize(
    "beside", ["s", "s s-after-checked", "s before-active", "s s-not-selected", "unchecked"]
)
async def test_a_class_that_tells_of_the_one_beside_it_is_not_its_own(page: Page, beside: str) -> None:
    assert await on(page, "s s-checked", beside, "s") == ["checked", "unchecked", "unchecked"]


async def test_a_choice_whose_words_stand_in_a_part_of_it_is_on_as_it_is(page: Page) -> None:
    """Found by its words, it is the part that says them; the class is that of what is drawn around it."""
    tabs = "".join(f"<div class='tab {on}'><span>{name}</span></div>" for name, on in TABS.items())
    await page.set_content(f"<style>.tab {{cursor: pointer}}</style><div>{tabs}</div>")
    conditions = [
        {"kind": "element", "state": "checked", "target": {"locators": [{"by": "text", "text": name}]}}
        for name in TABS
    ]
    request = {"conditions": conditions, "locators": None, "strong": 0, "timeout": 0, "again": False}
    found = await page.evaluate(
        f"request => {{ {inpage_source()}; return handrail.look(request); }}", request
    )
    assert [one["seen"] for one in found["findings"]] == ["unchecked", "checked", "unchecked"]


TABS = {"List": "", "Settings": "tab--selected", "Log": ""}
