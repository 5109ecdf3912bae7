"""Which recorded values become variables, what they are called, and which of them are one."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.compile.reading.located import row_of
from handrail.compile.reading.naming import variable_name
from handrail.recording.event import PageState
from handrail.sop import action as sop_action
from handrail.sop.document import Sop
from handrail.sop.locator import (
    CssLocator,
    LabelLocator,
    PlaceholderLocator,
    RoleLocator,
    RowLocator,
    TextLocator,
)
from handrail.sop.target import Box, FrameStep, Neighbourhood, Target
from handrail.sop.template import names_in_model, render_model
from tests.compile.recordings import APP, Show, button, criteria, element, field, in_row, link, node, tasks

NEWS = field("News", "checkbox")


def filled(show: Show) -> dict[str, str]:
    """Field → the value that its step gives."""
    return {
        task.target.label or "": task.action.value
        for task in tasks(show.sop())
        if isinstance(task.action, sop_action.Fill) and task.target is not None
    }


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Email", "email"),
        ("Run", "run_value"),
        ("E-mail address *", "e_mail_address"),
        ("First name:", "first_name"),
        ("Straße (required)", "strasse"),
        ("Prénom", "prenom"),
        ("2nd line", "value_2nd_line"),
        ("Class", "class_value"),
        ("电话", "电话"),
        ("Имя отца *", "имя_отца"),
        ("Телефон (SMS)", "телефон_sms"),
        ("Łódź", "odz"),
        # A name holds no marks, and the word is none without them.
        ("नाम", "value"),
    ],
)
def test_a_variable_is_named_after_its_field(label: str, name: str) -> None:
    assert filled(Show().type(field(label), "Something")) == {label: f"{{{{ {name} }}}}"}


def test_a_field_without_a_label_goes_by_its_placeholder_or_name() -> None:
    bare = field("x").model_copy(update={"label": None, "name": None, "placeholder": "Your city"})
    assert list(Show().type(bare, "London").sop().variables) == ["your_city"]


@pytest.mark.parametrize(
    ("before", "name"), [("Needed by:", "needed_by"), ("4711", "cf_3"), ("x" * 60, "cf_3"), (None, "cf_3")]
)
def test_a_field_that_no_label_is_tied_to_goes_by_the_words_before_it(before: str | None, name: str) -> None:
    facts = {
        "label": None,
        "name": None,
        "attributes": {"name": "cf-3"},
        "near": Neighbourhood(before=before),
    }
    assert list(Show().type(field("x").model_copy(update=facts), "London").sop().variables) == [name]


def test_a_list_of_the_page_s_own_is_not_called_by_what_is_chosen_in_it() -> None:
    shown = element("combobox", "Facilities", tag="button", near=Neighbourhood(before="Queue:"))
    show = Show().click(shown, texts=("IT Support",)).click(element("option", "IT Support", tag="li"))
    assert list(show.sop().variables) == ["queue"]
    assert tasks(show.sop())[0].label == "Click 'Queue'"


def test_two_fields_of_one_name_are_told_apart() -> None:
    show = Show().type(field("Name"), "Ada").goes(link("Company"), "/company")
    show.type(field("Name").model_copy(update={"locators": field("Company name").locators}), "Engines")
    assert list(show.sop().variables) == ["name", "name_2"]


def placed(label: str, section: str) -> Target:
    near = Neighbourhood(section=section)
    css = CssLocator(by="css", css=f"#{section.lower().replace(' ', '-')} input")
    return field(label, near=near).model_copy(update={"locators": (css,)})


def test_fields_of_one_label_are_called_after_what_they_stand_in() -> None:
    show = Show().type(placed("Street", "Billing address"), "Elm 1")
    show.type(placed("Street", "Shipping address"), "Oak 2")
    assert list(show.sop().variables) == ["billing_address_street", "shipping_address_street"]


def test_a_variable_is_not_called_after_the_record_that_was_shown() -> None:
    show = Show().type(field("Company"), "Acme Ltd")
    show.type(placed("Note", "Notes"), "to call").type(placed("Note", "More on Acme Ltd"), "to mail")
    assert list(show.sop().variables) == ["company", "note", "note_2"]


def test_what_signs_in_leaves_the_plain_name_to_the_record() -> None:
    show = Show(f"{APP}/login").type(field("Email"), "ana@practice.test")
    show.type(field("Password", "password"), "x", masked=True).goes(button("Sign in"), "/new", send="post")
    show.type(placed("Email", "Contact"), "lee@firm.test")
    assert list(show.sop().variables) == ["sign_in_email", "crm_password", "email"]


def test_a_variable_has_the_recorded_value_as_its_default() -> None:
    variable = Show().type(field("Name"), "Ada").sop().variables["name"]
    assert (variable.type, variable.default, variable.required) == ("text", "Ada", False)


@pytest.mark.parametrize(
    ("kind", "value", "type"),
    [
        ("number", "12.5", "number"),
        ("number", "1e3", "text"),
        ("date", "2026-03-01", "date"),
        ("time", "10:30", "text"),
        ("tel", "0301234", "text"),
    ],
)
def test_a_variable_has_the_type_of_its_field(kind: str, value: str, type: str) -> None:
    assert Show().type(field("It", kind), value).sop().variables["it"].type == type


def test_a_password_is_a_secret_named_after_the_app() -> None:
    sop = Show(f"{APP}/login").type(field("Password", "password"), "hunter2", masked=True).sop()
    secret = sop.variables["crm_password"]
    assert (secret.secret, secret.default, secret.example) == (True, None, None)
    assert "hunter2" not in sop.model_dump_json()
    assert "•••" not in sop.model_dump_json()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Log in | Practice CRM", "practice_crm_password"),
        ("Post :: Welcome to Post", "post_password"),
        ("Post - 127.0.0.1:8000", "post_password"),
        ("Log in | 3CX", "password_3cx"),
    ],
)
def test_the_app_of_a_local_address_goes_by_its_title(title: str, name: str) -> None:
    show = Show("http://127.0.0.1:8000/login", title=title)
    assert list(show.type(field("Password", "password"), "x", masked=True).sop().variables) == [name]


def test_who_signs_in_may_be_chosen_in_a_list_in_which_others_stand() -> None:
    show = Show(f"{APP}/login").type(field("Login"), "ada.berg")
    show.type(field("Password", "password"), "x", masked=True).goes(button("Sign in"), "/new", send="post")
    show.choose(field("Assigned to", tag="select"), "ada.berg")
    assert list(show.sop().variables) == ["login", "crm_password", "assigned_to"]


def test_who_signs_in_names_no_record() -> None:
    show = Show(f"{APP}/login").type(field("User"), "editor")
    show.type(field("Password", "password"), "x", masked=True)
    show.goes(button("Sign in"), "/posts", send="post", headings=("Posts of editor",))
    show.click(in_row("button", "Edit", "Hello", "Hello editor Edit"))
    show.goes(button("Save"), "/posts", send="post", headings=("Posts of editor",))
    sop = show.sop()
    assert {name: variable.default for name, variable in sop.variables.items() if not variable.secret} == {
        "user": "editor",
        "post": "Hello",
    }
    assert not any(task.identity for task in tasks(sop))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/edit.php", "record"),
        ("/admin/users.php", "user"),
        ("/list.do", "record"),
        ("/Ticket/Display.html", "ticket"),
        ("/app/list", "record"),
        ("/app.php?action=host.list", "host"),
        ("/app.php?action=edit&page=users", "user"),
        ("/users.php?action=edit", "user"),
    ],
)
def test_a_script_is_called_by_what_it_is_about(path: str, name: str) -> None:
    show = Show(f"{APP}{path}").click(in_row("button", "Open", "Ada", "Ada Open"), texts=("x",))
    assert list(show.sop().variables) == [name]


@pytest.mark.parametrize("called", ["177", "HR"])
def test_a_row_that_only_a_short_number_or_two_letters_tell_is_a_variable(called: str) -> None:
    show = Show(f"{APP}/tickets").click(in_row("button", "Close", called, f"{called} Close"), texts=("x",))
    assert {name: one.default for name, one in show.sop().variables.items()} == {"ticket": called}


def test_what_a_script_is_called_is_not_what_rows_are_called() -> None:
    remove = in_row("link", "Delete user", "bob", "bob Groups").model_copy(
        update={"attributes": {"href": "javascript:void()"}}
    )
    show = Show("http://127.0.0.1:8000/").click(remove, dialogs=("Sure?",)).click(button("Yes"), dialogs=())
    assert {name: one.default for name, one in show.sop().variables.items()} == {"record": "bob"}


def test_a_row_is_not_called_by_the_dashes_of_an_empty_list() -> None:
    show = Show(f"{APP}/tickets").click(
        in_row("button", "Close", "---------", "--------- Close"), texts=("x",)
    )
    assert not show.sop().variables


def test_the_record_s_name_within_the_button_s() -> None:
    show = Show().click(in_row("button", "Edit “Ada” inline", "Ada", "Ada 5 Edit"), texts=("x",))
    (step,) = tasks(show.sop())
    assert step.target is not None
    assert step.target.name == "Edit “{{ contact }}” inline"


def test_a_table_that_is_a_form_names_its_fields_by_their_rows() -> None:
    show = Show()
    for key, value in (("number", "2026-7"), ("amount", "120.50")):
        cell = in_row("textbox", "", key, f"{key} text")
        facts = {"tag": "input", "input_type": "text", "label": "Value", "locators": cell.locators[:1]}
        show.type(cell.model_copy(update=facts), value)
    sop = show.sop()
    assert {name: variable.default for name, variable in sop.variables.items()} == {
        "number": "2026-7",
        "amount": "120.50",
    }


def test_rows_that_go_by_a_heading_are_records_though_several_are_written_in_one_column() -> None:
    """A price list: its rows were constants without a question, and stopped on other data."""
    show = Show()
    for key, value in (("Rake", "8.90"), ("Spade", "21.50")):
        row = RowLocator(by="row", text=key, exact=True, column="Article")
        price = LabelLocator(by="label", text="Price", within=row)
        facts = {"tag": "input", "input_type": "text", "label": "Price", "locators": (price,)}
        show.type(in_row("textbox", "", key, key).model_copy(update=facts), value)
    assert [one.default for one in show.sop().variables.values()] == ["Rake", "8.90", "Spade", "21.50"]


def test_a_row_in_which_a_command_is_given_besides_is_a_record_s_for_its_fields_too() -> None:
    """Else other data would change the field of the recorded record, and give the command to another."""
    show = Show()
    for key, value in (("Ada", "3"), ("Berta", "5")):
        cell = in_row("spinbutton", "", key, f"{key} Update")
        facts = {"tag": "input", "input_type": "number", "label": "Hours", "locators": cell.locators[:1]}
        show.type(cell.model_copy(update=facts), value)
        show.click(in_row("button", "Update", key, f"{key} Update"), texts=(f"Updated {key}",))
    sop = show.sop()
    assert sorted(str(one.default) for one in sop.variables.values()) == ["3", "5", "Ada", "Berta"]
    rows = [row_of(task.target.locators[0]) for task in tasks(sop) if task.target is not None]
    assert all(row is not None and row.text.startswith("{{") for row in rows)
    assert not {"ada", "berta"} & sop.variables.keys()


def test_a_list_that_always_had_one_entry_was_not_narrowed() -> None:
    show = Show(counts={"#menu": 1, "table 1": 9}).type(field("Search", "search"), "Ada")
    show.click(button("Go"), counts={"#menu": 1, "table 1": 3})
    show.click(in_row("button", "Edit", "Ada Two", "Ada Two Edit"), texts=("x",))
    assert {name: variable.default for name, variable in show.sop().variables.items()} == {
        "search": "Ada",
        "contact": "Ada Two",
    }


def test_a_secret_has_a_name_that_a_shell_can_give() -> None:
    show = Show(f"{APP}/login").type(field("Логин"), "ada")
    show.type(field("Пароль", "password"), "hush", masked=True)
    assert {name: one.secret for name, one in show.sop().variables.items()} == {
        "логин": False,
        "crm_secret": True,
    }


def test_the_same_password_typed_twice_is_one_secret() -> None:
    show = Show(f"{APP}/login").type(field("Password", "password"), "x", masked=True)
    show.goes(button("Sign in"), "/login", send="post")
    show.type(field("Password", "password"), "x", masked=True)
    assert list(show.sop().variables) == ["crm_password"]


def test_the_password_that_somebody_else_is_given_is_not_the_one_that_signs_in() -> None:
    show = Show(f"{APP}/login").type(field("Password", "password"), "x", masked=True)
    show.goes(button("Sign in"), "/users/new", send="post").type(field("E-mail"), "ada@example.com")
    new = field("Password", attributes={"autocomplete": "new-password"})
    show.type(new, "y", masked=True).goes(button("Add user"), "/users", send="post")
    assert list(show.sop().variables) == ["sign_in_crm_password", "e_mail", "crm_password"]


def test_different_passwords_are_different_secrets_where_the_recording_tells() -> None:
    show = Show(f"{APP}/setup").type(field("Password", "password"), "x", masked=True, same_as=0)
    show.goes(button("Login"), "/setup", send="post")
    show.type(field("Password", "password"), "y", masked=True, same_as=0)
    new = show.typed
    show.type(field("Confirm password", "password"), "y", masked=True, same_as=new)
    sop = show.goes(button("Create user"), "/users", send="post").sop()
    assert list(sop.variables) == ["sign_in_crm_password", "crm_password"]
    filled = [task.action.value for task in tasks(sop) if isinstance(task.action, sop_action.Fill)]
    assert filled == [f"{{{{ {name} }}}}" for name in (*sop.variables, "crm_password")]


def test_a_choice_that_nothing_calls_is_a_variable_where_the_browser_holds_its_buttons_together() -> None:
    large = field("Large", "radio", attributes={"name": ":r4:", "value": "L"})
    sop = Show().tick(large).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"choice": "Large"}


def test_which_of_a_group_of_radio_buttons_is_chosen_is_a_variable() -> None:
    kinds = ("Post", Neighbourhood(group="Delivery *")), ("Courier", Neighbourhood())
    show = Show()
    for name, near in kinds:
        show.tick(field(name, "radio", near=near, attributes={"value": "7"}))
    sop = show.tick(in_row("radio", "Choose", "Ada", "Ada 44")).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "delivery": "Post",
        "contact": "Ada",
    }
    chosen = tasks(sop)[0].target
    assert chosen is not None and (chosen.name, chosen.label) == ("{{ delivery }}", "{{ delivery }}")


def test_a_tab_is_no_entry_of_the_list_that_was_opened_before_it() -> None:
    show = Show().click(element("menuitem", "Agent"), texts=("Type", "Agent", "Port"))
    show.type(field("Note"), "x")
    tab = Target(
        tag="a", text="Tags", ancestors=("li[tab]",), locators=(TextLocator(by="text", text="Tags"),)
    )
    sop = show.click(tab, texts=("Value",), gone=("Type", "Agent", "Port")).sop()
    assert (list(sop.variables), sop.clarifications) == (["note"], ())


def test_a_variable_is_not_called_by_the_hint_in_its_field() -> None:
    hinted = field("Groups. type here to search", placeholder="type here to search")
    assert list(Show().type(hinted, "Linux").sop().variables) == ["groups"]


def test_a_variable_is_not_called_optional() -> None:
    assert list(Show().type(field("Size Optional"), "8").sop().variables) == ["size"]
    assert variable_name("Category Optional choice") == "category_choice"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Type your message here", "message"),
        ("Enter the reason for the change here…", "reason_for_the_change"),
        ("Add people", "add_people"),
        ("UpdateTimeWorked", "update_time_worked"),
        ("dueDate", "due_date"),
        ("GitHub", "github"),
        ("eBay", "ebay"),
        ("IBAN", "iban"),
    ],
)
def test_a_variable_is_called_by_the_word_for_what_goes_in(label: str, name: str) -> None:
    assert variable_name(label) == name


LONG = "Non-personalized ticket The system will not ask for a name. This only affects its own fields."


def test_an_entry_of_a_menu_that_says_its_word_twice_is_no_record() -> None:
    """By its picture, and by its words."""
    row = RowLocator(by="row", role="listitem", text="Insert", exact=True)
    alone = RoleLocator(by="role", role="link", name="Insert Insert")
    target = link("Insert Insert").model_copy(
        update={
            "text": "Insert",
            "near": Neighbourhood(row="Insert", before="Search"),
            "locators": (alone, alone.model_copy(update={"within": row})),
        }
    )
    sop = Show().click(target, texts=("x",)).sop()
    assert not sop.variables
    assert tasks(sop)[0].label == "Click 'Insert'"


@pytest.mark.parametrize("label", ["Value", None])
@pytest.mark.parametrize("others", [("City", "Street"), ("City",)])
def test_which_radio_button_is_chosen_in_the_row_of_a_form_is_a_variable(
    others: tuple[str, ...], label: str | None
) -> None:
    """Where nothing shows that the table is a form, its row may be a record of its own."""
    show, table = Show(), ("td", "tr", "tbody", "table", "form#form")
    for called in others:
        text = in_row("textbox", "", called, called)
        facts = {"tag": "input", "input_type": "text", "label": label or called, "ancestors": table}
        show.type(text.model_copy(update={**facts, "locators": text.locators[:1]}), f"Bergen {called}")
    choice = in_row("radio", "company", "Kind", "Kind private company")
    near = Neighbourhood(row="Kind private company", group="Kind")
    show.tick(choice.model_copy(update={"tag": "input", "near": near, "ancestors": ("label", *table)}))
    sop = show.sop()
    given = {name: one.default for name, one in sop.variables.items()}
    if len(others) > 1:
        assert given["kind"] == "company"
        target = tasks(sop)[-1].target
        assert target is not None
        # Another row may offer the same.
        row = RowLocator(by="row", text="Kind")
        assert target.locators == (RoleLocator(by="role", role="radio", name="{{ kind }}", within=row),)
    assert ("Kind" in given.values()) == (len(others) == 1)


def test_a_radio_button_that_only_its_label_leads_to_is_chosen_by_the_variable() -> None:
    button_ = field(LONG, "radio", near=Neighbourhood(group="Personalization"))
    sop = Show().tick(button_.model_copy(update={"locators": button_.locators[1:]})).sop()
    assert list(sop.variables) == ["personalization"]
    target = tasks(sop)[0].target
    assert target is not None and [one.model_dump()["text"] for one in target.locators] == [
        "{{ personalization }}"
    ]


@pytest.mark.parametrize(
    ("name", "alone", "role", "record"),
    [
        ("Borrow", False, "listitem", True),
        ("Borrow", False, "card", True),
        ("Borrow", False, "article", True),
        ("Borrow Emma", True, "listitem", True),
        # The one button of its kind, and what the entry itself says.
        ("Sign out", True, "listitem", False),
        ("Emma", False, "listitem", False),
        ("Borrow", False, "menuitem", False),
    ],
)
def test_which_entry_s_button_is_pressed_is_a_variable(
    name: str, alone: bool, role: str, record: bool
) -> None:
    by_name = RoleLocator(by="role", role="button", name=name)
    within = by_name.model_copy(update={"within": RowLocator(by="row", role=role, text="Emma")})
    pressed = button(name, near=Neighbourhood(row="Emma Borrow"))
    locators = (by_name, within) if alone else (within,)
    sop = Show().click(pressed.model_copy(update={"locators": locators}), texts=("Lent",)).sop()
    assert {one.default for one in sop.variables.values()} == ({"Emma"} if record else set())


@pytest.mark.parametrize(
    ("role", "gone"), [("card", True), ("card", False), ("menuitem", True), ("treeitem", True)]
)
def test_an_entry_that_goes_as_its_sign_is_pressed_is_a_variable(role: str, gone: bool) -> None:
    row = RowLocator(by="row", role=role, text="cold")
    sign = Target(tag="svg", locators=(CssLocator(by="css", css="i > svg", within=row),))
    sop = Show().click(sign, gone=("cold",) if gone else ()).sop()
    assert {name: one.default for name, one in sop.variables.items()} == (
        {"entry": "cold"} if gone and role == "card" else {}
    )


@pytest.mark.parametrize("still", [True, False])
def test_an_entry_whose_list_goes_as_the_button_is_still_down_is_a_variable(still: bool) -> None:
    """No click comes of it: the recorder tells what changed of the click before."""
    shown, entry = (Target(tag="div", text=text, locators=(TextLocator(by="text", text=text),)) for text in (
        "Beagle", "Collie"
    ))  # fmt: skip
    show = Show(headings=("Dogs",), texts=("Beagle",))
    opened = show.press(shown.model_copy(update={"near": Neighbourhood(before="Breed")}))
    show.change(cause=opened, texts=("Boxer", "Collie", "Poodle"))
    show.add("mouse_down", x=5, y=5, target=entry)
    show.add("mouse_up", x=5, y=5 if still else 50)
    show.change(cause=opened, texts=("Collie",), gone=("Beagle", "Boxer", "Poodle"))
    variables = show.click(button("Save"), alerts=("Saved",)).sop().variables
    assert [(name, one.default) for name, one in variables.items()] == (
        [("breed", "Collie")] if still else []
    )


@pytest.mark.parametrize(("before", "name"), [("Currency", "currency"), ("Amount", "arrow_drop_down")])
def test_a_list_that_its_arrow_opens_goes_by_the_field_that_holds_the_choice(before: str, name: str) -> None:
    arrow = Target(tag="i", text="arrow_drop_down", near=Neighbourhood(before=before))
    show = Show(values={"Currency": "EUR", "Amount": "3"}).click(arrow, texts=("USD", "GBP"))
    sop = show.click(element("option", "GBP"), values={"Currency": "GBP"}, gone=("USD",)).sop()
    assert {key: one.default for key, one in sop.variables.items()} == {name: "GBP"}


def test_an_option_is_a_variable_and_so_is_a_tick() -> None:
    variables = Show().choose(field("Stage", tag="select"), "Customer").tick(NEWS).sop().variables
    assert [(name, one.type, one.default) for name, one in variables.items()] == [
        ("stage", "text", "Customer"),
        ("news", "boolean", "true"),
    ]


@pytest.mark.parametrize(("took", "own"), [(250, True), (40, False)])
def test_a_box_is_an_input_though_the_field_that_was_left_for_it_was_looked_into(
    took: int, own: bool
) -> None:
    """What the app was told because of the box is asked about instead."""
    show = Show().type(field("Folder"), "/srv/files").tick(NEWS)
    show.add("response", method="POST", request_url=f"{APP}/folder", status=200, took=took)
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert ("news" in sop.variables) is own
    asked = [one.question for one in sop.clarifications if one.id == "always-ticked"]
    assert [one.startswith("Is 'News' always ticked?") for one in asked] == ([] if own else [True])


def test_a_box_is_an_input_though_the_page_behind_its_form_goes_on_by_itself() -> None:
    """As one that says how long ago it was loaded, and tells what happens meanwhile."""
    show = Show(headings=("Edit",)).type(field("Folder"), "/srv/files").tick(NEWS)
    cause = show.recording().events[-1].seq - 1
    show.wait().change(cause=cause, headings=("Edit", "Notice"), texts=("Notice", "14m"), gone=("13m",))
    assert "news" in show.click(button("Save"), alerts=("Saved",)).sop().variables


@pytest.mark.parametrize("around", ["fieldset", "div"])
def test_a_box_of_one_fieldset_among_several_is_an_input(around: str) -> None:
    """They look like cards; of a record among cards each has a box that is called so."""
    card = RowLocator(by="row", role="card", text="Rate limits", exact=True)
    named = RoleLocator(by="role", role="checkbox", name="News")
    locators = (named.model_copy(update={"within": card}), named)
    near = Neighbourhood(row="Rate limits Upload Download News Weekends")
    box = NEWS.model_copy(update={"locators": locators, "near": near, "ancestors": (around, "div")})
    sop = Show().type(field("Folder"), "/srv/files").tick(box).click(button("Save"), alerts=("Saved",)).sop()
    assert ("news" in sop.variables) is (around == "fieldset")


def test_a_box_of_a_form_that_nothing_names_is_asked_about() -> None:
    near, locators = Neighbourhood(after="Off"), (RoleLocator(by="role", role="checkbox"),)
    box = Target(tag="input", role="checkbox", near=near, ancestors=("div", "form"), locators=locators)
    sop = Show().type(field("Name"), "Ada").tick(box).click(button("Save"), alerts=("Saved",)).sop()
    (asked,) = [one for one in sop.clarifications if one.id == "always-ticked"]
    assert asked.question.startswith("Is 'the box Off' always ticked? Nothing says what it is called")
    assert not asked.required


def test_a_tick_in_a_form_s_row_which_says_the_box_s_own_label_is_an_input() -> None:
    boxed = in_row("checkbox", "Urgent", "Urgent", "Urgent").model_copy(update={"label": "Urgent"})
    assert list(Show().tick(boxed).sop().variables) == ["urgent"]
    of_record = in_row("checkbox", "Urgent", "INV-7", "INV-7 Urgent")
    assert list(Show().tick(of_record).sop().variables) == ["contact"]


def test_a_box_behind_its_caption_in_a_form_is_an_input_called_by_the_caption() -> None:
    near = Neighbourhood(row="Rush Enabled", before="Rush")
    line = RowLocator(by="row", text="Rush", role="card")
    locators = (RoleLocator(by="role", role="checkbox", name="Enabled", within=line),)
    box = element("checkbox", "Enabled", tag="button").model_copy(update={"near": near, "locators": locators})
    switched = {"values": {"Enabled": "true"}}
    shown = Show(values={"Enabled": "false", "Ref": ""}).type(field("Ref"), "PO-1").click(box, **switched)
    assert list(shown.sop().variables) == ["ref", "rush"]
    assert not Show(values={"Enabled": "false"}).click(box, **switched).sop().variables


@pytest.mark.parametrize(("line", "cells", "own"), [
    ("Active", ("Active", "Keeps the user out if off"), True),
    ("Ada", ("Ada", "Active"), False),
    ("Active", ("Ada", "Active"), False),
])  # fmt: skip
def test_a_box_in_a_line_that_explains_it_behind_its_label_is_an_input(
    line: str, cells: tuple[str, ...], own: bool
) -> None:
    within = RowLocator(by="row", text=line, role="card")
    near = Neighbourhood(row=" ".join(cells), cells=cells)
    box = field("Active", "checkbox").model_copy(
        update={
            "near": near,
            "locators": (RoleLocator(by="role", role="checkbox", name="Active", within=within),),
        }
    )
    sop = Show(values={"Active": "true", "Ref": ""}).type(field("Ref"), "PO-1").tick(box).sop()
    assert ("active" in sop.variables) is own


@pytest.mark.parametrize("line", ["camelcase Camel case", "Camel case of Ada"])
def test_a_setting_s_box_behind_the_word_that_its_file_calls_it_by_is_an_input(line: str) -> None:
    box = element("checkbox", "Camel case", tag="input").model_copy(
        update={"label": "Camel case", "input_type": "checkbox", "near": Neighbourhood(row=line)}
    )
    sop = Show(values={"Camel case": "true", "Name": ""}).type(field("Name"), "Wiki").tick(box, False).sop()
    assert ("camel_case" in sop.variables) is line.endswith("Camel case")


@pytest.mark.parametrize(("behind", "beside", "own"), [
    ("If on, anyone can buy", (None, "Bypass quota"), True),
    ("of Ada", (None, "Bypass quota"), False),
    # In a form that is laid out as a table.
    ("If on, anyone can buy", ("Bypass quota", "If on, anyone can…"), True),
    ("Spring sale of old stock", ("Bypass quota", "Edit"), False),
])  # fmt: skip
def test_a_box_with_a_sentence_behind_its_label_is_an_input(
    behind: str, beside: tuple[str | None, str], own: bool
) -> None:
    near = Neighbourhood(row=f"Bypass quota {behind}", before=beside[0], after=beside[1])
    box = field("Bypass quota", "checkbox").model_copy(update={"near": near})
    shown = Show(values={"Bypass quota": "false", "Code": ""}).type(field("Code"), "SUMMER").tick(box)
    assert ("bypass_quota" in shown.sop().variables) is own


@pytest.mark.parametrize(("came", "own"), [("Customers", True), ("3 chosen", False), ("Send all", False)])
def test_a_box_that_unfolds_a_part_of_its_form_that_is_left_alone_is_an_input(came: str, own: bool) -> None:
    box = field("Salable", "checkbox")
    show = Show(values={"Salable": "false", "Name": ""}).type(field("Name"), "Crane")
    show.press(box)
    ticked = show.add("check", target=box, checked=True)
    show.change(cause=ticked, values={"Salable": "true"}, texts=(came,))
    show.goes(button("Send all"), "/contacts", send="post", alerts=("Sent",))
    assert ("salable" in show.sop().variables) is own


@pytest.mark.parametrize("fields", [("Email*", "Level*"), ("Filter",)])
def test_a_form_s_part_for_one_field_is_no_record(fields: tuple[str, ...]) -> None:
    row = RowLocator(by="row", text="Department", role="card", exact=True)
    actions = in_row("button", "Actions", "Department", "Department Support")
    within = tuple(one.model_copy(update={"within": row}) for one in actions.locators)
    actions = actions.model_copy(update={"locators": within})
    headings = ("Cy Porter", "Email*", "Department", "Level*")
    shown = Show(headings=headings, values=dict.fromkeys(fields, ""))
    variables = shown.click(actions, texts=("Clear", "Edit")).sop().variables
    assert bool(variables) is (fields == ("Filter",))


def test_an_entry_whose_picture_says_its_name_once_more_is_called_by_it_once() -> None:
    picture = link("Harbour view Harbour view", "/images/2/").model_copy(update={"text": "Harbour view"})
    show = Show().click(button("Choose an image"), dialogs=("Images",), texts=("Harbour view", "Crane"))
    sop = show.click(picture, dialogs=(), gone=("Crane",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"choose_an_image": "Harbour view"}
    target = tasks(sop)[-1].target
    called = [one.name for one in target.locators if isinstance(one, RoleLocator)] if target else []
    assert called == ["{{ choose_an_image }} {{ choose_an_image }}"]


def test_an_id_that_ends_in_two_numbers_is_no_name() -> None:
    nameless = {"name": None, "label": None, "near": Neighbourhood(row="Progress")}
    box = field("Progress", "number").model_copy(update={**nameless, "attributes": {"id": "el-id-8352-318"}})
    assert list(Show().type(box, "65").sop().variables) == ["progress"]


def test_boxes_in_a_group_of_a_form_are_inputs_each() -> None:
    line = RowLocator(by="row", text="Channels", role="card", exact=True)
    near = Neighbourhood(
        section="Channels", row="Channels mail phone letter", cells=("Channels", "mail", "phone", "letter")
    )
    shown = Show(values={"Title": "", "mail": "false", "letter": "false"}).type(field("Title"), "Pump")
    for name in ("mail", "letter"):
        locators = (RoleLocator(by="role", role="checkbox", name=name, within=line),)
        box = element("checkbox", name).model_copy(update={"near": near, "locators": locators})
        shown = shown.click(box, **{"values": {name: "true"}})
    assert list(shown.sop().variables) == ["title", "mail", "letter"]
    # A record whose own name stands there is no group.
    other = box.model_copy(update={"near": near.model_copy(update={"section": "Ada"})})
    shown = Show(values={"Title": "", "letter": "false"}).type(field("Title"), "Pump")
    assert "letter" not in shown.click(other, **{"values": {"letter": "true"}}).sop().variables


@pytest.mark.parametrize(
    ("line", "own"), [("Rights Read Write Over…", True), ("Rights Read Ada Reed…", False)]
)
def test_of_a_long_line_of_boxes_the_beginning_says_that_it_is_one(line: str, own: bool) -> None:
    within = RowLocator(by="row", text="Rights", exact=True)
    box = element("checkbox", "Bind", label="Bind", near=Neighbourhood(row=line, cells=("Rights",)))
    box = box.model_copy(
        update={"locators": (RoleLocator(by="role", role="checkbox", name="Bind", within=within),)}
    )
    rights = dict.fromkeys(("Read", "Write", "Override", "Bind"), "false")
    shown = Show(values={"Title": "", **rights}).type(field("Title"), "Pump")
    assert ("bind" in shown.click(box, values={"Bind": "true"}).sop().variables) is own


@pytest.mark.parametrize(
    ("alone", "around", "asked"), [(True, "form", True), (False, "form", False), (True, "main", False)]
)
def test_boxes_below_a_label_of_a_form_in_a_dialog_are_inputs(alone: bool, around: str, asked: bool) -> None:
    """Its section is the dialog; where another line has a box of that name, each is a record's own."""
    line = RowLocator(by="row", text="Channels", role="card", exact=True)
    near = Neighbourhood(
        section="New supplier", row="Channels mail letter", cells=("Channels", "mail", "letter")
    )
    bare = RoleLocator(by="role", role="checkbox", name="mail")
    locators = (bare.model_copy(update={"within": line}), *((bare,) if alone else ()))
    given = {"near": near, "locators": locators, "ancestors": ("label", "div", around)}
    box = element("checkbox", "mail").model_copy(update=given)
    shown = Show(values={"Title": "", "mail": "false"}).type(field("Title"), "Pump")
    assert ("mail" in shown.click(box, **{"values": {"mail": "true"}}).sop().variables) is asked


@pytest.mark.parametrize("edited", [True, False])
def test_a_tick_in_a_row_whose_fields_are_filled_is_an_input(edited: bool) -> None:
    """As where a row of a list is edited in its place."""
    near = Neighbourhood(row="Quick edit Title Offers Events Status")
    show = Show()
    if edited:
        show.type(field("Title", near=near), "Winter sale ends")
    offers = field("Offers", "checkbox", ancestors=("label", "li", "td", "tr"), near=near)
    assert ("offers" in show.tick(offers).sop().variables) is edited


@pytest.mark.parametrize(("line", "named"), [("Active", True), ("Active since May", False)])
def test_a_switch_without_a_name_is_called_by_the_words_that_it_stands_with(line: str, named: bool) -> None:
    card = RowLocator(by="row", role="card", text="Active")
    switch = Target(
        tag="label",
        role="switch",
        near=Neighbourhood(row=line),
        locators=(RoleLocator(by="role", role="switch", within=card),),
    )
    show = Show().type(field("Name"), "disk")
    show.change(cause=show.add("check", target=switch, checked=False))
    assert ("active" in show.sop().variables) is named


def test_a_tick_by_which_the_hint_of_a_field_goes_that_was_filled_long_before_is_an_input() -> None:
    show = Show().type(field("Payee"), "Ana", texts=("Press Enter to send",))
    for label in ("Street", "Town", "Country", "Phone"):
        show.type(field(label), f"{label} 1")
    seq = show.add("check", target=NEWS, checked=True)
    show.change(cause=seq, values={"News": "true"}, gone=("Press Enter to send",))
    assert list(show.sop().variables) == ["payee", "street", "town", "country", "phone", "news"]


@pytest.mark.parametrize(
    ("held", "since", "names"),
    [
        ("", "News", ["tags"]),
        ("Red", "Red, News", ["tags"]),
        # It took something else away, too.
        ("Red", "News", []),
        ("News", "News", ["news"]),
    ],
)
def test_a_box_by_which_a_field_has_its_name_chooses_for_that(
    held: str, since: str, names: list[str]
) -> None:
    show = Show().change(values={"Tags": held, "News": "false"})
    seq = show.add("check", target=NEWS, checked=True)
    show.change(cause=seq, values={"Tags": since, "News": "true"})
    assert list(show.sop().variables) == names


@pytest.mark.parametrize(
    ("says", "called"),
    [
        ("Open", "tags"),
        ("Show suggestions", "tags"),
        ("Show suggestions Colours", "colours"),
        ("Öffnen", "tags"),
    ],
)
def test_what_is_picked_from_a_list_is_called_by_the_field_and_not_by_its_arrow(
    says: str, called: str
) -> None:
    arrow = button(says).model_copy(update={"near": Neighbourhood(before="Tags *")})
    show = Show().click(arrow, texts=("red", "blue")).click(element("option", "red"), gone=("red", "blue"))
    assert list(show.sop().variables) == [called]


def test_a_slider_that_shows_its_ends_and_says_its_name_twice_is_called_by_it_once() -> None:
    twice = element("slider", "Size Size").model_copy(
        update={"label": "5010", "input_type": "range", "attributes": {"aria-label": "Size"}}
    )
    show = Show()
    show.add("input", target=twice, value="7", before="5")
    assert list(show.sop().variables) == ["size"]


def test_a_tick_while_the_list_before_it_still_goes_away_is_an_input() -> None:
    show = Show(counts={"Tags": 3})
    show.change(cause=show.key("Escape", field("Tags")))
    seq = show.add("check", target=NEWS, checked=True)
    facts = {"texts": (), "gone": ("hardware", "travel")}
    before = show.state
    after = before.model_copy(update={"counts": {}, "values": {"News": "true"}, **facts})
    show.add("changed", after=seq, before_state=before, state=after)
    assert len(show.sop().variables) == 1


def test_a_tick_while_what_came_up_before_goes_away_is_an_input() -> None:
    """As a calendar of days that are buttons: it stays until something beside it is pressed."""
    month = {"headings": ("May 2026",), "values": {"Time": "09:00"}, "counts": {"Days": 6}}
    show = Show(values={"News": "false"})
    show.click(button("Due"), texts=("Mo", "Tu", "14"), **month).click(button("14"))
    assert len(closing(show, "Mo", "Tu", "14").sop().variables) == 1
    show = Show(values={"News": "false", "Street": ""}).click(button("Look"), texts=("Found",))
    assert not closing(show, "Send it to").sop().variables, "it hides what was there"


@pytest.mark.parametrize(("ticked", "own"), [
    ({"table 1": 9, "list 2": 2}, True),
    ({"table 1": 9, "list 2": 3}, False),
    ({"table 1": 8, "list 2": 2}, False),
])  # fmt: skip
def test_a_tick_while_a_table_without_a_name_goes_away_is_an_input(ticked: dict[str, int], own: bool) -> None:
    """The lists behind a calendar's days are counted anew then."""
    show = Show(values={"News": "false"}, counts={"table 1": 9})
    show.click(button("Due"), texts=("14",), counts={"table 2": 6, "list 3": 2}).click(button("14"))
    seq = show.add("check", target=NEWS, checked=True)
    after = show.state.model_copy(update={"counts": ticked, "values": {"News": "true"}, "texts": ()})
    show.add("changed", after=seq, before_state=show.state, state=after)
    assert bool(show.sop().variables) is own


def closing(show: Show, *gone: str) -> Show:
    """The box ticked, and nothing but it left of what the page said before."""
    seq = show.add("check", target=NEWS, checked=True)
    before = show.state
    facts = {"headings": (), "counts": {}, "values": {"News": "true"}, "texts": (), "gone": gone}
    show.add("changed", after=seq, before_state=before, state=before.model_copy(update=facts))
    return show


def test_a_tick_that_chooses_a_row_or_is_taken_back_is_none() -> None:
    in_row = Neighbourhood(row="Ada Lovelace ada@example.com")
    chosen = field("Select", "checkbox", near=in_row)
    assert not Show().tick(chosen).click(button("Archive")).sop().variables
    assert not Show().tick(NEWS).click(button("Look")).tick(NEWS, False).sop().variables


def in_column(heading: str) -> Target:
    """A box that only its column's heading names, in the row of Ada."""
    row = RowLocator(by="row", text="Ada Lovelace")
    return Target(
        role="checkbox",
        label=heading,
        near=Neighbourhood(row="Ada Lovelace"),
        locators=(LabelLocator(by="label", text=heading, within=row),),
    )


@pytest.mark.parametrize(
    ("heading", "given"), [("May edit", ["contact", "may_edit"]), ("Select", ["contact"])]
)
def test_a_box_that_its_column_names_is_an_input_unless_it_chooses_the_row(
    heading: str, given: list[str]
) -> None:
    assert sorted(Show().tick(in_column(heading)).sop().variables) == given


@pytest.mark.parametrize(("gone", "texts", "given"), [(("off",), ("on",), True), (("Street",), (), False)])
def test_a_switch_that_says_whether_it_is_on_is_an_input(
    gone: tuple[str, ...], texts: tuple[str, ...], given: bool
) -> None:
    switch = element("switch", "Alerts", text="off")
    show = Show()
    seq = show.add("check", target=switch, checked=True)
    sop = show.change(cause=seq, values={"Alerts": "true"}, gone=gone, texts=texts).sop()
    assert list(sop.variables) == (["alerts"] if given else [])


def test_signing_in_is_remembered_as_it_was_shown() -> None:
    show = Show(f"{APP}/login").type(field("Password", "password"), "x", masked=True)
    show.tick(field("Remember me", "checkbox")).goes(button("Sign in"), "/", send="post")
    assert list(show.sop().variables) == ["crm_password"]


def test_a_sentence_behind_a_label_is_no_part_of_a_variable_s_name() -> None:
    show = Show().type(field("Description: You may use simple formats here."), "Oil it")
    show.type(field("Address: street"), "Hof 1")
    assert list(show.sop().variables) == ["description", "address_street"]


def test_the_same_text_in_two_fields_is_one_variable_named_after_the_better_label() -> None:
    show = Show().type(field("Search", "search"), "Acme Ltd").type(field("Company"), "Acme Ltd")
    assert filled(show) == {"Search": "{{ company }}", "Company": "{{ company }}"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Quantity", "number", "100"), ("Price", "number", "100")),
        (("From", "date", "2026-03-01"), ("Until", "date", "2026-03-01")),
        (("Title", "text", "Mr"), ("Suffix", "text", "Mr")),
        (("Rooms", "text", "100"), ("Floor", "text", "100")),
    ],
)
def test_values_that_are_equal_by_chance_stay_apart(
    first: tuple[str, str, str], second: tuple[str, str, str]
) -> None:
    show = Show()
    for label, kind, value in (first, second):
        show.type(field(label, kind), value)
    assert len(show.sop().variables) == 2


def test_a_value_made_of_two_others_is_written_with_both() -> None:
    show = Show().type(field("First name"), "Ada").type(field("Last name"), "Lovelace")
    show.goes(link("Contacts"), "/contacts")
    show.type(field("Search", "search"), "Ada Lovelace")
    assert filled(show)["Search"] == "{{ first_name }} {{ last_name }}"


def test_an_option_that_was_typed_before_is_the_same_variable() -> None:
    show = Show().type(field("Author"), "Ursula Le Guin").goes(button("Save"), "/books", send="post")
    show.choose(field("Written by", tag="select"), "Ursula Le Guin")
    assert list(show.sop().variables) == ["author"]
    assert node(show.sop(), "choose-written-by").action == sop_action.Select(
        do="select", options=("{{ author }}",)
    )


def test_a_value_read_on_an_earlier_page_is_carried_over_and_no_constant() -> None:
    show = Show(f"{APP}/invoices/9", title="Invoice · CRM", texts=("Number INV-0042", "Due"))
    show.goes(link("Payments"), "/payments", title="Payments · CRM")
    show.type(field("Reference"), "INV-0042")
    sop = show.sop()
    variable = sop.variables["reference"]
    assert (variable.default, variable.required, variable.example) == (None, True, "INV-0042")
    assert variable.description == "Carried over from 'Invoice · CRM'."
    (question,) = sop.clarifications
    assert not question.required
    assert question.node == "fill-reference"
    assert "INV-0042" in question.question


def test_a_value_is_carried_over_from_the_page_before_though_the_next_was_not_looked_at_yet() -> None:
    show = Show(f"{APP}/orders/9", title="Ordered", texts=("SO-4713",))
    sop = show.hurries(link("Shipping"), "/shipping").type(field("Order number"), "SO-4713").sop()
    assert (sop.variables["order_number"].default, sop.variables["order_number"].required) == (None, True)


def test_what_was_picked_by_a_part_of_its_name_was_not_carried_over_from_where_it_stood_as_well() -> None:
    owner = field("Owner").model_copy(update={"role": "combobox"})
    show = Show(f"{APP}/pets", title="Pets · CRM", texts=("Ute Kern", "Vik Sand"))
    show.goes(link("New"), "/pets/new", title="New · CRM")
    show.type(owner, "Ute", texts=("Ute Kern",))
    show.click(element("option", "Ute Kern"), values={"Owner": "Ute Kern"}, gone=("Ute Kern",))
    sop = show.sop()
    variable = sop.variables["owner"]
    assert (variable.default, variable.required, sop.clarifications) == ("Ute Kern", False, ())


def _typed_once_shown(method: str) -> Show:
    show = Show(f"{APP}/desk")
    seq = show.press(button("Open case"))
    show.add("response", method=method, request_url=f"{APP}/cases", status=200)
    show.change(cause=seq, texts=("Case C-5107 opened",))
    return show.type(field("Case number"), "C-5107")


def test_a_number_that_the_app_gave_to_what_was_sent_is_carried_over_on_the_same_page() -> None:
    assert _typed_once_shown("POST").sop().variables["case_number"].default is None
    # What one looks at may be what one meant to type.
    assert _typed_once_shown("GET").sop().variables["case_number"].default == "C-5107"


def test_where_a_number_comes_from_that_the_app_makes_anew_must_be_said() -> None:
    for operations, required in (((), True), (("case",), False)):
        show = Show(f"{APP}/desk")
        seq = show.press(button("Open case"))
        show.add("response", method="POST", request_url=f"{APP}/do", status=200, operations=operations)
        show.change(cause=seq, texts=("Case C-5107 opened",))
        show.goes(link("Bills"), "/bills").type(field("Case number"), "C-5107")
        (question,) = (one for one in show.sop().clarifications if one.id.startswith("where-from"))
        assert question.required is required


def test_what_a_page_shows_to_whoever_signs_in_was_not_made_just_then() -> None:
    show = Show(f"{APP}/login")
    show.add("response", method="POST", request_url=f"{APP}/session/refresh", status=401)
    show.type(field("Email"), "ada@crm.test").type(field("Password", "password"), "x", masked=True)
    seq = show.press(button("Sign in"))
    show.add("response", method="POST", request_url=f"{APP}/session", status=200)
    show.change(cause=seq, url=f"{APP}/cases", texts=("C-5107",))
    show.type(field("Search", "search"), "C-5107").goes(link("C-5107"), "/cases/7", headings=("C-5107",))
    assert [one.required for one in show.sop().clarifications if one.id.startswith("where-from")] == []


@pytest.mark.parametrize(
    "seen",
    [
        {"values": {"Customer number": "C-4711"}},
        {"headings": ("C-4711",)},
        {"alerts": ("Customer C-4711 saved",)},
        {"title": "C-4711 - CRM"},
    ],
    ids=["a field", "a heading", "a message", "the title"],
)
def test_it_may_have_been_read_anywhere(seen: dict[str, Any]) -> None:
    show = Show(f"{APP}/customers/1", **seen).goes(link("Orders"), "/orders", title="Orders")
    sop = show.type(field("Customer"), "C-4711").sop()
    assert sop.variables["customer"].default is None


@pytest.mark.parametrize("value", ["2026", "12", "ab"])
def test_what_stands_everywhere_was_not_read_anywhere(value: str) -> None:
    show = Show(f"{APP}/a", texts=(f"© {value} Example",)).goes(link("B"), "/b")
    assert show.type(field("It"), value).sop().variables["it"].default == value


def test_what_stands_on_the_same_page_is_no_carrying_over() -> None:
    show = Show(texts=("Acme Ltd",))
    assert show.type(field("Search", "search"), "Acme Ltd").sop().variables["search"].default == "Acme Ltd"


def test_what_the_person_typed_first_was_not_read() -> None:
    show = Show(f"{APP}/contacts/new").type(field("Company"), "Acme Ltd")
    show.goes(button("Save"), "/contacts/1", send="post", headings=("Acme Ltd",))
    show.goes(link("Orders"), "/orders")
    show.type(field("Customer"), "Acme Ltd")
    sop = show.sop()
    assert not [question for question in sop.clarifications if question.id.startswith("where-from")]
    assert list(sop.variables) == ["company"]


def test_a_suggestion_that_came_up_while_typing_was_not_read() -> None:
    show = Show(f"{APP}/a")
    target = field("Customer")
    show.press(target)
    show.keys(target, "Ac")
    show.change(url=f"{APP}/b", texts=("Acme",))
    show.keys(target, "me", before="Ac")
    assert show.sop().variables["customer"].default == "Acme"


def test_text_pasted_from_elsewhere_is_an_input() -> None:
    notes = field("Notes", tag="textarea")
    show = Show().click(notes)
    show.add("clipboard", what="paste", text="From a mail", target=notes)
    show.add("input", target=notes, value="From a mail", before="")
    assert show.sop().variables["notes"].default == "From a mail"


def test_text_that_the_page_itself_copied_is_asked_for() -> None:
    # Its own "Copy" button gave it to the clipboard: on other data it is another one.
    code = field("Code")
    show = Show().click(button("Show code"), texts=("K-4711",)).click(button("Copy")).click(code)
    show.add("clipboard", what="paste", text="K-4711", target=code)
    show.add("input", target=code, value="K-4711", before="")
    sop = show.sop()
    assert sop.variables["code"].default is None
    assert [question.id for question in sop.clarifications] == ["where-from-code"]


def test_text_pasted_amid_other_text_leaves_the_rest() -> None:
    notes = field("Notes", tag="textarea")
    show = Show()
    show.add("clipboard", what="paste", text="INV-7", target=notes)
    show.add("input", target=notes, value="see INV-7!", before="see !")
    assert filled(show) == {"Notes": "see {{ notes }}!"}


def test_an_option_of_a_list_made_by_the_page_is_a_variable() -> None:
    show = Show().click(button("Stage"), texts=("Lead", "Customer")).click(element("option", "Lead"))
    sop = show.click(button("Lead"), texts=("x",)).sop()
    assert sop.variables["stage"].default == "Lead"
    picked, later = (task.target for task in tasks(sop)[1:])
    assert picked is not None and picked.name == "{{ stage }}"
    assert later is not None and later.name == "Lead"


HINTED = Target(
    tag="input",
    role="combobox",
    placeholder="Type to search",
    near=Neighbourhood(section="Company", before="Company"),
    locators=(PlaceholderLocator(by="placeholder", text="Type to search"),),
)
"""Its page's state calls it by its hint, and a person by what stands before it."""


@pytest.mark.parametrize("company", [field("Company"), HINTED], ids=["labelled", "hinted"])
def test_a_suggestion_whose_name_was_begun_is_one_value_for_both_steps(company: Target) -> None:
    show = Show().type(company, "acm", texts=("Acme Ltd", "Acme KG"))
    held = {company.label or "Type to search": "Acme Ltd"}
    sop = show.click(element("option", "Acme Ltd"), values=held).sop()
    assert {name: variable.default for name, variable in sop.variables.items()} == {"company": "Acme Ltd"}
    typed, picked = tasks(sop)
    assert isinstance(typed.action, sop_action.Fill) and typed.action.value == "{{ company }}"
    assert picked.target is not None and picked.target.name == "{{ company }}"


@pytest.mark.parametrize(("came", "names"), [
    (("ben", "Ben", "Moor)", "ben", "Olm"), {"watchers": "ben", "watchers_choice": "ben (Ben Moor)"}),
    (("a hint",), {"watchers": "ben"}),
])  # fmt: skip
def test_what_a_field_offers_with_the_typed_letters_marked_is_picked(
    came: tuple[str, ...], names: dict[str, str]
) -> None:
    text = "ben (Ben Moor)"
    offer = Target(tag="div", text=text, locators=(TextLocator(by="text", text=text),))
    show = Show().type(field("Watchers"), "ben", texts=came).click(offer, values={"Watchers": ""})
    assert {name: one.default for name, one in show.sop().variables.items()} == names


@pytest.mark.parametrize("came_up", [True, False])
def test_what_is_pressed_once_its_beginning_was_typed_into_a_field_that_came_up_is_picked(
    came_up: bool,
) -> None:
    offer = Target(tag="div", text="Ben Frost", locators=(TextLocator(by="text", text="Ben Frost"),))
    show = Show().click(button("Change"), values={"Search": ""} if came_up else {})
    sop = show.type(field("Search"), "Ben F").click(offer).click(button("Save"), texts=("Saved",)).sop()
    given = {name: one.default for name, one in sop.variables.items()}
    assert given == {"search": "Ben F", **({"search_choice": "Ben Frost"} if came_up else {})}


@pytest.mark.parametrize(
    ("typed", "name", "beside", "gone", "picked"),
    [
        ("ve", "Vera Lim", ["Vern Ott"], (), True),
        ("ve", "Vera Lim", ["Walt Roe"], (), False),
        ("v", "Vera Lim", ["Vern Ott"], (), False),
        ("ew", "Ewa Nowak", [], ("Ben Ash", "Cyril Roy"), True),
        ("ew", "Ewa Nowak", [], ("Ben Ash",), False),
        ("please ask @hu", "Hugo Bern", [], (), True),
        ("/re", "refund", [], (), True),
        ("please ask hu", "Hugo Bern", [], (), False),
    ],
    ids=[
        "all begin so",
        "another does not",
        "one letter",
        "alone",
        "few went",
        "mention",
        "command",
        "words",
    ],
)
def test_what_is_pressed_is_picked_where_a_list_was_narrowed_down_to_what_begins_so(
    typed: str, name: str, beside: list[str], gone: tuple[str, ...], picked: bool
) -> None:
    """It was the recorded one, without a question, where the list was filtered in its place."""
    offer = Target(tag="div", text=name, locators=(TextLocator(by="text", text=name),))
    show = Show(texts=(name, *beside, *gone), values={"Owner": ""}).click(button("Change"))
    show.type(field("Owner"), typed, gone=gone)
    seq = show.press(offer)
    if beside:
        show.amend(among={"others": len(beside), "beside": beside})
    sop = show.change(cause=seq).click(button("Save"), texts=("Saved",)).sop()
    assert [one.default for one in sop.variables.values()] == [typed, *([name] if picked else [])]


@pytest.mark.parametrize(
    ("name", "came", "picked"),
    [
        ("Crack", "Crack (high)", True),
        ("Crack", "1 mark", False),
        ("Delete", "Delete (done)", False),
    ],
)
def test_what_is_chosen_of_a_list_that_goes_and_stays_as_a_word_of_what_came_is_an_input(
    name: str, came: str, picked: bool
) -> None:
    offer = Target(tag="div", text=name, locators=(TextLocator(by="text", text=name),))
    show = Show().click(button("Mark"), texts=("high", name, "Rust", "Stain"))
    seq = show.press(offer)
    show.amend(among={"others": 2, "beside": ["Rust", "Stain"]})
    show.change(cause=seq, texts=(came,), gone=("high", name, "Rust", "Stain"))
    sop = show.type(field("Inspector"), "Otto").click(button("Save"), texts=("Saved",)).sop()
    assert [one.default for one in sop.variables.values()] == [*([name] if picked else []), "Otto"]


def test_what_is_sought_in_the_window_of_a_field_is_that_field_s_choice() -> None:
    """Its entries are links in rows; an empty field may be called by its example instead of its label."""
    director = field("Director", placeholder="None")
    rows = RowLocator(by="row", text="Cid Park", role="listitem", exact=True)
    names = RoleLocator(by="role", role="link", name="Cid Park")
    entry = Target(
        tag="a",
        role="link",
        name="Cid Park",
        near=Neighbourhood(row="Cid Park"),
        locators=(names, names.model_copy(update={"within": rows})),
    )
    show = Show(values={"None": ""}, texts=("Cid Park",)).click(
        director, values={"Search": ""}, texts=("Cid Park",)
    )
    show.type(field("Search"), "Cid").click(entry, values={"Director": "Cid Park"})
    sop = show.click(button("Save"), texts=("Saved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "search": "Cid",
        "director": "Cid Park",
    }


def test_a_record_that_its_link_writes_otherwise_than_it_was_sought_is_a_variable() -> None:
    show = Show().type(field("Search", "search"), "Coffee machine")
    show.goes(link(":coffee_machine"), "/page?id=coffee_machine").click(button("Edit"), texts=("Summary",))
    sop = show.sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "search": "Coffee machine",
        "page": "coffee_machine",
    }
    opened = tasks(sop)[1].target
    assert opened is not None and opened.name == ":{{ page }}"


@pytest.mark.parametrize(("sought", "href"), [("Salt", "/books/2"), ("Iron", "/books/salt-and-iron")])
def test_a_link_is_the_record_that_a_part_of_its_name_was_sought_for(sought: str, href: str) -> None:
    show = Show().type(field("Search", "search"), sought, texts=("Salt and Iron",))
    sop = show.goes(link("Salt and Iron", href), href, headings=("Salt and Iron",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "search": sought,
        "book": "Salt and Iron",
    }
    opened = tasks(sop)[1].target
    assert opened is not None and opened.name == "{{ book }}"


def test_a_link_to_a_part_of_the_app_is_no_record_though_a_word_of_it_was_sought() -> None:
    show = Show().type(field("Search", "search"), "Report")
    assert list(show.goes(link("Report settings", "/settings"), "/settings").sop().variables) == ["search"]


def test_a_record_without_a_locator_of_its_own_name_is_found_by_it() -> None:
    title = Target(
        tag="a",
        role="link",
        name="Salt and Iron",
        attributes={"href": "/books/2"},
        near=Neighbourhood(after="Ann Lee"),
        locators=(CssLocator(by="css", css="main > div:nth-of-type(2) > a"),),
    )
    show = Show().type(field("Search", "search"), "Salt", texts=("Salt and Iron",))
    opened = tasks(show.goes(title, "/books/2", headings=("Salt and Iron",)).sop())[1].target
    assert opened is not None and opened.name == "{{ book }}" and opened.near.after is None
    assert opened.locators[0] == RoleLocator(by="role", role="link", name="{{ book }}")


def test_a_link_in_a_list_for_choosing_is_an_option_and_what_was_typed_its_beginning() -> None:
    entry = element("link", "🇩🇪 Germany", tag="a", ancestors=("li", "ul[listbox]", "div"))
    show = Show().type(field("Country"), "Ger", texts=("🇩🇪 Germany", "🇬🇪 Georgia"))
    sop = show.click(entry, values={"Country": "Germany"}).sop()
    assert {name: value.default for name, value in sop.variables.items()} == {
        "country": "Ger",
        "country_choice": "🇩🇪 Germany",
    }
    picked = tasks(sop)[1].target
    assert picked is not None and "{{ country_choice }}" in picked.locators[0].model_dump_json()


def begun(typed: str, held: str) -> Sop:
    entry = Target(tag="div", text="Germany", locators=(TextLocator(by="text", text="Germany"),))
    return Show().type(field("Town"), typed).click(entry, values={"Town": held}).sop()


def test_an_entry_without_a_role_whose_name_was_begun_is_one_value_for_both_steps() -> None:
    sop = begun("Ger", "Germany")
    assert {name: value.default for name, value in sop.variables.items()} == {"town": "Germany"}
    # A list may look for "ger" in small letters alone, and would not find "Germany".
    assert list(begun("ger", "Germany").variables) == ["town", "town_choice"]


@pytest.mark.parametrize(("came", "names"), [
    (("Guest",), {"groups": "Guest", "groups_choice": "Guests"}),
    ((), {"groups": "Guest"}),
])  # fmt: skip
def test_what_is_offered_with_but_one_letter_behind_those_that_were_typed_is_picked(
    came: tuple[str, ...], names: dict[str, str]
) -> None:
    offer = Target(
        tag="li", role="listitem", text="Guests", locators=(TextLocator(by="text", text="Guests"),)
    )
    show = Show().type(field("Groups"), "Guest", texts=came).click(offer, values={"Groups": ""})
    assert {name: one.default for name, one in show.sop().variables.items()} == names


def test_a_word_of_the_app_that_a_list_was_searched_by_is_not_taken_for_it_elsewhere() -> None:
    text = "User role"
    offer = Target(tag="li", role="listitem", text=text, locators=(TextLocator(by="text", text=text),))
    show = Show().type(field("Name"), "Jane").type(field("Role"), "User", texts=("User", "role"))
    show.click(offer, values={"Role": ""})
    sop = show.goes(button("Add"), "/users", send="post", alerts=("User added",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "name": "Jane",
        "role": "User",
        "role_choice": "User role",
    }
    assert "{{ role }} added" not in str(criteria(tasks(sop)[-1]))


@pytest.mark.parametrize(
    ("typed", "held", "chosen"),
    [("ger", "Germany", True), ("MAN", "Germany", True), ("nor", "Germany", False), ("ger", "Ghana", False)],
)
def test_an_entry_that_came_after_the_look_behind_the_typing_is_chosen_where_its_field_takes_its_name(
    typed: str, held: str, chosen: bool
) -> None:
    sop = begun(typed, held)
    choice = {"town_choice": "Germany"} if chosen else {}
    assert {name: value.default for name, value in sop.variables.items()} == {"town": typed, **choice}
    picked = tasks(sop)[1]
    if chosen:
        assert picked.target is not None and picked.target.text == "{{ town_choice }}"
        assert criteria(picked)[0]["equals"] == "{{ town_choice }}"


def _picked_from(
    opener: Target,
    *,
    entry: str = "Won",
    gone: tuple[str, ...],
    near: Neighbourhood | None = None,
    **after: Any,
) -> Show:
    """A list that says nothing of itself is opened, and an entry of it is clicked on."""
    locators = (TextLocator(by="text", text=entry), CssLocator(by="css", css="ul > li:nth-of-type(2)"))
    facts: dict[str, Any] = {"near": near} if near is not None else {}
    picked = Target(tag="li", role="listitem", text=entry, locators=locators, **facts)
    return Show().click(opener, texts=("New", "Won", "Lost")).click(picked, gone=gone, **after)


LISTED = button("Choose", text="Choose", near=Neighbourhood(before="Stage *"))
AGAIN = Target(
    tag="div",
    text="Choose",
    near=Neighbourhood(before="Stage"),
    locators=(CssLocator(by="css", css="div > div"),),
)
CAPTIONED = button(
    "Stage",
    text="Choose",
    near=Neighbourhood(before="Stage"),
    css="div > button",
)
SORTED = button("Sort by Name ▾", text="Sort by Name ▾")
STATE = Target(tag="td", role="cell", text="Open", label="State", locators=(CssLocator(by="css", css="td"),))


@pytest.mark.parametrize(
    ("opener", "gone", "after", "name"),
    [
        (LISTED, ("New", "Lost", "Choose"), {}, "stage"),
        (button("Stage: Open", text="Stage: Open"), ("New", "Won", "Lost", "Stage: Open"), None, "stage"),
        (SORTED, ("New", "Lost", "Name"), {}, "sort_by"),
        (STATE, ("New", "Lost"), {}, "state"),
        # A sheet whose other cells say what else the list offered.
        (STATE, ("Open",), {}, "state"),
        # A badge beside the menu's button.
        (button("Set state", text="Set state"), ("New", "Lost", "Open"), {}, "set_state"),
        # A field that shows beside itself what is chosen, in the place of what asked for it.
        (field("Stage"), ("New", "Lost", "Choose"), {}, "stage"),
        # A dialog that came with what opened it, and went with its button.
        (button("Edit", text="Edit"), ("New", "Won", "Lost", "Edit"), {}, None),
        # Another list, which says the same, still asks for a choice.
        (AGAIN, ("New", "Lost"), {}, "stage"),
        (AGAIN, ("New", "Won", "Lost"), {}, None),
        # So does another of the same kind, whose button is called by its caption.
        (CAPTIONED, ("New", "Lost"), {}, "stage"),
        (CAPTIONED, ("New", "Won", "Lost"), {}, None),
        # Commands: the entry goes with its menu, or leads to another part of the app.
        (button("Actions", text="Actions"), ("New", "Won", "Lost"), {}, None),
        (button("Actions", text="Actions"), ("New", "Lost"), {}, None),
        # A hint that came with another part of the app is read: "Got it".
        (LISTED, ("New", "Won", "Choose"), {}, None),
        (LISTED, ("New", "Lost", "Choose"), {"headings": ("Won",)}, None),
        (LISTED, ("New", "Lost", "Choose"), {"dialogs": ("Won",)}, None),
        (LISTED, ("New", "Lost", "Choose"), {"url": "https://crm.example.com/won"}, None),
    ],
)
def test_an_entry_that_takes_the_place_of_what_its_list_s_button_said_is_chosen(
    opener: Target, gone: tuple[str, ...], after: dict[str, Any] | None, name: str | None
) -> None:
    texts = () if after is not None else ("Stage: Won",)
    sop = _picked_from(opener, gone=gone, texts=texts, **(after or {})).click(button("Save")).sop()
    assert {name: value.default for name, value in sop.variables.items()} == ({name: "Won"} if name else {})
    target = tasks(sop)[1].target
    assert target is not None
    assert target.locators[0].model_dump()["text"] == (f"{{{{ {name} }}}}" if name else "Won")


def test_so_it_is_where_the_next_field_is_filled_in_before_the_page_is_looked_at() -> None:
    show = Show().click(LISTED, texts=("New", "Won", "Lost"))
    show.press(Target(tag="div", text="Won", locators=(TextLocator(by="text", text="Won"),)))
    show.add("select", target=field("Kind", tag="select"), options=["Lead"], values=["1"])
    sop = show.change(gone=("New", "Lost", "Choose"), values={"Kind": "Lead"}).sop()
    assert {name: value.default for name, value in sop.variables.items()} == {"stage": "Won", "kind": "Lead"}


def test_a_list_is_not_called_after_the_label_of_the_field_before_it() -> None:
    opener = button("Pick stage", text="Pick stage", near=Neighbourhood(before="Name"))
    won = Target(tag="a", text="Won", locators=(TextLocator(by="text", text="Won"),))
    show = Show(values={"Name": ""}).click(opener, texts=("New", "Won", "Lost"))
    sop = show.click(won, gone=("New", "Lost", "Pick stage")).click(button("Save")).sop()
    assert {name: value.default for name, value in sop.variables.items()} == {"pick_stage": "Won"}


def test_what_opened_a_list_is_called_by_the_choice() -> None:
    shown = _picked_from(SORTED, gone=("New", "Lost", "Name"))
    (condition,) = criteria(tasks(shown.click(button("Save")).sop())[1])
    assert (condition["state"], condition["target"]["name"]) == ("visible", "Sort by {{ sort_by }} ▾")


def test_what_is_chosen_in_a_dialog_need_not_be_said_by_what_opened_it() -> None:
    asks = button("Choose supplier", text="Choose supplier", near=Neighbourhood(before="Supplier"))
    entry = Target(tag="a", role="link", text="Acme", locators=(TextLocator(by="text", text="Acme"),))
    show = Show().click(asks, dialogs=("Choose",), texts=("Acme", "Berg", "City"))
    show.click(entry, dialogs=(), gone=("Berg", "City", "Choose supplier"))
    held = criteria(tasks(show.click(button("Save")).sop())[1])
    assert {"kind": "text", "contains": "{{ supplier }}"} in held
    assert not any(one.get("state") == "visible" for one in held)


def test_an_entry_that_offers_to_take_what_was_typed_is_no_choice_of_its_own() -> None:
    show = Show().type(field("Key"), "team", texts=('Add tag "team"',))
    show.click(element("option", 'Add tag "team"'), values={"Key": "team"})
    sop = show.sop()
    assert {name: value.default for name, value in sop.variables.items()} == {"key": "team"}
    picked = tasks(sop)[1].target
    assert picked is not None and picked.name == 'Add tag "{{ key }}"'


def test_a_button_that_only_its_picture_names_is_no_choice_because_its_name_did_not_go() -> None:
    """What was opened before it gives way to its form: no text of the page ever said "Edit note"."""
    edit = button("Edit note", attributes={"aria-label": "Edit note"})
    show = Show(texts=("Ideas",)).click(link("Ideas", "#Ideas"), texts=("About them", "Tags"))
    sop = show.click(edit, texts=("Draft",), gone=("Ideas", "About them", "Tags")).sop()
    assert not sop.clarifications and not sop.variables


def test_an_entry_that_its_place_alone_tells_is_asked_about() -> None:
    place = Target(tag="li", text="Won", locators=(CssLocator(by="css", css="ul > li:nth-of-type(2)"),))
    show = Show(texts=("Won",)).click(LISTED, texts=("New", "Lost"))
    sop = show.click(place, gone=("New", "Lost", "Choose")).sop()
    (question,) = sop.clarifications
    assert (question.id, question.required) == ("which-entry", True)
    assert question.question.startswith("Is it always 'Won' in 'Stage'?")


def test_a_chosen_entry_keeps_no_neighbours_of_the_recorded_one() -> None:
    show = _picked_from(
        LISTED, gone=("New", "Lost", "Choose"), near=Neighbourhood(before="New", after="Lost")
    )
    picked = tasks(show.click(button("Save")).sop())[1].target
    assert picked is not None and picked.text == "{{ stage }}"
    assert (picked.near.before, picked.near.after) == (None, None)


def test_a_button_that_takes_a_record_away_is_no_entry_of_its_list() -> None:
    # The record's words go with its whole row, and nothing takes their place.
    offer = link("Offer 9", near=Neighbourhood(row="Bob Stone 296 B Offer 9", before="296 B"))
    show = Show().click(offer, texts=("28", "7:06"), gone=("29",))
    show.click(button("Delete"), texts=("Moved to the bin.",), gone=("Bob Stone", "7:06", "Offer 9"))
    assert show.sop().clarifications == ()


def test_a_button_that_was_there_before_a_dialog_is_no_entry_of_what_closed_it() -> None:
    settings = Target(tag="li", text="Settings", locators=(CssLocator(by="css", css="#top > li"),))
    show = Show(texts=("Settings",)).click(button("Plus"), texts=("Add", "Cancel"))
    show.click(button("Add", text="Add"), texts=("It has been saved",), gone=("Add", "Cancel"))
    sop = show.click(settings, texts=("Profile",), gone=("It has been saved",)).sop()
    assert sop.clarifications == ()


def test_a_field_is_not_called_by_what_was_given_in_the_cell_before_it() -> None:
    amount = Target(
        tag="input",
        role="textbox",
        label="Groceries",
        input_type="text",
        near=Neighbourhood(before="Groceries"),
        locators=(LabelLocator(by="label", text="Groceries"),),
    )
    sop = Show().type(field("Category"), "Groceries").type(amount, "12.40").sop()
    assert list(sop.variables) == ["category", "value"]
    found = tasks(sop)[1].target
    assert found is not None and found.label == "{{ category }}"
    assert found.locators == (LabelLocator(by="label", text="{{ category }}"),)


def test_an_option_opens_no_list() -> None:
    show = Show().click(element("option", "Canon", text="Canon"), texts=("Canon",))
    show.type(field("City"), "Ber", texts=("Bergen", "Bern"))
    entry = Target(tag="li", role="option", text="Bergen", locators=(TextLocator(by="text", text="Bergen"),))
    sop = show.click(entry, gone=("Canon", "Bergen", "Bern"), texts=("Bergen, selected",)).sop()
    assert "canon" not in sop.variables and "city" in sop.variables


def test_the_same_word_chosen_in_two_lists_is_two_variables() -> None:
    show = Show()
    for name in ("Urgent", "Paid"):
        show.click(element("combobox", name), texts=("Yes", "No"))
        show.click(element("option", "Yes"), values={name: "Yes"})
    sop = show.sop()
    assert {name: value.default for name, value in sop.variables.items()} == {"urgent": "Yes", "paid": "Yes"}
    assert criteria(tasks(sop)[3])[0]["equals"] == "{{ paid }}"


@pytest.mark.parametrize(
    ("gone", "before", "after", "checked"),
    [
        (("Won", "New"), "Pick one", "Won", True),
        (("Won", "New"), "Won", "Won", False),
        (("Won", "New"), "Pick one", "Old, Won", False),
        # One of several by now: pressed again, it would be taken back.
        (("Won", "New"), "Old", "Old Won", True),
        # It stays open, for more than one choice.
        ((), "Pick one", "Won", False),
    ],
)
def test_what_a_list_shows_beside_its_empty_field_tells_of_the_choice(
    gone: tuple[str, ...], before: str, after: str, checked: bool
) -> None:
    stage = element("combobox", "Stage", tag="input")
    show = Show().click(stage, texts=("New", "Won"), beside={"Stage": before})
    sop = show.click(element("option", "Won"), gone=gone, beside={"Stage": after}).sop()
    found = [(one["kind"], one["equals"]) for one in criteria(tasks(sop)[1])]
    assert found == ([("value", "{{ stage }}")] if checked else [])


def test_a_field_whose_label_counts_what_was_chosen_is_not_called_by_the_choice() -> None:
    tags = field("Tags").model_copy(update={"role": "combobox", "name": "Tags"})
    show = Show(values={"Tags": ""}).click(tags, texts=("Budget", "Climate", "Opera"))
    show.click(
        element("option", "Climate"),
        texts=("Tags (1)",),
        gone=("Tags", "Budget", "Opera"),
        values={"Tags (1)": ""},
    )
    picked = tasks(show.sop())[1]
    assert picked.target is not None and picked.target.name == "{{ tags }}"
    assert "combobox" not in str(criteria(picked))


@pytest.mark.parametrize(("option", "held"), [("Acme Ltd (12)", "Acme Ltd (12)"), ("Acme Ltd", "")])
def test_a_suggestion_that_a_list_may_not_find_by_all_of_its_name_stands_beside_what_was_typed(
    option: str, held: str
) -> None:
    show = Show().type(field("Company"), "Acme", texts=(option,))
    show.click(element("option", option), values={"Company": held})
    sop = show.goes(button("Save"), "/done", send="post", alerts=("Acme Ltd saved",)).sop()
    assert [variable.default for variable in sop.variables.values()] == ["Acme", option]
    assert not any("{{ company }} Ltd" in str(found) for found in criteria(tasks(sop)[-1]))


def test_what_is_typed_for_the_next_list_is_not_called_after_the_entry_of_the_last() -> None:
    """The lists were fetched late: what the second offers was not seen to come."""
    as_list = {"role": "combobox"}
    country, supplier = (field(name).model_copy(update=as_list) for name in ("Country", "Supplier"))
    show = Show().click(country, texts=("Norway", "Poland")).type(country, "pol", gone=("Norway",))
    show.click(element("option", "Poland"), values={"Country": "Poland"}, gone=("Poland",))
    show.type(supplier, "ber", texts=("Berger Foods", "Berger Metals"))
    show.click(
        element("option", "Berger Foods"), values={"Supplier": "Berger Foods"}, gone=("Berger Metals",)
    )
    assert {name: one.default for name, one in show.sop().variables.items()} == {
        "country": "Poland",
        "supplier": "Berger Foods",
    }


def test_a_list_searched_in_its_own_box_is_one_input_though_another_box_is_called_so() -> None:
    popup = ("span", "span", "body")
    search = field("Search", "search", ancestors=popup)
    show = Show(values={"Customer": "", "Search": ""})
    show.click(element("combobox", "Customer", ancestors=("div", "form", "body")), counts={"results": 5})
    show.type(search, "Nord", counts={"results": 1})
    show.click(element("option", "Nordlicht GmbH", ancestors=("ul[listbox]", *popup)))
    show.click(button("Save"), values={"Customer": "Nordlicht GmbH"})
    assert {name: one.default for name, one in show.sop().variables.items()} == {"customer": "Nordlicht GmbH"}


def test_what_is_ticked_in_a_list_for_several_is_an_input() -> None:
    show = Show().click(element("combobox", "Tags", tag="button"), texts=("Fragile", "Heavy", "Urgent"))
    for name in ("Fragile", "Urgent"):
        show.tick(element("menuitemcheckbox", name).model_copy(update={"text": name}))
    sop = show.sop()
    assert {name: one.default for name, one in sop.variables.items()} == {
        "tags": "Fragile",
        "tags_2": "Urgent",
    }
    ticked = tasks(sop)[2]
    assert ticked.target is not None and (ticked.action.do, ticked.target.name) == ("check", "{{ tags_2 }}")


def test_an_entry_whose_name_ends_with_that_of_its_icon_is_an_input() -> None:
    show = Show().click(element("combobox", "Category", tag="input"), texts=("Food", "Toys"))
    show.click(element("menuitemcheckbox", "Food right").model_copy(update={"text": "Food"}))
    sop = show.sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"category": "Food"}
    picked = tasks(sop)[1]
    assert picked.target is not None and picked.target.locators[0] == RoleLocator(
        by="role", role="menuitemcheckbox", name="{{ category }} right"
    )


def test_a_suggestion_that_was_typed_in_full_is_the_same_variable() -> None:
    show = Show().type(field("Company"), "Acme Ltd", texts=("Acme Ltd",))
    show.click(element("option", "Acme Ltd"), values={"Company": "Acme Ltd"})
    assert list(show.sop().variables) == ["company"]


def test_a_record_that_was_picked_from_a_list_is_a_variable() -> None:
    record = in_row("link", "Anne Berg", "Anne Berg", "Anne Berg Fjordbank").model_copy(
        update={"locators": (RoleLocator(by="role", role="link", name="Anne Berg"),)}
    )
    show = Show().goes(record, "/contacts/4", headings=("Anne Berg",))
    seq = show.press(button("Delete"))
    show.add("dialog", dialog="confirm", message="Delete Anne Berg of Fjordbank?", accepted=True)
    show.led(seq, "/contacts", send="post", alerts=("Anne Berg deleted",))
    sop = show.sop()
    assert sop.variables["contact"].default == "Anne Berg"
    opened, deleted = tasks(sop)
    assert opened.target is not None and opened.target.name == "{{ contact }}"
    assert [c["contains"] for c in criteria(opened) if c["kind"] == "text"] == ["{{ contact }}"]
    assert [c["contains"] for c in criteria(deleted) if c["kind"] == "text"] == ["{{ contact }} deleted"]
    assert deleted.dialogs[0].message is None


def test_a_file_has_its_path_beside_the_sop_as_default() -> None:
    file = field("Contract", "file")
    show = Show()
    show.add("upload", target=file, files=[{"name": "c.pdf", "size": 1, "stored": "files/c.pdf"}])
    variable = show.sop().variables["contract"]
    assert (variable.type, variable.default, variable.required) == ("file", "demo/files/c.pdf", False)


def test_a_file_that_was_not_kept_must_be_given() -> None:
    show = Show()
    show.add("upload", target=field("Video", "file"), files=[{"name": "v.mp4", "size": 9_000_000_000}])
    assert show.sop().variables["video"].required


def test_what_a_prompt_was_answered_with_is_a_variable() -> None:
    show = Show()
    seq = show.press(button("Reject"))
    show.add("dialog", dialog="prompt", message="Reason?", accepted=True, text="Too late")
    show.change(cause=seq, alerts=("Rejected",))
    sop = show.sop()
    (dialog,) = node(sop, "click-reject").dialogs
    assert (dialog.answer, dialog.text, dialog.message) == ("accept", "{{ reason }}", "Reason?")
    assert sop.variables["reason"].default == "Too late"


def test_braces_of_a_page_are_not_taken_for_variables() -> None:
    show = Show().type(field("{{ label }}"), "{{ typed }}")
    show.click(button("{{ raw }}"), headings=("{{ heading }}",))
    sop = show.sop()
    assert list(sop.variables) == ["label"]
    assert {name for task in tasks(sop) for name in names_in_model(task)} == {"label"}
    target = render_model(tasks(sop)[1], lambda name: "").target
    assert target is not None and target.name == "{{ raw }}"


def test_a_whole_page_before_a_field_is_not_what_it_is_called() -> None:
    before = Neighbourhood(before="Skip to main content Dashboard Home Updates Posts All Posts Add…")
    picker = Target(tag="input", input_type="file", near=before, locators=(CssLocator(by="css", css="#up"),))
    show = Show()
    show.add("upload", target=picker, files=[{"name": "a.png", "size": 3, "stored": "files/a.png"}])
    sop = show.sop()
    assert "Skip to main" not in sop.model_dump_json(exclude={"nodes": {"__all__": {"target"}}})
    assert sop.variables["file"].description == "A file to upload."


def test_a_list_that_is_there_at_all_times_is_called_by_itself_and_not_by_the_step_before() -> None:
    show = Show(texts=("Main", "Annex")).click(field("Car", "checkbox"))
    sop = show.click(element("option", "Annex", near=Neighbourhood(group="Office:"))).sop()
    assert {name: variable.default for name, variable in sop.variables.items()}["office"] == "Annex"


def test_a_list_that_is_there_at_all_times_is_not_called_by_the_one_that_was_opened_before() -> None:
    opened = button("Logistics").model_copy(update={"attributes": {"aria-haspopup": "listbox"}})
    show = Show(texts=("Approved",)).click(opened, texts=("Finance",)).click(element("option", "Finance"))
    sop = show.click(element("option", "Approved", near=Neighbourhood(group="Status:"))).sop()
    given = {name: one.default for name, one in sop.variables.items()}
    assert given == {"logistics": "Finance", "status": "Approved"}


def test_a_radio_button_that_came_up_with_a_press_is_picked_for_what_was_pressed() -> None:
    show = Show().click(button("Carrier"), texts=("North Post", "Blue Line"))
    sop = show.click(element("radio", "Blue Line")).sop()
    assert {name: variable.default for name, variable in sop.variables.items()} == {"carrier": "Blue Line"}


def test_what_is_unfolded_in_a_tree_that_a_field_opened_is_an_input_and_so_is_what_lies_in_it() -> None:
    box = Target(tag="div", label="Team", locators=(LabelLocator(by="label", text="Team"),))
    branch = RowLocator(by="row", role="treeitem", text="Tech")
    sign = Target(
        tag="button", role="button", locators=(RoleLocator(by="role", role="button", within=branch),)
    )
    leaf = element("treeitem", "Data")
    show = Show().click(box, texts=("Sales", "Tech")).click(sign, texts=("Web", "Data"))
    sop = show.click(leaf, gone=("Sales", "Tech", "Web")).sop()
    assert {name: one.default for name, one in sop.variables.items()} == {"team": "Tech", "team_2": "Data"}
    unfolded = tasks(sop)[1].target
    within = unfolded.locators[0].within if unfolded is not None else None
    assert isinstance(within, RowLocator) and within.text == "{{ team }}"


def test_a_key_behind_an_entry_goes_to_what_was_picked_whatever_that_is_called_by_then() -> None:
    show = Show().click(button("Stage"), texts=("Lead", "Won")).click(element("option", "Lead"))
    show.key("Escape", element("option", "Lead"))
    assert [task.target for task in tasks(show.sop())[2:]] == [None]


def test_an_editor_without_a_label_goes_by_the_heading_above_it() -> None:
    css = CssLocator(by="css", css="#body > div")
    editor = Target(tag="div", role="textbox", near=Neighbourhood(heading="Body"), locators=(css,))
    assert list(Show().type(editor, "Dear Ada").sop().variables) == ["body"]


def test_what_a_frame_s_own_page_shows_was_not_carried_over_from_elsewhere() -> None:
    frame = (FrameStep(locators=(CssLocator(by="css", css="frame[name=content]"),), name="content"),)
    show, name = Show(f"{APP}/frames"), field("Name", frame=frame)
    state = PageState(url=f"{APP}/customers", texts=("Acme", "Globex"))
    seq = show.press(link("Customers"))
    show.change_within(name, cause=seq, before=PageState(url="about:blank"), after=state)
    show.press(name)
    show.keys(name, "Globex")
    assert not show.sop().clarifications


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("Move to...", "move_to"),
        ("Verschieben nach …", "verschieben_nach"),
        ("Change folder", "change_folder"),
        ("Ordner wechseln", "ordner_wechseln"),
    ],
)
def test_what_a_command_wants_to_know_is_an_input(command: str, name: str) -> None:
    show = Show().click(button(command), texts=("Invoices", "Offers"))
    show.click(link("Offers"), alerts=("Moved",))
    assert {name: v.default for name, v in show.sop().variables.items()} == {name: "Offers"}


@pytest.mark.parametrize("command", ["More", "Sign in", "Turn on", "Forward"])
def test_a_command_of_a_menu_is_no_input(command: str) -> None:
    show = Show().click(button(command), texts=("Invoices", "Offers"))
    assert not show.click(link("Offers"), alerts=("Moved",)).sop().variables


@pytest.mark.parametrize(
    ("command", "beside", "told", "shown", "is_input"),
    [
        ("Move", ("Doing", "Review"), True, (), True),
        ("Actions", ("Doing", "Review"), True, (), False),
        ("Move", ("Doing", "Edit card"), True, (), False),
        ("Move", ("Doing", "Review"), False, (), False),
        # What came up is more than a menu.
        ("Depot", ("Doing", "Review"), True, ("Owner",), False),
    ],
)
@pytest.mark.parametrize("role", ["listitem", "menuitem"])
def test_a_value_of_a_menu_that_is_told_at_once_is_an_input(
    role: str, command: str, beside: tuple[str, ...], told: bool, shown: tuple[str, ...], is_input: bool
) -> None:
    show = Show().click(button(command), texts=("Done", *beside, *shown), counts={"list 1": 3})
    entry = element(role, "Done", tag="li")
    # Entries of menus that say so are parts of the app, be it the menu of a record.
    among = {"others": len(beside), "role": role, "beside": beside, "in_app": role == "menuitem"}
    seq = show.add("click", x=5, y=5, target=entry, among=among)
    if told:
        show.add("response", method="POST", request_url=f"{APP}/do", status=200)
    sop = show.change(cause=seq, alerts=("Moved",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == (
        {"move": "Done"} if is_input else {}
    )


def test_a_list_s_button_is_not_called_by_a_choice_of_which_it_shows_a_part() -> None:
    """As of a country, for which its button shows the dialling code, and says which is chosen."""
    country = button("Country, now Spain (+34)", text="+34")
    shown = _picked_from(country, entry="Won", gone=("New", "Lost", "+34"))
    asked = [criteria(task) for task in tasks(shown.click(button("Save")).sop())]
    assert "Country, now" not in str(asked[1])


def test_a_sign_without_a_word_is_no_input() -> None:
    show = Show().click(button("Move to..."), texts=("📌", "Offers"))
    assert not show.click(link("📌"), alerts=("Moved",)).sop().variables


def test_what_is_written_into_a_grid_s_cell_is_called_by_its_column() -> None:
    """The field that a grid opens there is called the same in every column."""
    within = RowLocator(by="row", text="Ada")
    show = Show()
    for place, (column, held, value) in enumerate((("City", "Rome", "Bern"), ("Weight", "2 kg", "22 kg"))):
        where = (CssLocator(by="css", css=f"div:nth-of-type({place + 2})", within=within),)
        cell = element("gridcell", held).model_copy(update={"label": column, "locators": where})
        editor = in_row("textbox", "Input Editor", "Ada", f"Ada {held}").model_copy(
            update={"tag": "input", "input_type": "text", "label": "Input Editor"}
        )
        show.add("double_click", target=cell, x=5, y=5)
        show.add("input", target=editor, value=value, before=held)
    assert list(show.sop().variables) == ["record", "city", "weight"]


BOX_ROW = RowLocator(by="row", text="Visitor 2", exact=True)


@pytest.mark.parametrize(("part", "picks"), [("tbody#list", True), ("thead", False)])
def test_a_row_is_picked_by_the_box_in_its_heading_and_all_by_that_over_the_column(
    part: str, picks: bool
) -> None:
    by_role = RoleLocator(by="role", role="checkbox", name="Select comment", within=BOX_ROW)
    near = Neighbourhood(row="Select comment Visitor 2 Buy cheap pills")
    box = field("Select comment", "checkbox", ancestors=("th", "tr", part, "table"), near=near)
    show = Show(f"{APP}/edit-comments.php").tick(box.model_copy(update={"locators": (by_role,)}))
    sop = show.click(button("Mark as spam"), alerts=("1 comment marked as spam.",)).sop()
    assert {name: one.default for name, one in sop.variables.items()} == (
        {"comment": "Visitor 2"} if picks else {}
    )


def test_a_command_in_a_list_of_commands_is_no_record() -> None:
    entry = RowLocator(by="row", role="listitem", text="Delete", exact=True)
    by_name = RoleLocator(by="role", role="link", name="Delete selected pages")
    within = by_name.model_copy(update={"within": entry})
    target = link("Delete selected pages", text="Delete").model_copy(update={"locators": (by_name, within)})
    assert not Show().goes(target, "/bulk/delete", headings=("Delete",)).sop().variables


@pytest.mark.parametrize("same", [True, False])
def test_what_a_part_of_the_app_s_menu_is_headed_by_is_no_record(same: bool) -> None:
    """Entries of projects in a menu have the same commands each."""
    part = RowLocator(by="row", role="card", text="Management", exact=True)
    within = RoleLocator(by="role", role="link", name="Customers", within=part)
    facts = {"locators": (within,), "ancestors": ("div", "div", "nav[navigation]", "body")}
    target = link("Customers").model_copy(update=facts)
    show = Show()
    show.add("mouse_down", x=5, y=5, target=target)
    among = {"others": 4, "same": True} if same else None
    seq = show.add("click", x=5, y=5, target=target, among=among)
    assert bool(show.led(seq, "/customers", headings=("Customers",)).sop().variables) is same


@pytest.mark.parametrize("in_app", [True, False])
def test_how_much_there_is_to_do_in_the_app_s_menu_is_no_record(in_app: bool) -> None:
    entry = RowLocator(by="row", role="listitem", text="2 in moderation", exact=True)
    name = "Comments 2 in moderation"
    by_name = RoleLocator(by="role", role="link", name=name)
    within = by_name.model_copy(update={"within": entry})
    target = link(name).model_copy(update={"locators": (by_name, within)})
    show = Show()
    show.add("mouse_down", x=5, y=5, target=target)
    seq = show.add("click", x=5, y=5, target=target, among={"others": 8, "in_app": in_app})
    assert bool(show.led(seq, "/comments", headings=("Comments",)).sop().variables) is not in_app


def test_an_entry_of_a_native_list_that_is_pressed_twice_is_the_chosen_one() -> None:
    """As in the two lists of a form in which one brings entries over by pressing them twice."""
    box = field("Available", tag="select")
    entry = element("option", "Roofing", tag="option", css='option[title="Roofing"]')
    show = Show().choose(box, "Roofing")
    show.add("double_click", target=entry, x=5, y=5)
    show.change(texts=("Chosen",))
    sop = show.sop()
    assert list(sop.variables) == ["available"]
    assert (target := tasks(sop)[-1].target) is not None
    assert target.name == "{{ available }}"
    assert target.locators == (RoleLocator(by="role", role="option", name="{{ available }}"),)


@pytest.mark.parametrize(
    ("sought", "inputs", "ticked"),
    [
        ("Din", {"search": "Din", "entry": "Dina Voss"}, "{{ entry }}"),
        ("Dina Voss", {"search": "Dina Voss"}, "{{ search }}"),
        ("Lark", {"search": "Lark", "dina_voss": "true"}, "Dina Voss"),
    ],
)
def test_a_box_in_a_list_that_was_searched_chooses_the_entry_that_was_sought(
    sought: str, inputs: dict[str, str], ticked: str
) -> None:
    show = Show(values={"Search": "", "Dina Voss": "false"}).type(field("Search", "search"), sought)
    sop = show.tick(field("Dina Voss", "checkbox")).goes(button("Add"), "/watchers", send="post").sop()
    assert {name: one.default for name, one in sop.variables.items()} == inputs
    target = tasks(sop)[1].target
    assert target is not None and target.name == ticked


@pytest.mark.parametrize(("name", "is_input"), [("Add another line", False), ("Hinge", True)])
def test_a_row_that_is_nothing_but_the_table_s_own_command_is_no_record(name: str, is_input: bool) -> None:
    row = RowLocator(by="row", role="row", text=name, exact=True)
    own = RoleLocator(by="role", role="link", name=name)
    near = Neighbourhood(row=name, cells=(name,))
    target = link(name, "#").model_copy(
        update={"locators": (own.model_copy(update={"within": row}), own), "near": near}
    )
    assert bool(Show().click(target, texts=("Line 2",)).sop().variables) is is_input


@pytest.mark.parametrize(("said", "is_input"), [("Delete this entry", False), ("Delete the old files", True)])
def test_a_command_on_what_is_shown_is_no_record_though_it_stands_in_a_row(said: str, is_input: bool) -> None:
    pressed = in_row("link", said, said, f"Copy {said}").model_copy(
        update={"near": Neighbourhood(row=f"Copy {said}", cells=("Copy", said))}
    )
    show = Show().click(pressed, texts=("Are you sure?",))
    sop = show.goes(button("Yes"), "/entries", send="post", alerts=("Gone.",)).sop()
    assert (said in [one.default for one in sop.variables.values()]) is is_input


@pytest.mark.parametrize(("beside", "is_input"), [("Add", False), ("Basel", True)])
def test_a_part_of_the_app_with_a_command_beside_it_is_no_record(beside: str, is_input: bool) -> None:
    row = RowLocator(by="row", role="row", text=beside, exact=True)
    own = RoleLocator(by="role", role="link", name="Suppliers")
    near = Neighbourhood(row=f"Suppliers {beside} Change", cells=("Suppliers", beside, "Change"))
    target = link("Suppliers", "/suppliers/").model_copy(
        update={"locators": (own.model_copy(update={"within": row}), own), "near": near}
    )
    said = [one.default for one in Show().click(target, texts=("Select",)).sop().variables.values()]
    assert (beside in said) is is_input


@pytest.mark.parametrize(
    ("method", "path", "found"),
    [
        ("get", "/hosts?name=Data&set=1", True),
        ("get", "/host?name=Data", False),
        ("post", "/hosts?name=Data", False),
    ],
)
def test_what_a_form_asks_its_own_page_for_is_sought_whatever_its_button_says(
    method: str, path: str, found: bool
) -> None:
    show = Show(f"{APP}/hosts").type(field("Name"), "Data")
    seq = show.press(button("Apply"))
    show.add("submitted", target=element("form", "Filter"), action=f"{APP}/hosts", method=method)
    show.add("navigated", to=f"{APP}{path}", cause="consequence", status=200)
    show.change(cause=seq, url=f"{APP}{path}", texts=("Database seven",))
    listed = "Database seven Items Enabled"
    host = link("Database seven", "/host?id=7", near=Neighbourhood(row=listed))
    show.click(host, dialogs=("Host",)).type(field("Note"), "Moved").click(button("Update"))
    said = {name: one.default for name, one in show.sop().variables.items()}
    assert ("Database seven" in said.values()) is found


@pytest.mark.parametrize(("x", "name"), [(160, "department"), (9, "name")])
def test_a_field_of_a_row_that_a_press_on_another_column_opened_is_called_by_its_own(
    x: float, name: str
) -> None:
    within = RowLocator(by="row", text="Cleo Dee", exact=True)
    in_cell = (RoleLocator(by="role", role="gridcell", name="Cleo Dee", within=within),)
    cell = Target(
        tag="td",
        role="gridcell",
        name="Cleo Dee",
        label="Name",
        locators=in_cell,
        box=Box(x=9, y=165, width=150, height=22),
    )
    opened = Target(
        tag="input",
        role="textbox",
        label="Department",
        input_type="text",
        locators=(LabelLocator(by="label", text="Department", within=within),),
        box=Box(x=x, y=167, width=50, height=16),
    )
    show = Show()
    show.press(cell)
    show.press(cell)
    show.change(cause=show.add("double_click", target=cell, x=5, y=5), values={"Department": "HR"})
    seq = show.add("input", target=opened, value="Tech", before="HR")
    assert name in show.change(cause=seq, values={"Department": "Tech"}).sop().variables


@pytest.mark.parametrize(("others", "found"), [(1, set()), (4, {"Create"})])
def test_a_wizard_s_last_button_in_the_place_of_next_is_no_choice(others: int, found: set[str]) -> None:
    show = Show(f"{APP}/people/new")
    seq = show.press(button("Next", text="Next"))
    show.change(cause=seq, texts=("Previous", "Step 2", "Create"), gone=("Next", "Step 1"))
    seq = show.press(button("Create", text="Create"))
    show.amend(among={"others": others, "role": "button"})
    show.change(cause=seq, texts=("Create person",), gone=("Step 2", "Previous"))
    assert {one.default for one in show.click(button("Close")).sop().variables.values()} == found


def test_what_a_button_says_that_stays_is_no_choice_in_the_place_of_the_page_s_title() -> None:
    """The form for a new record is headed as the link that led to it, and afterwards as the record."""
    before = Neighbourhood(before="Public tags Internal tags")
    show = Show(f"{APP}/#/tags", headings=("Tags",))
    show.goes(link("New tag", "#/tags/new", near=before), "/#/tags/new", headings=("New tag",))
    show.amend(state={**show.state.model_dump(), "texts": ("New tag", "Name", "Saved")})
    show.type(field("Description"), "All about harbours")
    texts = ("Edit tag", "Harbour", "Save")
    sop = show.click(button("Save"), texts=texts, gone=("New tag", "Saved")).sop()
    assert [*sop.variables] == ["description"]


@pytest.mark.parametrize("used", [False, True])
def test_a_box_that_unfolds_a_field_which_nobody_used_is_an_input(used: bool) -> None:
    show = Show().type(field("Name"), "Nora")
    show.press(field("Allow edit", "checkbox"))
    seq = show.add("check", target=field("Allow edit", "checkbox"), checked=True)
    values = {"Allow edit": "true", "Allow delete": "false"}
    show.change(cause=seq, values=values, texts=("Allow delete",))
    if used:
        show.tick(field("Allow delete", "checkbox"))
    sop = show.click(button("Save"), alerts=("User created",)).sop()
    assert ("allow_edit" in sop.variables) is not used


@pytest.mark.parametrize("used", [False, True])
def test_a_box_that_another_follows_which_nobody_used_is_an_input(used: bool) -> None:
    """As the one over a group does, which is ticked in part then."""
    rights = ("Read", "Write", "Check all")
    show = Show(values={"Name": "", **dict.fromkeys(rights, "false")}).type(field("Name"), "Nora")
    show.press(field("Read", "checkbox"))
    seq = show.add("check", target=field("Read", "checkbox"), checked=True)
    show.change(cause=seq, values={"Read": "true", "Check all": "mixed"})
    if used:
        show.tick(field("Check all", "checkbox"))
    sop = show.click(button("Save"), alerts=("User created",)).sop()
    assert ("read" in sop.variables) is not used


def test_a_link_that_shows_a_value_and_opens_its_list_goes_by_the_caption_before_it() -> None:
    """As kits draw a list: its caption stands before the value, and behind it for those who hear the page."""
    row = RowLocator(by="row", text="Norway", role="card", exact=True)
    drawn = CssLocator(by="css", css="#country > a")
    shown = RoleLocator(by="role", role="link", name="Norway")
    opener = Target(
        tag="a",
        role="link",
        name="Norway",
        attributes={"href": "javascript:void(0)"},
        near=Neighbourhood(row="Country Norway Country", before="Country", after="Country"),
        locators=(shown.model_copy(update={"within": row}), shown, drawn),
    )
    show = Show(values={"Phone": "1"}).click(opener, texts=("Italy", "Spain"))
    sop = show.click(element("option", "Spain"), gone=("Italy",)).type(field("Phone"), "2").sop()
    assert list(sop.variables) == ["country", "phone"]
    assert (target := tasks(sop)[0].target) is not None
    assert (target.name, target.label, target.locators) == (None, "Country", (drawn,))
