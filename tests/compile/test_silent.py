"""What is pressed without anything to be seen for it: whether other data need another is asked."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.locator import CssLocator, HeadingLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target

from .recordings import APP, Show, button, element, field, link

BY_PLACE = (CssLocator(by="css", css="html > body > form > a:nth-of-type(2)"),)


def placed(target: Target) -> Target:
    """One of several of its name: nothing but its place leads to it."""
    return target.model_copy(update={"locators": BY_PLACE})


def asked(show: Show) -> list[str]:
    kinds = {"which-choice", "how-often"}
    sop = show.type(field("Name"), "Ada").sop()
    return [one.question for one in sop.clarifications if one.id.removesuffix("-2") in kinds]


def test_a_press_on_one_of_several_of_its_name_that_shows_nothing_is_asked_about() -> None:
    (question,) = asked(Show().click(placed(link("choose"))))
    assert question.startswith("Is it always 'choose'?")


@pytest.mark.parametrize(
    "show",
    [
        Show().click(link("choose")),
        Show().click(placed(link("choose")), texts=("Chosen: Bob",)),
        Show().click(placed(link("*"))),
    ],
    ids=["its name leads to it", "the page says what came of it", "a mere sign"],
)
def test_what_tells_by_itself_is_not_asked_about(show: Show) -> None:
    assert asked(show) == []


def test_a_field_whose_place_another_takes_to_be_typed_into_is_not_asked_about() -> None:
    """A text that shows an amount, and a field of numbers as soon as it is pressed."""
    show = Show()
    show.click(placed(field("Price")))
    show.keys(field("Price", "number"), "75")
    show.change(values={"Price": "75"})
    assert asked(show) == []


def test_how_often_a_plus_sign_is_pressed_is_asked_once() -> None:
    show = Show()
    for guests in ("2", "3", "4"):
        show.click(button("+"), values={"Guests": guests})
    (question,) = asked(show)
    assert "'+'" in question


def about_column(show: Show) -> list[str]:
    """A title is given afterwards and saved."""
    show.type(field("Title"), "Dentist").goes(button("Save"), "/agenda", send="post", alerts=("Saved",))
    return [one.question for one in show.sop().clarifications if one.id.startswith("which-column")]


EDITOR = RowLocator(by="row", text="Editor", exact=True)
RIGHTS = {"Editor Read": "false", "Editor Write": "false", "Viewer Read": "false", "Viewer Write": "false"}


def right(name: str) -> Target:
    named = RoleLocator(by="role", role="checkbox", name=name, within=EDITOR)
    near = Neighbourhood(row="Editor", cells=("Editor",))
    facts: dict[str, Any] = {"tag": "input", "role": "checkbox", "input_type": "checkbox"}
    return Target(name=name, label=name, near=near, locators=(named,), **facts)


def in_cell(*, tag: str = "span", **facts: Any) -> Target:
    """What is drawn in the second cell of a row."""
    place = CssLocator(by="css", css="td:nth-of-type(2) > span", within=EDITOR)
    around = ("tr", "tbody", "table") if tag == "td" else ("td", "tr", "tbody", "table")
    near = Neighbourhood(row="Editor", cells=("Editor",))
    return Target(tag=tag, ancestors=around, near=near, locators=(place,), **facts)


EMPTY = in_cell(tag="td", role="cell", label="Monday")


def hour(name: str, day: str) -> Target:
    row = RowLocator(by="row", role="card", text=name, within=HeadingLocator(by="heading", text=day))
    near = Neighbourhood(row=f"{name} +", cells=(name,), heading=day)
    return Target(
        tag="button",
        role="button",
        name="+",
        near=near,
        locators=(RoleLocator(by="role", role="button", name="+", within=row),),
    )


def among_places(show: Show, others: int) -> Show:
    called = CssLocator(by="css", css='div[aria-label="Monday 10:00"]')
    place = Target(tag="div", name="Monday 10:00", label="Monday 10:00", locators=(called,))
    seq = show.add("click", x=5, y=5, target=place, among={"others": others})
    return show.change(cause=seq, dialogs=("New appointment",))


@pytest.mark.parametrize(
    ("show", "what"),
    [
        (Show(values=RIGHTS).tick(right("Editor Write")), "'Write'"),
        (Show().click(in_cell()), "the one in this column"),
        (Show().click(EMPTY, dialogs=("New",)), "the empty cell under 'Monday'"),
        (among_places(Show(), 30), "'Monday 10:00'"),
    ],
    ids=["a box named by row and column", "a drawn box", "an empty cell", "one of many empty places"],
)
def test_a_place_in_a_grid_is_asked_about(show: Show, what: str) -> None:
    (question,) = about_column(show)
    assert question.startswith(f"Is it always {what}?")


def test_an_hour_that_its_day_tells_from_others_is_asked_about() -> None:
    show = Show()
    among = {"others": 7, "same": True, "role": "button"}
    seq = show.add("click", x=5, y=5, target=hour("10:00", "Monday"), among=among)
    (question,) = about_column(show.change(cause=seq, dialogs=("New appointment",)))
    assert question.startswith("Is it always under 'Monday'?")


def test_a_sign_that_stands_in_each_column_of_its_row_is_asked_about_by_its_column_and_counts_nothing() -> (
    None
):
    """Where "+" was pressed in one of five cells of a row, only how often was asked."""
    row = RowLocator(by="row", role="card", text="Jonas Weber", exact=True)
    sign = Target(
        tag="span",
        text="+",
        near=Neighbourhood(row="Jonas Weber + + +", cells=("Jonas Weber",)),
        locators=(CssLocator(by="css", css="div:nth-of-type(4) > span", within=row),),
    )
    show = Show()
    seq = show.press(sign)
    show.amend(among={"others": 2, "same": True, "beside": ["+", "+"], "column": "Wed"})
    show.change(cause=seq, values={"Title": ""})
    (question,) = about_column(show)
    assert question.startswith("Is it always in the column 'Wed'?")
    assert not [one for one in show.sop().clarifications if one.id == "how-often"]


@pytest.mark.parametrize(("beside", "is_asked"), [("Book $19", True), ("Show all", False)])
def test_a_command_that_each_item_has_with_its_own_figure_is_asked_about(beside: str, is_asked: bool) -> None:
    """The ticket was the recorded one: nothing else on the page was called so."""
    near = Neighbourhood(row="09:15 Graz Book $24", cells=("09:15", "Graz", "Book $24"))
    show = Show()
    seq = show.press(button("Book $24", near=near))
    show.amend(among={"others": 2, "role": "button", "beside": [beside, beside]})
    assert bool(about_column(show.change(cause=seq, texts=("First", "Second")))) is is_asked


@pytest.mark.parametrize(
    ("downs", "typed", "is_asked"), [(2, True, True), (1, False, True), (1, True, False)]
)
def test_the_entry_that_arrow_keys_came_to_is_asked_about_where_nothing_tells_it(
    downs: int, typed: bool, is_asked: bool
) -> None:
    """The first that is offered for what was typed is given with that."""
    place = field("Place")
    show = Show().type(place, "j") if typed else Show().click(place)
    for _ in range(downs):
        show.change(cause=show.key("ArrowDown", place), texts=("marked",))
    show.change(cause=show.key("Enter", place), gone=("Japan", "Jordan"))
    assert bool(about_column(show)) is is_asked


@pytest.mark.parametrize("times", [1, 2])
def test_how_often_an_arrow_is_pressed_is_asked_where_it_was_pressed_again(times: int) -> None:
    arrow = Target(tag="span", text="▲", locators=(CssLocator(by="css", css="#up"),))
    show = Show()
    for _ in range(times):
        show.click(arrow)
    assert bool([one for one in asked(show) if "'▲'" in one and "as often" in one]) is (times == 2)


def test_the_cell_of_a_sheet_that_takes_what_is_typed_next_is_not_asked_about() -> None:
    row = RowLocator(by="row", text="Hinge M", exact=True)
    place = RoleLocator(by="role", role="cell", name="Cost", within=row)
    cell = Target(tag="td", role="cell", name="3.80", label="Cost", text="3.80", locators=(place,))
    show = Show().click(cell)
    for key in "4.":
        show.add("key_down", key=key, target=cell)
    assert about_column(show.change(texts=("4",))) == []


@pytest.mark.parametrize(("row", "is_asked"), [("Lease 12 Nov ☆", False), ("Lease 12 Nov ☆☆☆", True)])
def test_a_star_that_each_row_has_once_marks_the_record_and_chooses_nothing(row: str, is_asked: bool) -> None:
    within = RowLocator(by="row", role="card", text="Lease", exact=True)
    place = CssLocator(by="css", css="span:nth-of-type(3)", within=within)
    near = Neighbourhood(row=row, cells=("Lease",), before="12 Nov")
    show = Show()
    seq = show.press(Target(tag="span", text="☆", near=near, locators=(place,)))
    show.amend(among={"others": 3, "same": True})
    assert bool(about_column(show.change(cause=seq))) is is_asked


@pytest.mark.parametrize(("row", "is_asked"), [("Ada ▸ Graz", False), ("Ada ▸ ▸ ▸", True)])
def test_a_sign_that_a_given_row_has_once_is_not_asked_about(row: str, is_asked: bool) -> None:
    within = RowLocator(by="row", text="Ada", exact=True)
    place = CssLocator(by="css", css="td:nth-of-type(1)", within=within)
    sign = Target(tag="td", role="cell", text="▸", near=Neighbourhood(row=row), locators=(place,))
    assert bool(about_column(Show().click(sign, texts=("Carrier",)))) is is_asked


@pytest.mark.parametrize(
    "show",
    [
        Show(values={"Enable Editor": "false", "Enable Viewer": "false"}).tick(right("Enable Editor")),
        Show().click(in_cell(), dialogs=("Edit Editor",)),
        Show().click(in_cell(tag="td", role="cell", label="Name", text="Editor"), dialogs=("Editor",)),
        Show().click(in_cell(tag="td", role="cell", name="Editor"), dialogs=("Editor",)),
        among_places(Show(), 3),
    ],
    ids=[
        "the only box of its row",
        "a sign that opens a dialog",
        "a text",
        "named by its text",
        "one of few",
    ],
)
def test_what_is_no_place_in_a_grid_is_not_asked_about(show: Show) -> None:
    assert about_column(show) == []


@pytest.mark.parametrize(("name", "times"), [("14:00", 1), ("2:30 pm", 1), ("Later", 0)])
def test_a_time_pressed_among_others_is_asked_about(name: str, times: int) -> None:
    show = Show()
    seq = show.add("click", x=5, y=5, target=button(name), among={"others": 3, "role": "button"})
    assert len(about_column(show.change(cause=seq, headings=("Your details",)))) == times


@pytest.mark.parametrize(
    ("entry", "by_form", "asked"),
    [
        ("Waiting", False, True),
        ("Delete", False, False),
        ("Waiting", True, True),
        ("Delete", True, False),
        ("Sign out", True, False),
    ],
)
def test_a_value_of_a_menu_behind_the_entry_of_another_is_asked_about(
    entry: str, by_form: bool, asked: bool
) -> None:
    """Whatever its entries are made of: the pointer rests on "Label", and the list of all labels comes. One
    may be sent by a form that the page makes for it, and the page comes again."""
    show = Show().click(button("Actions"), texts=("Rename", "Label"))
    seq = show.add("hover", target=Target(tag="span", text="Label", locators=BY_PLACE))
    show.change(cause=seq, texts=("Waiting", "Delete"))
    seq = show.press(link(entry, "#"))
    show.amend(among={"others": 3, "in_app": True, "role": "link"})
    show.add("response", method="POST", request_url=f"{APP}/api/set", status=200, document=by_form)
    sop = show.change(cause=seq, gone=("Rename", "Label", "Waiting", "Delete")).sop()
    questions = [one.question for one in sop.clarifications]
    assert any(f"Is it always '{entry}'?" in one for one in questions) is asked


@pytest.mark.parametrize(("opener", "is_asked"), [("Add to shelf", True), ("Actions", False)])
def test_a_link_of_a_list_that_a_button_unfolds_is_asked_about_where_it_is_told_at_once(
    opener: str, is_asked: bool
) -> None:
    """The book was put on the recorded shelf whatever other data meant."""
    show = Show().click(button(opener), unfolded=(opener,), counts={opener: 3})
    seq = show.press(link("Summer reads", "#"))
    show.amend(among={"others": 2, "in_app": True, "role": "link"})
    show.add("response", method="POST", request_url=f"{APP}/shelf/add/1/4", status=204)
    questions = [one.question for one in show.change(cause=seq).sop().clarifications]
    assert any("Is it always 'Summer reads'?" in one for one in questions) is is_asked


@pytest.mark.parametrize("confirmed", [False, True])
@pytest.mark.parametrize(("entry", "asked"), [("Waiting", True), ("Delete", False)])
def test_a_value_among_the_commands_of_a_menu_is_asked_about(
    entry: str, asked: bool, confirmed: bool
) -> None:
    show = Show().click(button("Actions"), texts=("Edit", "Delete", "Waiting", "Rejected"))
    seq = show.press(element("menuitem", entry))
    show.amend(among={"others": 3, "in_app": True, "role": "menuitem", "beside": ["Edit", "Rejected"]})
    if confirmed:
        show.change(cause=seq, dialogs=("Really?",))
        seq = show.press(button("Yes", ancestors=("p", "div[dialog]", "body")))
    show.add("response", method="POST", request_url=f"{APP}/api/set", status=200)
    show.change(cause=seq, dialogs=(), texts=("Changed",), gone=("Edit", "Delete", "Waiting", "Rejected"))
    questions = [one.question for one in show.sop().clarifications]
    assert any(f"Is it always '{entry}'?" in one for one in questions) is asked


def of_line(says: str, line: str, before: str) -> Target:
    """An answer of a line that others of the list stand beside."""
    row = RowLocator(by="row", role="card", text=line, exact=True)
    near = Neighbourhood(row=f"{line} Pass Fail N/A", cells=(line, "Pass", "Fail", "N/A"), before=before)
    return Target(tag="span", text=says, near=near, locators=(TextLocator(by="text", text=says, within=row),))


@pytest.mark.parametrize(("came", "is_asked"), [({"Comment": ""}, True), ({"Comment": "", "Who": ""}, False)])
def test_an_answer_in_a_line_that_asks_for_a_comment_is_asked_about(
    came: dict[str, str], is_asked: bool
) -> None:
    show = Show(headings=("Shed",))
    seq = show.press(of_line("Fail", "Fire exits", "Pass"))
    show.amend(among={"others": 2, "beside": ["Pass", "N/A"]})
    questions = about_column(show.change(cause=seq, values=came).type(field("Comment"), "narrow"))
    assert [one.split("?")[0] for one in questions] == (["Is it always 'Fail'"] if is_asked else [])


@pytest.mark.parametrize(("heading", "is_asked"), [("Shed ✓ Saved", True), ("Fire exits", False)])
def test_a_state_is_asked_about_though_the_message_of_it_stands_in_a_heading(
    heading: str, is_asked: bool
) -> None:
    """It was held to lead to another part of the page, and was set whatever other data meant."""
    show = Show(headings=("Shed",))
    seq = show.press(of_line("Fail", "Fire exits", "Pass"))
    show.amend(among={"others": 2, "beside": ["Pass", "N/A"]})
    show.add("response", method="POST", request_url=f"{APP}/states", status=200)
    questions = about_column(show.change(cause=seq, headings=(heading,), texts=("✓ Saved",)))
    assert [one.split("?")[0] for one in questions] == (["Is it always 'Fail'"] if is_asked else [])


@pytest.mark.parametrize(
    ("others", "opener", "is_asked"),
    [
        (("Miscounted", "Lost"), "Check", True),
        (("Print", "Lost"), "Check", False),
        (("Miscounted", "Lost"), "More", False),
    ],
)
def test_an_answer_that_came_up_with_its_likes_and_is_told_at_once_is_asked_about(
    others: tuple[str, ...], opener: str, is_asked: bool
) -> None:
    """Where any of them says what is done, or the button does that it opens commands, they are commands."""
    show = Show(headings=("Count",))
    answers = ("Damaged", *others)
    show.change(cause=show.press(button(opener)), texts=("Cable differs. Why?", *answers))
    seq = show.press(Target(tag="span", text="Damaged", locators=(TextLocator(by="text", text="Damaged"),)))
    show.amend(among={"others": 2, "beside": list(others)})
    show.add("response", method="POST", request_url=f"{APP}/counts", status=200)
    show.change(cause=seq, texts=("Counted",), gone=("Cable differs. Why?", *answers))
    assert [one.split("?")[0] for one in about_column(show)] == (
        ["Is it always 'Damaged'"] if is_asked else []
    )


@pytest.mark.parametrize("given", [True, False])
def test_the_entry_amid_a_chain_of_menus_is_asked_about_where_other_data_name_the_last(given: bool) -> None:
    items = [element("listitem", name) for name in ("Products", "Pumps", "P-200")]
    show = Show()
    for item in items[:2]:
        show.change(cause=show.add("hover", target=item))
    seq = show.press(items[2])
    show.amend(among={"others": 2, "role": "listitem"})
    show.change(cause=seq, headings=("P-200",) if given else ())
    asked = about_column(show)
    assert [one.split("?")[0] for one in asked] == (["Is it always 'Pumps'"] if given else [])
