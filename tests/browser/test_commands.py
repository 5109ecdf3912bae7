"""Lists of what can be done with each record: what stands before one is the record's, and no label."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

LABEL = (
    f"() => {{ {inpage_source()}; return handrail.describe(document.querySelector('select,input')).label; }}"
)
ACTIONS = "<select><option value=''>Actions<option>Edit<option>Delete</select>"
KINDS = {
    name: f"<select name={name}><option>Yes<option>No</select>" for name in ("smoker", "driver", "pilot")
}
HEAD = "<thead><tr><th>Name<th>City<th></thead>"


@pytest.mark.parametrize(
    "page_of",
    [
        "".join(
            f"<div class=row><b>{one}</b> <i>Partner</i> {ACTIONS}</div>" for one in ("Ada", "Ben", "Cleo")
        ),
        f"<table>{HEAD}<tbody><tr><td>Ada<td>Oslo<td>{ACTIONS}</table>",
        "".join(
            f"<div class=row><span>Cable {one}</span><span>Bin {one}</span><input id=q{one} size=4></div>"
            for one in range(3)
        ),
    ],
    ids=["each item has one", "the only row of a table with headings", "each item is counted"],
)
async def test_what_the_record_says_is_no_label_of_its_actions(page: Page, page_of: str) -> None:
    await page.set_content(page_of)
    assert await page.evaluate(LABEL) is None


@pytest.mark.parametrize(
    "form",
    [
        "".join(f"<div class=row>{name} {one}</div>" for name, one in KINDS.items()),
        f"<table><tr><td>smoker<td>{KINDS['smoker']}</table>",
        "".join(f"<div class=row><span>{one}</span><input><i>As you like</i></div>" for one in KINDS),
        "".join(f"<div class=row><i>1</i><span>{one}</span><input name={one}></div>" for one in KINDS),
    ],
    ids=["fields of a form", "a form laid out as a table", "explained fields", "numbered fields"],
)
async def test_what_stands_before_a_field_of_a_form_is_its_label(page: Page, form: str) -> None:
    await page.set_content(f"<form>{form}<button>Save</button></form>")
    assert await page.evaluate(LABEL) == "smoker"
