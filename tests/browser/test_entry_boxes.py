"""What an entry of a list says of being chosen by the box that it shows, and what the list is called."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source


@pytest.mark.parametrize("ticked", [True, False])
@pytest.mark.parametrize("state", ["", "aria-selected=false", "aria-selected=true"])
async def test_an_entry_is_chosen_as_its_box_says_where_it_says_nothing_itself(
    page: Page, state: str, ticked: bool
) -> None:
    box = f"<input type=checkbox {'checked' if ticked else ''}>"
    await page.set_content(f"<ul role=listbox><li role=option {state}>{box}<b>Java</b></li></ul>")
    locators = [{"by": "role", "role": "option"}]
    request = {"conditions": [], "locators": locators, "strong": 1, "timeout": 0, "again": False}
    seen = await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    found = seen["sighting"]["elements"][0]["checked"]
    assert found is (ticked if not state else state.endswith("true"))


@pytest.mark.parametrize("ticked", [True, False])
async def test_a_token_of_the_entry_s_name_does_not_speak_for_the_entry(page: Page, ticked: bool) -> None:
    box = f"<span role=checkbox aria-checked={str(ticked).lower()}>▢</span>"
    await page.set_content(
        f"""<span role=listbox><span role=option aria-selected={str(not ticked).lower()}>Java</span></span>
        <ul role=listbox><li role=option aria-label=Java>{box} Java</li></ul>"""
    )
    target = {"locators": [{"by": "role", "role": "option", "name": "Java"}]}
    asked = {"kind": "element", "state": "checked", "target": target}
    request = {"conditions": [asked], "locators": [], "strong": 0, "timeout": 0, "again": False}
    seen = await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    assert seen["findings"][0]["held"] is ticked


async def test_the_list_that_a_field_s_component_draws_goes_by_the_field(page: Page) -> None:
    await page.set_content("<x-pick><x-item></x-item></x-pick>")
    await page.evaluate(
        """() => {
        const within = (tag, html) =>
          document.querySelector(tag).attachShadow({ mode: 'open' }).setHTMLUnsafe(html);
        within('x-pick', `<input role=combobox aria-expanded=true aria-label=Skills>
          <div style="position:fixed"><section role=dialog aria-modal=true>
          <ul role=listbox aria-label="Several entries"><slot></slot></ul>`);
        within('x-item', '<li role=option>Java</li>');
        }"""
    )
    option = "document.querySelector('x-item').shadowRoot.querySelector('li')"
    found = await page.evaluate(f"{inpage_source()}; handrail.describe({option}).near.group")
    assert found == "Skills"
