"""A count that is drawn into what one presses is another one the next time."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

COUNTED = "<{0} class=n>{1} <b>{2}</b></{0}>"


def menu(tag: str, *entries: tuple[str, int]) -> str:
    return "".join(
        COUNTED.format(tag, name, count) if count else f"<{tag} class=n>{name}</{tag}>"
        for name, count in entries
    )


@pytest.mark.parametrize("tag", ["button", "div"])
@pytest.mark.parametrize("now", [7, 0])
async def test_it_is_found_by_its_words_whatever_the_count(page: Page, tag: str, now: int) -> None:
    await page.set_content(menu(tag, ("Inbox", 3), ("Alarms", 12), ("Drafts", 0)))
    told = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelectorAll('.n')[1])")
    assert (told["name"] or told["text"]) == "Alarms"
    await page.set_content(menu(tag, ("Drafts", 1), ("Alarms", now), ("Inbox", 0)))
    request = {"conditions": [], "locators": told["locators"][:1], "strong": 1, "timeout": 0, "again": False}
    seen = await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    assert [hits["count"] for hits in seen["sighting"]["locators"]] == [1]


async def test_the_numbers_of_records_are_their_names(page: Page) -> None:
    await page.set_content(menu("button", ("Order", 12), ("Order", 13)))
    told = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('.n'))")
    assert told["name"] == "Order 12"
