"""The exact decision: which element is the recorded one beyond doubt."""

from __future__ import annotations

import pytest

from handrail.sop.locator import (
    CssLocator,
    LabelLocator,
    Locator,
    RoleLocator,
    RowLocator,
    TestIdLocator,
    TextLocator,
    XpathLocator,
)
from handrail.sop.target import Neighbourhood, Target
from handrail.targeting import ElementSnapshot, Hits, Match, Miss, Sighting, decide
from handrail.targeting.exact import is_weak

SAVE = RoleLocator(by="role", role="button", name="Save")
SAVE_ID = CssLocator(by="css", css="#save")
PATH = CssLocator(by="css", css="form > button:nth-of-type(2)")


def button(name: str = "Save", **facts: object) -> ElementSnapshot:
    return ElementSnapshot.model_validate({"tag": "button", "role": "button", "name": name, **facts})


def target(*locators: Locator, name: str | None = "Save", role: str | None = "button") -> Target:
    return Target(role=role, name=name, tag="button", locators=locators)


def seen(*found: tuple[int, ...], elements: tuple[ElementSnapshot, ...]) -> Sighting:
    """`found` gives, for each locator, the places of the elements that it finds."""
    return Sighting(
        locators=tuple(Hits(count=len(places), elements=places) for places in found), elements=elements
    )


def test_all_locators_agree_on_one_element() -> None:
    decision = decide(target(SAVE, SAVE_ID), seen((0,), (0,), elements=(button(),)))
    assert isinstance(decision, Match)
    assert decision.locator == SAVE
    assert decision.confidence == 1


def test_a_locator_that_finds_nothing_does_not_hinder_the_others() -> None:
    decision = decide(target(SAVE, SAVE_ID), seen((0,), (), elements=(button(),)))
    assert isinstance(decision, Match)
    assert any("finds nothing" in reason for reason in decision.reasons)


def test_locators_that_lead_to_different_elements_are_ambiguous() -> None:
    other = CssLocator(by="css", css="[name=save]")
    decision = decide(
        Target(role="button", tag="button", locators=(SAVE_ID, other)),
        seen((0,), (1,), elements=(button("Save"), button("Delete"))),
    )
    assert decision == Miss(
        why="ambiguous",
        reasons=(
            "the locators lead to different elements",
            "css #save finds it alone",
            "css [name=save] finds it alone",
        ),
    )


@pytest.mark.parametrize(("tag", "kind"), [("mark", Match), ("td", Miss)])
def test_an_entry_may_be_marked_in_all_of_its_words(tag: str, kind: type) -> None:
    locator = TextLocator(by="text", text="Ada")
    entry = Target(tag="div", text="Ada", locators=(locator,))
    found = ElementSnapshot.model_validate({"tag": tag, "text": "Ada"})
    assert isinstance(decide(entry, seen((0,), elements=(found,))), kind)


@pytest.mark.parametrize(("row", "kind"), [("Ada", Match), ("Ada Moser", Miss)])
def test_so_may_an_entry_that_is_an_item_of_a_list_where_it_says_no_more(row: str, kind: type) -> None:
    locator = TextLocator(by="text", text="Ada")
    entry = Target(tag="li", role="listitem", text="Ada", locators=(locator,))
    facts = {"tag": "span", "text": "Ada", "ancestors": ("li", "ul"), "near": {"row": row}}
    found = ElementSnapshot.model_validate(facts)
    assert isinstance(decide(entry, seen((0,), elements=(found,))), kind)


def test_an_id_that_now_belongs_to_another_button_is_not_followed() -> None:
    decision = decide(target(SAVE, SAVE_ID), seen((), (0,), elements=(button("Delete"),)))
    assert isinstance(decision, Miss)
    assert decision.why == "absent"
    assert "its name is 'Delete', not 'Save'" in decision.reasons[1]


def test_a_position_alone_never_chooses_another_element_than_the_name() -> None:
    decision = decide(target(SAVE, PATH), seen((0,), (1,), elements=(button(), button())))
    assert isinstance(decision, Match)
    assert decision.locator == SAVE


def test_a_position_decides_where_nothing_better_is_known_and_the_element_fits() -> None:
    icon = ElementSnapshot(tag="div", text="▲")
    decision = decide(Target(tag="div", text="▲", locators=(PATH,)), seen((0,), elements=(icon,)))
    assert isinstance(decision, Match)
    moved = ElementSnapshot(tag="div", text="▼")
    assert isinstance(
        decide(Target(tag="div", text="▲", locators=(PATH,)), seen((0,), elements=(moved,))), Miss
    )


@pytest.mark.parametrize(
    ("before", "found"),
    [("Person 104", True), ("Person 104 new", True), ("Person 10", False), ("Person 105", False)],
)
def test_a_position_among_its_like_is_that_of_the_text_before_it(before: str, found: bool) -> None:
    facts = {"role": "button", "tag": "button", "name": "Invite"}
    wanted = Target.model_validate({**facts, "near": {"before": "Person 104"}, "locators": (PATH,)})
    there = ElementSnapshot.model_validate({**facts, "near": {"before": before}})
    assert isinstance(decide(wanted, seen((0,), elements=(there,))), Match) is found


@pytest.mark.parametrize(("before", "kind"), [("Due", Match), ("Starts", Miss)])
def test_a_button_known_by_the_words_before_it_may_say_anything_itself(before: str, kind: type) -> None:
    facts = {"role": "button", "tag": "button"}
    wanted = Target.model_validate({**facts, "label": "Due", "near": {"before": "Due"}, "locators": (PATH,)})
    said = {"name": "Chosen: 4 May", "label": "Chosen: 4 May", "near": {"before": before}}
    there = ElementSnapshot.model_validate({**facts, **said})
    assert isinstance(decide(wanted, seen((0,), elements=(there,))), kind)


@pytest.mark.parametrize(
    ("recorded", "now", "found"),
    [
        ("8 items", "6 items", True),
        ("8 entries", "1 entry", True),
        ("8 items", "6 orders", False),
        ("Order 17", "Order 18", False),
        ("12 Main Street", "14 Main Street", False),
    ],
)
def test_what_says_how_many_there_are_calls_nothing(recorded: str, now: str, found: bool) -> None:
    facts = {"role": "search", "tag": "div"}
    wanted = Target.model_validate({**facts, "near": {"before": recorded}, "locators": (PATH,)})
    there = ElementSnapshot.model_validate({**facts, "near": {"before": now}})
    assert isinstance(decide(wanted, seen((0,), elements=(there,))), Match) is found


@pytest.mark.parametrize(
    ("recorded", "now", "others", "found"),
    [
        ({}, {}, (0, 1), False),
        ({"before": "Ada"}, {"before": "Berta"}, (0, 1), False),
        ({"before": "Ada", "after": "Pages"}, {"before": "Berta", "after": "Pages"}, (0, 1), True),
        ({}, {}, (), True),
    ],
)
def test_the_only_one_of_its_name_is_not_taken_by_its_place_from_several(
    recorded: dict[str, str], now: dict[str, str], others: tuple[int, ...], found: bool
) -> None:
    """A search that found one record when it was recorded, and finds several with other data."""
    wanted = target(SAVE, PATH).model_copy(update={"near": Neighbourhood.model_validate(recorded)})
    decision = decide(wanted, seen(others, (0,), elements=(button(near=now), button())))
    assert isinstance(decision, Match) is found
    assert found or (isinstance(decision, Miss) and decision.why == "ambiguous")


@pytest.mark.parametrize(
    ("recorded", "now"),
    [
        ({"placeholder": "Table name"}, {"placeholder": "Previous table name"}),
        ({"label": "Company"}, {"label": "Billing company"}),
        ({"near": {"before": "Zip code"}}, {"near": {"before": "City"}}),
        ({"near": {"before": "City"}}, {"near": {"before": "City"}, "name": "Country"}),
    ],
)
def test_the_field_that_took_the_place_of_a_nameless_one_is_not_it(
    recorded: dict[str, object], now: dict[str, object]
) -> None:
    fact = {"role": "textbox", "tag": "input"}
    nameless = RoleLocator(by="role", role="textbox")
    in_the_form = RoleLocator(
        by="role", role="textbox", within=RoleLocator(by="role", role="form", name="Ship")
    )
    wanted = Target.model_validate({**fact, **recorded, "locators": (nameless, in_the_form, PATH)})
    same = ElementSnapshot.model_validate({**fact, **recorded})
    other = ElementSnapshot.model_validate({**fact, **now})
    assert isinstance(decide(wanted, seen((0,), (0,), (0,), elements=(same,))), Match)
    assert isinstance(decide(wanted, seen((0,), (0,), (0,), elements=(other,))), Miss)


def test_a_nameless_field_alone_in_its_row_still_says_what_it_said() -> None:
    fact = {"role": "spinbutton", "tag": "input", "placeholder": "Quantity"}
    row = RowLocator(by="row", text="Pens", role="card")
    wanted = Target.model_validate(
        {**fact, "locators": (RoleLocator(by="role", role="spinbutton", within=row),)}
    )
    other = ElementSnapshot.model_validate({**fact, "placeholder": "Minimum quantity"})
    assert isinstance(decide(wanted, seen((0,), elements=(ElementSnapshot.model_validate(fact),))), Match)
    assert isinstance(decide(wanted, seen((0,), elements=(other,))), Miss)


@pytest.mark.parametrize(("marked", "found"), [(" current", True), (" highlight", True), (" late", False)])
def test_a_cell_of_a_sheet_is_the_same_while_it_is_marked(marked: str, found: bool) -> None:
    cell = {"role": "gridcell", "tag": "td", "attributes": {"class": "number"}}
    place = CssLocator(by="css", css="td:nth-of-type(2)", within=RowLocator(by="row", text="Nut"))
    wanted = Target.model_validate({**cell, "locators": (place,)})
    now = ElementSnapshot.model_validate({**cell, "attributes": {"class": f"number{marked}"}})
    assert isinstance(decide(wanted, seen((0,), elements=(now,))), Match) is found


def test_a_label_beside_a_field_is_not_that_of_another_placeholder() -> None:
    fact = {"role": "textbox", "tag": "input", "placeholder": "First name"}
    label = LabelLocator(by="label", text="First name")
    wanted = Target.model_validate({**fact, "locators": (label,)})
    other = ElementSnapshot.model_validate({**fact, "placeholder": "Previous first name"})
    assert isinstance(decide(wanted, seen((0,), elements=(ElementSnapshot.model_validate(fact),))), Match)
    assert isinstance(decide(wanted, seen((0,), elements=(other,))), Miss)


def test_a_bare_tag_in_a_row_says_no_more_than_its_role() -> None:
    fact = {"role": "textbox", "tag": "input", "placeholder": "Quantity"}
    bare = CssLocator(by="css", css="input", within=RowLocator(by="row", text="Pens", role="card"))
    wanted = Target.model_validate({**fact, "locators": (bare,)})
    other = ElementSnapshot.model_validate({**fact, "placeholder": "Minimum quantity"})
    assert isinstance(decide(wanted, seen((0,), elements=(ElementSnapshot.model_validate(fact),))), Match)
    assert isinstance(decide(wanted, seen((0,), elements=(other,))), Miss)


@pytest.mark.parametrize(("row", "before", "found"), [
    ("Street City Country", "City", True),
    ("Street City Country", "Country", False),
    ("Street Town", "Town", True),
])  # fmt: skip
def test_a_place_in_the_recorded_row_is_that_of_the_text_before_it(
    row: str, before: str, found: bool
) -> None:
    """In another record's row, the texts are that record's."""
    fact = {"role": "textbox", "tag": "input"}
    place = CssLocator(
        by="css", css="div:nth-of-type(2) > input", within=RowLocator(by="row", text="Street", role="card")
    )
    near = {"row": "Street City Country", "before": "City"}
    wanted = Target.model_validate({**fact, "near": near, "locators": (place,)})
    there = ElementSnapshot.model_validate({**fact, "near": {"row": row, "before": before}})
    assert isinstance(decide(wanted, seen((0,), elements=(there,))), Match) is found


def test_one_of_many_alike_stands_under_its_heading() -> None:
    near = {"heading": "Minimalist", "before": "View project"}
    wanted = target(PATH).model_copy(update={"near": Neighbourhood.model_validate(near)})
    moved = button(near={**near, "heading": "Gothic"})
    assert isinstance(decide(wanted, seen((0,), elements=(button(near=near),))), Match)
    assert isinstance(decide(wanted, seen((0,), elements=(moved,))), Miss)


@pytest.mark.parametrize(("address", "found"), [("/content", True), ("/contacts/17", False), ("#", False)])
def test_a_sign_that_leads_to_a_part_of_the_app_is_known_though_others_lead_there_now(
    address: str, found: bool
) -> None:
    """On another page a link above the heading leads there as well."""
    by_address = CssLocator(by="css", css=f'a[href="{address}"]')
    by_place = CssLocator(by="css", css="#navigation > div:nth-of-type(1) > a")
    facts = {"role": "link", "tag": "a", "attributes": {"href": address}}
    sign = ElementSnapshot.model_validate({**facts, "name": ""})
    words = ElementSnapshot.model_validate({**facts, "name": "Content"})
    wanted = Target.model_validate({**facts, "locators": (by_address, by_place)})
    decision = decide(wanted, seen((0, 1), (0,), elements=(sign, words)))
    assert isinstance(decision, Match) == found
    assert found or (isinstance(decision, Miss) and decision.why == "ambiguous")


@pytest.mark.parametrize(
    ("locator", "fits"),
    [
        (RoleLocator(by="role", role="link", name="Alarms"), True),
        (RoleLocator(by="role", role="link", name="Inbox"), False),
        (PATH, False),
    ],
)
def test_a_count_that_came_behind_a_name_is_no_part_of_it_where_the_name_alone_leads_there(
    locator: Locator, fits: bool
) -> None:
    link = ElementSnapshot(tag="a", role="link", name="Alarms 2")
    wanted = Target(role="link", name="Alarms", tag="a", locators=(locator,))
    assert isinstance(decide(wanted, seen((0,), elements=(link,))), Match) is fits


@pytest.mark.parametrize(
    ("was", "now", "fits"),
    [
        ("Total: 1.240,50 €", "Total: 99,90 €", True),
        ("Reste 1 234,50", "Reste 78,05", True),
        ("Due $12", "Due $1,300.5", True),
        ("Line 1", "Line 2", False),
        ("Until 01.02.26", "Until 03.02.26", False),
        ("Total: 12.00", "Paid: 12.00", False),
        ("12.00", "13.00", False),
    ],
)
def test_the_amount_before_a_nameless_field_is_the_record_s(was: str, now: str, fits: bool) -> None:
    field = ElementSnapshot(tag="select", role="combobox", near=Neighbourhood(before=now))
    wanted = Target(role="combobox", tag="select", near=Neighbourhood(before=was), locators=(PATH,))
    assert isinstance(decide(wanted, seen((0,), elements=(field,))), Match) is fits


def test_several_that_fit_are_ambiguous() -> None:
    decision = decide(target(SAVE), seen((0, 1), elements=(button(), button())))
    assert isinstance(decision, Miss)
    assert decision.why == "ambiguous"


@pytest.mark.parametrize(
    ("recorded", "now", "locator", "fits"),
    [
        ("Inbox (3)", "Inbox (12)", CssLocator(by="css", css="#inbox"), True),
        ("Inbox 3", "Inbox", TestIdLocator(by="test_id", value="inbox"), True),
        ("Checking 0.00", "Checking -€1,212.40", CssLocator(by="css", css='[href="/accounts/7"]'), True),
        ("Inbox (3)", "Inbox (12)", CssLocator(by="css", css="#menu-inbox > a"), True),
        ("Inbox (3)", "Inbox (12)", CssLocator(by="css", css="#menu-3 > a"), False),
        ("Inbox (3)", "Inbox (12)", PATH, False),
        ("Page 2", "Page 3", RoleLocator(by="role", role="link", name="Page 3"), False),
        ("1", "2", CssLocator(by="css", css="#page"), False),
        ("Inbox (3)", "Outbox (3)", CssLocator(by="css", css="#inbox"), False),
    ],
)
def test_a_counter_in_a_name_may_change_where_an_id_vouches(
    recorded: str, now: str, locator: Locator, fits: bool
) -> None:
    link = ElementSnapshot(tag="a", role="link", name=now, near=Neighbourhood(row=f"{now} new"))
    near = Neighbourhood(row=f"{recorded} new")
    wanted = Target(role="link", name=recorded, tag="a", near=near, locators=(locator,))
    assert isinstance(decide(wanted, seen((0,), elements=(link,))), Match) is fits


@pytest.mark.parametrize(
    ("was", "now", "fits"),
    [
        ("#/members/", "#/members/", True),
        ("#/members/", "#/tags/", False),
        ("/devices/104", "/devices/104", False),
        ("#", "#", False),
    ],
)
def test_a_counter_in_a_link_s_name_may_change_where_it_leads_to_the_same_part_of_the_app(
    was: str, now: str, fits: bool
) -> None:
    link = ElementSnapshot(tag="a", role="link", name="Members 1", attributes={"href": now})
    wanted = Target(role="link", name="Members 0", tag="a", attributes={"href": was}, locators=(PATH,))
    assert isinstance(decide(wanted, seen((0,), elements=(link,))), Match) is fits


@pytest.mark.parametrize(
    ("recorded", "now", "fits"),
    [("text", "email", True), ("text", "password", False), (None, "password", True), ("date", "text", False)],
)
def test_a_field_of_another_type_is_another_field(recorded: str | None, now: str, fits: bool) -> None:
    field = ElementSnapshot(tag="input", role="textbox", name="Code", input_type=now)
    wanted = Target(
        role="textbox",
        name="Code",
        input_type=recorded,
        locators=(RoleLocator(by="role", role="textbox", name="Code"),),
    )
    assert isinstance(decide(wanted, seen((0,), elements=(field,))), Match) is fits


def test_a_row_scoped_locator_is_named_in_the_reasons() -> None:
    edit = RoleLocator(by="role", role="button", name="Save", within=RowLocator(by="row", text="Acme"))
    decision = decide(target(edit), seen((0,), elements=(button(),)))
    assert isinstance(decision, Match)
    assert decision.reasons == ("button 'Save' in row with 'Acme' finds it alone",)


@pytest.mark.parametrize(
    ("locator", "weak"),
    [
        (XpathLocator(by="xpath", xpath="//button[@id='save']"), False),
        (XpathLocator(by="xpath", xpath="//a[contains(., 'Sign in')]"), False),
        (XpathLocator(by="xpath", xpath="//form/div[2]/button"), True),
        (XpathLocator(by="xpath", xpath="(//input[@type='text'])[last()]"), True),
        (XpathLocator(by="xpath", xpath="/html/body/form/button"), True),
        (CssLocator(by="css", css="tr:nth-child(2) input"), True),
        (CssLocator(by="css", css="#menu>a"), True),
        (CssLocator(by="css", css="#menu a.sign-in"), False),
        (SAVE.model_copy(update={"within": PATH}), True),
        (SAVE.model_copy(update={"within": SAVE_ID}), False),
    ],
)
def test_a_locator_that_only_says_where_is_weak(locator: Locator, weak: bool) -> None:
    assert is_weak(locator) is weak


@pytest.mark.parametrize(("role", "kind"), [("button", Match), ("textbox", Miss)])
def test_a_field_stands_in_its_section_and_a_button_may_be_moved(role: str, kind: type) -> None:
    """A button that is an `input` is none of the fields that have namesakes in other sections."""
    facts = {"tag": "input", "role": role, "name": "Login", "editable": True}
    moved = ElementSnapshot.model_validate({**facts, "near": {"section": "Login form"}})
    by_name = RoleLocator(by="role", role=role, name="Login")
    recorded = Target(
        role=role, name="Login", tag="input", near=Neighbourhood(section="Main"), locators=(by_name,)
    )
    assert isinstance(decide(recorded, seen((0,), elements=(moved,))), kind)


@pytest.mark.parametrize(("row", "found"), [("Services Storage", True), ("Ports Storage", False)])
def test_a_labelled_list_s_row_is_the_same_whatever_was_chosen_in_it(row: str, found: bool) -> None:
    facts = {"role": "combobox", "label": "Services", "tag": "span"}
    was = Target.model_validate({**facts, "text": "Tracking", "locators": (PATH,)})
    was = was.model_copy(update={"near": Neighbourhood(row="Services Tracking")})
    now = ElementSnapshot.model_validate({**facts, "text": "Storage", "near": {"row": row}})
    assert isinstance(decide(was, seen((0,), elements=(now,))), Match) is found


@pytest.mark.parametrize(
    ("now", "title", "fits"),
    [
        ("0/1", "Note (0/1)", True),
        ("12", "Note (12/12)", True),
        ("0/1", "Delete (0/1)", False),
        ("Delete", "Note (0/1)", False),
    ],
)
def test_a_button_that_was_called_by_its_title_may_have_a_number_drawn_on_it(
    now: str, title: str, fits: bool
) -> None:
    locator = CssLocator(by="css", css="#note")
    drawn = ElementSnapshot(tag="button", role="button", name=now, attributes={"title": title})
    was = {"title": "Note (0/0)"}
    wanted = Target(role="button", name="Note (0/0)", tag="button", attributes=was, locators=(locator,))
    assert isinstance(decide(wanted, seen((0,), elements=(drawn,))), Match) is fits


@pytest.mark.parametrize(
    ("recorded_row", "row", "found"),
    [
        ("ben@desk.example Ben Moor Yes", "ben@desk.example Ben M. No Yes", True),
        ("ben@desk.example Ben Moor Yes", "7 ben@desk.example Ben Moor Yes", True),
        ("ben@desk.example Ben Moor Yes", "jobs@desk.example ben@desk.example Yes", False),
        ("Jobs ben@desk.example Yes", "News ben@desk.example Yes", True),
    ],
)
def test_a_row_that_only_mentions_the_record_is_another_one_s(
    recorded_row: str, row: str, found: bool
) -> None:
    within = RowLocator(by="row", text="ben@desk.example", exact=True)
    yes = RoleLocator(by="role", role="button", name="Yes", within=within)
    was = target(yes, name="Yes").model_copy(update={"near": Neighbourhood(row=recorded_row)})
    decision = decide(was, seen((0,), elements=(button("Yes", near={"row": row}),)))
    assert isinstance(decision, Match if found else Miss)


@pytest.mark.parametrize(("now", "found"), [("dot", True), ("dot hover", True), ("dot on", False)])
def test_a_drawn_switch_without_words_must_look_as_it_did(now: str, found: bool) -> None:
    near = Neighbourhood(before="Print")
    wanted = Target(tag="div", attributes={"class": "dot"}, near=near, locators=(PATH,))
    there = ElementSnapshot.model_validate({
        **{"tag": "div", "role": None, "name": "", "attributes": {"class": now}},
        "near": near,
    })  # fmt: skip
    assert isinstance(decide(wanted, seen((0,), elements=(there,))), Match) is found


def test_a_button_called_by_the_words_before_it_may_say_another_value() -> None:
    near = Neighbourhood(before="State", after="Note")
    wanted = Target(role="button", tag="button", label="State", near=near, locators=(PATH,))
    assert isinstance(decide(wanted, seen((0,), elements=(button("Open", near=near),))), Match)
    elsewhere = button("Open", near=Neighbourhood(before="Owner", after="Note"))
    assert isinstance(decide(wanted, seen((0,), elements=(elsewhere,))), Miss)


@pytest.mark.parametrize(("now", "found"), [("searchbox", True), ("textbox", True), ("combobox", False)])
def test_a_field_for_any_text_is_marked_as_one_for_looking_things_up_by_now(now: str, found: bool) -> None:
    label = LabelLocator(by="label", text="Status")
    wanted = Target(role="textbox", name="Status", tag="input", input_type="text", locators=(label,))
    kind = "search" if now == "searchbox" else "text"
    there = ElementSnapshot(tag="input", role=now, name="Status", label="Status", input_type=kind)
    assert isinstance(decide(wanted, seen((0,), elements=(there,))), Match) is found


@pytest.mark.parametrize(("popup", "kind"), [("listbox", Match), ("dialog", Miss), (None, Miss)])
def test_a_field_that_opens_a_list_is_one_to_choose_from(popup: str | None, kind: type) -> None:
    attributes = {"aria-haspopup": popup} if popup else {}
    field = ElementSnapshot(tag="input", role="textbox", name="Status", label="Status", attributes=attributes)
    recorded = target(LabelLocator(by="label", text="Status"), name="Status", role="combobox")
    assert isinstance(decide(recorded, seen((0,), elements=(field,))), kind)


@pytest.mark.parametrize(
    ("popup", "found"), [("dialog", True), ("grid", True), ("listbox", False), (None, False)]
)
@pytest.mark.parametrize("was", ["textbox", "combobox"])
def test_a_field_beside_which_a_calendar_can_be_opened_is_one_for_text(
    popup: str | None, found: bool, was: str
) -> None:
    label = LabelLocator(by="label", text="Bought on")
    attributes = {"aria-haspopup": popup} if popup else {}
    opens = ElementSnapshot(tag="input", role="combobox", name="Bought on", attributes=attributes)
    recorded = Target(role="textbox", name="Bought on", tag="input", locators=(label,))
    there = opens
    if was == "combobox":
        recorded = recorded.model_copy(update={"role": was, "attributes": attributes})
        there = ElementSnapshot(tag="input", role="textbox", name="Bought on")
    assert isinstance(decide(recorded, seen((0,), elements=(there,))), Match) is found


@pytest.mark.parametrize(
    ("tag", "now", "kind"),
    [("li", "menuitem", Match), ("li", "option", Match), ("div", "menuitem", Miss), ("li", "tab", Miss)],
)
def test_an_item_of_a_list_says_by_now_that_it_is_an_entry_of_a_menu(tag: str, now: str, kind: type) -> None:
    by_text = TextLocator(by="text", text="Lend")
    recorded = Target(role="listitem", text="Lend", tag="li", locators=(by_text,))
    there = ElementSnapshot(tag=tag, role=now, name="Lend", text="Lend")
    assert isinstance(decide(recorded, seen((0,), elements=(there,))), kind)


@pytest.mark.parametrize(
    ("attributes", "found"),
    [({"type": "submit"}, True), ({}, True), ({"type": "button"}, False), ({"type": "reset"}, False)],
)
def test_an_input_that_sent_its_form_is_a_button_that_does_by_now(
    attributes: dict[str, str], found: bool
) -> None:
    wanted = target(SAVE).model_copy(update={"tag": "input", "input_type": "submit"})
    decision = decide(wanted, seen((0,), elements=(button(attributes=attributes),)))
    assert isinstance(decision, Match) is found
