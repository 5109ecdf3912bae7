"""Which locators a target keeps: on other data they must lead to the other record, or to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop import action as sop_action
from handrail.sop.locator import (
    CssLocator,
    GroupLocator,
    LabelLocator,
    RoleLocator,
    RowLocator,
    TestIdLocator,
    TextLocator,
)
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import (
    APP,
    Show,
    button,
    criteria,
    element,
    field,
    ids,
    in_row,
    link,
    node,
    tasks,
)


def located(task_target: Target | None) -> list[dict[str, Any]]:
    assert task_target is not None
    return [locator.model_dump(exclude_none=True, exclude_defaults=True) for locator in task_target.locators]


def search(text: str, **after: Any) -> Show:
    """Search for a text; the results come up."""
    target = field("Search", "search")
    show = Show().type(target, text)
    return show.led(show.key("Enter", target), "/contacts?q=x", **after)


def test_a_link_with_a_typed_name_is_found_by_the_variable_alone() -> None:
    show = search("Acme Ltd").goes(link("Acme Ltd", "/contacts/17"), "/contacts/17")
    target = node(show.sop(), "click-search").target
    assert located(target) == [{"by": "role", "role": "link", "name": "{{ search }}"}]
    assert target is not None and target.name == "{{ search }}"
    assert target.attributes == {}


def test_the_row_of_the_recorded_record_does_not_narrow_a_name_that_differs() -> None:
    row = RowLocator(by="row", text="Berlin")
    plain = RoleLocator(by="role", role="link", name="Acme Ltd")
    target = link("Acme Ltd").model_copy(
        update={
            "near": Neighbourhood(row="Acme Ltd Berlin"),
            "locators": (plain.model_copy(update={"within": row}), plain),
        }
    )
    show = search("Acme Ltd").goes(target, "/contacts/17")
    assert located(node(show.sop(), "click-search").target) == [
        {"by": "role", "role": "link", "name": "{{ search }}"}
    ]


def test_a_row_that_says_who_made_the_record_is_not_found_by_who_signs_in() -> None:
    """Each row of one's own said it: the list was not turned to the page on which the record was."""
    made = RowLocator(by="row", text="By: robin on Dec. 1", exact=True)
    plain = RoleLocator(by="role", role="link", name="Boats")
    near = Neighbourhood(row="Boats By: robin on Dec. 1", cells=("Boats", "By: robin on Dec. 1"))
    opens = link("Boats", "/topics/7").model_copy(
        update={"near": near, "locators": (plain.model_copy(update={"within": made}), plain)}
    )
    show = Show(f"{APP}/login", title="Sign in", headings=("Sign in",)).type(field("User name"), "robin")
    show.type(field("Password", "password"), "x", masked=True)
    show.goes(button("Sign in"), "/topics", send="post").goes(opens, "/topics/7", headings=("Boats",))
    (found,) = located(tasks(show.sop())[-1].target)
    assert found == {"by": "role", "role": "link", "name": "{{ topic }}"}


def test_a_box_that_is_called_by_its_row_s_place_is_found_by_the_row_alone() -> None:
    named = in_row("checkbox", "Select row 1", "web-07", "web-07 Running")
    alone = RoleLocator(by="role", role="checkbox", within=RowLocator(by="row", text="web-07"))
    box = named.model_copy(update={"label": "Select row 1", "locators": (*named.locators, alone)})
    show = Show().type(field("Search", "search"), "web-07")
    show.click(box)
    show.press(button("Stop"))
    target = next(task.target for task in tasks(show.sop()) if task.target and task.target.role == "checkbox")
    assert located(target) == [
        {"by": "role", "role": "checkbox", "within": {"by": "row", "text": "{{ search }}"}}
    ]
    assert target.name is None and target.label is None


@pytest.mark.parametrize("name", ["Select 41", "Ship in 41"])
def test_a_box_that_is_called_by_the_number_of_its_record_chooses_what_the_row_says(name: str) -> None:
    named = in_row("checkbox", name, "Garden chairs", "41 Garden chairs 12")
    row = RowLocator(by="row", text="Garden chairs", exact=True)
    alone = RoleLocator(by="role", role="checkbox", within=row)
    by_name = RoleLocator(by="role", role="checkbox", name=name)
    box = named.model_copy(update={"label": name, "locators": (*named.locators, alone, by_name)})
    listed = {name: "false", "Select 42": "false", "Select 43": "false"}
    show = Show(f"{APP}/records", values=listed).tick(box)
    seq = show.press(button("Archive"))
    show.add("response", method="POST", request_url=f"{APP}/archive", status=200, document=False)
    sop = show.change(cause=seq, url=f"{APP}/records", values=listed, alerts=("Done",)).sop()
    target = next(task.target for task in tasks(sop) if task.target and task.target.role == "checkbox")
    assert [one.default for one in sop.variables.values()] == ["Garden chairs"]
    assert "row" in str(located(target))


def test_beside_what_was_given_just_now_stands_on_other_data_what_they_give() -> None:
    place = CssLocator(by="css", css="main > div:nth-of-type(2) > span")
    cell = Target(tag="span", locators=(place,), near=Neighbourhood(before="Rewe", after="12/24/2026"))
    show = Show().type(field("Payee"), "Rewe").type(field("Due"), "12/24/2026").click(cell)
    target = tasks(show.sop())[-1].target
    assert target is not None
    assert target.near == Neighbourhood(before="{{ payee }}", after="{{ due }}")


def test_a_field_that_nothing_names_stands_behind_the_name_of_whichever_record() -> None:
    """As that of a question: "To delete Acme please type DELETE"."""
    bare = (RoleLocator(by="role", role="textbox"), CssLocator(by="css", css="#question > input"))
    near = Neighbourhood(heading="Delete", before="To delete Acme Ltd please type DELETE")
    asked = Target(tag="input", role="textbox", input_type="text", locators=bare, near=near)
    show = Show().click(in_row("button", "Remove", "Acme Ltd", "Acme Ltd Berlin"), headings=("Delete",))
    target = tasks(show.type(asked, "DELETE").sop())[-1].target
    assert target is not None and target.near.before == "To delete {{ contact }} please type DELETE"


def test_a_field_of_a_dialog_that_nothing_names_stands_behind_what_is_said_of_whichever_record() -> None:
    """Where the name is typed to confirm, the recorded one's was looked for on other data."""
    plain = RoleLocator(by="role", role="textbox")
    within = RoleLocator(by="role", role="alertdialog", name="Please confirm")
    near = Neighbourhood(heading="Delete “Acme Ltd”?", before="Type Acme Ltd to confirm.")
    locators = (plain, plain.model_copy(update={"within": within}), CssLocator(by="css", css="div > input"))
    confirm = Target(tag="input", role="textbox", near=near, locators=locators)
    show = search("Acme Ltd", headings=("Acme Ltd",)).click(button("Delete"), dialogs=("Please confirm",))
    target = tasks(show.type(confirm, "Acme Ltd").sop())[-1].target
    assert target is not None and target.near.before == "Type {{ search }} to confirm."


def test_a_button_in_a_row_is_found_by_the_records_variable() -> None:
    show = Show().type(field("Company"), "Acme Ltd").goes(button("Save"), "/contacts", send="post")
    show.goes(in_row("button", "Edit", "Acme Ltd", "Acme Ltd Berlin Edit"), "/contacts/17/edit")
    target = node(show.sop(), "click-edit").target
    assert located(target) == [
        {"by": "role", "role": "button", "name": "Edit", "within": {"by": "row", "text": "{{ company }}"}}
    ]
    assert target is not None and target.near.row == "{{ company }} Berlin Edit"


def test_the_number_that_the_app_gave_a_record_is_the_link_in_its_cell() -> None:
    row = RowLocator(by="row", text="Acme Ltd")
    number = RoleLocator(by="role", role="link", name="7")
    place = CssLocator(by="css", css="#list > table > tbody > tr:nth-of-type(2) > td:nth-of-type(1) > a")
    facts = {
        "near": Neighbourhood(row="7 Acme Ltd Berlin"),
        "locators": (number.model_copy(update={"within": row}), number, place),
    }
    show = Show().type(field("Company"), "Acme Ltd").goes(button("Save"), "/contacts", send="post")
    show.goes(link("7", "/contacts?id=7").model_copy(update=facts), "/contacts?id=7")
    target = next(task.target for task in reversed(tasks(show.sop())))
    within = {"by": "row", "text": "{{ company }}"}
    assert located(target) == [{"by": "css", "css": "td:nth-of-type(1) > a", "within": within}]
    assert target is not None and target.name is None


def in_cell(text: str) -> Target:
    row = RowLocator(by="row", text="Acme Ltd", exact=True)
    place = CssLocator(by="css", css="td:nth-of-type(3) > span", within=row)
    return Target(
        tag="span",
        text=text,
        ancestors=("td", "tr", "tbody", "table"),
        near=Neighbourhood(row=f"Acme Ltd {text}", cells=("Acme Ltd", text)),
        locators=(TextLocator(by="text", text=text, within=row), place),
    )


@pytest.mark.parametrize(
    ("kind", "text", "by"),
    [
        ("double_click", "120.00", ["css"]),
        ("double_click", "Berlin", ["css"]),
        ("click", "3", ["css"]),
        ("click", "Archive", ["text", "css"]),
    ],
)
def test_what_a_records_cell_says_is_not_looked_for_where_it_is_pressed_to_be_edited(
    kind: str, text: str, by: list[str]
) -> None:
    show = Show().type(field("Company"), "Acme Ltd").goes(button("Save"), "/contacts", send="post")
    show.change().add(kind, target=in_cell(text), x=5, y=5)
    show.change(texts=("Amount",))
    assert [found["by"] for found in located(tasks(show.sop())[-1].target)] == by


def test_a_cell_that_only_its_place_in_the_row_leads_to_says_other_words_there() -> None:
    row = RowLocator(by="row", text="Acme Ltd", exact=True)
    cell = Target(
        tag="div",
        name="A-100",
        attributes={"title": "A-100", "class": "column"},
        ancestors=("span", "div", "td", "tr"),
        near=Neighbourhood(row="A-100 Acme Ltd", cells=("A-100", "Acme Ltd")),
        locators=(CssLocator(by="css", css="td:nth-of-type(1) > div > span > div", within=row),),
    )
    show = Show().type(field("Company"), "Acme Ltd").goes(button("Save"), "/contacts", send="post")
    target = tasks(show.click(cell, texts=("Amount",)).sop())[-1].target
    assert target is not None and (target.name, target.attributes) == (None, {"class": "column"})


def test_the_field_for_a_password_is_called_by_whoever_signs_in() -> None:
    show = Show(f"{APP}/login", title="Sign in").type(field("User name"), "admin")
    seq = show.press(button("Next"))
    show.add("response", method="POST", request_url=f"{APP}/api/auth/login", status=200)
    show.change(cause=seq, texts=("Password for admin",))
    secret = field("Password for admin", "password")
    by_name = RoleLocator(by="role", role="textbox", name="Password for admin")
    secret = secret.model_copy(update={"name": "Password for admin", "locators": (by_name,)})
    show.type(secret, "x", masked=True)
    show.goes(button("Sign in"), "/contacts", send="post").click(button("admin"), texts=("Menu",))
    password, menu = tasks(show.sop())[2].target, tasks(show.sop())[-1].target
    assert located(password)[0]["name"] == "Password for {{ user_name }}"
    assert menu is not None and menu.name == "admin"


def test_a_name_of_two_values_is_written_with_both() -> None:
    show = Show().type(field("First name"), "Ada").type(field("Last name"), "Lovelace")
    show.goes(button("Save"), "/contacts", send="post").goes(
        link("Ada Lovelace", "/contacts/9"), "/contacts/9"
    )
    target = node(show.sop(), "click-first-name-last-name").target
    assert located(target)[0]["name"] == "{{ first_name }} {{ last_name }}"


@pytest.mark.parametrize("name", ["Acmeland", "acme", "Save"])
def test_other_words_stay_as_they_are(name: str) -> None:
    show = search("Acme").click(button(name), texts=("x",))
    assert located(node(show.sop(), ids(show.sop())[-1]).target) == [
        {"by": "role", "role": "button", "name": name}
    ]


def test_a_chosen_option_does_not_rename_the_apps_own_buttons() -> None:
    show = Show().choose(field("Stage", tag="select"), "Open").click(button("Open"), texts=("x",))
    assert located(node(show.sop(), "click-open").target)[0]["name"] == "Open"


def test_short_values_rename_nothing() -> None:
    show = Show().type(field("Title"), "Mr").click(button("Mr"), texts=("x",))
    assert located(node(show.sop(), "click-mr").target)[0]["name"] == "Mr"


def test_a_fixed_id_still_vouches_outside_of_rows() -> None:
    send = Target(
        tag="button",
        role="button",
        name="Send to Acme Ltd",
        locators=(
            TestIdLocator(by="test_id", value="send"),
            RoleLocator(by="role", role="button", name="Send to Acme Ltd"),
            CssLocator(by="css", css="#send-17"),
            CssLocator(by="css", css="main > div:nth-of-type(2) > button"),
        ),
    )
    show = Show().type(field("Company"), "Acme Ltd").click(send, alerts=("Sent",))
    assert located(node(show.sop(), "click-send-to-company").target) == [
        {"by": "test_id", "value": "send"},
        {"by": "role", "role": "button", "name": "Send to {{ company }}"},
    ]


def test_text_locators_take_variables_and_labels_do_not() -> None:
    card = Target(
        tag="div",
        text="Acme Ltd",
        locators=(
            TextLocator(by="text", text="Acme Ltd"),
            RowLocator(by="row", role="listitem", text="Acme Ltd"),
        ),
    )
    show = Show().type(field("Company"), "Acme Ltd").click(card, headings=("Deal",))
    assert located(node(show.sop(), "click-company").target) == [
        {"by": "text", "text": "{{ company }}"},
        {"by": "row", "role": "listitem", "text": "{{ company }}"},
    ]


@pytest.mark.parametrize("label", [None, "Save"])
def test_what_has_no_words_of_its_own_stands_under_the_name_of_whichever_record(label: str | None) -> None:
    show = search("PO-119").goes(link("PO-119"), "/orders/19", headings=("PO-119",))
    near = Neighbourhood(heading="PO-119", before="Save")
    place = CssLocator(by="css", css="form > button")
    dots = Target(role="button", tag="button", label=label, near=near, locators=(place,))
    sop = show.click(dots, texts=("Duplicate",)).sop()
    target = tasks(sop)[-1].target
    assert target is not None and target.near.heading == "{{ search }}"


def test_what_stands_at_its_place_alone_says_what_the_data_say() -> None:
    # "anne" stands twice in the list: to be added as it was typed, and marked in "anne (Anne Marie)".
    at_place = (CssLocator(by="css", css="div:nth-of-type(1) > strong"),)
    show = Show().type(field("Cc"), "anne").click(Target(tag="strong", text="anne", locators=at_place))
    target = tasks(show.sop())[-1].target
    assert target is not None and (target.text, target.locators) == ("{{ cc }}", at_place)
    show = Show().type(field("Cc"), "anne").click(Target(tag="strong", text="and", locators=at_place))
    target = tasks(show.sop())[-1].target
    assert target is not None and target.text == "and"


def test_a_searched_part_of_a_name_leads_to_its_row_where_one_row_was_left() -> None:
    show = search("Acme", counts={"Contacts": 1})
    show.goes(in_row("link", "Acme Ltd", "Berlin", "Acme Ltd Berlin"), "/contacts/17")
    target = node(show.sop(), "click-link-of-search").target
    assert located(target) == [
        {
            "by": "role",
            "role": "link",
            "name": "{{ search }} Ltd",
            "within": {"by": "row", "text": "{{ search }}"},
        },
        {
            "by": "row",
            "role": "link",
            "text": "{{ search }}",
            "within": {"by": "row", "text": "{{ search }}"},
        },
        {"by": "role", "role": "link", "within": {"by": "row", "text": "{{ search }}"}},
    ]
    assert target is not None and target.name is None


@pytest.mark.parametrize(
    ("sought", "name"),
    [
        ("Payslip", "3. Payslip for May is missing"),
        ("for May", "Payslip for May is missing"),
        ("tap", "[fac-2] Leaking tap in kitchen"),
        ("Invoice", "Invoice 4711"),
    ],
)
def test_the_rest_of_a_name_is_the_records_where_only_its_link_says_it(sought: str, name: str) -> None:
    """On other data the rest is another one, and no row is known by which the link could be found."""
    ticket = link(name, "/tickets/3").model_copy(update={"near": Neighbourhood(row=f"{name} Open")})
    sop = search(sought, counts={"Tickets": 1}).goes(ticket, "/tickets/3").sop()
    assert [variable.default for variable in sop.variables.values()] == [sought, name]
    assert located(tasks(sop)[-1].target) == [{"by": "role", "role": "link", "name": "{{ contact }}"}]


def test_a_number_before_the_name_that_was_sought_is_the_recorded_records() -> None:
    ticket = link("#3 Leaking tap", "/tickets/3")
    sop = search("Leaking tap", counts={"Tickets": 1}).goes(ticket, "/tickets/3").sop()
    assert [*sop.variables] == ["search"]
    assert located(tasks(sop)[-1].target) == [{"by": "row", "role": "link", "text": "{{ search }}"}]


def test_a_number_before_the_name_is_the_recorded_records_where_a_row_of_a_late_list_begins_with_it() -> None:
    """The list says "Loading" in a row until its rows come, and is brought down to one by typing."""
    name = "3. Leaking tap"
    near = Neighbourhood(row=f"{name} Open", cells=(name, "Open"))
    find = field("Search", "search")
    show = Show().change(counts={"Tickets": 1})
    show.type(find, "Leaking tap").change(counts={"Tickets": 25}).change(counts={"Tickets": 1})
    sop = show.goes(link(name, "/tickets/3").model_copy(update={"near": near}), "/tickets/3").sop()
    assert [*sop.variables] == ["search"]
    target = tasks(sop)[-1].target
    assert located(target) == [{"by": "row", "role": "link", "text": "{{ search }}"}]
    assert target is not None and target.name is None and target.near.row is None


def test_a_cell_that_says_more_than_was_sought_is_found_by_its_place_in_the_row() -> None:
    row = RowLocator(by="row", text="Acme Ltd", exact=True)
    cell = Target(
        tag="div",
        name="Acme Ltd",
        attributes={"title": "Acme Ltd", "class": "column"},
        ancestors=("div", "td", "tr"),
        near=Neighbourhood(row="4 Acme Ltd 0.00", cells=("4", "Acme Ltd", "0.00")),
        locators=(
            CssLocator(by="css", css='div[title="Acme Ltd"]', within=row),
            TextLocator(by="text", text="Acme Ltd", within=row),
            CssLocator(by="css", css="td:nth-of-type(3) > div > div", within=row),
        ),
    )
    show = search("Acme", counts={"Contacts": 1})
    seq = show.press(cell)
    show.press(cell)
    show.amend(clicks=2)
    show.add("double_click", x=5, y=5, target=cell)
    target = tasks(show.change(cause=seq, texts=("Street",)).sop())[-1].target
    assert located(target) == [
        {"by": "css", "css": "td:nth-of-type(3) > div > div", "within": {"by": "row", "text": "{{ search }}"}}
    ]
    assert target is not None and (target.name, target.attributes) == (None, {"class": "column"})


def test_a_row_that_was_searched_for_is_found_by_what_was_searched() -> None:
    show = search("Lovelace", counts={"Contacts": 1})
    show.goes(in_row("button", "Edit", "ada@example.com", "ada@example.com Ada Lovelace"), "/contacts/9/edit")
    assert located(node(show.sop(), "click-edit").target) == [
        {"by": "role", "role": "button", "name": "Edit", "within": {"by": "row", "text": "{{ search }}"}}
    ]


def test_the_row_that_was_searched_for_is_not_found_by_what_another_record_was_given() -> None:
    show = Show().type(field("Site"), "Granite Court").goes(button("Save"), "/tickets", send="post")
    find = field("Title", "search")
    show.type(find, "Pump check A").led(show.key("Enter", find), "/tickets?q=x", counts={"Tickets": 1})
    show.goes(in_row("link", "Edit", "Show", "Show Edit Pump check A Granite Court"), "/tickets/7/edit")
    assert located(node(show.sop(), "click-edit").target) == [
        {"by": "role", "role": "link", "name": "Edit", "within": {"by": "row", "text": "{{ title }}"}}
    ]


def test_a_dialog_that_says_more_than_was_searched_for_is_known_by_being_one() -> None:
    dialog = RoleLocator(by="role", role="dialog", name="Delete Acme Holding Ltd?")
    sure = button("Delete").model_copy(
        update={
            "near": Neighbourhood(section="Delete Acme Holding Ltd?", before="Cancel"),
            "locators": (RoleLocator(by="role", role="button", name="Delete", within=dialog),),
        }
    )
    show = search("Acme").click(sure, alerts=("Deleted",))
    target = node(show.sop(), "click-delete").target
    within = {"by": "role", "role": "dialog"}
    assert located(target) == [{"by": "role", "role": "button", "name": "Delete", "within": within}]
    assert target is not None and target.near == Neighbourhood(before="Cancel")


def test_a_button_keeps_its_name_where_the_row_says_more_than_was_searched() -> None:
    show = search("ticket 13", counts={"Tickets": 1})
    show.goes(in_row("link", "Delete", "Old ticket 13", "Old ticket 13 low"), "/contacts/9/delete")
    target = node(show.sop(), "click-delete").target
    assert located(target) == [
        {"by": "role", "role": "link", "name": "Delete", "within": {"by": "row", "text": "{{ search }}"}}
    ]
    assert target is not None and target.name == "Delete"


def test_an_entry_s_number_beside_what_was_searched_is_that_of_the_recorded_record() -> None:
    row = RowLocator(by="row", role="listitem", text="#502 Screen dark")
    opened = link("Open", "/tickets/502", near=Neighbourhood(row="#502 Screen dark Open"))
    within = RoleLocator(by="role", role="link", name="Open", within=row)
    opened = opened.model_copy(update={"locators": (*opened.locators, within)})
    show = search("Screen dark", counts={"list 1": 1}).goes(opened, "/tickets/502")
    found = located(node(show.sop(), "click-open").target)
    assert [one["within"]["text"] for one in found] == ["{{ search }}"]


def test_among_several_rows_which_one_is_for_the_run_to_say() -> None:
    show = search("Lovelace", counts={"Contacts": 7})
    show.goes(in_row("button", "Edit", "ada@example.com", "ada@example.com Ada Lovelace"), "/contacts/9/edit")
    assert located(node(show.sop(), "click-edit").target) == [
        {"by": "role", "role": "button", "name": "Edit", "within": {"by": "row", "text": "{{ contact }}"}}
    ]
    assert show.sop().variables["contact"].default == "ada@example.com"


def test_what_is_dragged_onto_takes_variables_as_well() -> None:
    card, column = element("listitem", "Acme Ltd"), element("list", "Deals of Acme Ltd")
    show = Show().type(field("Company"), "Acme Ltd")
    show.add("drag_drop", target=card, onto=column)
    action = node(show.sop(), "drag-company").action
    assert isinstance(action, sop_action.Drag)
    assert located(action.onto) == [{"by": "role", "role": "list", "name": "Deals of {{ company }}"}]


def test_a_typed_address_takes_variables() -> None:
    show = Show().type(field("Ticket"), "T4711")
    show.add("navigated", to="https://crm.example.com/tickets/T4711?view=T4711&x=T47112", cause="address")
    task = node(show.sop(), ids(show.sop())[-1])
    assert isinstance(task.action, sop_action.Open)
    assert task.action.url == ("https://crm.example.com/tickets/{{ ticket }}?view={{ ticket }}&x=T47112")


def test_an_element_of_the_page_keeps_all_it_has() -> None:
    save = button("Save", css="#save", near=Neighbourhood(section="New contact"))
    show = Show().type(field("Company"), "Acme Ltd").click(save, alerts=("Saved",))
    assert node(show.sop(), "click-save").target == save
    assert criteria(node(show.sop(), "click-save"))


def day(name: str | None) -> Target:
    row = RowLocator(by="row", text="47")
    return Target(
        tag="div",
        role="gridcell",
        name=name or "17",
        attributes={"aria-label": name} if name else {},
        near=Neighbourhood(row="47 16 17 18"),
        locators=(
            RoleLocator(by="role", role="gridcell", name=name or "17", within=row),
            CssLocator(by="css", css="div:nth-of-type(3)", within=row),
        ),
    )


def test_a_day_of_a_calendar_keeps_the_name_that_it_was_given() -> None:
    target = Show().click(day("November 17, 2026")).sop()
    assert located(tasks(target)[-1].target)[0]["name"] == "November 17, 2026"
    target = Show().click(day(None)).sop()
    assert [found["by"] for found in located(tasks(target)[-1].target)] == ["css"]


def test_a_cell_that_shows_the_number_of_its_own_place_is_found_by_the_place() -> None:
    target = tasks(Show().click(day("3").model_copy(update={"attributes": {}})).sop())[-1].target
    assert target is not None and target.name is None
    assert [found["css"] for found in located(target)] == ["div:nth-of-type(3)"]


def test_a_list_that_shows_a_choice_is_found_on_a_record_with_another_one() -> None:
    place = CssLocator(by="css", css="form > div > span")
    kind = Target(
        tag="span",
        name="Fair",
        label="Kind",
        attributes={"title": "Fair"},
        locators=(CssLocator(by="css", css='span[title="Fair"]'), TextLocator(by="text", text="Fair"), place),
    )
    show = Show(values={"Kind": ""}, beside={"Kind": "Fair"}).click(kind, texts=("Meeting",))
    show.click(element("option", "Meeting"), beside={"Kind": "Meeting"})
    opened = tasks(show.click(button("Save")).sop())[0]
    assert opened.target is not None
    assert (opened.target.name, opened.target.locators) == (None, (place,))


def test_what_was_checked_to_be_alone_in_the_row_goes_before_a_role_that_others_have() -> None:
    show = search("Acme")
    row = RowLocator(by="row", text="Berlin")
    box = Target(
        tag="input",
        role="checkbox",
        input_type="checkbox",
        near=Neighbourhood(row="Berlin Acme"),
        locators=(CssLocator(by="css", css=":scope > td > input", within=row),),
    )
    target = tasks(show.click(box).sop())[-1].target
    assert located(target)[0] == {
        "by": "css", "css": ":scope > td > input", "within": {"by": "row", "text": "{{ contact }}"},
    }  # fmt: skip


def test_a_row_that_a_value_names_keeps_nothing_of_the_recorded_record() -> None:
    row = RowLocator(by="row", role="row", text="Beta Foods")
    plain = RoleLocator(by="role", role="link", name="Edit")
    edit = link("Edit", "/contacts/edit?id=2").model_copy(
        update={
            "near": Neighbourhood(row="Edit Beta Foods Ben Moor"),
            "locators": (plain.model_copy(update={"within": row}), plain),
        }
    )
    show = search("Ben Moor", counts={"table": 1}).goes(edit, "/contacts/edit?id=2")
    target = node(show.sop(), "click-edit").target
    assert [at["within"] for at in located(target)] == [{"by": "row", "text": "{{ search }}"}]
    assert target is not None and "href" not in target.attributes


def test_a_part_of_a_name_is_sought_in_any_field_that_a_search_button_sends() -> None:
    show = Show().type(field("Name"), "Green")
    show.click(button("Search"), texts=("Green Ltd", "A-5"))
    show.click(in_row("link", "Green Ltd", "A-5", "Green Ltd A-5"), texts=("Details",))
    sop = show.sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"name": "Green", "contact": "A-5"}
    target = tasks(sop)[-1].target
    assert target is not None and target.name is None


def test_the_first_record_of_a_kind_is_not_the_page_that_lists_it() -> None:
    name = "Printer is broken"
    listed = in_row("link", name, "#1", f"#1 {name}")
    plain = RoleLocator(by="role", role="link", name=name)
    listed = listed.model_copy(update={"locators": (*listed.locators, plain)})
    show = Show(f"{APP}/report/1").goes(listed, "/ticket/1", headings=(name,))
    assert {name: one.default for name, one in show.sop().variables.items()} == {
        "ticket": "Printer is broken"
    }


def test_a_row_is_called_by_its_number_where_it_has_no_other_name() -> None:
    show = Show(f"{APP}/tickets").click(in_row("button", "Close", "#1", "#1 Open"), texts=("Closed",))
    assert {name: one.default for name, one in show.sop().variables.items()} == {"ticket": "#1"}


def test_the_rest_of_a_name_in_small_letters_is_the_records_too() -> None:
    show = search("Harbour", counts={"Posts": 1})
    facts = {"text": "Harbour notes", "near": Neighbourhood(row="Harbour notes Edit | Trash News")}
    title = link("“Harbour notes” (Edit)").model_copy(update=facts)
    show.add("hover", target=title)
    show.change(texts=("Edit | Trash",))
    show.goes(
        in_row("button", "Edit “Harbour notes”", "Harbour notes", "Harbour notes News"), "/posts/9/edit"
    )
    sop = show.sop()
    assert sop.variables["contact"].default == "Harbour notes"
    names = [task.target.name for task in tasks(sop) if task.target is not None]
    assert names[-2:] == ["“{{ contact }}” (Edit)", "Edit “{{ contact }}”"]


@pytest.mark.parametrize(("name", "sought"), [("cart.gift-wrap", "gift"), ("edit north wing", "north")])
def test_one_word_that_was_sought_by_a_part_is_a_name_in_small_letters(name: str, sought: str) -> None:
    """It is called after what the link leads to, and not after the page that lists it. Several words may say
    what the link does."""
    show = Show(f"{APP}/projects/north").type(field("Search", "search"), sought, counts={"table 1": 1})
    row = in_row("link", name, name, f"{name} Release").model_copy(
        update={"attributes": {"href": f"/projects/north/flags/{name}"}}
    )
    show.goes(row, f"/projects/north/flags/{name}", headings=(name,))
    whole = {"search": sought, "flag": name}
    assert {name: one.default for name, one in show.sop().variables.items()} == (
        whole if " " not in name else {"search": sought}
    )


def test_a_field_behind_what_was_put_into_it_is_known_by_what_the_run_puts_there() -> None:
    entry = element("textbox", "", tag="input", css="ul > li:nth-of-type(2) > input")
    behind = entry.model_copy(update={"near": Neighbourhood(section="Tags", before="harbour")})
    fields = [task.target for task in tasks(Show().type(field("Tag"), "harbour").type(behind, "pier").sop())]
    assert fields[1] is not None
    assert fields[1].near.before == "{{ tag }}"


def test_amounts_beside_a_line_that_is_entered_are_not_asked_for() -> None:
    """The page makes them of what was typed, and of the lines before."""
    shown = Show()
    for place, before in ((1, "102,00 € ×"), (2, "from 2,00 €")):
        path = f"tbody > tr:nth-{{}}of-type({place}) > td > input"
        both = tuple(CssLocator(by="css", css=path.format(side)) for side in ("", "last-"))
        row = f"{place}4,00 € ×"
        near = Neighbourhood(heading="Lines", row=row, before=before, after=f"{place}4,00 €")
        facts = {"near": near, "locators": both, "ancestors": ("td", "tr", "tbody", "table")}
        shown.type(field("Quantity").model_copy(update=facts), f"{place}")
    first, second = [step.target for step in tasks(shown.sop())]
    assert first is not None and second is not None
    assert first.near == Neighbourhood(heading="Lines")
    assert second.near == Neighbourhood(heading="Lines", before="from 2,00 €")
    assert [*shown.sop().variables] == ["quantity", "quantity_2"]


def test_a_command_called_after_the_record_goes_by_what_it_shows_where_a_part_of_the_name_was_sought() -> (
    None
):
    """The rest of the name is the recorded record's."""
    row = RowLocator(by="row", text="Garden chairs", exact=True)
    name = "Move “Garden chairs” to the Trash"
    by_role = RoleLocator(by="role", role="link", name=name, within=row)
    trash = link(name, text="Trash", near=Neighbourhood(row="Garden chairs Edit Trash")).model_copy(
        update={
            "attributes": {"aria-label": name, "class": "submitdelete"},
            "locators": (by_role, TextLocator(by="text", text="Trash", within=row), by_role.model_copy()),
        }
    )
    box = field("Search", "search")
    show = Show(counts={"Posts": 6}).type(box, "chairs")
    show.led(show.key("Enter", box), "/contacts?q=x", counts={"Posts": 1})
    (*_, task) = tasks(show.click(trash, alerts=("Moved to the Trash",)).sop())
    assert located(task.target) == [
        {"by": "text", "text": "Trash", "within": {"by": "row", "text": "{{ search }}"}}
    ]
    assert task.target is not None and (task.target.name, task.target.label) == (None, None)
    assert task.target.attributes == {"class": "submitdelete"}


def test_a_part_of_the_app_s_own_address_is_no_input_whoever_signs_in() -> None:
    show = Show(f"{APP}/admin/login", title="Sign in", headings=("Sign in",))
    show.type(field("Username"), "admin").type(field("Password", "password"), "hunter2", masked=True)
    show.goes(button("Sign in"), "/admin/", send="post")
    show.add("navigated", to=f"{APP}/admin/suppliers/", cause="address", status=200)
    opened = [one.action for one in tasks(show.sop()) if isinstance(one.action, sop_action.Open)]
    assert opened[-1].url == f"{APP}/admin/suppliers/"


def test_a_command_called_after_a_picked_record_says_in_the_steps_whichever_is_picked() -> None:
    name = "Move “Ada” to the Trash"
    row = RowLocator(by="row", text="Ada", exact=True)
    trash = link(name, label=name, near=Neighbourhood(row="Ada Edit Trash")).model_copy(
        update={"locators": (RoleLocator(by="role", role="link", name=name, within=row),)}
    )
    sop = Show().click(trash, alerts=("Moved to the Trash",)).sop()
    (task,) = tasks(sop)
    assert task.label == "Click 'Move “{{ contact }}” to the Trash'"
    assert "Ada" not in sop.meta.title


def test_a_card_that_is_pressed_as_a_whole_is_found_by_the_name_in_it_that_was_searched() -> None:
    place = CssLocator(by="css", css="#list > div > div")
    card = Target(tag="div", text="Acme Ltd Customer · 34 pcs", locators=(place,))
    show = search("Acme Ltd").goes(card, "/contacts/17")
    target = tasks(show.sop())[-1].target
    assert located(target) == [{"by": "text", "text": "{{ search }}"}]


@pytest.mark.parametrize("heading", ["Mill", "Details"])
def test_what_is_done_under_the_name_of_an_opened_entry_is_done_under_that_of_another(heading: str) -> None:
    show = Show(f"{APP}/deals", headings=("Deals",))
    show.click(element("option", "Mill", ancestors=("div[listbox]", "body")), headings=("Deals", heading))
    around = Neighbourhood(heading=heading, section=heading)
    show.type(field("Note", near=around), "Call them")
    near = next(task.target.near for task in tasks(show.sop()) if task.target and task.target.label == "Note")
    name = "{{ choice }}" if heading == "Mill" else heading
    assert (near.heading, near.section) == (name, name)


@pytest.mark.parametrize(("method", "given"), [(None, ["Ben Carter"]), ("POST", [])])
def test_a_box_whose_label_is_the_record_s_name_chooses_its_row_for_what_is_done_then(
    method: str | None, given: list[str]
) -> None:
    row = RowLocator(by="row", role="row", text="Ben Carter", exact=True)
    by_name = RoleLocator(by="role", role="checkbox", name="Ben Carter")
    near = Neighbourhood(row="Ben Carter Learner ben", cells=("Ben Carter", "Learner", "ben"))
    locators = (by_name.model_copy(update={"within": row}), by_name)
    box = field("Ben Carter", "checkbox", near=near).model_copy(update={"locators": locators})
    listed = {"Ada Reed": "false", "Ben Carter": "false", "Cleo Hart": "false"}
    show = Show(f"{APP}/learners", values=listed)
    seq = show.add("check", target=box, checked=True)
    if method is not None:
        # Told at once, it may be one of the app's settings.
        show.add("response", method=method, request_url=f"{APP}/learners/3", status=200, document=False)
    show.change(cause=seq, values={**listed, "Ben Carter": "true"}, texts=("1 selected",))
    sop = show.goes(button("Enrol"), "/learners", send="post").sop()
    assert [one.default for one in sop.variables.values()] == given


@pytest.mark.parametrize(
    ("behind", "kept"), [(" – Ada Reed Ben Holt", False), (" – Ada open clo…", False), (" details", True)]
)
def test_what_a_heading_says_of_a_record_behind_its_name_is_another_one_s_on_other_data(
    behind: str, kept: bool
) -> None:
    place = CssLocator(by="css", css="main > div:nth-of-type(5) > div")
    near = Neighbourhood(heading=f"Acme Ltd{behind}", before="Track")
    track = Target(role="combobox", tag="div", label="Track", near=near, locators=(place,))
    show = search("Acme Ltd").goes(link("Acme Ltd", "/contacts/17"), "/contacts/17").click(track)
    found = tasks(show.sop())[-1].target
    assert found is not None
    assert found.near.heading == (f"{{{{ search }}}}{behind}" if kept else None)


def test_what_stands_before_it_with_a_choice_and_figures_is_of_the_recorded_line() -> None:
    """On other data another article stands there with another sum, and the step found nothing any more."""
    line = Target(tag="div", text="Hosting", locators=(TextLocator(by="text", text="Hosting"),))
    second = Target(
        tag="span",
        near=Neighbourhood(heading="Invoice", before="Hosting × = 300 ✕"),
        locators=(CssLocator(by="css", css="#lines > div:nth-of-type(2) > span"),),
    )
    show = Show(headings=("Invoice",)).click(element("combobox", "Article"), texts=("Hosting", "Design"))
    show.click(line, gone=("Design",), values={"Article": "Hosting"})
    sop = show.click(second, texts=("Design",)).type(field("Note"), "Soon").sop()
    assert "Hosting" in [one.default for one in sop.variables.values()]
    pressed = tasks(sop)[2].target
    assert pressed is not None and pressed.near.before is None


def test_an_entry_that_is_picked_by_its_words_keeps_them_though_the_next_list_says_its_choice() -> None:
    """The step pressed whatever stood behind "Save view" then: another filter than was given."""

    def entry(text: str) -> Target:
        paths = (TextLocator(by="text", text=text), CssLocator(by="css", css="#list > div:nth-of-type(1)"))
        return Target(tag="div", text=text, near=Neighbourhood(before="Save view"), locators=paths)

    show = Show().click(button("Add filter"), texts=("Status", "Region", "Amount"))
    seq = show.press(entry("Status"))
    show.amend(among={"others": 2, "beside": ["Region", "Amount"]})
    show.change(cause=seq, texts=("Open", "Paid", "Late"), gone=("Region", "Amount"))
    seq = show.press(entry("Open"))
    show.amend(among={"others": 2, "beside": ["Paid", "Late"]})
    show.change(cause=seq, texts=("Status is Open",), gone=("Status", "Open", "Paid", "Late"))
    sop = show.type(field("Name"), "Mine").click(button("Save"), alerts=("Saved",)).sop()
    given = {one.default: name for name, one in sop.variables.items()}
    assert located(tasks(sop)[1].target) == [{"by": "text", "text": f"{{{{ {given['Status']} }}}}"}]


def test_an_entry_of_a_drawn_list_is_looked_for_in_its_group_first() -> None:
    """A row of the page behind the form may say another choice, of its record."""
    near = Neighbourhood(heading="Edit booking", group="Room", before="Attic")
    face = CssLocator(by="css", css="span > span", within=GroupLocator(by="group", text="Room"))
    show = Show(values={"Room": "Cellar"})
    shows = Target(
        tag="span", text="Cellar", near=near.model_copy(update={"before": "Room"}), locators=(face,)
    )
    show.click(shows, texts=("Library", "Attic"))
    entry = Target(tag="div", text="Library", near=near, locators=(TextLocator(by="text", text="Library"),))
    seq = show.press(entry)
    show.amend(among={"others": 2, "beside": ["Cellar", "Attic"]})
    show.change(cause=seq, values={"Room": "Library"}, gone=("Attic",))
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    found = located(tasks(sop)[1].target)
    assert found == [
        {"by": "text", "text": "{{ room }}", "within": {"by": "group", "text": "Room"}},
        {"by": "text", "text": "{{ room }}"},
    ]


def test_an_entry_of_a_tree_that_the_page_takes_the_place_of_keeps_its_words() -> None:
    """It was taken for a field that showed a choice: another folder stood at its place."""

    def entry(text: str) -> Target:
        paths = (TextLocator(by="text", text=text), CssLocator(by="css", css="#tree > div:nth-of-type(3)"))
        return Target(tag="div", text=text, near=Neighbourhood(before="2024"), locators=paths)

    show = Show(texts=("2024", "2025", "Zoo"))
    seq = show.press(entry("2025"))
    show.amend(among={"others": 2, "beside": ["2024", "Zoo"]})
    show.change(cause=seq, texts=("beach.jpg", "sun.jpg"))
    seq = show.press(entry("beach.jpg"))
    show.amend(among={"others": 1, "beside": ["sun.jpg"]})
    show.change(cause=seq, texts=("New name",), gone=("2024", "2025", "Zoo", "sun.jpg"), values={"Name": ""})
    sop = show.type(field("Name"), "sea.jpg").click(button("Save"), alerts=("Saved",)).sop()
    opened = tasks(sop)[0].target
    assert opened is not None and opened.text == "2025"


def test_a_list_behind_the_name_of_the_file_that_was_given_is_called_by_the_name_of_another_one() -> None:
    show = Show()
    files = [{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}]
    show.add("upload", target=field("Document", "file"), files=files)
    kind = Target(
        tag="select",
        role="combobox",
        label="a.pdf",
        near=Neighbourhood(before="a.pdf"),
        locators=(LabelLocator(by="label", text="a.pdf"),),
    )
    target = tasks(show.choose(kind, "Contract").sop())[-1].target
    name = '{{ document | regex("([^/]+)$") }}'
    assert target is not None and target.label == name
    assert located(target)[0] == {"by": "label", "text": name}


@pytest.mark.parametrize(
    ("cells", "found_by"),
    [
        (("P-20675", "Milan Horvat", "Premium"), "{{ search }}"),
        # Where it only stands in the row, as a state that was filtered by, other rows may say it as well.
        (("Milan Horvat", "P-20675", "Premium"), "{{ contact }}"),
    ],
)
def test_a_row_that_begins_with_what_was_sought_is_found_by_that_though_nobody_counts_the_rows(
    cells: tuple[str, ...], found_by: str
) -> None:
    row = RowLocator(by="row", text="Milan Horvat", exact=True)
    place = CssLocator(by="css", css="span:nth-of-type(6)", within=row)
    near = Neighbourhood(row=" ".join(cells), cells=cells)
    badge = Target(tag="span", text="Premium", near=near, locators=(place,))
    target = tasks(search("P-20675").click(badge, texts=("Basic",)).sop())[-1].target
    assert target is not None
    assert [one.within for one in target.locators] == [row.model_copy(update={"text": found_by})]
