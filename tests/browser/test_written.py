"""What a page writes behind a box, without a label: it is what the box is called by."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

ASKED = f"""() => {{ {inpage_source()};
  return [...document.querySelectorAll('input')].map((one) => handrail.describe(one).label); }}"""


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        ("<input type=checkbox> I agree to the <a href=#>terms</a><br>Thank you", ["I agree to the terms"]),
        ("<input type=radio> Standard<br><input type=radio> Express", ["Standard", "Express"]),
        ("Smoker? <input type=radio> Yes <input type=radio> No", ["Yes", "No"]),
        ("<input type=checkbox>\n<!-- --><b>News</b> weekly", ["News weekly"]),
        ("<label>Agree <input type=checkbox></label> (really)", ["Agree"]),
        # A component's block, laid in the line by its style.
        ("</p><div><input type=checkbox><div style=display:inline>Urgent</div></div>", ["Urgent"]),
    ],
)
async def test_the_words_right_behind_a_box_are_its_label(page: Page, line: str, labels: list[str]) -> None:
    await page.set_content(f"<form><p>{line}</p></form>")
    assert await page.evaluate(ASKED) == labels


@pytest.mark.parametrize(
    "line",
    [
        # Before each, or behind the one and before the other: nothing tells which.
        "Standard <input type=radio> Express <input type=radio>",
        "<input type=checkbox><p>Another paragraph</p>",
        "<input type=checkbox> <button>Delete</button>",
        "<input type=checkbox> *",
    ],
)
async def test_what_is_not_surely_its_own_is_no_label(page: Page, line: str) -> None:
    await page.set_content(f"<form><div>{line}</div></form>")
    assert set(await page.evaluate(ASKED)) == {None}


@pytest.mark.parametrize(
    ("value", "wanted", "held"),
    [
        ("Room7", "Room 7", False),
        ("Room 7", "Room 7", True),
        ("4000 0566", "40000566", True),
        ("SW1A1AA", "SW1A 1AA", True),
    ],
)
async def test_a_space_between_words_is_none_of_a_field_s_own_format(
    page: Page, value: str, wanted: str, held: bool
) -> None:
    await page.set_content(f"<input value='{value}'>")
    condition = f"{{kind: 'value', equals: '{wanted}', target: {{locators: [{{by: 'css', css: 'input'}}]}}}}"
    asked = f"{{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({asked})")
    assert found["findings"][0]["held"] is held


@pytest.mark.parametrize(("wanted", "held"), [("Cia", True), ("Ann", False)])
async def test_what_is_typed_into_within_a_drawn_list_holds_what_the_list_says(
    page: Page, wanted: str, held: bool
) -> None:
    """It is empty again once something is chosen, and what is offered is not chosen."""
    await page.set_content(
        "<div role=combobox aria-label=People><span>Cia<button aria-label='Remove Cia'>×</button></span>"
        "<input><div role=listbox><div role=option>Ann</div></div></div>"
    )
    condition = f"{{kind: 'value', equals: '{wanted}', target: {{locators: [{{by: 'css', css: 'input'}}]}}}}"
    asked = f"{{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({asked})")
    assert found["findings"][0]["held"] is held


async def test_the_label_that_a_list_is_drawn_around_is_no_part_of_what_it_holds(page: Page) -> None:
    """Of a word typed as a tag, the label and the tag became what is typed."""
    await page.set_content(
        "<div role=combobox aria-haspopup=listbox><label for=f>Tags</label><span>shop</span>"
        "<input id=f style='position: absolute; width: 0'></div>"
    )
    condition = "{kind: 'value', equals: 'shop', target: {locators: [{by: 'css', css: '[role]'}]}}"
    asked = f"{{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({asked})")
    assert found["findings"][0]["held"]
