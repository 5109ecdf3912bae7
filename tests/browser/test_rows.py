"""Which row or group an element is one of: what it is found by on other data."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source
from tests.app import App

NAMES = ("Ada", "Claude", "Grace")
ROWS = "".join(
    f"<tr><td class=c>{name}<td class=c>{place}1<td class=c>open<td class=c><a>Edit</a><a>Delete</a>"
    for place, name in enumerate(NAMES)
)


GROUPS = "".join(
    f"<div><div><b>{name}</b></div><div><div><div><div><div><label><input type=radio name=r{place}>Yes"
    f"</label><label><input type=radio name=r{place}>No</label></div></div></div></div></div></div>"
    for place, name in enumerate(NAMES)
)


async def test_radio_buttons_are_called_by_the_words_before_however_deep_they_lie(
    page: Page,
) -> None:
    await page.set_content(GROUPS)
    groups = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('label:first-child input')].map(
        (radio) => handrail.describe(radio).near.group)"""
    )
    assert groups == list(NAMES)


async def test_a_sign_is_in_the_row_that_is_called_by_the_words_behind_it(page: Page) -> None:
    """A folder of a tree that is drawn without roles was told by its place alone."""
    rows = "".join(f"<div class=r><div><i>▸</i>{name}</div><div></div></div>" for name in NAMES)
    await page.set_content(f"<div>{rows}</div>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('i')].map(
        (sign) => handrail.describe(sign).locators[0].within?.text)"""
    )
    assert found == list(NAMES)


async def test_one_of_two_nodes_under_a_node_of_a_drawn_tree_is_a_row_of_its_own(page: Page) -> None:
    """Of two, the box to tick was called by the name of the node above it."""
    node = "<div class=n><i class=box>☐</i><span>{}</span></div>"
    roots = "".join(node.format(name) for name in NAMES)
    few = "".join(node.format(name) for name in ("Field", "Office"))
    await page.set_content(f"<div>{roots}<div>{few}</div></div>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('.box')].map(
        (box) => handrail.describe(box).locators[0].within?.text ?? null)"""
    )
    assert found == [*NAMES, "Field", "Office"]


HAND = "<style>.add{cursor:pointer}</style>"
LINE = "<div class=line><b>{}</b><i>−</i><em>2</em><i>+</i></div>"
HIT = "<div class=hit><b>{}</b><span class=add>+ Add</span></div>"
FACT = "<div class=fact><b>{}</b><span>new</span></div>"


@pytest.mark.parametrize(("line", "called"), [(LINE, NAMES[:2]), (HIT, NAMES[:2]), (FACT, (None, None))])
async def test_two_lines_with_something_to_press_are_called_differently(
    page: Page, line: str, called: tuple[str | None, ...]
) -> None:
    """What was put into a cart, or found: of two, each was told by its place. One alone is found as well."""
    await page.set_content(f"{HAND}<div>{''.join(map(line.format, NAMES[:2]))}</div>")
    last = "[...document.querySelectorAll('.line > :last-child, .hit > span, .fact > span')]"
    found = await page.evaluate(
        f"""{inpage_source()}; {last}.map((one) => handrail.describe(one).locators[0].within?.text ?? null)"""
    )
    assert tuple(found) == called
    await page.evaluate("document.querySelector('div > div').nextElementSibling.remove()")
    within = {"by": "row", "role": "card", "text": NAMES[0], "exact": True}
    target = {"locators": [{"by": "css", "css": ":nth-child(2)", "within": within}]}
    conditions = [{"kind": "element", "state": "visible", "target": target}]
    request = {"conditions": conditions, "locators": None, "strong": 0, "timeout": 0, "again": False}
    alone = await page.evaluate("request => handrail.look(request)", request)
    assert alone["findings"][0]["held"] is (called[0] is not None)


@pytest.mark.parametrize(
    ("drawn", "called"),
    [
        ("".join(f"<div class=w><h3>{n}</h3><p>City <input></p></div>" for n in NAMES), None),
        ("".join(f"<div class=c><h3>{n}</h3><p>City <input></p></div>" for n in NAMES), "Ada"),
    ],
    ids=["windows", "cards"],
)
async def test_a_window_over_the_page_is_not_called_like_a_record(
    page: Page, drawn: str, called: str | None
) -> None:
    await page.set_content(f"<style>.w {{ position: fixed }}</style>{drawn}")
    found = await page.evaluate(
        f"""{inpage_source()}; handrail.describe(document.querySelector("input"))
        .locators.map((one) => (one.within?.by === 'row' ? one.within.text : null))"""
    )
    assert next((one for one in found if one), None) == called


async def test_a_cell_with_several_buttons_is_no_record_of_its_own(page: Page) -> None:
    await page.set_content(f"<table><tr><th>Name<th>No<th>State<th>Action{ROWS}</table>")
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('a:last-child')].map(
        (link) => handrail.describe(link).locators[0].within?.text)"""
    )
    assert rows == list(NAMES)


async def test_a_row_that_is_alone_is_not_called_by_its_commands(page: Page) -> None:
    """As one that a filter has left: no other row says what is said in each of them."""
    commands = "<td><a href='#'>Edit</a><a href='#'>Delete</a>"
    await page.set_content(f"<table><tr><th>No<th>Name<th>{'<tr><td>14<td>Ada'}{commands}</table>")
    row = await page.evaluate(
        f"""{inpage_source()}; handrail.describe(document.querySelector('a')).locators[0].within"""
    )
    assert row == {"by": "row", "role": "row", "text": "Ada", "exact": True, "column": "Name"}


@pytest.mark.parametrize(
    "cell",
    (
        "<p>{0}</p><p>{0}@mail</p>",
        "<img><div><p>{0}</p><p>{0}@mail</p></div>",
        "<a href=#{0}><p>{0}</p><p>{0}@mail</p></a>",
    ),
    ids=["of lines", "with a picture", "a link"],
)
async def test_a_row_is_called_by_the_first_line_of_its_cell(page: Page, cell: str) -> None:
    """Not by all lines in one word, "AdaAda@mail": no message nor heading says that."""
    lines = "".join(f"<tr><td>{cell.format(name)}<td><button>Delete</button>" for name in NAMES)
    await page.set_content(f"<table><tr><th>Name<th>Action{lines}</table>")
    row = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('button')).locators[0].within"
    )
    assert row == {"by": "row", "role": "row", "text": "Ada", "exact": True, "column": "Name"}


@pytest.mark.parametrize("name", ("<span>{}</span>", "<a role=button aria-label=Open>{}</a>"))
@pytest.mark.parametrize("left", (3, 1), ids=["among others", "alone"])
async def test_a_name_with_a_button_that_copies_it_names_the_row(page: Page, left: int, name: str) -> None:
    """Not the kind in the next cell, which many records have."""
    copying = "<button><i aria-hidden=true>content_copy</i><span>Copy</span></button>"
    lines = "".join(
        f"<tr><td><div>{name.format(f'HW000{place}')}{copying}</div><td>{'TOTP' if place else 'HOTP'}"
        "<td><button>Off</button>"
        for place in range(left)
    )
    await page.set_content(f"<table><tr><th>Serial<th>Kind<th>Action{lines}</table>")
    own = "handrail.describe(document.querySelector('td:last-child button')).locators[0]"
    assert await page.evaluate(f"{inpage_source()}; {own}.within.text") == "HW0000"
    if "<a" in name:
        within = await page.evaluate(f"{own.replace('td:last-child button', 'a')}.within.text")
        assert within == "HW0000", "what opens the record is called as all are, and its row by what it says"


@pytest.mark.parametrize(
    "made", ("b2c94...b157{}", "5499da561ac54236bd48c8dad9fb3a4{}", "1f0e2b7c-6e4e-4cfc-b208-2db156a98f6{}")
)
async def test_an_id_that_the_app_has_made_names_a_row_only_where_nothing_else_does(
    page: Page, made: str
) -> None:
    """Nobody says it, and the next record's is known to nobody."""
    lines = [f"<td>{made.format(place)}<td>{name}<td><button>x</button>" for place, name in enumerate(NAMES)]
    asked = f"{inpage_source()}; handrail.describe(document.querySelector('button')).locators[0].within?.text"
    await page.set_content(f"<table><tr><th>Id<th>Name<th>Action<tr>{'<tr>'.join(lines)}</table>")
    assert await page.evaluate(asked) == "Ada"
    lines = [line.replace(name, "user") for line, name in zip(lines, NAMES, strict=True)]
    await page.set_content(f"<table><tr><th>Id<th>Kind<th>Action<tr>{'<tr>'.join(lines)}</table>")
    assert await page.evaluate(asked) == made.format(0)


async def test_a_column_that_repeats_itself_names_a_row_only_where_no_other_tells_them_all(
    page: Page,
) -> None:
    """Who paid is said once for this record by chance, and a state is in no way its name."""
    bills = (("Bob", "Rent", "open"), ("Ann", "Taxi", "paid"), ("Bob", "Milk", "open"))
    asked = f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within?.text)"""
    lines = "".join(f"<tr><td>{who}<td>{what}<td>{state}<td><button>x</button>" for who, what, state in bills)
    await page.set_content(f"<table><tr><th>Who<th>What<th>State<th>Action{lines}</table>")
    assert await page.evaluate(asked) == ["Rent", "Taxi", "Milk"]
    who_leads = lines
    for who in ("Ann", "Bob"):
        who_leads = who_leads.replace(f"<td>{who}", f"<td><a href=#{who}>{who}</a>")
    await page.set_content(f"<table><tr><th>Who<th>What<th>State<th>Action{who_leads}</table>")
    assert await page.evaluate(asked) == ["Rent", "Taxi", "Milk"]
    lines = "".join(f"<tr><td>{who}<td>{state}<td><button>x</button>" for who, _, state in bills)
    await page.set_content(f"<table><tr><th>Who<th>State<th>Action{lines}</table>")
    assert (await page.evaluate(asked))[1] == "Ann"


async def test_what_else_a_row_names_is_not_its_name_where_the_place_stands_behind_a_hash(
    page: Page,
) -> None:
    """A link to the film's director, in an app of one page; the film's own link says a number."""
    films = (("Old Wood", 2, "Cid Park"), ("Two Cats", 3, "Ben Ode"), ("Night Train", 5, "Dia Ross"))
    lines = "".join(
        f"<tr><td><a href='#/film/{place}'>{place}</a><td>{name}<td><a href='#/director/{place}'>{by}</a>"
        "<td><button>x</button>"
        for name, place, by in films
    )
    await page.set_content(f"<table><tr><th>No<th>Name<th>Director<th>Action{lines}</table>")
    await page.evaluate("location.hash = '#/film/'")
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within?.text)"""
    )
    assert rows == ["Old Wood", "Two Cats", "Night Train"]


async def test_a_row_is_called_without_the_count_in_brackets_beside_its_name(page: Page) -> None:
    """Other data and the next day have another count, and it may be shown under the pointer alone."""
    lines = "".join(
        f"<tr><td>{name}<span>&nbsp;(x{place + 1})</span><td><button>x</button>"
        for place, name in enumerate(NAMES)
    )
    await page.set_content(f"<table><tr><th>Name<th>Action{lines}</table>")
    asked = f"{inpage_source()}; handrail.describe(document.querySelector('button')).locators[0].within"
    within = await page.evaluate(asked)
    assert within == {"by": "row", "role": "row", "text": "Ada", "exact": True, "column": "Name"}
    request = {"conditions": [], "locators": [within], "strong": 0, "timeout": 0, "again": False}
    seen = await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    assert seen["sighting"]["locators"][0]["count"] == 1


async def test_a_list_of_buttons_in_a_cell_is_the_row_s_own(page: Page) -> None:
    more = "<td><ul><li><button aria-label='More for {0}'>…</button></ul>"
    lines = "".join(f"<tr><td>{name}{more.format(name)}<td>{place}1" for place, name in enumerate(NAMES))
    await page.set_content(f"<table><tr><th>Name<th>Action<th>No{lines}</table>")
    (row, first) = await page.evaluate(
        f"""{inpage_source()}; const found = handrail.describe(document.querySelectorAll('button')[1]);
        [found.near.row, found.locators[0].within]"""
    )
    assert row.startswith("Claude")
    assert first == {"by": "row", "role": "row", "text": "Claude", "exact": True, "column": "Name"}


async def test_a_row_called_just_so_is_never_one_that_says_more(page: Page) -> None:
    lines = (
        "<tr><td><b>Desk</b> Lamp<td>x",
        "<tr><td>Desk Lamp<td>x",
        "<tr><td>Wall<td><a>Clock</a> new",
    )
    entries = (
        "<li>Chair <button>x</button><li><i>Desk</i>top <button>x</button><li>Chair Cushion<button>x</button>"
    )
    await page.set_content(f"<table>{''.join(lines)}</table><ul>{entries}</ul>")
    wanted = (("row", "Desk Lamp"), ("row", "Lamp"), ("row", "Clock"), ("listitem", "Chair"), ("row", "Desk"))
    specs = [
        {"by": "row", "role": role, "text": text, "exact": exact}
        for role, text in wanted
        for exact in (False, True)
    ]
    request = {"conditions": [], "locators": specs, "strong": 0, "timeout": 0, "again": False}
    seen = await page.evaluate(f"request => {{ {inpage_source()}; return handrail.look(request); }}", request)
    counts = [found["count"] for found in seen["sighting"]["locators"]]
    assert counts == [2, 2, 2, 0, 1, 1, 1, 1, 2, 0]


async def test_the_rows_of_a_form_with_headings_before_its_fields_are_no_records(page: Page) -> None:
    lines = "<tr><th>{}<td><input name={}><th>State<td><select name={}><option>new</select>"
    asked = f"""{inpage_source()}; handrail.describe(document.querySelector('tr:last-child select')).locators
        .map((one) => one.within?.text ?? null)"""
    form = lines.format("Title", "title", "state") + lines.format("Owner", "owner", "phase")
    await page.set_content(f"<form><table>{form}</table></form>")
    assert set(await page.evaluate(asked)) == {None}
    records = lines.format("Ada", "hours_1", "state_1") + lines.format("Claude", "hours_2", "state_2")
    await page.set_content(f"<form><table>{records}</table></form>")
    assert "Claude" in await page.evaluate(asked)


async def test_a_line_that_is_entered_is_known_by_its_place_from_both_ends_and_not_by_its_amount(
    page: Page,
) -> None:
    """The page makes the amount of the fields, and where there are more lines, the place is another's."""
    line = "<tr><td><input aria-label=Quantity><td><input aria-label=Price><td>{} €<td><button>×</button>"
    await page.set_content(f"<table id=t>{line.format('34,00')}{line.format('0,00')}</table>")
    asked = f"{inpage_source()}; handrail.describe(document.querySelector('tr:last-child input')).locators"
    path = "#t > tbody > tr:nth-{}of-type({}) > td:nth-of-type(1) > input"
    assert [one["css"] for one in await page.evaluate(asked)] == [path.format("", 2), path.format("last-", 1)]


async def test_boxes_without_a_class_are_cards_where_each_has_something_to_press(page: Page) -> None:
    boxes = "".join(f"<div><b>{name}</b> <button>Archive</button></div>" for name in (*NAMES, "Ada Byron"))
    entries = "".join(f"<li>{name} <button>Send</button></li>" for name in (*NAMES, "Ada Byron"))
    # A box around each, and the record within that.
    boxed = "".join(
        f"<div><div class=card><div><p>{name}</p><button>Edit</button><button>Delete</button></div>"
        "Chair</div></div>"
        for name in (*NAMES, "Ada Byron")
    )
    await page.set_content(f"<section>{boxes}</section><ul>{entries}</ul><section>{boxed}</section>")
    assert await called(page, "button:last-of-type") == [*NAMES, "Ada Byron"] * 3


async def test_a_card_is_called_by_its_title_though_an_icon_is_drawn_in_it(page: Page) -> None:
    cards = "".join(
        f"<div class=card><h2><a href=/{place}><i class=icon aria-hidden=true></i> {name}</a></h2>"
        f"<div><span>{tag}</span></div><button>Delete</button></div>"
        for place, (name, tag) in enumerate(zip(NAMES, ("fair", "house", "cars"), strict=True))
    )
    await page.set_content(f"<section>{cards}</section>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within?.text)"""
    )
    assert found == [*NAMES]


async def test_the_entry_of_an_open_list_is_told_from_what_another_list_shows(page: Page) -> None:
    shown = (
        "<div style='position:relative;width:200px'><input role=combobox style='width:200px;opacity:0'>"
        "<span style='position:absolute;left:4px;top:2px'>Violet</span></div>"
    )
    await page.set_content(f"{shown}<div class=list><div>Red</div><div id=entry>Violet</div></div>")
    request = {"conditions": [], "locators": [{"by": "text", "text": "Violet"}], "strong": 0, "timeout": 0}
    asked = f"request => {{ {inpage_source()}; return handrail.look(request); }}"
    (found,) = (await page.evaluate(asked, {**request, "again": False}))["sighting"]["elements"]
    assert found["attributes"]["id"] == "entry"


GRID = """<div role=grid>
<div role=row><div role=columnheader>Name</div><div role=columnheader>City</div></div>{}</div>""".format(
    "".join(
        f"<div role=row><div role=gridcell><div><div><div aria-hidden=true></div><div><input type=checkbox "
        f"aria-label='Press Space to toggle'></div></div><span>{name}</span></div></div>"
        f"<div role=gridcell id=c{place}>{city}</div></div>"
        for place, (name, city) in enumerate(zip(NAMES, ("Bern", "Rome", "Oslo"), strict=True))
    )
)
"""As grids draw it: the box that chooses the row stands in the cell that names the record."""


async def test_a_row_is_called_by_the_cell_that_its_box_stands_in(page: Page) -> None:
    await page.set_content(GRID)
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('input, #c1')].map(
        (part) => handrail.describe(part).locators[0].within?.text)"""
    )
    assert rows == ["Ada", "Claude", "Claude", "Grace"]


async def test_a_cell_is_found_by_its_place_whatever_the_cell_before_it_is_made_of(page: Page) -> None:
    """What it shows is another record's, or changed in a moment."""
    await page.set_content(GRID)
    places = await page.evaluate(
        f"""{inpage_source()}; handrail.describe(document.querySelector('#c1')).locators
        .filter((one) => one.css && one.within).map((one) => one.css)"""
    )
    assert ":scope > div:nth-of-type(2)" in places


async def test_an_entry_of_a_menu_says_the_same_while_its_submenu_is_open(page: Page) -> None:
    """It opens as the pointer comes to rest there, and is not there yet when a run looks for the entry."""
    entry = "<li><a>{}</a><ul {}><li><a>New</a><li><a>Closed</a></ul>"
    await page.set_content(f"<ul>{entry.format('Status', '')}{entry.format('Priority', 'hidden')}</ul>")
    rows = await page.evaluate(
        f"""{inpage_source()}; ['Status', 'Priority', 'New'].map((text) => handrail.describe(
        [...document.querySelectorAll('a')].find((link) => link.textContent === text)).near.row)"""
    )
    assert rows == ["Status", "Priority", "New"]


async def test_a_row_is_not_called_by_what_screen_readers_are_told_of_its_box(page: Page) -> None:
    """And the box over the column is in no record's row."""
    hidden = "style='position:absolute;width:1px;height:1px;overflow:hidden'"
    box = "<label {} for=b{}>Select {}</label><input type=checkbox id=b{}>"
    rows = "".join(
        f"<tr><th scope=row>{box.format(hidden, place, name, place)}"
        f"<td><strong><a href=#{name}>{name}</a></strong><div><a href=?delete={place}>Delete</a></div>"
        for place, name in enumerate(NAMES)
    )
    await page.set_content(f"<table><tr><th>{box.format(hidden, 9, 'all', 9)}<th>Name{rows}</table>")
    rows_found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('input, td div a')].map(
        (part) => handrail.describe(part).locators[0].within?.text ?? null)"""
    )
    assert rows_found == [None, *(name for name in NAMES for _ in range(2))]


async def test_a_line_is_not_called_by_what_is_done_with_it_behind_its_fields(page: Page) -> None:
    line = "<tr><td>{}<td><input aria-label=Quantity><td>{}"
    removed, named = '<a href="#">Remove</a>', '<a href="#">Hinge</a>'
    await page.set_content(f"<table id=t>{line.format(named, '')}{line.format('', removed)}</table>")
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('input')].map(
        (field) => handrail.describe(field).locators[0].within?.text ?? null)"""
    )
    assert rows == ["Hinge", None]


async def test_a_row_is_not_called_by_how_long_ago_it_was_changed_where_another_cell_says_more(
    page: Page,
) -> None:
    ages = ("1 minute ago", "just now", "vor 2 Stunden", "about 3 hours ago")
    lines = "".join(
        f"<tr><td>{age}<td>Lamp {place} of Oslo<td><button>Edit</button>" for place, age in enumerate(ages)
    )
    await page.set_content(f"<table><tr><th>Activity<th>Title<th>Action{lines}</table>")
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within?.text)"""
    )
    assert rows == [f"Lamp {place} of Oslo" for place in range(4)]


async def test_a_row_is_called_by_the_heading_in_its_link_and_not_by_all_that_the_link_says(
    page: Page,
) -> None:
    line = (
        "<tr><td><a href='/members/{0}'><div>{1}</div><h3>{0}</h3><p>{0}@x.test</p></a><td><a href=#>Free</a>"
    )
    lines = "".join(line.format(name, name[0] * 2) for name in NAMES)
    await page.set_content(f"<table><tr><th>Name<th>Status{lines}</table>")
    row = await page.evaluate(
        f"""{inpage_source()}; handrail.describe(document.querySelector('a[href="#"]')).locators[0].within"""
    )
    assert row == {"by": "row", "role": "row", "text": "Ada", "exact": True, "column": "Name"}


async def test_a_setting_with_a_box_among_labelled_fields_is_no_record(page: Page) -> None:
    lines = "".join(
        f"<tr><td><i>{name}</i> <label for={name}>{label}</label><td><input id={name} type={kind}>"
        for name, label, kind in (("title", "Name", "text"), ("camel", "Camel case", "checkbox"))
    )
    await page.set_content(f"<form><table>{lines}</table></form>")
    found = await page.evaluate(
        f"""{inpage_source()}; handrail.describe(document.querySelector('#camel')).locators
        .map((one) => one.within?.by)"""
    )
    assert "row" not in found


@pytest.mark.parametrize("shown", [True, False])
async def test_a_swatch_around_a_hidden_field_makes_no_form_of_a_row(page: Page, shown: bool) -> None:
    """What is drawn for the colour says nothing to the eye, and the recorded row was chosen with any data."""
    hidden = "" if shown else "style='position: absolute; width: 1px; height: 1px; overflow: hidden'"
    line = (
        "<tr><td><input type=checkbox class=chosen><td><label class=swatch><span {1}>Colour of {0}</span>"
        "<input type=color style='visibility: hidden'></label><td><a href='/runs/{0}'>{0}</a>"
    )
    lines = "".join(line.format(name, hidden) for name in NAMES)
    await page.set_content(f"<style>.swatch {{ display: block; width: 9px }}</style><table>{lines}</table>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('.chosen')].map(
        (box) => handrail.describe(box).locators[0].within?.text ?? null)"""
    )
    assert found == ([None] * 3 if shown else list(NAMES))


async def test_the_only_row_of_a_list_is_called_by_the_name_that_is_pressed_in_it(page: Page) -> None:
    """As a search has left it: nothing beside it says which of its cells names a record."""
    await page.set_content(
        "<table><tr><th>Title<th>Owner<tr><td><span>Forklift service</span><td>Dora Engel</table>"
    )
    rows = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('span,td:last-child')].map(
        (one) => handrail.describe(one).locators[0].within?.text)"""
    )
    assert rows == ["Forklift service", "Forklift service"]


async def called(page: Page, pressed: str) -> list[str]:
    """What the rows are called in which the elements are pressed."""
    found: list[str] = await page.evaluate(
        f"""pressed => {{ {inpage_source()}; return [...document.querySelectorAll(pressed)].map(
        (one) => handrail.describe(one).locators[0].within?.text); }}""",
        pressed,
    )
    return found


VALUES = (("Ada", "open", "3000"), ("Ben", "open", "4000"), ("Cleo", "closed", "5000"))


@pytest.mark.parametrize("shown", [1, 3])
async def test_a_row_is_not_called_by_a_value_that_a_script_edits_in_its_place(
    page: Page, shown: int
) -> None:
    rows = "".join(
        f"<tr><td><button>Remove</button><td>{name}<td><a href='#'>{state}</a><td><a href='#'>{budget}</a>"
        for name, state, budget in VALUES[:shown]
    )
    await page.set_content(f"<table><thead><tr><th><th>Name<th>State<th>Budget<tbody>{rows}</table>")
    assert await called(page, "button") == [name for name, *_ in VALUES[:shown]]
    # Nor is what is edited the record's name: it is a place in its row.
    assert await called(page, "td:last-child a") == [name for name, *_ in VALUES[:shown]]


async def test_signs_in_a_list_of_a_card_are_the_card_s_and_so_is_one_of_two_alike(page: Page) -> None:
    """As the commands of a calendar in a list of calendars: which one was meant was not asked about."""
    sign = "<li><a href><img alt={0} width=9 height=9></a></li>"
    cards = "".join(
        f"<article><h3>{name}</h3><p>Free<button>⧉</button></p><p>Busy<button>⧉</button></p>"
        f"<ul>{sign.format('Edit')}{sign.format('Delete')}<li hidden>Share</li></ul></article>"
        for name in NAMES
    )
    shown = "<style>article:not(:last-child) ul { display: none }</style>"
    await page.set_content(f"<section>{cards}</section>{shown}")
    assert await called(page, "article:last-child li:nth-child(2) a") == ["Grace"]
    assert await called(page, "p:nth-of-type(2) button") == [*NAMES]


async def test_a_row_is_called_by_the_button_in_its_first_cell_that_says_its_name(page: Page) -> None:
    """As a key that opens its details: the row went by the value behind it."""
    rows = "".join(
        f"<tr><td><input type=checkbox><td><button><p>{name}</p></button>"
        f"<td>{budget}k<td><button>Edit</button>"
        for name, _, budget in VALUES
    )
    await page.set_content(f"<table><thead><tr><th><th>Name<th>Budget<th><tbody>{rows}</table>")
    names = [name for name, *_ in VALUES]
    assert await called(page, "td:last-child button") == names
    assert await called(page, "td:nth-child(2) button") == names


async def test_a_row_is_not_called_by_a_link_to_something_else_than_its_record(page: Page) -> None:
    """As an order by its customer, while the link that edits it leads to the order."""
    rows = "".join(
        f"<tr><td><a class=edit href=/orders/edit/{at}>Edit</a><td>{name}"
        f"<td><a href=/customers/{at}>{who}</a>"
        for at, (name, who) in enumerate((("Chairs", "Aalto"), ("Desks", "Berg"), ("Lamps", "Calder")))
    )
    with App({"/orders/list": f"<table><thead><tr><th><th>Order<th>Customer<tbody>{rows}</table>"}) as app:
        await page.goto(f"{app.url}/orders/list")
        assert await called(page, ".edit") == ["Chairs", "Desks", "Lamps"]


def lines(*fields: str) -> str:
    """Two fields a line, each in a box with its label."""
    boxes = [
        f"<div class=cell><label for=f{at}>{label}</label><div><input id=f{at} type={kind}></div></div>"
        for at, (label, _, kind) in enumerate(one.partition(":") for one in fields)
    ]
    pairs = zip(boxes[::2], boxes[1::2], strict=True)
    return "".join(f"<div class=line>{one}{other}</div>" for one, other in pairs)


async def test_a_line_of_a_form_with_several_labelled_fields_is_no_record(page: Page) -> None:
    asked = (
        f"{inpage_source()}; handrail.describe(document.querySelector('[type=checkbox]')).near.row ?? null"
    )
    form = lines("Title:text", "Slug:text", "Embargo:date", "Featured:checkbox", "Rank:number", "Body:text")
    await page.set_content(form)
    assert await page.evaluate(asked) is None
    records = lines(
        "Ada:checkbox", "Age:number", "Claude:checkbox", "Age:number", "Eve:checkbox", "Age:number"
    )
    await page.set_content(records)
    assert await page.evaluate(asked) == "Ada Age"


def pets(*rows: tuple[str, str]) -> str:
    told = "".join(
        f"<tr><td><section aria-label={name}>{name}</section></td><td>{place}</td>"
        f"<td><a href=/shop/owners/{place}>{owner}</a></td>"
        "<td><i class=menu>…</i></td></tr>"
        for place, (name, owner) in enumerate(rows)
    )
    return f"<table><tr><th>Name<th>No<th>Owner<th></tr>{told}</table>"


async def test_a_row_whose_link_leads_to_another_record_is_called_by_the_cell_before_it(page: Page) -> None:
    """Of several pets of one owner, the owner's name says nothing; of one alone, it is another record's."""
    several = (("Kiki", "Ute"), ("Luna", "Rosa"), ("Milo", "Rosa"), ("Rex", "Tim"))
    asked = f"""{inpage_source()};
    handrail.describe(document.querySelector('PRESSED')).locators[0].within?.text"""
    with App(dict.fromkeys(("/shop/pets", "/shop/owners"), "<p>")) as app:
        # At /shop/owners, the link is the record's own.
        for path, called in (("/shop/pets", "Kiki"), ("/shop/owners", "Ute")):
            await page.goto(f"{app.url}{path}")
            for rows, pressed in ((several, ".menu"), (several[:1], ".menu"), (several[:1], "section")):
                await page.set_content(pets(*rows))
                assert await page.evaluate(asked.replace("PRESSED", pressed)) == called


async def test_a_row_that_says_nothing_is_called_by_what_its_first_field_holds(page: Page) -> None:
    """Its like hold other names. A form with one field, its own fields and a column's filter name nothing."""
    asked = f"""{inpage_source()};
    const {{ within }} = handrail.describe(document.querySelector('PRESSED')).locators[0];
    [within?.text ?? null, within ? handrail.conceal({{ by: 'css', css: 'i', within }}) : 0]"""
    lines = "".join(
        f"<tr><td><input value={name}><td><i role=button style='padding:9px'></i>"
        for name in ("depot", "shop")
    )
    first, filtered = "tbody tr:first-child i", "<thead><tr><td><input value=shop><td><i>x</i></thead>"
    for html, pressed, told in (
        (f"<table>{filtered}<tbody>{lines}</table>", "tbody tr:last-child i", ["shop", 1]),
        (f"<table><tbody>{lines}</table>", "tbody tr:last-child input", [None, 0]),
        (f"<table><tbody>{lines.partition('<tr><td><input value=shop')[0]}</table>", first, [None, 0]),
        (f"<table><tbody>{lines.replace('<tr>', '<tr><td>Site')}</table>", first, [None, 0]),
    ):
        await page.set_content(html)
        assert await page.evaluate(asked.replace("PRESSED", pressed)) == told, html


async def test_a_row_is_found_by_its_name_though_a_row_of_another_table_mentions_it(page: Page) -> None:
    """Whom an alias leads to has a mailbox in the table below, with commands of the same names."""
    asked = f"""{inpage_source()};
    handrail.describe(document.querySelectorAll('button')[2]).locators[0].within?.text"""
    tables = (
        ("Alias", "To", (("press", "tom"), ("sales", "maya"))),
        ("Email", "State", (("tom", "YES"), ("ines", "YES"))),
    )
    html = ""
    for name, other, rows in tables:
        told = "".join(f"<tr><td>{one}<td>{two}<td><button>del</button>" for one, two in rows)
        html += f"<table><thead><tr><th>{name}<th>{other}<th></thead><tbody>{told}</table>"
    await page.set_content(html)
    assert await page.evaluate(asked) == "tom"


async def test_what_is_said_of_a_row_s_box_to_screen_readers_alone_is_not_what_the_row_is_called(
    page: Page,
) -> None:
    """Room beside the words makes the box that hides them wider than a pixel."""
    hidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);padding-left:7px"
    rows = "".join(
        f"<tr><td><input type=checkbox id=b{place}><label for=b{place} style='{hidden}'>Select {name},"
        f" Learner</label><td>{name}<td><button>⋮</button>"
        for place, name in enumerate(NAMES)
    )
    await page.set_content(f"<table><tr><th>Select<th>Name<th>Menu{rows}</table>")
    called = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within?.text)"""
    )
    assert called == list(NAMES)


async def test_a_form_in_each_row_is_a_part_of_the_row_and_one_beside_another_form_is_none(
    page: Page,
) -> None:
    note = "<td><form><input name=note{}><button>Log</button></form>"
    rows = "".join(f"<tr><td>{name}{note.format(place)}" for place, name in enumerate(NAMES))
    other = "<tr><td>Search<td><form><input name=q></form><tr><td>Sign in<td><form><input name=user></form>"
    await page.set_content(f"<table>{rows}</table><table>{other}</table>")
    found = [
        await page.evaluate(
            f"{inpage_source()}; handrail.describe(document.querySelector('[name={name}]')).near.row"
        )
        for name in ("note1", "q")
    ]
    assert found == ["Claude Log", None]


async def test_a_card_is_called_without_the_state_beside_its_name_in_the_heading(page: Page) -> None:
    heads = (("Idle", "Code"), ("Paused", "Music"), ("Idle", "Pictures"), ("Idle", "Plans"))
    await page.set_content(
        "".join(
            f"<section class=panel><h4><div>{state}</div><div>{name}</div></h4><p>It is here</p>"
            "<button>Edit</button></section>"
            for state, name in heads
        )
    )
    names = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within.text)"""
    )
    assert names[::2] == ["Code", "Pictures"]


@pytest.mark.parametrize("cell", ["<form hidden><input></form><p>{}</p>", "<p>{}</p><p>{}</p>"])
async def test_a_cell_that_alone_leads_to_the_record_or_is_edited_in_its_place_is_part_of_its_row(
    page: Page, cell: str
) -> None:
    first = cell.replace("{}", "<a href=/t/{0}>{0}</a>")
    rows = "".join(
        f"<tr><td class=c>{first.format(name)}"
        + "".join(f"<td class=c>{cell.format(one, one)}" for one in ("low", "all", "new"))
        for name in NAMES
    )
    await page.set_content(f"<table><tr><th>Subject<th>Priority<th>Queue<th>State{rows}</table>")
    roles = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('a:first-child')].map(
        (link) => handrail.describe(link).locators[0].within?.role)"""
    )
    assert set(roles) == {"row"}


async def test_a_row_is_called_by_the_link_in_its_title_and_not_by_the_state_behind_that(page: Page) -> None:
    titles = ("Tides", "Ferry</a> — <span>Draft</span>", "Crane</a> <i>Pending</i>", "Big</a> Boat")
    rows = "".join(
        f"<tr><th><input type=checkbox aria-label='Select {place}'><td><strong><a href=/p/{place}>{title}</a>"
        f"</strong><td>open"
        for place, title in enumerate(titles)
    )
    await page.set_content(f"<table>{rows}</table>")
    names = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('input')].map(
        (box) => handrail.describe(box).locators[0].within.text)"""
    )
    assert names == ["Tides", "Ferry", "Crane", "Big Boat"]


async def test_a_row_is_called_by_the_name_in_it_and_not_by_the_mail_address(page: Page) -> None:
    def rows(*people: tuple[str, str]) -> str:
        told = (f"<tr><td>{said}<td><a href=mailto:{mail}>{mail}</a>" for said, mail in people)
        return "<table><tr><th>A<th>B<th>C" + "".join(f"{one}<td><button>Edit</button>" for one in told)

    named = rows(("Ada", "ab@x.test"), ("Claude", "cs@x.test"), ("Grace", "gh@x.test"))
    await page.set_content(named + "</table>" + rows(*(("open", mail) for mail in ("a@y.test", "b@y.test"))))
    names = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (button) => handrail.describe(button).locators[0].within.text)"""
    )
    assert names == [*NAMES, "a@y.test", "b@y.test"]


async def test_a_row_in_a_box_of_its_own_is_a_card_where_a_part_takes_the_focus(page: Page) -> None:
    """As the rows of long lists, whose cells are plain boxes: one was told by its place alone."""
    sign = "<div><div tabindex=0 style='width:9px;height:9px'></div></div>"
    cells = sign + 2 * "<div><span>{}</span></div>"
    rows = "".join(
        f"<div class=at><div class=line>{cells.format(name, place)}</div></div>"
        for place, name in enumerate(NAMES)
    )
    await page.set_content(f"<main><div>{rows}</div></main>")
    names = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('[tabindex]')].map(
        (sign) => handrail.describe(sign).locators[0].within?.text)"""
    )
    assert names == list(NAMES)


async def test_records_of_one_name_are_told_by_the_link_to_what_each_belongs_to(page: Page) -> None:
    """Three deployments called "daily" were told by their ids alone, and a run took the recorded one."""
    row = (
        "<tr><td><div><a href=/runs/{}>daily</a><a href=/flows/{}>{}</a></div><td>Ready<td><button>…</button>"
    )
    rows = "".join(row.format(place, place, name) for place, name in enumerate(NAMES))
    with App({"/runs": f"<table><tr><th>Run<th>State<th>{rows}</table>"}) as app:
        await page.goto(f"{app.url}/runs")
        assert await called(page, "td a:first-child") == list(NAMES)


async def test_an_entry_is_called_by_the_link_that_it_begins_with_and_not_by_what_is_said_behind(
    page: Page,
) -> None:
    """A page of a site was in the entry with its description, which other data do not say."""
    entry = "<article><div><a href=/pages/{}>{}</a></div><div>by admin</div><div>Notes {}</div></article>"
    entries = "".join(entry.format(place, name, place) for place, name in enumerate(NAMES))
    await page.set_content(f"<nav><a href=/pages/1>Claude</a></nav><div>{entries}</div>")
    assert await called(page, "article a") == list(NAMES)


@pytest.mark.parametrize(("first", "called"), [("P-20675", "P-20675"), ("Edit", "Milan")])
async def test_a_row_that_a_search_left_is_called_by_the_code_that_opens_it_and_by_no_command(
    page: Page, first: str, called: str
) -> None:
    """It was called by whom the policy belongs to."""
    row = f"<tr><td><button>{first}</button><td>Milan<td><span id=state style='cursor:pointer'>Active</span>"
    await page.set_content(f"<table><tr><th>Policy<th>Holder<th>State{row}</table>")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('#state')).locators[0].within?.text"
    )
    assert found == called


async def test_a_card_is_called_by_the_button_that_is_its_title(page: Page) -> None:
    """It was called by whom the ticket belongs to."""
    state = "<span class=state style='cursor:pointer'>Open</span>"
    card = "<article><h3><button>{}</button></h3><p>{}</p>" + state + "</article>"
    tickets = (("Missing invoice", "Frances"), ("Typo on page", "Grace"), ("Slow report", "Ada"))
    await page.set_content("".join(card.format(*ticket) for ticket in tickets))
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('.state')].map(
        (part) => handrail.describe(part).locators[0].within?.text)"""
    )
    assert found == [name for name, _ in tickets]


async def test_rows_that_stand_in_boxes_of_their_own_are_told_from_each_other(page: Page) -> None:
    """The recorded order was deleted: its button was looked for in the row that says how it is shipped."""
    row = "<div><div role=row><span role=cell><button>{}</button></span><span role=cell>{}</span></div></div>"
    head = "<div role=row><span role=columnheader>Order</span><span role=columnheader>By</span></div>"
    orders = (("Oak table", "Freight"), ("Beech chair", "Post"), ("Pine shelf", "Pickup"))
    rows = "".join(row.format(*order) for order in orders)
    await page.set_content(f"<div role=grid>{head}{rows}</div>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (part) => handrail.describe(part).locators[0].within?.text)"""
    )
    assert found == [name for name, _ in orders]


async def test_a_row_of_components_each_with_a_shadow_tree_of_its_own_is_known_by_what_it_says(
    page: Page,
) -> None:
    """As where a kit draws its layouts as components, too: only shadow trees hold the row's parts."""
    await page.set_content("<div id=list></div>")
    row = await page.evaluate(
        f"""(names) => {{ {inpage_source()};
        const part = (root, kind, html) => {{
            const host = root.appendChild(document.createElement('div'));
            host.className = kind;
            const shadow = host.attachShadow({{ mode: 'open' }});
            shadow.innerHTML = `<style>:host {{ display: block }}</style>${{html}}`;
            return shadow;
        }};
        const list = document.querySelector('#list').attachShadow({{ mode: 'open' }});
        const buttons = names.map((name) => {{
            const row = part(list, 'row', '');
            part(row, 'text', `<b>${{name}}</b>`);
            return part(row, 'button', '<button>Delete</button>').querySelector('button');
        }});
        const {{ near, locators }} = handrail.describe(buttons[1]);
        return [near.cells, locators[0].within]; }}""",
        list(NAMES),
    )
    assert row == [["Claude", "Delete"], {"by": "row", "role": "card", "text": "Claude", "exact": True}]


@pytest.mark.parametrize("opens", [True, False])
async def test_an_item_without_cells_is_called_by_the_button_that_it_begins_with_if_that_tells_all_of_them(
    page: Page, opens: bool
) -> None:
    """The ticked booking was known by its room. What is done with each item names none."""
    item = "<div class=line><span class=box>☐</span><button>{}</button><span>{}</span><span>New</span></div>"
    bookings = (("Garden society", "Cellar"), ("Book circle", "Attic"), ("Quiz night", "Library"))
    shown = ((name if opens else "Check in", room) for name, room in bookings)
    items = "".join(item.format(*booking) for booking in shown)
    await page.set_content(f"<style>.box {{ cursor: pointer }}</style><h1>Bookings</h1><div>{items}</div>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('.box')].map(
        (part) => handrail.describe(part).locators[0].within?.text)"""
    )
    assert found == [name if opens else room for name, room in bookings]


async def test_an_entry_that_is_drawn_as_a_list_of_its_parts_is_called_by_the_one_that_names_it(
    page: Page,
) -> None:
    """The part was taken for the row, which holds no command, and the recorded one was pressed."""
    entry = (
        "<li><ul><li><input type=checkbox></li><li><a href='#/{0}'>{0}</a></li>"
        "<li><button class=rename><svg width=9 height=9></svg></button></li></ul></li>"
    )
    await page.set_content("<div class=list></div>")
    found = await page.evaluate(
        f"""(entries) => {{ {inpage_source()};
        for (const entry of entries) {{
            const box = document.querySelector('.list').appendChild(document.createElement('div'));
            box.className = 'entry';
            box.innerHTML = entry;
        }}
        const within = (one) => handrail.describe(one).locators[0].within;
        return [...document.querySelectorAll('.rename')].map(within); }}""",
        [entry.format(name) for name in NAMES],
    )
    assert found == [{"by": "row", "role": "listitem", "text": name, "exact": True} for name in NAMES]


@pytest.mark.parametrize("tag", ["li", "div"])
async def test_a_part_of_an_item_whose_parts_are_all_drawn_alike_is_no_item_of_its_own(
    page: Page, tag: str
) -> None:
    """The part with the buttons was taken for a record, and "Edit" was pressed in its place for every tea."""
    item = "<{0} class=flex><span class=flex>{1}</span><span class=flex>Low</span><span class=flex>" + (
        "<button>Edit</button><button>Delete</button></span></{0}>"
    )
    items = "".join(item.format(tag, name) for name in NAMES)
    await page.set_content(f"<{'ul' if tag == 'li' else 'div'} class=flex>{items}")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button:first-child')].map(
        (one) => handrail.describe(one).locators[0].within?.text)"""
    )
    assert found == [*NAMES]


@pytest.mark.parametrize("says", ["aria-expanded=false", ""], ids=["said to unfold", "not said"])
@pytest.mark.parametrize("same", [False, True], ids=["a state", "a command"])
async def test_a_badge_is_found_by_its_place_in_the_row_as_well(page: Page, says: str, same: bool) -> None:
    """It says the record's state: another row's badge says another one."""
    row = f"<tr><td>{{}}<td><button {says}>{'Open' if same else '{}'}</button><button>Edit</button>"
    rows = "".join(row.format(name, state) for name, state in zip(NAMES, ("Low", "Sold", "New"), strict=True))
    await page.set_content(f"<table>{rows}</table>")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('button')).locators.slice(0, 2)"
    )
    within = found[0]["within"]
    place = {"by": "css", "css": ":scope > td:nth-of-type(2) > button:nth-of-type(1)", "within": within}
    assert (place in found) is not same


async def test_the_one_item_that_a_search_has_left_is_called_by_its_link_and_by_no_closed_badge(
    page: Page,
) -> None:
    """The badge was taken for what had unfolded the item."""
    badge = "<span aria-expanded=false style='cursor:pointer'>Sold</span>"
    await page.set_content(f"<ul><li><a href='#/1'>Mate</a> Riga {badge}<button>Delete</button></li></ul>")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('button')).locators"
    )
    assert [one["within"]["text"] for one in found if "within" in one] == ["Mate"]


def board(card: str, columns: Sequence[tuple[str, Sequence[str]]]) -> str:
    """A page with a column for each state, and a card in it for each name."""
    cards = ((state, "".join(card.format(name, state) for name in names)) for state, names in columns)
    lanes = "".join(f"<section class=col><h3>{state}</h3>{held}</section>" for state, held in cards)
    return f"<h1>Teas</h1><div>{lanes}</div>"


async def test_a_state_that_is_called_as_its_column_is_found_by_its_place_in_the_card(page: Page) -> None:
    """In another column it says another state, and no button of that name was found."""
    card = "<div class=c><span>{}</span><p>Riga</p><span><button>{}</button></span></div>"
    columns = (("New", NAMES[:1]), ("Sold", NAMES[1:]))
    await page.set_content(board(card, columns))
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe([...document.querySelectorAll('button')].pop()).locators"
    )
    assert [one["by"] for one in found if "within" in one] == ["role", "css"]


@pytest.mark.parametrize("label", ["", "<label>Fair</label>"])
async def test_a_card_with_a_list_for_its_state_is_a_card_of_its_column(page: Page, label: str) -> None:
    """The column was taken for the record's card; a line of a form, with a label and a list, is none."""
    state = "<select><option>New<option>Sold</select>"
    card = f"<div class=c><span>{{}}</span><p>Riga</p>{label}{state}<span><button>Edit</button></span></div>"
    columns = (("New", NAMES[:2]), ("Sold", NAMES[2:]), ("Lost", ()))
    await page.set_content(board(card, columns))
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('button')).locators[0].within?.text"
    )
    assert (found == "Ada") is (label == "")


async def test_the_only_card_of_a_column_is_a_card_as_those_of_the_columns_beside_it_are(page: Page) -> None:
    """It went by the column's heading, and the record that stood there was changed for whichever."""
    bar = "<span class=b><button class=s>Edit</button><button>Drop</button></span>"
    state = "<span class=s style='cursor:pointer'>{1}</span>"
    card = f"<div class=c><a href='#/{{0}}'>{{0}}</a><p>Riga</p>{state}{bar}</div>"
    columns = (("New", NAMES[:1]), ("Sold", NAMES[1:2]), ("Lost", NAMES[2:]))
    await page.set_content(board(card, columns))
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('.s')].map(
        (one) => handrail.describe(one).locators[0].within)"""
    )
    cards = [{"by": "row", "role": "card", "text": name, "exact": True} for name in NAMES]
    assert found == [one for card in cards for one in (card, card)]


@pytest.mark.parametrize("before", ["{} May", "New"])
async def test_a_closed_head_of_an_accordion_calls_its_item_behind_a_date_or_what_all_of_them_say(
    page: Page, before: str
) -> None:
    """It was taken for a badge behind the item's name, and the link found by its address alone."""
    item = "<li><i>{}</i> <button aria-expanded=false>{}</button><a href='/{}'>Edit</a></li>"
    items = (item.format(before.format(place), name, place) for place, name in enumerate(NAMES, 3))
    await page.set_content(f"<ul>{''.join(items)}</ul>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('a')].map(
        (one) => handrail.describe(one).locators.find(({{ within }}) => within)?.within.text)"""
    )
    assert found == [*NAMES]


async def test_cards_with_a_field_each_are_records_within_an_item_as_well(page: Page) -> None:
    """The lines of a cart below their seller: other data removed the line at the recorded one's place."""
    line = "<div class=c><b>{}</b><input><button>Remove</button></div>"
    await page.set_content(f"<ul><li><h3>A shop</h3>{''.join(map(line.format, NAMES))}</li></ul>")
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map(
        (one) => handrail.describe(one).locators[0].within?.text)"""
    )
    assert found == [*NAMES]


@pytest.mark.parametrize(("heading", "called"), [("Name", "Mate Verde"), ("Actions", "Riga")])
async def test_the_only_row_is_called_by_the_button_under_the_heading_of_names(
    page: Page, heading: str, called: str
) -> None:
    """A search had left it, and it was called by what else it says, which the next one does not say."""
    row = "<tr><td><button>Mate Verde</button><td>Riga<td><span class=box style='cursor:pointer'>☐</span>"
    await page.set_content(f"<table><thead><tr><th>{heading}<th>City<th></thead>{row}</table>")
    found = await page.evaluate(
        f"{inpage_source()}; handrail.describe(document.querySelector('.box')).locators[0].within"
    )
    assert found["text"] == called


async def test_a_sign_before_a_record_s_name_does_not_keep_its_line_from_being_that_record_s(
    page: Page,
) -> None:
    """Where a table has become lines without roles, none of them was taken for the record's."""
    lines = "".join(
        f"<div class=r><button>☆</button><span>{name}</span><span>{place} of Ada's</span></div>"
        for place, name in enumerate(NAMES)
    )
    await page.set_content(f"<div>{lines}</div>")
    row = {"by": "row", "role": "row", "text": "Ada", "exact": True}
    asked = {"role": "button", "tag": "button", "any": False, "most": 99, "brief": False, "row": row}
    found = await page.evaluate(f"(asked) => {{ {inpage_source()}; return handrail.gather(asked); }}", asked)
    assert [one["in_row"] for one in found] == [True, False, False]


SLOTTED = """<x-grid></x-grid><script>
customElements.define('x-grid', class extends HTMLElement {
  connectedCallback() {
    const names = ['Ada', 'Claude', 'Grace'];
    const cell = (slot) => `<td role=gridcell><slot name=${slot}></slot></td>`;
    const rows = names.map((name) => `<tr role=row>${cell(name)}${cell(name + '-menu')}</tr>`).join('');
    this.attachShadow({ mode: 'open' }).innerHTML =
      `<table role=grid><tr role=row><th>Name</th><th></th></tr>${rows}</table>`;
    this.innerHTML = names.map((name) => `<x-cell slot=${name}>${name}</x-cell>
      <x-cell slot=${name}-menu><button>More</button></x-cell>`).join('');
  }
});</script>"""


async def test_what_is_given_to_the_cells_of_a_components_grid_is_of_their_rows(page: Page) -> None:
    """The command in a row was always that of the recorded row's place, and nobody was asked."""
    await page.set_content(SLOTTED)
    found = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('button')].map((more) => {{
        const [first] = handrail.describe(more).locators;
        return [first.by, first.within?.text]; }})"""
    )
    assert found == [["role", name] for name in NAMES]
