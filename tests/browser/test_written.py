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
