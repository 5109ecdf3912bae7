"""Whether a page shows the name of the record that was opened, however it writes it."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source


async def shows(page: Page, heading: str, name: str) -> bool:
    await page.set_content(f"<nav>Contacts… More...</nav><h1>{heading}</h1><button>Edit</button>")
    condition = json.dumps({"kind": "text", "contains": name, "as_name": True})
    request = f"{{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({request})")
    return bool(found["findings"][0]["held"])


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("Ada Byron", True),
        ("Maximiliane von Habsburg-Lothringen", False),
        ("Ada B…", False),
        ("Adam Byron", False),
    ],
)
async def test_a_name_counts_in_any_capitals(page: Page, heading: str, shown: bool) -> None:
    assert await shows(page, heading, "ada byron") is shown


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("Customer Maximiliane von…", True),
        ("MAXIMILIANE VON HABS ...", True),
        ("Maximiliane von", False),
        ("Maximiliane Abel…", False),
        ("Maxi…", False),
        ("…", False),
    ],
)
async def test_a_name_that_the_page_cuts_short_counts_by_its_beginning(
    page: Page, heading: str, shown: bool
) -> None:
    assert await shows(page, heading, "Maximiliane von Habsburg-Lothringen") is shown


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("<p>Desk Lamp</p>", True),
        ("<p>DESK lamp</p>", True),
        ("<div>Desk Lamp <button>Delete</button></div>", True),
        ("<p><mark>Desk</mark> Lamp</p>", True),
        ("<p><mark>Desk Lamp</mark> Two</p>", False),
        ("<p>Desk Lamp Two</p>", False),
        ("<p>Results for Desk Lamp</p>", False),
        ("<p hidden>Desk Lamp</p>", False),
        ("<input value='Desk Lamp'><select><option>Desk Lamp</select>", False),
    ],
    ids=[
        "text",
        "capitals",
        "beside a button",
        "marked",
        "longer, marked",
        "longer",
        "told",
        "hidden",
        "field",
    ],
)
async def test_a_text_that_is_just_the_name(page: Page, drawn: str, said: bool) -> None:
    await page.set_content(f"<h1>Lamps</h1>{drawn}")
    condition = json.dumps({"kind": "text", "equals": "Desk Lamp", "as_name": True})
    request = f"{{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({request})")
    assert found["findings"][0]["held"] is said


@pytest.mark.parametrize(
    "drawn",
    [
        "<span><mark>Ada</mark><span> Byron</span></span>",
        "<span><b>Ada </b><i>Byron</i></span>",
        "<div>Ada</div><div>Byron</div>",
        "<span>Ada</span> <span>Byron</span>",
    ],
    ids=["marked", "a part ends with it", "lines", "between"],
)
async def test_an_entry_s_name_has_the_gaps_that_its_text_has(page: Page, drawn: str) -> None:
    """As where what was searched for is marked: other data could not give "AdaByron"."""
    await page.set_content(f"<div role=listbox><div role=option id=o>{drawn}</div></div>")
    describe = f"(one) => {{ {inpage_source()}; return handrail.describe(one); }}"
    found = await page.locator("#o").evaluate(describe)
    assert found["name"] == "Ada Byron"
