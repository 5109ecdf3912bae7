"""What a form writes behind each of its fields: it is what the field is called by."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

LABELS = f"""() => {{ {inpage_source()};
  return [...document.querySelectorAll('input')].map((one) => handrail.describe(one).label); }}"""


@pytest.mark.parametrize(
    ("form", "labels"),
    [
        ("<p><input> <small>Name</small></p><p><input> <small>City</small></p>", ["Name", "City"]),
        (
            "<h2>New company</h2><div><input required><span></span><label>Name</label></div>"
            "<div><input required><span></span><label>City</label></div>",
            ["Name", "City"],
        ),
    ],
)
async def test_the_words_behind_fields_that_are_all_made_so_are_their_labels(
    page: Page, form: str, labels: list[str]
) -> None:
    await page.set_content(f"<form>{form}<button>Save</button></form>")
    assert await page.evaluate(LABELS) == labels


@pytest.mark.parametrize(
    ("form", "labels"),
    [
        ("<p>Width <input> cm</p><p>Height <input> cm</p>", ["Width", "Height"]),
        ("<div>Width</div><div><input> cm</div><div>Height</div><div><input> mm</div>", [None, None]),
        ("<p><input placeholder=Name> <small>in full</small></p><p><input> <small>City</small></p>", None),
    ],
    ids=["a unit", "a unit, the caption in a box of its own", "a hint of its own"],
)
async def test_what_explains_a_field_that_is_called_otherwise_is_no_label(
    page: Page, form: str, labels: list[str | None] | None
) -> None:
    await page.set_content(f"<form>{form}<button>Save</button></form>")
    found = await page.evaluate(LABELS)
    assert found == labels if labels else found[0] is None
