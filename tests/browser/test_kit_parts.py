"""Which element is meant by a press on the controls that component kits draw, and what it is called."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

CLIPPED = "position:absolute;width:1px;height:1px;overflow:hidden"


async def pressed(page: Page, body: str, selector: str) -> dict[str, Any]:
    """The description of what is meant by a press on the middle of the element."""
    await page.set_content(body)
    box = await page.locator(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    found: dict[str, Any] = await page.evaluate(f"{inpage_source()}; handrail.describedAt({x}, {y})")
    return found


async def called(page: Page, body: str, selector: str) -> tuple[str, str]:
    """Name and label of an element."""
    await page.set_content(body)
    script = f"""{inpage_source()};
    (({{ name, label }}) => [name, label])(handrail.describe(document.querySelector({selector!r})))"""
    name, label = await page.evaluate(script)
    return name, label


@pytest.mark.parametrize(
    ("whole", "role"),
    [("role=option", "option"), ("role=checkbox aria-checked=false", "checkbox")],
)
async def test_a_box_that_is_a_part_of_an_option_is_the_option(page: Page, whole: str, role: str) -> None:
    body = f"<div {whole} tabindex=-1><input type=checkbox id=b><label for=b>Fragile</label></div>"
    for part in ("label", "input"):
        found = await pressed(page, body, part)
        assert (found["role"], found["tag"]) == (role, "div")


async def test_a_container_that_takes_the_focus_is_not_meant_by_what_is_in_it(page: Page) -> None:
    body = "<div role=application aria-label=Calendar tabindex=-1><span id=next>next</span> <input></div>"
    assert (await pressed(page, body, "#next"))["tag"] == "span"


async def test_an_entry_of_a_list_that_hangs_out_of_its_cell_is_meant_and_not_the_cell(page: Page) -> None:
    entry = "<div class=e>{}</div>"
    body = f"""<div tabindex=0><table><tr><td style="position:relative;height:20px">Open<div
      style="position:absolute;top:20px">{entry.format("Won")}{entry.format("Lost")}</div></td></tr></table></div>"""
    assert (await pressed(page, body, ".e:last-child"))["text"] == "Lost"


async def test_what_the_pointer_shows_to_be_for_pressing_is_meant_and_not_the_panel_with_the_focus(
    page: Page,
) -> None:
    """An entry is known by its words, wherever beside them it is pressed."""
    entry = "<div style='cursor:pointer;padding:9px 60px'><div style='width:30px'>{}</div></div>"
    panel = f"<div tabindex=0 style='{{}}'>{entry.format('Low')}{entry.format('High')}</div>"
    found = await pressed(page, panel.format(""), "div > div:nth-of-type(2)")
    assert (found["text"], found["locators"][0]) == ("High", {"by": "text", "text": "High"})
    # All of it is pressed as one thing.
    found = await pressed(page, panel.format("cursor:pointer"), "div > div:nth-of-type(2)")
    assert found["text"] == "Low High"


async def test_what_lies_over_the_number_of_a_day_is_the_day(page: Page) -> None:
    days = "".join(f"<div style='position:relative'>{day}<i></i></div>" for day in range(1, 31))
    look = "<style>i{position:absolute;inset:0}</style>"
    found = await pressed(
        page, f"{look}<b>November 2026</b><div>{days}</div>", "div > div:nth-of-type(14) > i"
    )
    assert found["attributes"].get("datetime") == "2026-11-14"


@pytest.mark.parametrize(
    "field",
    [
        "<label for=f>Tags {}</label><input id=f role=combobox>",
        "<span id=l>Tags {}</span><button id=f role=combobox aria-labelledby=l>None</button>",
    ],
)
async def test_a_list_is_called_by_what_its_label_shows(page: Page, field: str) -> None:
    """The part for the ear alone tells how many were chosen: after the next choice it is another."""
    body = field.format(f"<span style='{CLIPPED}'>Total items selected: 2</span>")
    assert await called(page, body, "#f") == ("Tags", "Tags")


async def test_a_list_whose_choice_is_one_of_its_labels_is_called_by_the_others(page: Page) -> None:
    body = """<span id=l>Priority</span><div id=f role=button aria-haspopup=listbox tabindex=0
    aria-labelledby="l v"><span id=v>High</span></div>"""
    assert await called(page, body, "#f") == ("Priority", "Priority")


async def test_a_button_with_a_field_s_label_is_not_called_by_what_was_chosen(page: Page) -> None:
    """A list with a search in it opens as a dialog; a command for a record has no label tied to it."""
    body = """<label id=l for=f>Unit</label><button id=f aria-haspopup=dialog aria-labelledby="l v">
    <span id=v>Legal</span></button>"""
    assert (await called(page, body, "#f"))[0] == "Unit"
    command = """<span id=l>Ada</span><button id=f aria-haspopup=dialog aria-labelledby="v l">
    <span id=v>Edit</span></button>"""
    assert (await called(page, command, "#f"))[0] == "Edit Ada"


async def test_a_list_with_a_name_of_its_own_is_not_called_by_the_tags_in_its_label(page: Page) -> None:
    tag = f"<b>Rust <i style='{CLIPPED}'>remove</i></b>"
    body = f"<label>Skills {tag} <input id=f role=combobox aria-label=Skills></label>"
    assert await called(page, body, "#f") == ("Skills", "Skills")


@pytest.mark.parametrize(("open_now", "meant"), [("false", "combobox"), ("true", "option")])
async def test_what_a_closed_list_shows_as_chosen_is_no_option_to_pick(
    page: Page, open_now: str, meant: str
) -> None:
    shown = "<div role=listbox><div role=option aria-selected=true>By sea</div></div>"
    body = f"<div role=combobox tabindex=0 aria-label=Way aria-expanded={open_now}>{shown}</div>"
    assert (await pressed(page, body, "[role=option]"))["role"] == meant


@pytest.mark.parametrize(
    ("part", "meant"), [("<a tabindex=0>By sea</a>", "option"), ("<a href=/x>By sea</a>", "link")]
)
async def test_what_takes_the_focus_in_an_option_and_says_all_of_it_is_the_option(
    page: Page, part: str, meant: str
) -> None:
    body = f"<ul role=listbox><li role=option id=o>{part}</li><li role=option>By air</li></ul>"
    assert (await pressed(page, f"<style>a {{ display:block }}</style>{body}", "#o a"))["role"] == meant


async def test_radio_buttons_in_a_component_are_of_the_group_that_it_draws_around_them(page: Page) -> None:
    await page.set_content("""<x-group><div role=radio aria-checked=false>Small</div></x-group><script>
      document.querySelector('x-group').attachShadow({mode: 'open'}).innerHTML =
        '<fieldset role=radiogroup aria-label=Size><slot></slot><input hidden></fieldset>';</script>""")
    script = f"{inpage_source()}; handrail.describe(document.querySelector('[role=radio]')).near.group"
    assert await page.evaluate(script) == "Size"


@pytest.mark.parametrize(
    ("more", "group"), [("", "Skin"), ("<p role=radio>Wide</p><p role=radio>Narrow</p>", None)]
)
async def test_radio_buttons_alone_of_their_kind_in_a_group_go_by_its_legend(
    page: Page, more: str, group: str | None
) -> None:
    """As kits draw them: around a field of their own for what is chosen, which has no label."""
    drawn = (
        "<input style='display: none'><div role=radiogroup><p role=radio>Old</p><p role=radio>New</p></div>"
    )
    others = f"<p><label><input type=checkbox>Responsive</label></p><div role=radiogroup>{more}</div>"
    await page.set_content(f"<fieldset><legend>Skin</legend><section>{drawn}</section>{others}</fieldset>")
    script = f"{inpage_source()}; handrail.describe(document.querySelector('[role=radio]')).near.group"
    assert await page.evaluate(script) == group


async def test_an_entry_whose_text_stands_in_a_part_of_it_is_known_by_the_text(page: Page) -> None:
    entries = "".join(f"<li tabindex=0><div>{name}</div></li>" for name in ("Ana Lopez", "Ben Ode"))
    found = await pressed(page, f"<ul>{entries}</ul>", "li:nth-of-type(2)")
    assert {"by": "row", "role": "listitem", "text": "Ben Ode", "exact": True} in found["locators"]


async def test_a_text_without_a_box_in_one_without_extent_is_seen_by_itself(page: Page) -> None:
    """Whether it is seen was asked of what stands around it, and of that by what is in it."""
    body = """<div style="width:0;height:0;overflow:visible"><p style="display:contents">Approve?</p></div>
    <button>Save it</button>"""
    name, _ = await called(page, body, "button")
    assert name == "Save it"


SELECT = (
    """<div class=select tabindex=0 style="cursor:pointer;width:200px"><b>Choose…</b><div>{}</div></div>"""
)
ENTRIES = "".join(f"<div class=entry>{name}</div>" for name in ("High", "Medium", "Low"))


async def test_an_entry_of_a_select_made_of_boxes_is_meant_and_not_the_select(page: Page) -> None:
    below = "<div class=entry style='position:absolute;top:60px'>High</div>"
    for entries, name in ((ENTRIES, "Low"), (below, "High")):
        assert (await pressed(page, SELECT.format(entries), ".entry:last-child"))["text"] == name
    assert (await pressed(page, SELECT.format(ENTRIES), "b"))["text"].startswith("Choose…")


async def test_one_of_several_cards_is_meant_as_a_whole(page: Page) -> None:
    found = await pressed(page, SELECT.format(ENTRIES) * 2, ".select:first-child .entry:last-child")
    assert found["text"] == "Choose… High Medium Low"


@pytest.mark.parametrize(
    "field",
    [
        "<label for=f>Owner</label><input id=f role=combobox aria-label='Type to filter'>",
        "<label for=w>Owner</label><div id=w><b>x</b><i><input id=f aria-label='Type to filter'></i></div>",
    ],
    ids=["tied to the field", "tied to what is drawn around it"],
)
async def test_a_field_that_calls_itself_as_all_of_its_kit_do_has_the_label_that_is_seen(
    page: Page, field: str
) -> None:
    """Beside its label a kit's field says what it does; by that name it is still found."""
    assert await called(page, f"<p>{field}</p>", "#f") == ("Type to filter", "Owner")
    for label in ("Owner", "Type to filter"):
        script = f"{inpage_source()}; handrail.frameElement([{{by: 'label', text: '{label}'}}]).id"
        assert await page.evaluate(script) == "f"


@pytest.mark.parametrize(
    "field",
    [
        "<label for=w>Search</label><div id=w><input id=f aria-label='By name'><input></div>",
        "<label for=f hidden>Search</label><input id=f aria-label='By name'>",
        "<label for=f>*</label><input id=f aria-label='By name'>",
    ],
    ids=["around two fields", "not seen", "no words"],
)
async def test_what_is_no_label_of_this_field_does_not_take_its_name_s_place(page: Page, field: str) -> None:
    assert await called(page, f"<p>{field}</p>", "#f") == ("By name", "By name")


async def test_choices_are_called_by_their_legend_though_one_of_them_brings_a_field(page: Page) -> None:
    """Once that is chosen, the group holds a field of its own."""
    await page.set_content("""<fieldset><legend>How shall we reach you?</legend><p>Select one.</p>
    <div><input type=radio name=contact id=a aria-controls=c checked><label for=a>E-mail</label></div>
    <div id=c><label>Address <input></label></div>
    <div><input type=radio name=contact id=b><label for=b>Letter</label></div></fieldset>""")
    group = f"{inpage_source()}; handrail.describe(document.querySelector('#a')).near.group"
    assert await page.evaluate(group) == "How shall we reach you?"


@pytest.mark.parametrize("role", ["checkbox", "switch"])
async def test_a_label_that_is_tied_to_a_drawn_box_is_its_label(page: Page, role: str) -> None:
    """Browsers give no label to what is no field of theirs; the page ties one all the same."""
    body = f"<p><label for=b>Active</label><i id=b role={role} aria-checked=false tabindex=0>&nbsp;</i>"
    assert (await called(page, body, "#b"))[1] == "Active"
    spec = await page.evaluate(f"{inpage_source()}; handrail.describe(document.querySelector('#b')).locators")
    assert {"by": "label", "text": "Active"} in spec


async def test_a_picture_that_a_component_draws_a_button_around_is_the_button(page: Page) -> None:
    """As an icon within an icon's component, given to that of a button, given to one that names it."""
    await page.set_content("<kit-icon-button></kit-icon-button> <kit-frame><i>&nbsp;</i></kit-frame>")
    found = await page.evaluate(
        f"""{inpage_source()}; const drawn = (host, html) => {{
          const root = host.attachShadow({{ mode: 'open' }}); root.innerHTML = html; return root; }};
        const outer = drawn(
          document.querySelector('kit-icon-button'), '<raw-button><kit-icon></kit-icon></raw-button>');
        drawn(outer.querySelector('raw-button'),
          '<button aria-label="Settings"><span><slot></slot></span></button>');
        drawn(outer.querySelector('kit-icon'), '<svg width=24 height=24><path d="M0 0h24v24H0z"/></svg>');
        drawn(document.querySelector('kit-frame'), '<div><slot></slot></div>');
        [outer.querySelector('kit-icon'), document.querySelector('i')].map((one) => {{
          const box = one.getBoundingClientRect();
          const {{ tag, name }} = handrail.describedAt(box.x + box.width / 2, box.y + box.height / 2);
          return [tag, name ?? null]; }})"""
    )
    assert found == [["button", "Settings"], ["i", None]]


@pytest.mark.parametrize(
    ("link", "meant"),
    [
        ("tabindex=-1 aria-hidden=true", ("menuitem", "Edit")),
        ("tabindex=-1 aria-hidden=true href=#", ("menuitem", "Edit")),
        ("tabindex=-1 aria-hidden=true href=/edit", ("link", None)),
    ],
)
async def test_a_link_kept_from_the_ear_in_an_entry_of_a_menu_is_the_entry(
    page: Page, link: str, meant: tuple[str, str | None]
) -> None:
    body = (
        f"<ul role=menu><li role=menuitem aria-label=Edit><a style=display:block {link}><b>Edit</b></a></ul>"
    )
    found = await pressed(page, body, "b")
    assert (found["role"], found.get("name")) == meant


PARTED = f"""<label id=l for=kept>Due</label><div role=group aria-labelledby=l>
<span role=spinbutton aria-label=Month contenteditable=true>06</span>/<span role=spinbutton aria-label=Day
contenteditable=true>16</span> <input id=kept aria-hidden=true tabindex=-1
style="{CLIPPED};padding:0;border:0" value=06/16></div>"""


@pytest.mark.parametrize(("wanted", "held"), [("06/16", True), ("06/17", False)])
async def test_a_group_of_parts_holds_what_is_kept_for_the_form(page: Page, wanted: str, held: bool) -> None:
    await page.set_content(PARTED)
    target = {"locators": [{"by": "label", "text": "Due"}]}
    condition = {"kind": "value", "equals": wanted, "target": target}
    request = {"conditions": [condition], "locators": None, "strong": 0, "timeout": 0, "again": False}
    found = await page.evaluate(
        f"request => {{ {inpage_source()}; return handrail.look(request); }}", request
    )
    assert [one["held"] for one in found["findings"]] == [held]


async def test_a_choice_whose_sign_for_tests_its_likes_share_goes_by_its_words(page: Page) -> None:
    """It was known by its place alone: what other data gave for it was not chosen."""
    pill = "<span tabindex=0 data-testid=pill style='cursor:pointer'><span>{}</span></span> "
    body = f"<fieldset><legend>Score</legend><div>{''.join(map(pill.format, '1234'))}</div></fieldset>"
    found = await pressed(page, f"<button>1</button>{body}", "[data-testid]:nth-child(1)")
    assert found["locators"][0]["by"] == "text"
