"""Which record is meant by one of several alike: an input where it leads to one; no part of the app is."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.document import Sop
from handrail.sop.locator import (
    CssLocator,
    HeadingLocator,
    LabelLocator,
    RoleLocator,
    RowLocator,
    TextLocator,
)
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, criteria, element, field, in_row, link, tasks

PLACE = CssLocator(by="css", css="main > div:nth-of-type(2)")
IN_SUBMENU = RoleLocator(
    by="role",
    role="link",
    name="New customer",
    within=RowLocator(by="row", role="listitem", text="New customer", exact=True),
)
BESIDE = Neighbourhood(before="Oak Table", after="Wall Clock")


def card(text: str = "Desk Lamp Bends anywhere", *, near: Neighbourhood = BESIDE) -> Target:
    """A box without a role that can be pressed, and says several things."""
    return Target(tag="div", text=text, near=near, locators=(PLACE,))


def given(sop: Sop) -> list[object]:
    return [one.default for one in sop.variables.values()]


def pressed(show: Show, target: Target, **among: Any) -> int:
    """A click on one of several alike."""
    show.add("mouse_down", x=5, y=5, target=target)
    show.add("mouse_up", x=5, y=5, target=target)
    return show.add("click", x=5, y=5, target=target, among={"others": 5, **among})


def edited(show: Show, **after: Any) -> Sop:
    """A note is written and saved."""
    show.type(field("Note"), "First note", **after)
    return show.click(button("Save"), alerts=("Saved",)).sop()


@pytest.mark.parametrize(
    ("href", "part", "heading", "record"),
    [
        ("/products/7", "7", "Desk Lamp", True),
        ("/products/7", "7", "Edit: Desk Lamp", True),
        ("/products/7", "7", "Edit product", True),
        ("/view?id=7", "7", "Desk Lamp", True),
        ("/#/products/7", "7", "Desk Lamp", True),
        ("/products/desk-lamp", "desk-lamp", "Desk Lamp", True),
        ("/#/products/desk-lamp", "desk-lamp", "Edit product", True),
        ("/app.php?id=shop:desk_lamp", "shop:desk_lamp", "Desk Lamp", True),
        ("/app.php?mode=desk_lamp", "desk_lamp", "Desk Lamp", False),
        ("/products?page=7", "7", "Desk Lamp", False),
        ("/products/page/7", "7", "Desk Lamp", False),
        ("/desk-lamp", "desk-lamp", "Desk Lamp", False),
        ("/products/best", "best", "Desk Lamp", False),
        ("/#/desk-lamp", "desk-lamp", "Desk Lamp", False),
    ],
)
def test_a_link_among_its_like_is_an_input_where_it_leads_to_a_record(
    href: str, part: str, heading: str, record: bool
) -> None:
    show = Show(f"{APP}/products", headings=("Products",))
    seq = pressed(show, link("Desk Lamp", href, near=BESIDE), part=part, role="link")
    sop = edited(show.led(seq, href, headings=(heading,)))
    assert given(sop) == (["Desk Lamp", "First note"] if record else ["First note"])


@pytest.mark.parametrize(
    ("href", "heading", "record"),
    [
        ("/projects/depot", "Depot move", True),
        ("/#/projects/depot", "Depot move", True),
        ("/projects/depot-move", "Depot move", True),
        ("/projects/fair", "Depot move", False),
        ("/projects/depot", "Overview", False),
        ("/depot", "Depot move", False),
    ],
)
def test_a_record_that_people_gave_a_short_name_is_an_input_be_there_one_other(
    href: str, heading: str, record: bool
) -> None:
    show = Show(f"{APP}/projects", headings=("Projects",))
    near = Neighbourhood(row="Depot move", after="Spring fair")
    part = href.rpartition("/")[2]
    seq = pressed(show, link("Depot move", href, near=near), part=part, role="link", others=1)
    show.led(seq, href, headings=(heading,)).goes(link("Tasks"), f"{href}/tasks", headings=("Tasks",))
    sop = edited(show)
    assert given(sop) == (["Depot move", "First note"] if record else ["First note"])
    if record:
        assert "project" in sop.variables
        told = {"path": "/projects/*/tasks"}
        if "#" in href:
            told = {"matches": r"#/projects/[^/?]+/tasks(\?|$)"}
        assert {"kind": "url", **told} in criteria(tasks(sop)[1])


def test_an_entry_whose_own_menu_is_opened_is_an_input() -> None:
    """By its own locators it went by all that it says, the time included."""
    show = Show(f"{APP}/ghost/#/posts", headings=("Posts",))
    name, href = "Winter market 5 minutes ago", "#/editor/post/7"
    among = {"others": 3, "part": "7", "says": ("Winter market",), "role": "link"}
    seq = show.add("context_menu", x=5, y=5, button="right", target=link(name, href), among=among)
    show.change(cause=seq, texts=("Feature",))
    sop = show.click(button("Feature"), alerts=("Featured",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"post": "Winter market"}
    found = next(one for one in tasks(sop) if one.action.do == "right_click").target
    assert found is not None
    assert found.locators == (RowLocator(by="row", role="link", text="{{ post }}", exact=True),)


@pytest.mark.parametrize("in_app", [True, False])
def test_what_is_done_with_the_record_of_a_row_is_no_record_though_its_page_is_called_so(
    in_app: bool,
) -> None:
    """A row's menu, or its cell, has links that differ in what they do alone."""
    href = "/devices/2/edit"
    by_name = RoleLocator(by="role", role="link", name="Edit")
    row = RowLocator(by="row", text="Desk Lamp", exact=True)
    near = Neighbourhood(row="Desk Lamp Show Edit Delete", before="Show", after="Delete")
    locators = (by_name.model_copy(update={"within": row}), by_name)
    target = link("Edit", href, near=near).model_copy(update={"locators": locators})
    show = Show(f"{APP}/devices", headings=("Devices",))
    seq = pressed(show, target, part="edit", role="link", others=2, in_app=in_app)
    sop = edited(show.led(seq, href, headings=("Edit",)))
    assert given(sop) == ["Desk Lamp", "First note"]
    assert "device" in sop.variables


@pytest.mark.parametrize(("kept", "record"), [(("Oak Table", "Help"), False), (("Help",), True)])
def test_what_stands_on_the_next_page_as_well_is_a_part_of_the_app(
    kept: tuple[str, ...], record: bool
) -> None:
    show = Show(f"{APP}/products", headings=("Products",))
    seq = pressed(show, link("Desk Lamp", "/all/desk-lamp", near=BESIDE), part="desk-lamp", role="link")
    show.led(seq, "/all/desk-lamp", headings=("Desk Lamp",))
    show.amend(kept=kept)
    assert given(edited(show)) == (["Desk Lamp", "First note"] if record else ["First note"])


def test_an_entry_that_says_several_things_is_found_by_what_its_page_calls_it() -> None:
    show = Show(f"{APP}/products", headings=("Products",))
    tile = link("SKU-7 Desk Lamp Bends anywhere", "/products/7", near=BESIDE)
    seq = pressed(show, tile, part="7", role="link", says=["SKU-7", "Desk Lamp", "Bends anywhere"])
    sop = edited(show.led(seq, "/products/7", headings=("Desk Lamp",)))
    target = tasks(sop)[0].target
    assert target is not None
    assert target.locators == (RowLocator(by="row", role="link", text="{{ product }}", exact=True),)
    assert (target.name, target.near.before, sop.variables["product"].default) == (None, None, "Desk Lamp")


@pytest.mark.parametrize("role", ["card", None])
def test_a_box_that_opens_a_pane_is_an_input_though_the_pane_was_looked_at_later(role: str | None) -> None:
    show = Show(f"{APP}/board", headings=("Board",))
    pressed(show, card(), says=["Bends anywhere", "Desk Lamp"], role=role)
    sop = edited(show, headings=("Board", "Desk Lamp"))
    target = tasks(sop)[0].target
    assert target is not None and sop.variables["record"].default == "Desk Lamp"
    by_text = TextLocator(by="text", text="{{ record }}")
    by_card = RowLocator(by="row", role="card", text="{{ record }}", exact=True)
    assert target.locators == (by_card if role else by_text,)


@pytest.mark.parametrize("seen", [True, False])
def test_one_goes_on_only_in_the_pane_of_the_record_that_was_picked(seen: bool) -> None:
    show = Show(f"{APP}/board", headings=("Board", "Oak Table"))
    seq = pressed(show, card(), says=["Desk Lamp"], role="card")
    if seen:
        show.change(cause=seq, headings=("Board", "Desk Lamp"), texts=("Desk Lamp",))
    note = field("Note", near=Neighbourhood(heading="Desk Lamp"))
    sop = show.type(note, "First note", headings=("Board", "Desk Lamp")).sop()
    found = [
        part["target"]["name"] for part in criteria(tasks(sop)[0]) if part["target"].get("role") == "heading"
    ]
    assert found == ["{{ record }}"]


def test_a_field_that_a_command_of_the_record_s_menu_brought_up_tells_nothing_of_the_menu() -> None:
    show = Show(f"{APP}/variables", values={"Search": ""})
    show.click(in_row("button", "More", "stage", "stage v-stage"), texts=("Edit", "Delete"))
    show.click(button("Edit"), dialogs=("Edit stage",), values={"Name": "stage"})
    sop = show.type(field("Name"), "stage 2").sop()
    assert sop.variables["variable"].default == "stage"
    assert not [one for one in criteria(tasks(sop)[0]) if one["kind"] == "value"]


def test_one_goes_on_only_once_a_field_of_the_pane_names_the_record_that_was_picked() -> None:
    show = Show(f"{APP}/board", headings=("Board",), values={"Name": "Oak Table"})
    seq = pressed(show, card(), says=["Desk Lamp"], role="card")
    show.change(cause=seq, values={"Name": "Desk Lamp"})
    sop = show.type(field("Note"), "First note").sop()
    told = [one for one in criteria(tasks(sop)[0]) if one["kind"] == "value"]
    assert [(one["target"]["label"], one["equals"]) for one in told] == [("Name", "{{ record }}")]


def test_one_goes_on_though_a_field_says_the_record_s_name_only_once_it_is_typed() -> None:
    """As what asks for the name before it deletes: the run waited for what it was to type itself."""
    show = Show(f"{APP}/board", headings=("Board",), values={"Name": ""})
    seq = pressed(show, card(), says=["Desk Lamp"], role="card")
    sop = show.change(cause=seq, texts=("Type Desk Lamp to confirm.",)).type(field("Name"), "Desk Lamp").sop()
    assert "value" not in {one["kind"] for one in criteria(tasks(sop)[0])}


def test_a_field_that_the_next_press_brings_is_not_waited_for_by_the_press_before() -> None:
    row = RowLocator(by="row", text="Desk Lamp", exact=True)
    more = RoleLocator(by="role", role="button", name="Actions", within=row)
    actions = Target(role="button", name="Actions", tag="button", locators=(more,))
    edit = Target(
        role="menuitem",
        name="Edit",
        tag="a",
        locators=(RoleLocator(by="role", role="menuitem", name="Edit"),),
    )
    show = Show(f"{APP}/products", headings=("Products",)).click(actions)
    show.click(edit, dialogs=("Edit product",), values={"Name": "Desk Lamp"})
    steps = tasks(edited(show))
    assert "{{ record }}" in str(steps[0].target)
    assert all(one["kind"] != "value" for one in criteria(steps[0]))


def test_a_command_that_each_record_has_goes_by_the_heading_above_it() -> None:
    archive = Target(
        tag="button",
        role="button",
        name="Archive",
        locators=(
            RoleLocator(
                by="role",
                role="button",
                name="Archive",
                within=HeadingLocator(by="heading", text="Desk Lamp"),
            ),
            PLACE,
        ),
    )
    show = Show(f"{APP}/products", headings=("Products", "Desk Lamp"))
    pressed(show, archive, same=True, role="button")
    show.add("response", method="POST", request_url=f"{APP}/archive", status=200)
    sop = show.change(alerts=("Archived",)).sop()
    assert given(sop) == ["Desk Lamp"]
    target = tasks(sop)[0].target
    assert target is not None and str(target.locators[0].within).count("{{ product }}") == 1


@pytest.mark.parametrize(
    ("target", "among"),
    [
        (button("New customer"), {"role": "button", "others": 3}),
        (card("New customer"), {"in_app": True}),
        (
            link("New customer", "#new", near=Neighbourhood(row="New customer")),
            {"part": "new", "role": "link"},
        ),
        (Target(tag="div", role="tab", name="New customer", locators=(PLACE,)), {"role": "tab"}),
        # The same entry in the submenu of each part of the app.
        (
            link("New customer", near=Neighbourhood(row="New customer")).model_copy(
                update={"locators": (IN_SUBMENU,)}
            ),
            {"same": True, "part": "customers", "role": "link"},
        ),
    ],
)
def test_commands_tabs_and_menus_are_no_records(target: Target, among: dict[str, Any]) -> None:
    show = Show(f"{APP}/customers", headings=("Customers",))
    pressed(show, target, **among)
    assert given(edited(show, headings=("Customers", "New customer"))) == ["First note"]


def test_a_button_that_makes_a_record_is_no_record() -> None:
    show = Show(f"{APP}/orders", headings=("Orders",))
    order = button("Standard order", near=Neighbourhood(row="Standard order"))
    seq = pressed(show, order, role="button")
    sop = edited(show.led(seq, "/orders/17", send="post", headings=("Order",)))
    assert given(sop) == ["First note"]


def test_an_item_that_is_only_marked_is_an_input_by_what_it_begins_with() -> None:
    """As an invoice and its payment, in two lists beside each other, before both are matched."""
    show = Show(f"{APP}/matching", headings=("Matching",))
    place = CssLocator(by="css", css="#invoices > div:nth-of-type(2)")
    row = RowLocator(by="row", role="card", text="INV-1", exact=True)
    by_text = TextLocator(by="text", text="310.00", within=row)
    near = Neighbourhood(cells=("INV-1", "Atlas", "310.00"))
    amount = Target(tag="span", text="310.00", near=near, locators=(by_text, place))
    show.change(cause=pressed(show, amount, beside=["99.00", "12.00"]))
    paid = card("Desk Lamp 310.00").model_copy(update={"locators": (place,)})
    show.change(cause=pressed(show, paid, says=["Desk Lamp"], role="card"))
    show.press(button("Match"))
    show.add("response", method="POST", request_url=f"{APP}/match", status=200)
    sop = show.change(alerts=("Matched",)).sop()
    assert given(sop) == ["INV-1", "Desk Lamp"]
    assert not [one for one in sop.clarifications if one.required]
    (found,) = (tasks(sop)[0].target or card()).locators
    assert (found.by, found.within) == ("row", CssLocator(by="css", css="#invoices"))


@pytest.mark.parametrize("parts", [("Desk Lamp", "Bends anywhere"), ("Desk Lamp",)])
def test_an_item_that_brings_up_a_pane_without_its_name_is_an_input_if_it_says_more_than_that(
    parts: tuple[str, ...],
) -> None:
    """So is the next one, though the fields of its pane are there by then."""
    show = Show(f"{APP}/cases", headings=("Cases",))
    for name, others in (("Desk Lamp", "Oak Table"), ("Oak Table", "Desk Lamp")):
        cells = (name, *parts[1:])
        entry = TextLocator(by="text", text=name)
        said = Target(tag="div", text=name, near=Neighbourhood(cells=cells), locators=(entry,))
        show.change(cause=pressed(show, said, others=2, beside=[others, "Mill"]), values={"Note": ""})
        show.type(field("Note"), f"About {name}").press(button("Apply"))
        show.add("response", method="POST", request_url=f"{APP}/notes", status=200)
        show.change(alerts=("Applied",))
    found = given(show.sop())
    assert found[::2] == (["Desk Lamp", "Oak Table"] if len(parts) > 1 else found[::2])
    assert len(found) == 2 * len(parts)


def test_a_place_on_a_map_is_an_input_where_its_code_ends_the_heading_that_came() -> None:
    words = Target(tag="text", text="B2", locators=(TextLocator(by="text", text="B2"),))
    show = Show(f"{APP}/map", headings=("Map",))
    show.change(cause=pressed(show, words, beside=["A1", "C3"]), headings=("Map", "Bin B2"))
    assert given(edited(show, headings=("Map", "Bin B2"))) == ["B2", "First note"]


@pytest.mark.parametrize("says", [[], ["Desk Lamp"]])
@pytest.mark.parametrize("heading", ["Desk Lamp", "Lamps"])
def test_one_of_two_cards_is_an_input_where_it_says_more_than_the_heading_which_came(
    says: list[str], heading: str
) -> None:
    """Two tabs or commands say nothing besides."""
    show = Show(f"{APP}/stock", headings=("Stock",))
    seq = pressed(show, card(), others=1, says=says, role="card")
    show.change(cause=seq, headings=("Stock", heading), texts=(heading,), values={"Note": ""})
    record = ["Desk Lamp"] if says and heading == "Desk Lamp" else []
    assert given(edited(show, headings=("Stock", heading))) == [*record, "First note"]


@pytest.mark.parametrize(
    ("gone", "inputs"), [(("3 boards",), ["Studio", "First note"]), ((), ["First note"])]
)
def test_a_text_of_one_of_two_cards_is_pressed_by_the_name_before_it_where_that_heads_what_came(
    gone: tuple[str, ...], inputs: list[str]
) -> None:
    """A pane beside the cards may be a part of the app: then it is asked about."""
    near = Neighbourhood(heading="Workspaces", before="Studio")
    part = Target(tag="div", text="1 board", near=near, locators=(TextLocator(by="text", text="1 board"),))
    show = Show(f"{APP}/boards", headings=("Workspaces",))
    seq = pressed(show, part, others=1, beside=["3 boards"])
    show.change(cause=seq, headings=("Studio",), texts=("Note",), gone=gone)
    sop = edited(show, headings=("Studio",))
    assert given(sop) == inputs
    assert any("'Studio'" in one.question for one in sop.clarifications) is not bool(gone)


def entry(text: str) -> Target:
    return Target(tag="div", text=text, locators=(TextLocator(by="text", text=text),))


@pytest.mark.parametrize(
    ("inner", "heading", "inputs"),
    [
        ("Flat 3B", "Lindenhof, Flat 3B", ["Lindenhof", "Flat 3B", "First note"]),
        ("Flat 3B", "Flat 3B", ["Flat 3B", "First note"]),
        ("Users", "Lindenhof, Users", ["First note"]),
    ],
)
def test_the_entry_in_which_a_record_is_listed_is_an_input_where_its_heading_says_both(
    inner: str, heading: str, inputs: list[str]
) -> None:
    """The inner one may have but one other beside it; without a number both may be parts of the app."""
    show = Show(f"{APP}/flats", headings=("Flats",))
    seq = pressed(show, entry("▸ Lindenhof"), others=2, beside=["▸ Parkside", "▸ Seeblick"])
    show.change(cause=seq, texts=("▾ Lindenhof", inner, "Other"), gone=("▸ Lindenhof",))
    seq = pressed(show, entry(inner), others=1, beside=["Other"])
    show.change(cause=seq, headings=("Flats", heading), texts=(heading,))
    assert given(edited(show, headings=("Flats", heading))) == inputs


@pytest.mark.parametrize(("holds", "found"), [("Rosa Lindt", True), ("Rosa Lindt, Graz", False)])
def test_a_hit_of_a_search_that_says_more_than_the_field_takes_of_it_is_found_by_that(
    holds: str, found: bool
) -> None:
    """All that it says is what the page knows of it: whoever gives other data need not."""
    show = Show(f"{APP}/gifts").type(field("Donor"), "rosa", texts=("Rosa Lindt", "Graz, D-11"))
    hit = Target(tag="div", text="Rosa LindtGraz, D-11", near=BESIDE, locators=(PLACE,))
    seq = pressed(show, hit, others=1, says=["Rosa Lindt"], beside=["Rosa LinnWels, D-19"])
    show.change(cause=seq, values={"Donor": holds}, gone=("Graz, D-11",))
    sop = edited(show)
    assert ("Rosa Lindt" in given(sop)) is found
    by_name = TextLocator(by="text", text="{{ donor_2 }}")
    assert any(step.target is not None and by_name in step.target.locators for step in tasks(sop)) is found


def test_an_entry_that_the_heading_says_on_the_way_to_the_next_is_pressed_by_its_name() -> None:
    show = Show(f"{APP}/meters", headings=("Streets",))
    seq = pressed(show, entry("Elm Road"), others=2, beside=["Oak Lane", "Pine Way"])
    listed = ("No. 3", "No. 12", "Elm Road")
    show.change(cause=seq, headings=("Elm Road",), texts=listed[:2], gone=("Streets", "Oak Lane", "Pine Way"))
    seq = pressed(show, entry("No. 12"), others=1, beside=["No. 3"])
    way = "Elm Road, No. 12"
    show.change(cause=seq, headings=(way,), texts=(way, "Reading"), gone=listed)
    sop = edited(show, headings=(way,))
    ways = [step.target.locators[0] for step in tasks(sop)[:2] if step.target is not None]
    names = [TextLocator(by="text", text=f"{{{{ {name} }}}}") for name in ("record", "record_2")]
    assert ways == names


@pytest.mark.parametrize(
    ("target", "among"),
    [
        (card(), {"says": ["Bends anywhere", "Desk Lamp"]}),
        (Target(tag="button", role="button", name="Open", locators=(PLACE,)), {"same": True}),
        # A star in one of two rows, of which nothing tells one from the other.
        (Target(tag="button", role="button", name="☆", locators=(PLACE,)), {"same": True, "others": 1}),
        # A day of a calendar that does not say which month it shows.
        (button("21", near=Neighbourhood(before="20", after="22")), {"others": 29}),
    ],
)
def test_what_is_meant_is_asked_where_nothing_tells_and_something_is_sent(
    target: Target, among: dict[str, Any]
) -> None:
    show = Show(f"{APP}/board", headings=("Board",))
    pressed(show, target, **among)
    show.type(field("Note"), "First note")
    seen = show.sop()
    show.press(button("Send"))
    show.add("response", method="POST", request_url=f"{APP}/notes", status=200)
    asked = show.change(alerts=("Sent",)).sop()
    required = [[one.id for one in sop.clarifications if one.required] for sop in (seen, asked)]
    assert required == [[], ["which-record"]]


@pytest.mark.parametrize(
    ("says", "record"),
    [
        ("Milestone: Spring", True),
        ("Order #Spring", True),
        ("Manage Spring", False),
        ("Milestone: Autumn", False),
    ],
)
def test_a_kind_before_the_name_is_no_part_of_the_input(says: str, record: bool) -> None:
    """As in a list of links "Milestone: Spring"; what other words there are in it may be the app's."""
    show = Show(f"{APP}/roadmap", headings=("Roadmap",))
    seq = pressed(show, link(says, "/milestone/spring", near=BESIDE), part="spring", role="link")
    sop = edited(show.led(seq, "/milestone/spring", headings=("Goals",)))
    assert given(sop) == (["Spring", "First note"] if record else ["First note"])
    if record:
        target = tasks(sop)[0].target
        assert target is not None
        assert target.name == says.replace("Spring", "{{ milestone }}")
        assert all("Spring" not in str(locator) for locator in target.locators)


@pytest.mark.parametrize(("heading", "record"), [("Hall booking", True), ("Bookmarks", False)])
def test_a_nameless_box_in_a_card_chooses_what_the_card_s_heading_names(heading: str, record: bool) -> None:
    row = RowLocator(by="row", role="card", text="Hall booking", exact=True)
    locators = (
        LabelLocator(by="label", text="fair", within=row),
        RoleLocator(by="role", role="checkbox", within=row),
    )
    near = Neighbourhood(heading=heading, row="Hall booking fair Today", before="fair", after="Today")
    box = Target(tag="input", role="checkbox", label="fair", near=near, locators=locators)
    show = Show(f"{APP}/bookmarks", headings=("Hall booking", "Lamp store")).tick(box)
    sop = show.goes(button("Archive"), "/bookmarks", send="post").sop()
    assert given(sop) == (["Hall booking"] if record else [])
    target = tasks(sop)[0].target
    assert target is not None and (target.label is None) is record


@pytest.mark.parametrize(("label", "record"), [(None, True), ("Newsletter", False)])
def test_a_nameless_box_in_an_article_chooses_what_the_article_is_of(label: str | None, record: bool) -> None:
    """It was ticked for the recorded record, and nobody was asked: the heading is behind the box."""
    row = RowLocator(by="row", role="article", text="Hall booking", exact=True)
    near = Neighbourhood(heading="Lamp store", row="Hall booking Today Riga", after="Hall booking")
    by = RoleLocator(by="role", role="checkbox", within=row)
    box = Target(tag="input", role="checkbox", label=label, near=near, locators=(by,))
    show = Show(f"{APP}/bookmarks", headings=("Hall booking", "Lamp store")).tick(box)
    sop = show.goes(button("Archive"), "/bookmarks", send="post").sop()
    assert ("Hall booking" in given(sop)) is record


@pytest.mark.parametrize(
    ("row", "others", "asked"), [("Chat", 7, True), (None, 7, False), ("Chat", 2, False)]
)
def test_the_title_of_a_card_among_many_is_asked_about_where_nothing_says_it_again(
    row: str | None, others: int, asked: bool
) -> None:
    show = Show(f"{APP}/board", headings=("Templates",))
    title = element("heading", "Chat", tag="h3", near=Neighbourhood(row=row))
    seq = pressed(show, title, others=others)
    show.change(cause=seq, texts=("Labels",)).type(field("Note"), "First note").press(button("Send"))
    show.add("response", method="POST", request_url=f"{APP}/notes", status=200)
    sop = show.change(alerts=("Sent",)).sop()
    assert [one.id for one in sop.clarifications if one.required] == (["which-record"] if asked else [])


@pytest.mark.parametrize(("said", "record"), [('Connect to "Depot" as Ada', True), ("Connect as Ada", False)])
def test_an_entry_pressed_twice_is_an_input_where_what_it_opens_names_it_and_asked_about_otherwise(
    said: str, record: bool
) -> None:
    show = Show(f"{APP}/servers", headings=("Servers",))
    entry = Target(tag="span", text="Depot", locators=(TextLocator(by="text", text="Depot"),))
    show.add("mouse_down", x=5, y=5, target=entry)
    show.add("mouse_up", x=5, y=5, target=entry)
    show.add("click", x=5, y=5, target=entry, among={"others": 3})
    seq = show.add("double_click", x=5, y=5, target=entry, among={"others": 3})
    show.change(cause=seq, dialogs=("Connect",), texts=(said,)).type(field("Note"), "First note")
    show.press(button("Send"))
    show.add("response", method="POST", request_url=f"{APP}/notes", status=200)
    sop = show.change(alerts=("Sent",), dialogs=()).sop()
    assert ("Depot" in given(sop)) is record
    assert [one.id for one in sop.clarifications if one.required] == ([] if record else ["which-record"])


@pytest.mark.parametrize(("says", "asked"), [(["Depot", "Client"], False), ([], True)])
def test_an_entry_whose_menu_is_opened_by_the_other_button_is_an_input(says: list[str], asked: bool) -> None:
    show = Show(f"{APP}/servers", headings=("Servers",))
    entry = card("Depot Client" if says else "1")
    show.add("context_menu", x=5, y=5, button="right", target=entry, among={"others": 3, "says": says})
    show.change(texts=("Edit", "Delete"))
    delete = Target(tag="div", text="Delete", locators=(TextLocator(by="text", text="Delete"),))
    pressed(show, delete, others=1)
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Deleted",)).sop()
    assert given(sop) == ([] if asked else ["Depot"])
    assert [one.id for one in sop.clarifications if one.required] == (["which-record"] if asked else [])


@pytest.mark.parametrize("role", ["row", "card"])
def test_a_button_of_a_row_leads_to_no_record_of_its_name(role: str) -> None:
    show = Show(f"{APP}/servers", headings=("Servers",))
    near = Neighbourhood(row="Depot Client Edit Delete", cells=("Depot", "Client", "Edit", "Delete"))
    row = RowLocator(by="row", role=role, text="Depot", exact=True)
    alone = RoleLocator(by="role", role="button", name="Delete")
    delete = Target(
        role="button", name="Delete", near=near, locators=(alone.model_copy(update={"within": row}), alone)
    )
    show.led(pressed(show, delete, others=2), "/confirm?id=114", headings=("Delete?",), title="Delete")
    assert "Delete" not in given(edited(show))


@pytest.mark.parametrize(("around", "record"), [("dl", False), ("ul", True)])
def test_a_line_of_what_describes_one_record_is_no_record(around: str, record: bool) -> None:
    near = Neighbourhood(row="Country Spain Change country", cells=("Country", "Spain", "country"))
    line = RowLocator(by="row", role="card", text="country", exact=True)
    change = Target(
        role="link",
        name="Change country",
        tag="a",
        ancestors=("dd", "div", around, "main", "body"),
        near=near,
        attributes={"href": "/applications/country"},
        locators=(RoleLocator(by="role", role="link", name="Change country", within=line),),
    )
    show = Show(f"{APP}/applications/check", headings=("Check your answers",))
    seq = pressed(show, change, says=["country"], part="country", role="link")
    sop = edited(show.led(seq, "/applications/country", headings=("Which country?",)))
    assert given(sop) == (["country", "First note"] if record else ["First note"])


def test_a_button_of_a_row_that_is_called_as_its_page_s_address_ends_is_no_record() -> None:
    show = Show(f"{APP}/contacts").type(field("Search", "search"), "Acme Ltd")
    edit = in_row("button", "Edit", "Acme Ltd", "Acme Ltd Berlin Edit Delete")
    pressed(show, edit, others=2)
    show.led(0, "/items/acme-ltd/edit", headings=("Contact",))
    assert given(edited(show)) == ["Acme Ltd", "First note"]


@pytest.mark.parametrize(("held", "record"), [({"Name": "Desk Lamp"}, True), ({"Name": ""}, False)])
def test_a_link_that_opens_a_form_which_holds_its_name_leads_to_a_record(
    held: dict[str, str], record: bool
) -> None:
    show = Show(f"{APP}/products")
    seq = pressed(show, link("Desk Lamp", "#"), others=11, role="link")
    show.change(cause=seq, headings=("Desk Lamp",), dialogs=("dialog",), values=held)
    assert given(edited(show)) == (["Desk Lamp", "First note"] if record else ["First note"])


@pytest.mark.parametrize(("part", "record"), [("7", True), ("edit", False)])
def test_a_link_that_came_as_more_of_the_list_was_asked_for_is_known_by_its_id(
    part: str, record: bool
) -> None:
    show = Show().click(button("Load more"), texts=("Desk Lamp", "12.00"))
    seq = pressed(show, link("Desk Lamp", f"/products/{part}"), part=part)
    sop = edited(show.led(seq, "/products/7", headings=("Product",)))
    assert ("Desk Lamp" in given(sop)) == record


@pytest.mark.parametrize("heading", ["Desk Lamp", "Edit product"])
def test_an_entry_of_what_a_press_brought_up_is_a_record_only_where_its_page_says_so(heading: str) -> None:
    show = Show(f"{APP}/products")
    show.click(button("More"), texts=("Desk Lamp", "Oak Table", "Wall Clock"))
    entry = Target(tag="div", text="Desk Lamp", locators=(TextLocator(by="text", text="Desk Lamp"),))
    seq = pressed(show, entry, others=2)
    sop = edited(show.led(seq, "/edit?id=7", headings=(heading,)))
    assert given(sop) == (["Desk Lamp", "First note"] if heading == "Desk Lamp" else ["First note"])


@pytest.mark.parametrize(("said", "record"), [("Delete", False), ("Delete Ltd", True)])
def test_a_command_is_no_record_though_its_page_is_called_so(said: str, record: bool) -> None:
    show = Show(f"{APP}/servers", headings=("Servers",))
    seq = pressed(show, link(said, "/confirm?id=114", near=BESIDE), role="link", part="114")
    sop = edited(show.led(seq, "/confirm?id=114", headings=(said,), title=said))
    assert (said in given(sop)) is record


@pytest.mark.parametrize("heading", ["Depot", "Servers"])
def test_a_part_of_an_item_that_was_pressed_leads_to_the_item_s_record(heading: str) -> None:
    show = Show(f"{APP}/servers", headings=("Servers",))
    row = RowLocator(by="row", role="listitem", text="Depot", exact=True)
    status = TextLocator(by="text", text="Paused")
    near = Neighbourhood(row="Depot Paused", cells=("Depot", "Paused"), before="Depot")
    part = Target(
        tag="small", text="Paused", near=near, locators=(status.model_copy(update={"within": row}), status)
    )
    # A field of the record holds what was pressed.
    held = {"Status": "Paused"}
    sop = edited(show.led(pressed(show, part), "/servers/3", headings=(heading,), values=held))
    assert ("Depot" in given(sop)) is (heading == "Depot")
    if heading == "Depot":
        press = next(task for task in tasks(sop) if task.action.do == "click")
        assert press.target is not None
        assert press.target.locators == (row.model_copy(update={"text": "{{ server }}"}),)


def test_what_leads_to_a_page_opens_no_list_there() -> None:
    show = Show(f"{APP}/deals", headings=("Deals",))
    cell = element("cell", "Depot", label="Deal", tag="td")
    show.led(pressed(show, cell), "/deals/3", headings=("Depot",), texts=("Post", "Nothing yet"))
    show.type(field("Comment"), "Call them").press(button("Post"))
    show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(alerts=("Posted",), texts=("Call them",), gone=("Nothing yet",)).sop()
    assert "Post" not in given(sop)


@pytest.mark.parametrize(
    ("to", "heading", "record"),
    [("/deals/7", "Depot", True), ("/deals/7", "Overview", False), ("/depot", "Depot", False)],
)
def test_a_link_of_a_navigation_leads_to_a_record_by_an_id_and_its_name(
    to: str, heading: str, record: bool
) -> None:
    show = Show(f"{APP}/deals", headings=("Deals",))
    seq = pressed(show, link("Depot", "#", near=BESIDE), in_app=True, role="link")
    sop = edited(show.led(seq, to, headings=(heading,)))
    assert ("Depot" in given(sop)) is record


@pytest.mark.parametrize(("role", "record"), [("card", True), ("listitem", False)])
def test_the_signs_of_a_card_that_its_record_s_page_has_as_well_make_it_no_part_of_the_app(
    role: str, record: bool
) -> None:
    near = Neighbourhood(row="desk-lamp Open menu 310", cells=("Open menu",), after="Open menu")
    within = RowLocator(by="row", role=role, text="desk-lamp", exact=True)
    by_name = RoleLocator(by="role", role="link", name="desk-lamp")
    entry = link("desk-lamp", "/shop/products/desk-lamp", near=near).model_copy(
        update={"locators": (by_name.model_copy(update={"within": within}), by_name)}
    )
    show = Show(f"{APP}/shop", headings=("Shop",))
    seq = pressed(show, entry, part="desk-lamp", role="link", others=2)
    show.led(seq, "/shop/products/desk-lamp", headings=("Nothing sold yet",)).amend(kept=("Open menu",))
    assert ("desk-lamp" in given(edited(show))) is record


@pytest.mark.parametrize(
    ("address", "record"),
    [
        ("/book/slots?place=Oak%20Room", True),
        ("/book?place=Oak%20Room", True),
        ("/book/slots?sort=name", False),
        ("/book/slots?place=Elm", False),
    ],
)
def test_a_card_whose_name_another_page_is_asked_for_is_an_input(address: str, record: bool) -> None:
    show = Show(f"{APP}/book", headings=("Book a room",))
    seq = pressed(show, card("Oak Room 8 seats"), says=("Oak Room", "8 seats"), role="card")
    sop = edited(show.led(seq, address, headings=("Oak Room",)))
    assert given(sop) == (["Oak Room", "First note"] if record else ["First note"])


def test_an_entry_of_a_menu_is_in_no_record_that_is_called_as_the_menu_s_button() -> None:
    """The list that the menu hangs in is one of filters, and its item says no more than the button."""
    item = RowLocator(by="row", role="listitem", text="Add filter", exact=True)
    locators = (RoleLocator(by="role", role="link", name="Billable", within=item),)
    near = Neighbourhood(row="Add filter Name Billable", before="Name")
    entry = link("Billable", "#", near=near).model_copy(update={"locators": locators})
    show = Show(f"{APP}/projects", headings=("Projects",)).click(link("Add filter", "#"))
    pressed(show, entry, role="link", others=2, in_app=True)
    assert "Add filter" not in given(show.sop())


def test_an_entry_of_a_record_s_own_menu_is_in_no_record_though_its_item_holds_another() -> None:
    item = RowLocator(by="row", role="listitem", text="Set location", exact=True)
    locators = (RoleLocator(by="role", role="link", name="Rename", within=item),)
    near = Neighbourhood(row="Set location Rename", before="Set location")
    entry = link("Rename", "#rename", near=near).model_copy(update={"locators": locators})
    show = Show(f"{APP}/files", headings=("Files",))
    seq = show.add(
        "context_menu", x=5, y=5, button="right", target=in_row("cell", "Plan", "Plan", "Plan 4 kB")
    )
    show.change(cause=seq, texts=("Set location", "Rename"))
    pressed(show, entry, role="link", others=1, in_app=True, part="rename")
    assert "Set location" not in given(show.change(headings=("Files", "New name")).sop())


@pytest.mark.parametrize(
    ("said", "unfolds", "is_head"),
    [
        ("Desk Lamp SKU-4", False, True),
        ("Paused Desk Lamp", True, True),
        ("Show Desk Lamp", False, False),
    ],
)
def test_the_head_of_an_item_that_it_unfolds_says_more_of_its_record_and_a_command_does_not(
    said: str, unfolds: bool, is_head: bool
) -> None:
    show = Show(f"{APP}/products", headings=("Products",))
    item = RowLocator(by="row", role="card", text="Desk Lamp", exact=True)
    head, archive = (
        Target(
            role="button",
            name=name,
            near=Neighbourhood(row=said),
            locators=(RoleLocator(by="role", role="button", name=name, within=item),),
        )
        for name in (said, "Archive")
    )
    seq = pressed(show, head, others=3, says=["Desk Lamp"], role="button")
    show.change(cause=seq, texts=("Archive",), unfolded=(said,) if unfolds else ())
    show.change(cause=pressed(show, archive, others=3, same=True, role="button"), alerts=("Archived",))
    sop = show.sop()
    assert given(sop) == ["Desk Lamp"]
    target = tasks(sop)[0].target
    assert target is not None
    assert isinstance(target.locators[0], RowLocator) is is_head
    assert "SKU-4" not in str(target.locators)


HALF = "html > body > section:nth-of-type(1) > ul"
OF_HALF = CssLocator(by="css", css=f"{HALF} > li:nth-of-type(5) > span > a")


@pytest.mark.parametrize("taken", [False, True])
def test_a_file_that_is_marked_in_one_of_two_lists_of_the_same_files_is_an_input(taken: bool) -> None:
    """As in a file manager: its script marks what the link names, and what is done with it has a button of
    its own. The half that is worked on may have an address."""
    near = Neighbourhood(row="notes 11b root", cells=("notes", "11b", "root"), before="plan")
    file = link("notes", "/fs/notes", near=near).model_copy(update={"locators": (OF_HALF,)})
    show = Show(f"{APP}/fs/old/")
    seq = pressed(show, file, part="notes", role="link")
    if taken:
        show.add("navigated", to=f"{APP}/fs/", cause="in_page")
        show.change(cause=seq, url=f"{APP}/fs/")
    sop = show.goes(button("Delete"), "/fs/", send="post", alerts=("Deleted",)).sop()
    assert given(sop) == ["notes"]
    (target,) = [task.target for task in tasks(sop) if task.target and task.target.role == "link"]
    within = CssLocator(by="css", css=HALF)
    (name,) = sop.variables
    assert target.locators == (RoleLocator(by="role", role="link", name=f"{{{{ {name} }}}}", within=within),)
    assert (target.near.row, target.near.cells) == (None, ())


@pytest.mark.parametrize("around", ["News", None])
def test_one_of_two_items_of_a_branch_is_an_input_by_the_group_that_is_called_as_it(
    around: str | None,
) -> None:
    """Trees put what is under an item into a group beside it, which goes by the item's name."""
    bare = RoleLocator(by="role", role="treeitem", name="City Herald")
    group = RoleLocator(by="role", role="group", name=around) if around else None
    item = Target(
        tag="span",
        role="treeitem",
        name="City Herald",
        locators=(bare, bare.model_copy(update={"within": group})),
    )
    show = Show()
    seq = show.add("context_menu", x=5, y=5, target=item, among={"others": 1, "role": "treeitem"})
    show.change(cause=seq, texts=("Rename", "Remove"))
    show.click(element("menuitem", "Remove"), texts=("Removed.",), alerts=("Removed.",))
    assert given(show.sop()) == (["City Herald"] if around else [])


@pytest.mark.parametrize("again", [True, False])
def test_of_the_last_two_of_a_list_one_is_an_entry_where_more_were_offered_before(again: bool) -> None:
    """A list offers no more what was taken of it: the second person stayed the recorded one, unasked."""
    names = ("Ada Holm", "Ben Orr", "Cy Pratt")

    def entry(name: str) -> Target:
        return Target(
            tag="div", text=name, ancestors=("div#people",), locators=(TextLocator(by="text", text=name),)
        )

    show = Show(headings=("Split",))
    for at, name in enumerate(names[::2] if again else names[2:]):
        offered = names[at:] if again else names[1:]
        show.click(button("Add person"), texts=offered)
        seq = show.press(entry(name))
        beside = [one for one in offered if one != name]
        show.amend(among={"others": len(beside), "beside": beside})
        show.change(cause=seq, gone=tuple(beside), values={f"{name} share": ""})
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert given(sop) == (["Ada Holm", "Cy Pratt"] if again else [])


def test_the_box_of_one_of_two_nodes_of_a_tree_chooses_that_node() -> None:
    row = RowLocator(by="row", role="card", text="Office", exact=True)
    near = Neighbourhood(row="Office", cells=("Office",), before="Field", after="Office")
    box = Target(tag="i", near=near, locators=(CssLocator(by="css", css="i", within=row),))
    show = Show()
    show.change(cause=pressed(show, box, others=1, same=True, beside=[""]))
    sop = show.goes(button("Save"), "/teams", send="post", alerts=("Saved",)).sop()
    assert given(sop) == ["Office"]
    assert not [one for one in sop.clarifications if "'Field'" in one.question]


@pytest.mark.parametrize("answer", ["Schedule", "OK"])
def test_an_entry_that_its_own_command_is_called_by_is_no_record(answer: str) -> None:
    """A menu's "Schedule" asks when, and what sends the answer says the same."""
    menu, place = ("div#menu", "body"), (TextLocator(by="text", text="Schedule"),)
    entry = Target(tag="div", text="Schedule", ancestors=menu, locators=place)
    show = Show().click(button("▾"), texts=("Schedule", "Preview", "Withdraw"))
    seq = pressed(show, entry, others=2, beside=["Preview", "Withdraw"])
    show.change(cause=seq, values={"Day": ""}, gone=("Preview", "Withdraw"))
    show.type(field("Day"), "3 March")
    command = Target(tag="span", text=answer, attributes={"id": "go"}, ancestors=menu, locators=place)
    sop = show.goes(command, "/articles", send="post", alerts=("Scheduled",)).sop()
    assert ("Schedule" in given(sop)) is (answer == "OK")


def test_the_title_of_a_card_is_its_record_though_its_form_holds_what_else_the_card_says() -> None:
    title = Target(
        tag="span",
        text="Desk Lamp",
        near=Neighbourhood(row="Desk Lamp Graz", cells=("Desk Lamp", "Graz")),
        locators=(
            TextLocator(
                by="text", text="Desk Lamp", within=RowLocator(by="row", role="card", text="Graz", exact=True)
            ),
            TextLocator(by="text", text="Desk Lamp"),
        ),
    )
    show = Show(f"{APP}/lamps")
    seq = pressed(show, title, beside=["Wall Clock", "Oak Table"])
    show.change(cause=seq, values={"Name": "Desk Lamp", "City": "Graz"})
    assert given(edited(show)) == ["Desk Lamp", "First note"]


def test_an_entry_of_the_menu_in_each_card_is_no_record() -> None:
    card_of = RowLocator(by="row", role="card", text="Desk Lamp", exact=True)
    near = Neighbourhood(row="Desk Lamp ⋮ Edit Delete", cells=("Desk Lamp", "Edit", "Delete"))
    entry = Target(
        tag="div",
        text="Edit",
        near=near,
        locators=(TextLocator(by="text", text="Edit", within=card_of), TextLocator(by="text", text="Edit")),
    )
    opener = Target(
        role="button",
        name="⋮",
        tag="button",
        near=near,
        locators=(RoleLocator(by="role", role="button", name="⋮", within=card_of),),
    )
    show = Show(f"{APP}/lamps")
    show.change(cause=pressed(show, opener, same=True, role="button"), texts=("Edit", "Delete"))
    seq = pressed(show, entry, others=1, beside=["Delete"])
    sop = edited(show.led(seq, "/lamp/1", headings=("Edit lamp",), values={"Name": "Desk Lamp"}))
    assert given(sop) == ["Desk Lamp", "First note"]
    assert [task.target.text for task in tasks(sop) if task.target and task.target.text] == ["Edit"]


@pytest.mark.parametrize("name", ["Edit", "Edit Desk Lamp"])
def test_a_command_of_what_a_search_left_alone_is_no_record(name: str) -> None:
    row = RowLocator(by="row", role="listitem", text="Desk Lamp", exact=True)
    alone = RoleLocator(by="role", role="button", name=name)
    command = Target(
        role="button",
        name=name,
        tag="button",
        near=Neighbourhood(row="Desk Lamp Edit Delete") if name == "Edit" else Neighbourhood(),
        locators=(alone, alone.model_copy(update={"within": row})) if name == "Edit" else (alone,),
    )
    show = Show(f"{APP}/lamps").type(field("Search", type="search"), "Desk Lamp", texts=("Desk Lamp",))
    seq = pressed(show, command, others=1, role="button")
    sop = edited(show.led(seq, "/lamp/1", headings=("Edit Desk Lamp",)))
    assert given(sop) == ["Desk Lamp", "First note"]


@pytest.mark.parametrize(
    ("same", "heading", "record"), [(False, "Ada", True), (False, "Notes", False), (True, "Ada", False)]
)
def test_a_button_that_heads_its_item_is_the_record_though_the_item_is_known_by_what_stands_beside(
    same: bool, heading: str, record: bool
) -> None:
    """Its own name tells nothing of the item to who looks for what tells the item from others."""
    around = RowLocator(by="row", role="card", text="Lyon", exact=True)
    ada = Target(
        tag="button",
        role="button",
        name="Ada",
        near=Neighbourhood(row="Ada Lyon 2027-03-31", cells=("Ada", "Lyon", "2027-03-31")),
        locators=(
            RoleLocator(by="role", role="button", name="Ada", within=around),
            CssLocator(by="css", css="#a"),
        ),
    )
    show = Show()
    seq = show.press(ada)
    show.amend(among={"others": 6, "role": "button", "same": same})
    show.change(cause=seq, headings=(heading,), gone=("Bob", "Lyon"))
    sop = show.type(field("Price"), "4").click(button("Save"), alerts=("Saved",)).sop()
    named = [variable for variable in sop.variables.values() if variable.default == "Ada"]
    assert bool(named) == record
    if record:
        assert "Lyon" not in str(tasks(sop)[0].target)


@pytest.mark.parametrize("role", ["treeitem", "listitem"])
def test_a_command_in_an_item_is_given_on_the_item_s_record(role: str) -> None:
    around = RowLocator(by="row", role=role, text="Poetry hour", exact=True)
    confirm = Target(
        tag="button",
        role="button",
        name="Confirm",
        near=Neighbourhood(row="Poetry hour Library Confirm", cells=("Poetry hour", "Library", "Confirm")),
        locators=(RoleLocator(by="role", role="button", name="Confirm", within=around),),
    )
    sop = Show().click(confirm, alerts=("Saved",)).sop()
    assert [variable.default for variable in sop.variables.values()] == ["Poetry hour"]


@pytest.mark.parametrize(("sends", "inputs"), [(True, ["Chamomile"]), (False, ["In stock"])])
def test_a_state_that_is_set_by_a_button_of_a_card_is_set_for_the_card_s_record(
    sends: bool, inputs: list[str]
) -> None:
    """What stands before the buttons is said of the record: the state was an input, and the record none."""
    around = RowLocator(by="row", role="article", text="Chamomile", exact=True)
    cells = ("Chamomile", "Bag", "In stock", "Low")
    near = Neighbourhood(row="Chamomile Bag In stock Low", cells=cells, group="Bag")
    locators = (RoleLocator(by="role", role="button", name="In stock", within=around),)
    state = Target(tag="button", role="button", name="In stock", near=near, locators=locators)
    show = Show()
    before, after = ({"In stock": on} for on in ("false", "true"))
    show.change(values=before)
    seq = show.press(state)
    if sends:
        show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200)
    sop = show.change(cause=seq, values=after).sop()
    assert [variable.default for variable in sop.variables.values()] == inputs


def test_a_text_that_leads_to_the_record_of_its_name_is_that_record_though_it_is_alone() -> None:
    """The only card of a column has no like, and stayed the recorded one without a question."""
    title = Target(tag="span", text="Maple stool", locators=(TextLocator(by="text", text="Maple stool"),))
    sop = Show(f"{APP}/orders").goes(title, "/orders/164", headings=("Maple stool",)).sop()
    assert [variable.default for variable in sop.variables.values()] == ["Maple stool"]


def test_how_many_are_ticked_is_the_name_of_no_record() -> None:
    around = RowLocator(by="row", role="card", text="1 selected", exact=True)
    locators = (RoleLocator(by="role", role="button", name="Decline", within=around),)
    near = Neighbourhood(row="Decline 1 selected", cells=("Decline", "1 selected"))
    decline = Target(tag="button", role="button", name="Decline", near=near, locators=locators)
    show = Show()
    seq = show.press(decline)
    show.add("response", method="POST", request_url=f"{APP}/decline", status=200)
    assert not show.change(cause=seq, alerts=("Done",), gone=("1 selected",)).sop().variables


@pytest.mark.parametrize(
    ("address", "named", "sent", "asked"),
    [
        ("/notes/194/delete", False, True, True),
        # It has its name to itself; it is the page's own record that goes; nothing is sent.
        ("/notes/194/delete", True, True, False),
        ("/topics/7/delete", False, True, False),
        ("/notes/194/delete", False, False, False),
    ],
)
def test_a_command_that_each_record_has_is_asked_about_where_only_its_address_tells_whose_it_is(
    address: str, named: bool, sent: bool, asked: bool
) -> None:
    """A page behind it asks whether it is meant; in another topic the note in that place was deleted."""
    to = CssLocator(by="css", css=f'a[href="{address}"]')
    own = [RoleLocator(by="role", role="link", name="Delete")] if named else []
    attributes = {"href": address}
    target = Target(tag="a", role="link", name="Delete", attributes=attributes, locators=(*own, to, PLACE))
    show = Show(f"{APP}/topics/7", headings=("Oil",))
    show.led(pressed(show, target, others=1, part="delete"), address, headings=("Delete note",))
    if sent:
        show.press(button("Yes, I am sure"))
        show.add("response", method="POST", request_url=f"{APP}{address}", status=200)
        show.change(alerts=("Deleted",))
    required = [one.id for one in show.sop().clarifications if one.required]
    assert required == (["which-record"] if asked else [])
