"""What stands under a heading, where nothing else holds a part of the page together."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

FIELDS = "<p><label>Street <input></label></p><p><label>City <input></label></p>"
BLOCKS = ("<div><h2>{}</h2>{}</div>", "<h2>{}</h2>{}", "<div><div><h2>{}</h2></div><div>{}</div></div>")
STREET: dict[str, Any] = {"by": "role", "role": "textbox", "name": "Street"}
BILLING = {"by": "heading", "text": "Billing address"}


def blocks(block: str, *headings: str) -> str:
    return "".join(block.format(heading, FIELDS) for heading in headings)


@pytest.mark.parametrize("block", BLOCKS)
async def test_a_field_among_its_like_is_found_under_its_heading_wherever_that_goes(
    page: Page, block: str
) -> None:
    await page.set_content(blocks(block, "Billing address", "Shipping address"))
    recorded = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('input')).locators"
    )
    assert {**STREET, "within": BILLING} in recorded
    await page.set_content(blocks(block, "Contact address", "Shipping address", "Billing address"))
    request = {"conditions": [], "locators": recorded, "strong": 1, "timeout": 0, "again": False}
    seen = (
        await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    )["sighting"]
    found = seen["locators"][recorded.index({**STREET, "within": BILLING})]
    assert found["count"] == 1
    assert seen["elements"][found["elements"][0]]["near"]["heading"] == "Billing address"


async def test_a_field_that_its_name_tells_from_all_others_needs_no_heading(page: Page) -> None:
    await page.set_content(blocks(BLOCKS[0], "Billing address"))
    recorded = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('input')).locators"
    )
    assert STREET in recorded
    assert not any(one.get("within") for one in recorded)


async def test_words_of_a_choice_that_stand_in_the_list_beside_are_found_under_the_record_s_name(
    page: Page,
) -> None:
    listed = "<table><tr><td>Depot<td>Closed<tr><td>Mill<td>Open</table>"
    choices = "<div>Status <span>Open</span> <span>Closed</span></div>"
    await page.set_content(f"<h1>Deals</h1>{listed}<section><h2>Depot</h2>{choices}</section>")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('span:last-of-type'))"
    )
    within = {"by": "heading", "text": "Depot"}
    assert found["locators"][0] == {"by": "text", "text": "Closed", "within": within}


@pytest.mark.parametrize("lines", ("{}<br>{}", "<div>{}</div><div>{}</div>"))
async def test_the_lines_of_a_heading_stand_apart_and_are_found_so(page: Page, lines: str) -> None:
    heading = lines.format("Container: <b>people</b>", "Template: Person")
    await page.set_content(f"<h2>{heading}</h2>{FIELDS}")
    told = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input')).near")
    assert told["heading"] == "Container: people Template: Person"
    place = {"by": "row", "role": "heading", "text": "Container: people Template:"}
    request = {"conditions": [], "locators": [place], "strong": 1, "timeout": 0, "again": False}
    seen = await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    assert seen["sighting"]["locators"][0]["count"] == 1


async def test_a_legend_heads_its_own_fields_and_nothing_behind_them(page: Page) -> None:
    group = "<fieldset><legend>Layout</legend><input id=in></fieldset>"
    await page.set_content(
        f"<h1>New booking</h1><form><div>{group}</div><textarea id=behind></textarea></form>"
    )
    script = (
        "[...document.querySelectorAll('input,textarea')].map(one => handrail.describe(one).near.heading)"
    )
    assert await page.evaluate(f"{inpage_source()}; {script}") == ["Layout", "New booking"]
