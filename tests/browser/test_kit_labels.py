"""What controls are called that component kits draw in a way of their own, and whether that leads to them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source
from tests.browser.test_kit_parts import pressed

COMPONENT = """<script>customElements.define('x-part', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = this.getAttribute('draws'); } })</script>"""


async def described(page: Page, body: str, selector: str) -> dict[str, Any]:
    await page.set_content(body)
    element = page.locator(selector).first
    found: dict[str, Any] = await element.evaluate(
        f"(one) => {{ {inpage_source()}; return handrail.describe(one); }}"
    )
    return found


@pytest.mark.parametrize(
    "field",
    [
        "<input readonly aria-haspopup=listbox id=f style='pointer-events:none;opacity:0;height:1px'>",
        "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>"
        "<input readonly role=combobox id=f style='pointer-events:none'></span>",
    ],
)
async def test_a_box_around_a_field_that_takes_no_press_goes_by_its_label(page: Page, field: str) -> None:
    box = f"<div class=box style='width:200px'>{field}<div id=shows>Rust, SQL</div></div>"
    body = f"<p><label for=f>Skills</label></p><p>{box}</p><p><label>Team <input></label></p>"
    found = await pressed(page, body, "#shows")
    assert (found["tag"], found["label"], found["text"]) == ("div", "Skills", None)
    assert found["locators"][0] == {"by": "label", "text": "Skills"}


async def test_choices_that_keep_one_of_the_browser_s_are_called_by_what_stands_before_them(
    page: Page,
) -> None:
    drawn = "<label><span role=radio aria-checked=false><input type=radio style='opacity:0'></span>{}</label>"
    deep = "<div>" * 6 + drawn + "</div>" * 6
    choices = "".join(map(deep.format, ("Low", "High")))
    body = f"<form><div><span>Level</span><div>{choices}</div></div><p><label>Name <input></label></form>"
    assert (await described(page, body, "[role=radio]"))["near"].get("group") == "Level"


async def test_a_switch_that_is_a_button_is_called_by_its_label_and_another_button_is_not(page: Page) -> None:
    body = "<label for=s>Catering</label><button id=s role=switch aria-checked=false></button>"
    found = await described(page, body, "#s")
    assert (found["name"], found["label"]) == ("Catering", "Catering")
    assert found["locators"][0] == {"by": "role", "role": "switch", "name": "Catering"}
    body = "<label for=s>Attachment</label><button id=s>Choose</button>"
    assert (await described(page, body, "#s"))["label"] is None


async def test_a_list_and_the_field_in_it_of_one_label_are_the_list(page: Page) -> None:
    field = "<label for=f>Kind</label><input id=f role=combobox style='pointer-events:none;opacity:0'>"
    kind = f"<div><div role=combobox aria-haspopup=listbox>{field}</div></div>"
    body = f"<form>{kind}<p><label>Name <input></label></form>"
    found = await described(page, body, "div[role=combobox]")
    assert {"by": "label", "text": "Kind"} in found["locators"]


async def test_a_list_that_says_what_it_shows_is_called_by_the_label_that_is_for_it(page: Page) -> None:
    body = "<label for=k>Kind</label> <span role=combobox id=k tabindex=0 aria-label={0}>{1}</span>"
    found = await described(page, body.format("Choose", "Choose"), "span")
    assert (found["name"], found["label"]) == (None, "Kind")
    assert {"by": "css", "css": 'span[aria-label="Choose"]'} not in found["locators"]
    assert (await described(page, body.format("Type", "Choose"), "span"))["name"] == "Type"
    cell = "<td><span role=combobox tabindex=0 aria-label=open>open</span></td>"
    table = f"<table><thead><tr><th>Status</th></tr></thead><tbody><tr>{cell}</tr></tbody></table>"
    found = await described(page, table, "span")
    assert (found["name"], found["label"]) == (None, "Status")


async def test_a_list_that_an_entry_of_its_own_labels_once_it_is_chosen_goes_by_its_caption(
    page: Page,
) -> None:
    """jQuery UI's `selectmenu` is called by what was chosen in it, which is another one in each record."""
    drawn = "<div><div>{0}</div><div><span role=combobox tabindex=0 aria-owns={1}m {2}>{3}</span></div></div>"
    body = "<form>" + drawn.format("Site", "s", "", "Edge")
    body += drawn.format("Detection", "d", "aria-labelledby=ui-7 id=d", "Ping")
    body += "</form><ul id=dm role=listbox hidden><li><div id=ui-7 role=option>Ping</div></ul>"
    found = await described(page, body, "#d")
    assert (found["name"], found["label"], found["text"]) == (None, "Detection", "Ping")


async def test_a_switch_in_a_component_is_called_by_the_component_s_label(page: Page) -> None:
    draws = "<div role=switch aria-checked=false style=height:9px></div>"
    switch = f"<x-part id=u draws='{draws}'></x-part>"
    found = await described(
        page, f"{COMPONENT}<x-label for=u>Urgent</x-label> {switch}", "x-part [role=switch]"
    )
    assert found["label"] == "Urgent"


async def test_radio_buttons_that_are_each_a_component_are_of_one_group(page: Page) -> None:
    draws = "<div role=radio aria-checked=false aria-label={1}>o<input type=radio hidden></div>"
    radio = f"<x-part name={{0}} draws='{draws}'></x-part>"
    group = "".join(radio.format("level", name) for name in ("Low", "High"))
    found = await described(page, f"{COMPONENT}<div><b>Level</b> {group}</div>", "[aria-label=High]")
    assert found["near"]["group"] == "Level"
    found = await described(page, f"{COMPONENT}<div>{group}</div>", "[aria-label=High]")
    assert found["near"]["group"] == "level"


async def test_a_label_before_the_first_radio_button_is_not_what_the_group_is_called(page: Page) -> None:
    radio = "<label for=r{0}>{0} of 2</label><input type=radio name=kit-v-56 id=r{0}>"
    body = f"<div>Rating</div><div><!--v-if-->{radio.format(1)}{radio.format(2)}</div>"
    assert (await described(page, body, "#r2"))["near"]["group"] == "Rating"


async def test_an_option_of_a_list_that_is_always_there_goes_by_what_the_list_is_called(page: Page) -> None:
    options = "<div role=option>Main</div><div role=option id=two>Annex</div>"
    named = f"<div role=listbox aria-label=Office>{options}</div>"
    assert (await described(page, named, "#two"))["near"]["group"] == "Office"
    beside = f"<div><b>Office:</b><div role=listbox>{options}</div></div>"
    assert (await described(page, beside, "#two"))["near"]["group"] == "Office"
    over = f"<p>Hint</p><div style='position:absolute'>{named}</div>"
    assert "group" not in (await described(page, over, "#two"))["near"]
    drawn = f"<div><div><i tabindex=0 aria-hidden=true></i><div role=listbox>{options}</div></div></div>"
    form = f"<div style='position:fixed'><div role=dialog aria-modal=true><b>Office</b>{drawn}</div></div>"
    assert (await described(page, form, "#two"))["near"]["group"] == "Office"
    tab = f"<div style='position:absolute' role=tabpanel><b>Office</b>{drawn}</div>"
    assert (await described(page, tab, "#two"))["near"]["group"] == "Office"


async def test_radio_buttons_are_not_called_by_a_name_that_is_made_anew_each_time(page: Page) -> None:
    radio = "<input type=radio name=kit-2ijxjo4ee aria-label=Small>"
    body = f"<div>{radio}{radio.replace('Small', 'Large id=r')}</div>"
    assert "group" not in (await described(page, body, "#r"))["near"]


async def test_an_icon_that_a_component_draws_beside_its_field_is_drawn_for_the_field(page: Page) -> None:
    draws = "<input role=combobox><i style=display:inline-block;width:9px;height:9px></i>"
    body = f"{COMPONENT}<x-label for=t>Teams</x-label><x-part id=t draws='{draws}'></x-part>"
    assert (await described(page, body, "x-part i"))["label"] == "Teams"


async def test_a_component_that_takes_the_press_for_what_it_shows_is_known_by_the_words(page: Page) -> None:
    shown = "<b style='pointer-events:none'>fast</b>"
    body = f"{COMPONENT}<x-part draws='<span><slot></slot></span>'>{shown}</x-part>"
    found = await pressed(page, body, "b")
    assert (found["tag"], found["locators"][0]) == ("x-part", {"by": "text", "text": "fast"})


async def test_an_editor_is_not_called_by_the_label_of_the_field_before_it(page: Page) -> None:
    """A heading between them is none of its names, and was read past."""
    subject = "<p><label>Subject <input></label></p><h2>Body</h2>"
    found = await described(
        page, f"{subject}<div><div contenteditable=true>x</div></div>", "[contenteditable]"
    )
    assert "Subject" not in found["near"].get("before", "")


async def test_an_editor_that_says_so_without_a_value_is_one(page: Page) -> None:
    found = await described(page, "<div contenteditable aria-label=Message></div>", "div")
    assert found["attributes"]["contenteditable"] == "true"


BEHIND = """<style>.frame{border:1px solid;width:200px;min-height:24px;transform:translateZ(0)}
.in{position:relative}
.away{position:absolute;opacity:0;z-index:-1}.shown{position:absolute;z-index:-1;width:90%}</style>
<p><label for=f>Status</label></p><div class=frame tabindex=-1><div class=in>
<div class=away><input readonly role=combobox aria-haspopup=listbox id=f></div>
<div class=shown><span id=shows>Planned</span></div></div></div><p><label>Team <input></label></p>"""


async def test_what_lies_over_a_list_s_unseen_field_is_the_frame_around_both(page: Page) -> None:
    found = await pressed(page, BEHIND, "#shows")
    assert (found["attributes"]["class"], found["label"], found["text"]) == ("frame", "Status", None)
    assert found["locators"][0] == {"by": "label", "text": "Status"}


HEADED = """<div><div><table><thead><tr><th style=width:100px>Title<th style=width:200px>Notes<th
style=width:100px>On</table></div><div><table><tbody>{}</table></div></div>"""
LINE = """<tr><td style=width:100px><div>{0}</div>
<td style=width:200px><div><span class={1}>note {0}</span></div>
<td style=width:100px><input type=checkbox id=box{1}>"""


async def test_a_cell_goes_by_the_heading_in_a_table_of_headings_above(page: Page) -> None:
    body = HEADED.format("".join(LINE.format(name, name.lower()) for name in ("Pump", "Crane", "Lift")))
    found = await pressed(page, body, ".crane")
    assert (found["tag"], found["label"]) == ("td", "Notes")
    assert (await described(page, body, "#boxcrane"))["label"] == "On"
    # Of two tables of headings neither is the one.
    head = body[len("<div>") : body.index("</div>") + len("</div>")]
    assert (await described(page, body.replace(head, head + head), "#boxcrane"))["label"] != "On"


async def test_a_box_in_an_entry_is_not_called_by_the_entry_before_it(page: Page) -> None:
    box = "<span><input type=checkbox style='opacity:0;width:0;height:0'></span>"
    item = f"<div role=treeitem><div><label class=c>{box}</label><span>{{}}</span></div></div>"
    body = f"<div role=tree>{''.join(map(item.format, ('Line 1', 'Line 2')))}</div>"
    found = await described(page, body, "[role=treeitem]:last-child input")
    assert (found["name"], found["label"]) == (None, None)
    assert found["locators"][0]["within"] == {
        "by": "row",
        "role": "treeitem",
        "text": "Line 2",
        "exact": True,
    }


@pytest.mark.parametrize("sign", ["<button aria-label=Remove>", "<i role=button title='Close this tag'>"])
async def test_a_tag_in_a_box_of_its_own_is_what_its_picture_takes_away(page: Page, sign: str) -> None:
    closing = f"{sign}<svg width=9 height=9></svg></{sign[1:].split()[0]}>"
    tag = f"<div class=item><span class=tag><b>{{}}</b>{closing}</span></div>"
    field = "<div class=item-in><input aria-label=Tags></div>"
    body = f"<div class=all>{tag.format('leak')}{field}</div>"
    found = await described(page, body, ".tag > :last-child")
    assert found["locators"][0]["within"] == {"by": "row", "role": "card", "text": "leak", "exact": True}
    # What closes a part of the page is no tag's.
    part = (
        f"<div class=part><div class=head><b>Edit</b>{closing}</div><div class=body>Name <input></div></div>"
    )
    assert "within" not in (await described(page, part, ".head > :last-child"))["locators"][0]


async def test_labels_around_boxes_and_parts_of_tabs_are_no_records(page: Page) -> None:
    box = "<label class=box><span><input type=checkbox></span><span>{0}</span></label>"
    part = "<div class=part role=tabpanel><p>{0}</p>{1}</div>"
    boxes = "".join(map(box.format, ("mail", "phone", "letter")))
    body = "".join(part.format(name, boxes if name == "B" else "<p>x</p>") for name in "ABC")
    assert "row" not in (await described(page, body, "input"))["near"]


async def test_a_switch_of_the_page_s_own_making_goes_by_its_column(page: Page) -> None:
    line = (
        "<tr><td>note<td><div role=switch aria-checked=false tabindex=0 style='width:9px;height:9px'></div>"
    )
    found = await described(
        page, f"<table><thead><tr><th>Notes<th>Active<tbody>{line}</table>", "[role=switch]"
    )
    assert (found["name"], found["label"]) == (None, "Active")


async def test_a_field_goes_by_its_column_whatever_stands_below_for_the_sum(page: Page) -> None:
    head = "<thead><tr><th>Item<th>Quantity</thead>"
    line = "<tr><td><select name=form-0-item><option>Paper</select><td><input name=form-0-quantity>"
    foot = "<tfoot><tr><th>Total<th>12.00</tfoot>"
    found = await described(page, f"<table>{head}<tbody>{line * 2}</tbody>{foot}</table>", "input")
    assert found["label"] == "Quantity"


@pytest.mark.parametrize("told", ["aria-describedby", "headers"])
async def test_a_field_goes_by_the_heading_that_its_cell_names(page: Page, told: str) -> None:
    """Beside the table of the rows stand others than that of its headings, as one for the pages."""
    head = "<table><thead><tr><th id=h1>Name<th id=h2>Rate</thead></table>"
    line = f"<tr><td {told}=h1>Cleo Dee<td {told}=h2><input name=rate>"
    pages = "<table><tr><td>Page 1 of 3</table>"
    found = await described(page, f"<div>{head}<table>{line}</table>{pages}</div>", "input")
    assert found["label"] == "Rate"


async def test_a_picture_that_takes_a_tag_away_may_have_an_edge_drawn_behind_it(page: Page) -> None:
    sign = "<button aria-label=close><svg width=9 height=9></svg></button>"
    tag = f"<div class=tag><span>{{}}</span>{sign}<div class=edge></div></div>"
    found = await described(page, f"<div>{tag.format('leak')}{tag.format('noise')}</div>", "button")
    assert found["locators"][0]["within"]["text"] == "leak"


async def test_a_field_below_a_tree_is_called_by_its_hint(page: Page) -> None:
    tree = "<div role=tree><div role=treeitem>Plant</div><div role=treeitem>Yard</div></div>"
    body = f"<div><div>Orders Places</div><div>{tree}<input placeholder='New place'></div></div>"
    assert (await described(page, body, "input"))["label"] is None


async def test_a_field_is_not_called_by_a_hint_that_its_label_keeps_put_away(page: Page) -> None:
    hint = "<a role=button href=#></a><div style='display:none'>Rules:<ul><li>no names</li></ul></div>"
    body = f"<label for=f>Password{hint}</label><input id=f type=password>"
    assert (await described(page, body, "#f"))["label"] == "Password"
    # One that is put away as a whole says all that it has.
    body = "<label for=f style='display:none'><div>Password</div></label><input id=f type=password>"
    assert (await described(page, body, "#f"))["label"] == "Password"


async def test_a_picture_in_a_link_without_an_address_goes_by_the_link_s_words(page: Page) -> None:
    link = (
        "<a style='cursor:pointer'><div><i class=icon style='font-size:40px'>{}</i></div>Add New Server</a>"
    )
    found = await pressed(page, f"<p>Quick links</p>{link.format('')}", "i")
    assert (found["tag"], found["text"]) == ("a", "Add New Server")
    # What has words of its own is what they say.
    assert (await pressed(page, link.format("New"), "i"))["text"] == "New"


@pytest.mark.parametrize(
    ("around", "label"),
    [
        ("<label>In use</label>{box}", "In use"),
        ("<label>In use</label>{box} or {box}", None),
        ("<span>In use</span>{box}", None),
    ],
    ids=["alone behind a label", "one of two", "behind other words"],
)
async def test_a_drawn_box_right_behind_a_label_that_is_tied_to_nothing_goes_by_that(
    page: Page, around: str, label: str | None
) -> None:
    """PrimeReact's switch says that it is a check box."""
    box = "<div class=box role=checkbox aria-checked=true style='width:30px;height:16px'></div>"
    found = await described(page, f"<p>Machine</p><div>{around.format(box=box)}</div>", ".box")
    assert found["label"] == label


@pytest.mark.parametrize("kind", ["checkbox", "radio"])
async def test_a_box_that_is_put_away_behind_a_drawn_one_goes_by_the_label_around_both(
    page: Page, kind: str
) -> None:
    away = "style='position:fixed;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)'"
    kept = f"<input type={kind} value={{0}} tabindex=-1 aria-hidden=true {away}>"
    drawn = f"<label><span role={kind} tabindex=0 aria-checked=false>○</span>{kept}{{0}}</label> "
    found = await described(page, drawn.format("Hall") + drawn.format("Room"), "input")
    assert {"by": "label", "text": "Hall"} in found["locators"]


async def test_a_label_that_goes_behind_the_field_s_open_list_names_it_still(page: Page) -> None:
    body = "<label for=f inert aria-hidden=true>Owner</label><input id=f role=combobox aria-expanded=true>"
    found = await described(page, body, "#f")
    assert (found["name"], found["locators"][0]["name"]) == ("Owner", "Owner")


async def test_a_hint_that_repeats_what_was_chosen_in_the_list_around_the_field_is_none(page: Page) -> None:
    drawn = "<div role=combobox aria-label=Owner><input placeholder='{}'><span hidden>Ann Lee</span></div>"
    assert (await described(page, drawn.format("Ann Lee"), "input"))["placeholder"] is None
    assert (await described(page, drawn.format("Type a name"), "input"))["placeholder"] == "Type a name"


async def test_what_a_drawn_list_shows_is_called_by_the_label_of_its_search(page: Page) -> None:
    drawn = """<label for=find>Breed</label><div><select style="display: none"><option>Beagle</select>
    <div><div><span id=item>Beagle</span><input id=find style="width: 4px"></div></div></div>
    <p>Amount <b>EUR</b><input></p>"""
    assert (await described(page, drawn, "#item"))["label"] == "Breed"
    assert (await described(page, drawn, "b"))["label"] is None


async def test_a_button_with_a_label_of_its_own_is_found_by_that_beside_what_it_shows(page: Page) -> None:
    """As of a date picker: it shows the date, and is called by the label."""
    await page.set_content(
        "<label for=due>Due</label><button id=due>June 16, 2025</button><button>OK</button>"
    )
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('#due')).locators"
    )
    assert {"by": "role", "role": "button", "name": "Due"} in found


@pytest.mark.parametrize("shows", ["", "Java"])
async def test_a_list_drawn_around_its_unseen_field_is_called_by_the_field_s_label(
    page: Page, shows: str
) -> None:
    field = "<select hidden><option>Java</select><input role=combobox id=f style='opacity:0;width:1px'>"
    listed = f"<div role=combobox aria-haspopup=listbox><label for=f>Skills</label> {shows}{field}</div>"
    found = await described(page, f"<label>Name <input></label>{listed}<label>Day <input></label>", "div")
    assert (found["label"], found["locators"][0]) == ("Skills", {"by": "label", "text": "Skills"})
