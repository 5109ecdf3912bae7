"""What a form writes before a field, and ties to it by nothing but place, is what the field is called."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source


@pytest.mark.parametrize(
    ("field", "called"),
    [
        ("<input role=combobox aria-haspopup=listbox type=search>", True),
        ("<input type=text>", True),
        # What one looks for in a list stands below its heading, which is no label.
        ("<input type=search>", False),
    ],
)
async def test_a_list_s_own_field_for_searching_is_called_by_the_words_before_it(
    page: Page, field: str, called: bool
) -> None:
    drawn = f"<div><div><span>{field}</span><span>Type a key</span></div></div>"
    await page.set_content(
        f"<form><div><label for=key>Key</label>{drawn}</div><div>Value <input></div></form>"
    )
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert ({"by": "label", "text": "Key"} in found["locators"]) is called


@pytest.mark.parametrize("shown", ["Select a value", "Acme Foods"])
@pytest.mark.parametrize("told", ["", "9 results available. Use Up and Down to choose options."])
async def test_a_list_is_not_called_by_what_it_shows_in_the_place_of_its_field(
    page: Page, shown: str, told: str
) -> None:
    drawn = f"""<style>.one > * {{ grid-area: 1/1 }}</style><span role=log aria-live=polite>{told * 2}</span>
      <div><div class=one style="display:grid"><div>{shown}</div><p><input role=combobox></p></div></div>"""
    await page.set_content(
        f"<form><div><label for=here>Supplier</label><div id=here>{drawn}</div></div><div>Value <input></div>"
    )
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert (found["label"], found["near"].get("before")) == ("Supplier", "Supplier")


async def test_how_an_icon_is_drawn_is_no_part_of_what_a_link_is_called(page: Page) -> None:
    icon = "<svg width=9 height=9><style>.posts{fill:none}</style><path class=posts d='M0 0h9'/></svg>"
    await page.set_content(f"<a href=/posts>{icon} Posts</a>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('a'))")
    assert found["name"] == "Posts"


async def test_the_way_to_a_page_is_no_label_of_a_field_that_says_itself_what_belongs_in_it(
    page: Page,
) -> None:
    way = "<header><a href=/posts>Posts</a> <span>New</span></header>"
    await page.set_content(f"<div>{way}<div><textarea placeholder='Post title'></textarea></div></div>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('textarea'))")
    assert (found.get("label"), found["placeholder"]) == (None, "Post title")


async def test_what_is_chosen_in_the_list_before_a_field_is_not_what_the_field_is_called(page: Page) -> None:
    chosen = "<div><span role=combobox aria-haspopup=listbox tabindex=0>(Main)</span></div>"
    await page.set_content(f"<div><p>New title:</p><div>{chosen}<div><input></div></div></div>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert found["near"]["before"] == "New title:"


@pytest.mark.parametrize(
    ("drawn", "pressed"),
    [
        ("<label for=gone>Featured <input type=checkbox checked></label>", "label"),
        ("<ul role=tablist><li role=tab aria-selected=true><a href=#x>Tags</a></li></ul>", "a"),
    ],
)
async def test_what_is_pressed_for_a_box_or_tab_is_on_as_that_is(
    page: Page, drawn: str, pressed: str
) -> None:
    await page.set_content(drawn)
    condition = (
        f"{{kind: 'element', state: 'checked', target: {{locators: [{{by: 'css', css: '{pressed}'}}]}}}}"
    )
    asked = f"{{conditions: [{condition}], locators: null, strong: 0, timeout: 0, again: false}}"
    found = await page.evaluate(f"{inpage_source()}; handrail.look({asked})")
    assert found["findings"][0]["held"]


async def test_the_lines_of_a_label_are_told_apart(page: Page) -> None:
    await page.set_content("<label for=s>Size<br><span>Optional</span></label><input id=s>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert found["label"] == "Size Optional"


async def test_what_a_field_offers_is_no_part_of_the_label_around_it(page: Page) -> None:
    offered = "<datalist id=kinds><option>Client<option>Owner</datalist>"
    await page.set_content(f"<form><label>Kind <input list=kinds>{offered}</label><input name=city></form>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert found["label"] == "Kind"


async def test_what_stands_above_with_a_command_is_no_label_of_a_field_with_a_hint(page: Page) -> None:
    above = "<div><p>Status</p><p>New Active Closed</p><p>Owner: Eva Frank <button>Assign</button></p></div>"
    await page.set_content(f"<div><h1>Mill</h1>{above}<div><input placeholder='Write a comment'></div></div>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert (found.get("label"), found["placeholder"]) == (None, "Write a comment")


@pytest.mark.parametrize(("second", "called"), [("Due", "Status"), ("Status", None)])
async def test_a_button_that_stands_before_each_field_of_a_form_and_says_another_word_is_its_caption(
    page: Page, second: str, called: str | None
) -> None:
    field = "<div><p><input placeholder='Select one'></p></div>"
    line = f"<div class=line><div><button>{{}}</button></div>{field}</div>"
    await page.set_content(line.format("Status") + line.format(second))
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert (found.get("label"), found["placeholder"]) == (called, "Select one")


@pytest.mark.parametrize(
    ("around", "called"),
    [
        ("<p>Tags <span><b>old <i>×</i></b> <b>new <i>×</i></b></span>FIELD</p>", "Tags"),
        ("<section><p><b>Paula</b> Hi there</p></section>FIELD", None),
        ("<span><b class=on>Billing</b><b>Shipping</b></span>FIELD", None),
        ("2 changes FIELD", None),
        ("Reason FIELD", "Reason"),
    ],
    ids=["tags", "a message", "choices", "a count", "a caption"],
)
async def test_a_field_with_a_hint_is_not_called_by_what_is_told_before_it(
    page: Page, around: str, called: str | None
) -> None:
    await page.set_content(f"<div>{around.replace('FIELD', '<input placeholder=Hint>')}</div>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert found.get("label") == called


async def test_a_field_that_came_in_the_place_of_a_text_is_called_neither_by_that_nor_by_the_row_before(
    page: Page,
) -> None:
    rows = "".join(f"<div class=r><span>{name}</span><em>9 KB</em></div>" for name in ("a.txt", "b.txt"))
    edited = "<div class=r><span><input id=name value=c.txt></span><em>9 KB</em></div>"
    note = "<div><div>Valve leaks</div><textarea>Valve leaks</textarea></div>"
    await page.set_content(f"<div>{rows}{edited}</div><div>{note}</div>")
    describe = "[...document.querySelectorAll('#name, textarea')].map(handrail.describe)"
    found = await page.evaluate(f"{inpage_source()}; {describe}")
    assert [one.get("label") for one in found] == [None, None]


async def test_an_entry_of_a_list_that_hangs_over_another_line_s_field_is_not_called_by_that(
    page: Page,
) -> None:
    """The step pressed "Ada", the label of the field below, and the entry stayed the recorded one."""
    entries = "<div>Ben</div><div id=cy>Cy</div>"
    drawn = f"<button>Add</button><div style='position:absolute;background:#fff;width:200px'>{entries}</div>"
    await page.set_content(f"<div>{drawn}<div><span>Ada</span><input size=20></div></div>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('#cy'))")
    assert (found["label"], found["text"]) == (None, "Cy")


async def test_what_leads_to_an_explanation_behind_a_label_is_no_caption(page: Page) -> None:
    await page.set_content(
        """<div><label>Folder type</label> <a href=/help>Help</a><select><option>Send only</select></div>
        <div><label>Order</label> <a href=/help>Help</a><select><option>Random</select></div>"""
    )
    labels = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('select')].map(
        (list) => handrail.describe(list).label)"""
    )
    assert labels == ["Folder type", "Order"]


async def test_a_tip_that_is_shown_within_a_label_or_a_button_is_no_part_of_its_name(page: Page) -> None:
    """But what has no other words: many buttons with a picture are named by their tip alone."""
    tip = "<span role=tooltip>docs1</span>"
    await page.set_content(
        f"""<label><input type=checkbox> <b>Documents</b>{tip}</label>
        <button>Share {tip}</button><button><svg></svg>{tip}</button>"""
    )
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('input,button')].map(
        (one) => handrail.describe(one))"""
    )
    assert [one["name"] for one in found] == ["Documents", "Share", "docs1"]
    assert found[0]["label"] == "Documents"


SIGNS = "<div><b>Mint</b><i>−</i><em>3</em><i>+</i></div>"
BEHIND = "<p class=item>Mint</p><p class=item>Sage</p>"


@pytest.mark.parametrize(
    ("before", "field", "called"),
    [
        ("<div draggable=true>Mop</div>", "<textarea></textarea>", None),
        (SIGNS, "<input placeholder=Code>", None),
        (BEHIND, "<input placeholder=Code>", None),
        ("<div style='cursor:pointer'>Paint</div>", "<input placeholder='Card title'>", None),
        # What says nothing itself has no other name.
        (SIGNS, "<input>", "Mint−3+"),
        ("<div><b>Amount</b><i>*</i><i>:</i></div>", "<input placeholder=0.00>", "Amount*:"),
    ],
)
async def test_no_field_is_called_by_a_record_that_stands_before_it(
    page: Page, before: str, field: str, called: str | None
) -> None:
    """A card of a board, or a line of a cart with its minus and plus: other data have another one there."""
    await page.set_content(f"<div><h3>Doing</h3>{before}{field}</div>")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('input,textarea'))"
    )
    assert found.get("label") == called


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("<tr><th colspan=2>Do<th>Name<th>Net<th>Gross", "<td>Edit<td>Copy<td>Ann<td><input><td>9"),
        (
            "<tr><th rowspan=2>Name<th colspan=2>Price<tr><th>Net<th>Gross",
            "<td rowspan=2>Ann<td>1<td>2<tr><td><input><td>9",
        ),
    ],
)
async def test_a_field_is_called_by_its_column_where_cells_reach_over_several(
    page: Page, head: str, cells: str
) -> None:
    await page.set_content(f"<table><thead>{head}</thead><tbody><tr>{cells}</tbody></table>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('input'))")
    assert found["label"] == "Net"


@pytest.mark.parametrize(
    "chosen", ["<i>Concert</i>", "", "<b style='grid-area:1/1'>Ann<button></button></b>"]
)
async def test_what_is_pressed_for_a_list_s_field_has_its_label_before_it_and_not_what_was_chosen(
    page: Page, chosen: str
) -> None:
    style = (
        "<style>main { display: grid } i, #held { grid-area: 1/1/2/3 } b + #held { grid-area: 1/2 }</style>"
    )
    field = f"<main>{chosen}<div id=held><input role=combobox></div></main>"
    await page.set_content(f"{style}<form><div><label for=kind>Kind</label>{field}</div></form>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('#held'))")
    assert found["near"]["before"] == "Kind"


async def test_what_is_read_out_of_a_list_is_nothing_that_its_row_is_called_by(page: Page) -> None:
    hidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(1px,1px,1px,1px)"
    told = (
        f"<li><p role=log style='{hidden}'><b>option %s, chosen.</b></p><span>%s</span> <button>Drop</button>"
    )
    rows = (told % (one, one) for one in ("Kind", "Status"))
    await page.set_content(f"<ul>{''.join(rows)}</ul>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('button'))")
    rows_meant = {one["within"]["text"] for one in found["locators"] if one.get("within")}
    assert (found["near"]["row"], rows_meant) == ("Kind Drop", {"Kind"})


async def test_an_editor_is_called_by_the_legend_of_its_own_fieldset(page: Page) -> None:
    """It was called by what stands in the fieldset before it."""
    await page.set_content(
        """<form><fieldset><legend>Rating</legend>★★★</fieldset>
        <fieldset><legend>Details</legend><div contenteditable></div></fieldset><input></form>"""
    )
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('[contenteditable]'))"
    )
    assert found["near"]["before"] == "Details"


async def test_a_box_that_is_drawn_beside_its_words_in_a_label_of_nothing_is_pressed_itself(
    page: Page,
) -> None:
    """The label was pressed in its middle, where nothing is: what was to be ticked was not, under "done"."""
    box = "<i id=box style='display:inline-block;width:14px;height:14px;cursor:pointer'></i>"
    await page.set_content(f"<label style='display:block'><span>Show in shop</span>{box}</label>")
    told = await page.evaluate(
        f"""{inpage_source()}; (() => {{
          const box = document.querySelector('#box').getBoundingClientRect();
          return handrail.describedAt(box.x + 5, box.y + 5);
        }})()"""
    )
    assert (told["tag"], told["near"]["before"]) == ("i", "Show in shop")


@pytest.mark.parametrize(("says", "called"), [("Off", "Show in shop"), ("Offers", "Offers")])
async def test_a_switch_that_says_how_it_stands_is_called_by_the_words_before_it(
    page: Page, says: str, called: str
) -> None:
    """It was looked for by the state that it was in, and another record's was not found."""
    switch = f"<button type=button role=switch aria-checked=false>{says}</button>"
    await page.set_content(
        f"<form><div><label>Show in shop</label>{switch}</div><div>Price <input></div></form>"
    )
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('[role=switch]'))"
    )
    assert (found["name"] or found["label"]) == called


@pytest.mark.parametrize(
    "drawn",
    [
        "<label for=f>Active</label> <button type=button role=switch id=f aria-checked=false></button>",
        "<button type=button role=switch id=f aria-label=Active aria-checked=false></button>",
        "<div role=checkbox id=f aria-checked=false>Active</div>"
        "<div role=checkbox aria-checked=false>Inactive</div>",
    ],
)
async def test_a_label_may_be_a_word_for_a_state(page: Page, drawn: str) -> None:
    """A user's switch "Active" was found by nothing but its place."""
    await page.set_content(f"<form><div>{drawn}</div><div>Price <input></div></form>")
    found = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('#f'))")
    assert (found["name"], found["locators"][0]["by"]) == ("Active", "role")
