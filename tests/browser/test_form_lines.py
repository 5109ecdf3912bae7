"""Lines of a form, each under its own caption: no records; what is drawn in one is found by its caption."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

_LINE = "<div class=line><div>{}</div><div>{}</div></div>"
_YES_NO = "<button type=button>Yes</button><button type=button>No</button>"
FORM = "".join(
    _LINE.format(caption, control)
    for caption, control in (
        ("Name", "<input>"),
        ("Plan:", "<select><option>Basic</select>"),
        ("Newsletter", _YES_NO),
        ("Active", _YES_NO),
        ("Urgent", "<div class=toggle style='cursor:pointer;width:30px;height:16px'><i></i></div>"),
        ("Due", "<select class=d><option>1</select><select class=m><option>May</select>"),
    )
)
CART = "".join(
    _LINE.format(name, f"{field}<button>Remove</button>")
    for name, field in (("Desk lamp", "<input>"), ("Oak table", "<select><option>Oak</select>"), ("Mug", ""))
)
CHOSEN = "<main>" + "".join(
    f"<div class='tile{more}'><b>{name}</b><p>{text}</p></div>"
    for name, text, more in (
        ("Basic", "For one", ""),
        ("Plus", "For a team", " picked"),
        ("Pro", "For all", ""),
    )
)


async def described(page: Page, drawn: str, css: str) -> list[dict[str, Any]]:
    await page.set_content(drawn)
    told = f"{inpage_source()}; [...document.querySelectorAll('{css}')].map((one) => handrail.describe(one))"
    found: list[dict[str, Any]] = await page.evaluate(told)
    return found


DRAWN = "".join(
    _LINE.format(caption, control)
    for caption, control in (
        ("Name", "<input>"),
        ("Reference", "<input>"),
        ("Country", "<button type=button>Austria ▾</button>"),
    )
)


async def test_a_list_that_is_drawn_in_a_line_of_fields_is_found_by_what_the_line_asks(page: Page) -> None:
    found = await described(page, DRAWN, "button")
    assert {"by": "group", "text": "Country"} in [one.get("within") for one in found[0]["locators"]]


@pytest.mark.parametrize(
    ("css", "asked"),
    [("button", ["Newsletter"] * 2 + ["Active"] * 2), (".toggle", ["Urgent"]), (".m", ["Due"])],
)
async def test_what_is_drawn_in_a_line_is_found_by_what_the_line_asks(
    page: Page, css: str, asked: list[str]
) -> None:
    found = await described(page, FORM, css)
    assert [one["locators"][0]["within"] for one in found] == [{"by": "group", "text": one} for one in asked]
    assert not any("row" in one["near"] for one in found)


async def test_a_choice_in_a_line_is_one_of_what_the_line_asks(page: Page) -> None:
    groups = [one["near"].get("group") for one in await described(page, FORM, "input,button,.toggle")]
    assert groups == [None, "Newsletter", "Newsletter", "Active", "Active", None]


async def test_records_have_commands_of_one_name_whatever_else_is_asked_in_them(page: Page) -> None:
    found = await described(page, CART, "button")
    rows = [one["locators"][0]["within"] for one in found]
    assert [(one["by"], one["text"]) for one in rows] == [
        ("row", "Desk lamp"),
        ("row", "Oak table"),
        ("row", "Mug"),
    ]


async def test_the_only_card_with_a_class_besides_is_one_of_the_cards(page: Page) -> None:
    found = await described(page, CHOSEN, "b")
    assert [one["near"].get("row") for one in found] == ["Basic For one", "Plus For a team", "Pro For all"]


@pytest.mark.parametrize(
    ("said", "labelled"),
    [(("Mail bounces", "Open", "Mill Lane"), False), (("Weekly digest", "Sent each Monday"), True)],
    ids=["a record of several columns", "a setting that is explained"],
)
async def test_a_box_behind_a_record_has_no_label_of_its_own(
    page: Page, said: tuple[str, ...], labelled: bool
) -> None:
    """The last column before it was taken for one, and the box for a setting."""
    cells = "".join(f"<div>{one} {{0}}</div>" for one in said)
    rows = "".join(f"<div class=r>{cells.format(n)}<input type=checkbox></div>" for n in (1, 2, 3))
    found = await described(page, f"<main>{rows}</main>", "input")
    assert [bool(one.get("label")) for one in found] == [labelled] * 3


async def test_what_a_table_that_lays_out_a_whole_form_says_tells_nothing_of_a_field_in_it(
    page: Page,
) -> None:
    lists = "<select multiple>{}</select><input>"
    cell = f"Chosen {lists.format('')} Free {lists.format('<option>Ada<option>Alan')}"
    form = f"<form><table><tr><td><a href=#>People</a><td>{cell}</table></form>"
    assert not any(one["near"].get("row") for one in await described(page, form, "select,input"))
    small = "<form><table><tr><td>Deliver to<td>City <input></table><table><tr><td>Bill to<td>City <input>"
    assert [one["near"]["row"] for one in await described(page, small, "input")] == [
        "Deliver to City",
        "Bill to City",
    ]


async def test_an_article_is_a_record_and_its_texts_are_no_choices_of_a_form_s_line(page: Page) -> None:
    """The list below a line of tools, as another one, was asked for what its first record is called."""
    article = "<article><h3>{}</h3><p>{}</p><button aria-expanded=false>Open ▾</button></article>"
    cards = "".join(article.format(name, at) for at, name in enumerate(("Desk", "Lamp", "Mug"), 6))
    tools = "<div class=line><b>Find</b><input></div><div class=line><b>Kind</b><select></select></div>"
    (found,) = await described(page, f"{tools}<div class=line>{cards}</div>", "article:nth-child(2) p")
    assert "group" not in found["near"]


async def test_a_list_drawn_as_the_lines_of_a_form_are_is_none_where_its_records_have_the_same_commands(
    page: Page,
) -> None:
    """With the same classes everywhere, each record's badge was asked for what the first one is called."""
    item = "<div class=line><span>{}</span> Riga <span><button aria-expanded=false>Low</button></span></div>"
    items = "".join(map(item.format, ("Mate", "Oolong", "Assam")))
    tools = "<div class=line><b>Find</b><input></div><div class=line><b>Kind</b><select></select></div>"
    (found,) = await described(page, f"{tools}<div class=line>{items}</div>", ".line:nth-child(2) button")
    assert "group" not in found["near"]


async def test_groups_of_a_form_that_ask_for_different_things_are_no_records(page: Page) -> None:
    """The parts of a day were those of a record called 'Day', which other data could call otherwise."""
    group = "<fieldset class=field><legend>{}</legend>{}</fieldset>"
    parts = "<span><select></select><select></select></span>"
    asked = (("Room", "<b tabindex=0>Attic</b>"), ("Day", parts), ("Guests", "<button>+</button><i>0</i>"))
    found = await described(page, "".join(group.format(*one) for one in asked), "select")
    assert not any(one["near"].get("row") for one in found)
    records = "".join(group.format(name, parts) for name in ("Ada", "Ben", "Cleo"))
    assert all(one["near"].get("row") for one in await described(page, records, "select"))


async def test_groups_with_a_command_that_others_have_too_are_records(page: Page) -> None:
    """Where one was closed and asked for nothing, all of them were taken for the lines of one form."""
    group = "<fieldset class=field><legend>{}</legend>{}</fieldset>"
    field = "<select></select><button>Approve</button>"
    groups = (group.format(*one) for one in (("Ada", field), ("Ben", "<p>closed</p>"), ("Cleo", field)))
    found = await described(page, "".join(groups), "select")
    assert [one["near"]["row"] for one in found] == ["Ada Approve", "Cleo Approve"]
