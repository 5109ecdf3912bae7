"""What component kits draw over the page, in lists and dialogs of their own: what it goes by."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.browser.test_kit_labels import described
from tests.browser.test_kit_parts import pressed

TABLE = "<main><h1>Items</h1><table><tr><td>Desk<td>Audio</table></main>"


@pytest.mark.parametrize(
    "layer",
    [
        "<div class=drop style='position:absolute;top:90px'>{}</div>",
        "<div><div class=drop style='position:absolute;top:90px'>{}</div></div>",
        "<div style='position:absolute;top:0;width:100%'><div><div class=drop style='position:absolute;"
        "top:90px'>{}</div></div></div>",
    ],
    ids=["right in the body", "in a box that says nothing", "in another one that floats"],
)
async def test_an_entry_of_a_drawn_list_whose_words_the_page_says_as_well_goes_by_its_layer(
    page: Page, layer: str
) -> None:
    put_away = "<div class=drop style='display:none'><p>Audio</p></div>"
    entries = "<div class=e>Audio</div><div class=e>Tools</div>"
    found = await described(page, TABLE + put_away + layer.format(entries), ".e")
    assert found["locators"][0]["text"] == "Audio"
    assert found["locators"][0]["within"]["css"].endswith(".drop")


@pytest.mark.parametrize("ear", ["", "aria-hidden=true"])
async def test_a_drawn_list_is_called_by_the_label_of_the_line_in_it(page: Page, ear: str) -> None:
    """Which calls itself by what a press on it does; what it shows is its value."""
    line = "<input id=f aria-label=Open value=Audio size=1>"
    drawn = f"<div role=combobox aria-haspopup=listbox><label for=f {ear}>Category</label> Audio {line}</div>"
    found = await described(page, f"<p>Bought on</p>{drawn}", "[role=combobox]")
    assert found["label"] == "Category"


async def test_an_entry_of_a_list_that_does_not_say_that_it_is_one_goes_by_its_words(page: Page) -> None:
    entry = (
        "<div tabindex=-2 style='width:200px;padding:9px'><div><div style='width:30px'>{}</div></div></div>"
    )
    body = f"<div role=listbox>{entry.format('Lend')}{entry.format('Archive')}</div>"
    found = await pressed(page, body, "[role=listbox] > div:first-child")
    assert (found["text"], found["locators"][0]) == ("Lend", {"by": "text", "text": "Lend"})


async def test_the_answer_to_a_question_without_a_title_goes_by_its_dialog(page: Page) -> None:
    """And not by the question, which has the recorded record's name in it."""
    rows = "<table><tr><td>Desk<td><button>Delete</button><tr><td>Lamp<td><button>Delete</button></table>"
    answers = "<div><button>Cancel</button><button>Delete</button></div>"
    asks = f"<div role=dialog><div>Delete Desk?</div>{answers}</div>"
    found = await described(page, rows + asks, "[role=dialog] button:last-child")
    dialog = {"by": "role", "role": "dialog"}
    assert found["locators"][0] == {"by": "role", "role": "button", "name": "Delete", "within": dialog}


@pytest.mark.parametrize(("boxes", "told"), [(9, True), (14, False)])
async def test_the_form_that_a_field_is_drawn_in_is_told_though_it_lies_further_out(
    page: Page, boxes: int, told: bool
) -> None:
    """One that lies yet further out may be the whole page's."""
    body = f"<form>{'<div>' * boxes}<span id=f>Audio</span>{'</div>' * boxes}</form>"
    assert (await described(page, body, "#f"))["ancestors"] == ["div"] * 8 + ["form"] * told
