"""Which steps a recording comes to: one for each thing the person meant."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.compile import compile_recording
from handrail.policy import granted
from handrail.sop.action import Click
from handrail.sop.locator import CssLocator, RoleLocator, TextLocator
from handrail.sop.target import FrameStep, Neighbourhood, Target
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

NAME = field("Name")
NOTES = field("Notes", tag="textarea")
STAGE = field("Stage", tag="select")
NEWS = field("Newsletter", "checkbox")


def actions(show: Show) -> list[tuple[Any, ...]]:
    """Every step as its action's own facts."""
    lines = []
    for task in tasks(show.sop()):
        facts = task.action.model_dump(exclude_defaults=True, exclude={"onto"})
        lines.append((facts.pop("do"), *facts.values()))
    return lines


def test_clicking_into_a_field_typing_and_tabbing_on_is_one_fill() -> None:
    show = Show().type(NAME, "Ada")
    show.key("Tab", NAME)
    assert actions(show) == [("fill", "{{ name }}")]


@pytest.mark.parametrize("posts", [True, False])
def test_leaving_a_field_by_tab_is_a_step_where_the_page_sends_its_form_then(posts: bool) -> None:
    show = Show().type(NAME, "Acme")
    seq = show.key("Tab", NAME)
    if posts:
        show.led(seq, "/contacts", send="post")
    sop = show.type(field("Limit"), "5").sop()
    assert [task.action.do for task in tasks(sop)] == ["fill", "press", "fill"][:: 1 if posts else 2]


def test_what_a_field_s_own_script_writes_in_the_place_of_what_it_held_is_written_so_again() -> None:
    amount = field("Amount")
    show = Show(values={"Amount": "1,246"})
    for letter, shown in (("3", "3"), ("8", "38")):
        show.change(cause=show.key(letter, amount), values={"Amount": shown})
    show.click(button("Save"))
    assert actions(show) == [("type", "{{ amount }}", True), ("click",)]
    (held,) = criteria(node(show.sop(), "type-amount"))
    assert (held["kind"], held["equals"]) == ("value", "{{ amount }}")


def test_a_list_of_the_page_s_own_in_the_place_of_a_native_one_is_chosen_from() -> None:
    show = Show()
    show.add("mouse_down", x=5, y=5, target=STAGE)
    show.change(cause=show.add("mouse_up", x=5, y=5, target=STAGE), texts=("New", "Won"))
    show.click(link("Won"), values={"Stage": "Won"})
    assert actions(show) == [("select", ("{{ stage }}",))]


def test_a_choice_by_keys_is_one_step() -> None:
    show = Show().choose(STAGE, "Won")
    show.change(cause=show.add("click", x=5, y=5, target=STAGE, by_key=True), texts=("closed",))
    assert actions(show) == [("select", ("{{ stage }}",))]


DUE = field("Due")
DAY = in_row("cell", "18", "15", "15 16 17 18")


def test_a_calendar_that_came_with_tab_is_opened_by_the_click_on_its_field() -> None:
    show = Show().type(NAME, "Ada")
    show.change(cause=show.key("Tab", NAME), texts=("Mo", "Tu", "18"), counts={"table 1": 6})
    show.click(DUE).click(DAY, values={"Due": "2026-11-18"}, counts={"table 1": 0})
    assert ids(show.sop())[:2] == ["fill-name", "click-due"]
    assert len(ids(show.sop())) == 3


def test_a_calendar_that_came_with_tab_is_brought_up_by_tab() -> None:
    show = Show().type(NAME, "Ada")
    show.change(cause=show.key("Tab", NAME), texts=("Mo", "Tu", "18"), counts={"table 1": 6})
    show.click(DAY, values={"Due": "2026-11-18"}, counts={"table 1": 0})
    assert ids(show.sop())[:2] == ["fill-name", "press-tab-name"]


@pytest.mark.parametrize("there", [False, True])
def test_a_cell_that_is_a_field_only_while_one_is_in_it_is_come_to_by_tab(there: bool) -> None:
    payee = field("Payee")
    show = Show(values={"Payee": ""} if there else {}).type(NAME, "Ada")
    show.change(cause=show.key("Tab", NAME), values={"Payee": ""}, gone=("18",))
    show.keys(payee, "Acme")
    sop = show.change(values={"Payee": "Acme"}).sop()
    assert ids(sop) == ["fill-name", *([] if there else ["press-tab-name"]), "fill-payee"]


def test_a_field_that_only_has_a_hint_is_called_after_its_group() -> None:
    near = Neighbourhood(section="Event name", before="Event name")
    hinted = field("English").model_copy(update={"label": None, "near": near})
    (task,) = tasks(Show().type(hinted, "Jazz Night").sop())
    assert (task.label, task.action.model_dump()["value"]) == ("Fill 'Event name'", "{{ event_name }}")


def test_correcting_a_field_later_on_is_still_one_fill() -> None:
    show = Show().type(NAME, "Adda").type(field("City"), "London")
    show.press(NAME)
    show.keys(NAME, "Ada")
    show.change(values={"Name": "Ada"})
    sop = show.sop()
    assert ids(sop) == ["fill-city", "fill-name"]
    assert sop.variables["name"].default == "Ada"


def test_a_field_that_was_emptied_is_emptied() -> None:
    show = Show(values={"Name": "Ada"})
    show.press(NAME)
    show.key("Control+a", NAME)
    show.add("input", target=NAME, value="", before="Ada")
    assert actions(show) == [("fill", "")]


@pytest.mark.parametrize(
    ("key", "sends"), [("Control+Enter", False), ("Control+s", True), ("Control+z", True)]
)
def test_what_a_command_of_the_keyboard_did_with_a_text_was_done_before_the_next_is_written(
    key: str, sends: bool
) -> None:
    show = Show().type(NAME, "Ada")
    seq = show.key(key, NAME)
    if sends:
        show.add("response", method="POST", request_url=f"{APP}/names", status=200)
    show.change(cause=seq, values={"Name": ""})
    show.keys(NAME, "Bob")
    written = [one for one in actions(show.change(values={"Name": "Bob"})) if one[0] == "fill"]
    # Control+Z takes back what was typed.
    assert len(written) == (1 if key == "Control+z" else 2)


@pytest.mark.parametrize(("told", "goes_on"), [(True, False), (True, True), (False, False)])
def test_the_key_that_left_the_last_field_is_pressed_where_the_server_was_told_of_it_by_that(
    told: bool, goes_on: bool
) -> None:
    """What one presses next leaves the field as well."""
    show = Show().type(NAME, "Ada")
    seq = show.key("Tab", NAME)
    if told:
        show.add("response", method="POST", request_url=f"{APP}/names", status=200)
    show.change(cause=seq, texts=("Name changed",))
    if goes_on:
        show.click(button("Close"), texts=("Closed",))
    assert (("press", "Tab") in actions(show)) is (told and not goes_on)


def test_a_press_on_the_bare_page_that_the_server_was_told_of_a_field_by_leaves_the_field() -> None:
    """It is pressed nowhere in particular, and nobody is asked which page is meant."""
    show = Show().type(NAME, "Ada")
    page = Target(tag="html", role="document", text="Names Ada Ben")
    seq = show.press(page)
    show.add("response", method="POST", request_url=f"{APP}/names", status=200)
    show.change(cause=seq, texts=("Name changed",))
    assert actions(show) == [("fill", "{{ name }}"), ("press", "Tab")]


def test_what_was_typed_and_taken_back_leaves_nothing() -> None:
    show = Show().type(NAME, "x")
    show.add("input", target=NAME, value="", before="x")
    assert actions(show.click(button("Close"), texts=("Closed",))) == [("click",)]


def test_a_click_into_a_field_without_typing_is_nothing() -> None:
    assert actions(Show().click(NAME).click(button("Next"), headings=("Two",))) == [("click",)]


def test_a_click_below_the_text_of_an_edited_frame_is_nothing() -> None:
    frame = (FrameStep(locators=(CssLocator(by="css", css="iframe"),)),)
    document = Target(tag="html", role="document", frame=frame)
    whole = (CssLocator(by="css", css="html > body"),)
    editable = {"contenteditable": "true"}
    body = Target(tag="body", role="textbox", attributes=editable, frame=frame, locators=whole)
    show = Show().click(document, texts=("Normal",))
    show.keys(body, "Hello")
    assert [task.action.do for task in tasks(show.sop())] == ["fill"]


def test_opening_a_select_and_choosing_is_one_choice() -> None:
    show = Show()
    show.press(STAGE)
    assert actions(show.choose(STAGE, "Customer")) == [("select", ("{{ stage }}",))]


def test_choosing_by_keys_is_the_same_choice() -> None:
    show = Show()
    show.key("ArrowDown", STAGE)
    show.add("select", target=STAGE, options=["Customer"], values=["c"])
    assert actions(show) == [("select", ("{{ stage }}",))]


@pytest.mark.parametrize(
    "target",
    [NEWS, Target(tag="label", text="Newsletter", locators=(CssLocator(by="css", css="label"),))],
    ids=["on the box", "on its label"],
)
def test_a_click_on_a_check_box_is_ticking_it(target: Target) -> None:
    show = Show()
    show.press(target)
    show.add("check", target=NEWS, checked=True)
    assert actions(show) == [("check", "{{ newsletter }}")]
    assert show.sop().variables["newsletter"].default == "true"


def test_a_label_is_its_box_though_the_page_goes_on_before_that_tells_of_its_change() -> None:
    """A press on one template's name brings its form up at once, in the place of all of them."""
    show, choice = Show(), field("Person", "radio")
    show.press(Target(tag="label", text="Person", locators=(TextLocator(by="text", text="Person"),)))
    show.change(cause=show.add("click", x=5, y=5, target=choice), headings=("New person",))
    assert [task.target and task.target.role for task in tasks(show.sop())] == ["radio"]


def test_an_entry_of_a_menu_that_brings_a_field_of_its_own_words_up_is_no_label_of_it() -> None:
    show = Show()
    show.click(
        Target(tag="label", text="Rename", locators=(TextLocator(by="text", text="Rename"),)),
        values={"Rename": "a"},
    )
    show.keys(field("Rename"), "b")
    assert [task.action.do for task in tasks(show.sop())] == ["click", "fill"]


def test_a_link_that_the_page_marks_by_a_box_of_its_own_is_followed() -> None:
    show = Show()
    cause = show.press(link("Events", f"{APP}/events"))
    show.add("check", target=field("Events", "checkbox"), checked=True)
    show.led(cause + 1, "/events", headings=("Events",))
    assert actions(show) == [("click",)]


def test_a_date_given_part_by_part_in_the_browser_s_own_field_is_one_date() -> None:
    starts = field("Starts", "datetime-local")
    show = Show(values={"Starts": "2026-11-24T15:00"})
    show.press(starts)
    for key, value in (("1", "2026-12-24T15:00"), ("Tab", None), ("5", "2026-12-24T17:00"), ("P", None)):
        cause = show.key(key, starts)
        if value is not None:
            cause = show.add("input", target=starts, before=show.state.values["Starts"], value=value)
        show.change(cause=cause, values={"Starts": value or show.state.values["Starts"]})
    show.key("Tab", starts)
    assert actions(show) == [("fill", "{{ starts }}")]


def test_space_on_a_check_box_is_unticking_it() -> None:
    show = Show()
    show.key(" ", NEWS)
    show.add("click", target=NEWS, by_key=True)
    show.add("check", target=NEWS, checked=False)
    assert actions(show) == [("check", "{{ newsletter }}")]
    assert show.sop().variables["newsletter"].default == "false"


def test_escape_in_a_sheet_without_a_name_needs_no_place() -> None:
    """A calendar's is another one every month."""
    drawn = CssLocator(by="css", css="table")
    sheet = Target(tag="table", role="table", text="Mo Tu 26 27", locators=(drawn,))
    show = Show().click(button("Pick"), texts=("Mo Tu",))
    show.change(cause=show.key("Escape", sheet), gone=("Mo Tu",))
    step = tasks(show.click(button("Save"), alerts=("Saved",)).sop())[1]
    assert (step.action.do, step.target) == ("press", None)


def test_enter_in_a_field_stays_enter() -> None:
    show = Show().type(field("Search", "search"), "Ada")
    seq = show.key("Enter", field("Search", "search"))
    show.add("click", target=button("Go"), by_key=True)
    show.led(seq, "/contacts?q=Ada")
    assert actions(show) == [("fill", "{{ search }}"), ("press", "Enter")]


def test_enter_on_a_button_is_a_click() -> None:
    show = Show()
    show.key("Enter", button("Save"))
    show.add("click", target=button("Save"), by_key=True)
    show.change(alerts=("Saved",))
    assert actions(show) == [("click",)]


def test_enter_in_a_text_area_is_a_line_of_its_text() -> None:
    show = Show()
    show.keys(NOTES, "one")
    show.key("Enter", NOTES)
    show.keys(NOTES, "two", before="one\n")
    sop = show.sop()
    assert ids(sop) == ["fill-notes"]
    assert sop.variables["notes"].default == "one\ntwo"


def test_caret_keys_in_a_field_are_nothing() -> None:
    show = Show()
    show.keys(NAME, "da")
    show.key("Home", NAME)
    show.keys(NAME, "A", before="")
    show.key("ArrowRight", NAME)
    show.change(values={"Name": "Ada"})
    assert [line[0] for line in actions(show)] == ["fill"]


@pytest.mark.parametrize(
    ("target", "handled", "kept"),
    [
        (None, True, True),
        (None, False, False),
        (element("table", "Stock"), False, True),
        (element("button", "Menu"), True, False),
    ],
    ids=["the page marks a line", "the page scrolls", "a table with the focus", "the focus goes on"],
)
def test_an_arrow_key_that_the_page_does_something_of_its_own_with_stays(
    target: Target | None, handled: bool, kept: bool
) -> None:
    """Where it was dropped, what the next key did was done to the line that is marked at first."""
    show = Show()
    show.add("key_down", key="ArrowDown", target=target)
    show.add("key_up", key="ArrowDown", handled=handled)
    show.change()
    show.key("r", target if kept else None)
    show.add("response", method="POST", request_url=f"{APP}/reject", status=200)
    show.change(alerts=("Rejected",))
    assert (("press", "ArrowDown") in actions(show)) is kept


def test_what_was_ticked_in_a_list_that_is_narrowed_down_anew_keeps_its_search() -> None:
    """Two people found one after the other: the first stayed the recorded one, without a question."""
    search = field("Filter", "search")
    show = Show(values={"Ann Keller": "false", "Ben Frost": "false"})
    show.type(search, "kell", gone=("Ben Frost",)).tick(field("Ann Keller", "checkbox"))
    show.type(search, "fro", gone=("Ann Keller",)).tick(field("Ben Frost", "checkbox"))
    sop = show.click(button("Send"), alerts=("Sent",)).sop()
    assert [one.default for one in sop.variables.values()] == ["kell", "Ann Keller", "fro", "Ben Frost"]


def test_keys_that_pick_a_suggestion_stay() -> None:
    city = field("City")
    show = Show().type(city, "Lon", texts=("London", "Londonderry"))
    show.key("ArrowDown", city)
    show.change(values={"City": "London"})
    show.key("Enter", city)
    show.change(dialogs=())
    assert actions(show) == [("fill", "{{ city }}"), ("press", "ArrowDown"), ("press", "Enter")]


def test_tab_that_took_a_suggestion_over_stays() -> None:
    city = field("City")
    show = Show().type(city, "Lon")
    seq = show.key("Tab", city)
    show.change(cause=seq, values={"City": "London"})
    assert actions(show) == [("fill", "{{ city }}"), ("press", "Tab")]


def test_letters_that_no_field_took_are_keys_of_the_page() -> None:
    body = Target(tag="body")
    show = Show()
    show.key("g", body)
    show.key("i", body)
    show.change(headings=("Inbox",))
    assert actions(show) == [("press", "g"), ("press", "i")]


def test_letters_on_a_widget_are_typed_into_it() -> None:
    board = element("application", "Board")
    show = Show()
    show.key("a", board)
    show.key("b", board)
    show.change(texts=("ab",))
    assert actions(show) == [("type", "{{ board }}")]


def test_a_double_click_is_one_step() -> None:
    cell = element("cell", "Note")
    show = Show()
    show.press(cell)
    show.add("mouse_down", target=cell, x=5, y=5)
    show.add("mouse_up", target=cell, x=5, y=5)
    show.add("click", target=cell, x=5, y=5, clicks=2)
    show.add("double_click", target=cell, x=5, y=5)
    show.change(dialogs=("Edit note",))
    assert actions(show) == [("double_click",)]


def test_a_file_chooser_is_part_of_the_upload() -> None:
    attach = button("Attach file")
    show = Show()
    show.press(attach)
    show.add("upload", target=attach, files=[{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}])
    show.change(texts=("a.pdf",))
    assert actions(show) == [("upload", ("{{ file }}",))]


@pytest.mark.parametrize(("pressed", "called"), [("Contract", "contract"), ("Choose file", "file")])
def test_a_hidden_file_field_is_called_by_the_button_that_was_pressed_for_it(
    pressed: str, called: str
) -> None:
    hidden = Target(
        tag="input",
        input_type="file",
        label="No file chosen",
        near=Neighbourhood(before="Notes"),
        locators=(CssLocator(by="css", css="input[type=file]"),),
    )
    show = Show(values={"No file chosen": ""})
    show.press(button(pressed))
    show.add("upload", target=hidden, files=[{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}])
    # The page empties the field once it has the file, and shows the file's name in place of the hint.
    sop = show.change(texts=("a.pdf",), gone=("No file chosen",), values={"a.pdf": ""}).sop()
    (task,) = tasks(sop)
    assert list(sop.variables) == [called]
    assert [one["kind"] for one in criteria(task)] == ["text"]


def test_a_click_that_brought_the_file_field_up_stays() -> None:
    file = field("Document", "file")
    show = Show().click(button("New document"), dialogs=("New document",))
    show.add("upload", target=file, files=[{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}])
    assert actions(show) == [("click",), ("upload", ("{{ document }}",))]


def test_a_choice_right_before_a_file_is_given_stays() -> None:
    file = field("Contract", "file")
    show = Show().click(element("combobox", "Tags"), counts={"tags": 4})
    show.press(element("option", "billing"))
    show.add("upload", target=file, files=[{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}])
    show.change(values={"Tags": "billing", "Contract": "a.pdf"})
    assert [line[0] for line in actions(show)] == ["click", "click", "upload"]


@pytest.mark.parametrize(("href", "steps"), [("/media?tab=upload", ["click", "upload"]), ("#", ["upload"])])
def test_a_link_that_leads_to_the_file_field_stays_though_the_file_is_given_at_once(
    href: str, steps: list[str]
) -> None:
    show = Show()
    show.press(link("Upload", href))
    show.add(
        "upload", target=field("File", "file"), files=[{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}]
    )
    assert [line[0] for line in actions(show.change(texts=("a.pdf",)))] == steps


def test_a_drag_is_one_step_without_its_presses() -> None:
    card, column = element("listitem", "Ada"), element("list", "Won")
    show = Show()
    show.add("mouse_down", target=card, x=5, y=5)
    show.add("mouse_move", x=50, y=5)
    show.add("mouse_up", target=column, x=99, y=5)
    show.add("drag_drop", target=card, onto=column)
    show.change(texts=("Moved",))
    assert actions(show) == [("drag",)]


def test_the_click_at_the_end_of_a_drag_is_part_of_it() -> None:
    card, column = element("listitem", "Ada"), element("list", "Won")
    show = Show()
    show.add("mouse_down", target=card, x=5, y=5)
    show.add("mouse_up", target=column, x=99, y=5)
    show.add("drag_drop", target=card, onto=column)
    show.add("click", target=element("main", "Board"), x=99, y=5)
    show.change(texts=("Moved",))
    show.click(button("Next"), texts=("x",))
    assert actions(show) == [("drag",), ("click",)]


def test_a_click_that_the_browser_made_of_a_drag_is_part_of_it() -> None:
    card, column = element("listitem", "Ada"), element("list", "Won")
    show = Show()
    show.add("mouse_down", target=card, x=5, y=5)
    show.add("mouse_move", x=50, y=5)
    show.add("mouse_up", target=column, x=99, y=5)
    seq = show.add("click", target=element("main", "Board"), x=99, y=5)
    show.add("response", method="POST", request_url=f"{APP}/moved", status=200, after=seq)
    show.add("drag_drop", target=card, onto=column)
    show.change(texts=("Moved",))
    assert [(task.action.do, task.effect) for task in tasks(show.sop())] == [("drag", "once")]


def test_sliding_within_one_element_is_setting_it() -> None:
    slider = field("Volume", "range")
    show = Show()
    show.add("mouse_down", target=slider, x=5, y=5)
    show.add("input", target=slider, value="7", before="5")
    show.add("mouse_up", target=slider, x=95, y=5)
    show.add("click", target=slider, x=95, y=5)
    show.change(values={"Volume": "7"})
    assert actions(show) == [("fill", "{{ volume }}")]


def test_selecting_text_across_elements_is_no_drag() -> None:
    one, other = element("paragraph", "One"), element("paragraph", "Two")
    show = Show()
    show.add("mouse_down", target=one, x=5, y=5)
    show.add("mouse_up", target=other, x=5, y=99)
    show.add("drag_drop", target=one, onto=other)
    show.key("Control+c", one)
    show.add("clipboard", what="copy", text="ne Tw", target=one)
    assert actions(show.goes(link("Next"), "/next")) == [("click",)]


def test_a_press_on_an_element_that_was_replaced_is_a_click() -> None:
    show = Show()
    show.add("mouse_down", target=button("Refresh"), x=5, y=5)
    show.add("mouse_up", target=None, x=5, y=5)
    show.change(texts=("Fresh",))
    assert actions(show) == [("click",)]


def test_a_click_in_vain_that_is_repeated_is_one_click() -> None:
    show = Show()
    show.press(button("Save"))
    show.goes(button("Save"), "/contacts/1", send="post")
    assert ids(show.sop()) == ["click-save"]


def test_clicking_twice_with_an_effect_each_time_is_two_clicks() -> None:
    show = Show().click(button("More"), texts=("one",)).click(button("More"), texts=("two",))
    assert ids(show.sop()) == ["click-more", "click-more-2"]


def test_selecting_text_is_nothing() -> None:
    paragraph = Target(tag="p", locators=(CssLocator(by="css", css="p"),))
    show = Show()
    show.add("mouse_down", target=paragraph, x=5, y=5)
    show.add("mouse_up", target=paragraph, x=90, y=5)
    assert actions(show.click(button("Next"), headings=("Two",))) == [("click",)]


def test_scrolling_stays_where_it_brought_more() -> None:
    show = Show()
    show.add("scroll", dy=300, top=300)
    show.change()
    show.add("scroll", dy=900, top=1200, loaded_more=True, at_end=True)
    show.change(texts=("More",))
    assert actions(show.click(button("Next"), headings=("Two",))) == [("scroll", True), ("click",)]


def test_scrolling_stays_where_what_is_pressed_next_could_not_be_before() -> None:
    """As the terms that are to be read to their end."""
    show = Show()
    show.add("scroll", dy=900, top=900, at_end=True, enables=True, target=LIST)
    show.change()
    assert actions(show.click(button("Accept"), headings=("Two",))) == [("scroll", True), ("click",)]


def test_what_is_scrolled_to_in_the_end_is_only_looked_at() -> None:
    show = Show().click(button("Save"), alerts=("Saved",))
    show.add("scroll", dy=900, top=1200, loaded_more=True, at_end=True)
    assert actions(show.change(texts=("More",))) == [("click",)]


def _seen_scrolled(count: int, texts: int, *, at_end: bool = True) -> Show:
    show = Show().change(counts={"#feed": 20})
    show.add("scroll", dy=300, top=300, at_end=at_end)
    return show.change(counts={"#feed": count}, texts=tuple(f"Entry {one}" for one in range(texts)))


def test_scrolling_stays_where_a_slow_server_gave_more_once_it_was_told() -> None:
    def scrolls(*, count: int, texts: int, at_end: bool = True) -> bool:
        show = _seen_scrolled(count, texts, at_end=at_end).click(button("Next"), headings=("Two",))
        return ("scroll", True) in actions(show)

    assert scrolls(count=40, texts=0)
    assert scrolls(count=20, texts=3)
    # A hint that fades in, or what came in the middle of a page.
    assert not scrolls(count=20, texts=1)
    assert not scrolls(count=40, texts=5, at_end=False)


def test_the_pointer_that_rested_on_another_entry_while_one_scrolled_shows_nothing() -> None:
    def hovered(*inside: str) -> list[str]:
        list_of = ("ul#feed", "body")
        over = element("listitem", "Ada", tag="li", text="Ada Follow", ancestors=list_of)
        near = Neighbourhood(row="Dan Follow")
        show = _seen_scrolled(count=40, texts=3)
        show.add("hover", target=over)
        show.click(button("Follow", ancestors=(*inside, *list_of), near=near), headings=("Dan",))
        return [task.action.do for task in tasks(show.sop())]

    assert hovered("li") == ["scroll", "click"]
    # A menu in the entry of a menu.
    assert hovered("li", "ul", "li") == ["scroll", "hover", "click"]


LIST = element("grid", "").model_copy(update={"name": None, "text": "Ada Bob"})


def test_a_list_that_was_scrolled_is_not_known_by_what_it_showed() -> None:
    show = Show()
    show.add("scroll", dy=900, top=900, renewed=True, target=LIST)
    show.change(texts=("Dan", "Eve"))
    scroll, _ = tasks(show.click(button("Next"), headings=("Two",)).sop())
    assert scroll.target is not None and scroll.target.text is None


def test_what_one_scrolled_to_and_the_data_name_is_looked_for_wherever_it_stands() -> None:
    show = Show().type(NAME, "Dan")
    show.add("scroll", dy=900, top=900, renewed=True, target=LIST)
    show.change(texts=("Dan", "Eve"))
    show.click(in_row("button", "Remind", "Dan", "Dan Rome"))
    assert [task.action.do for task in tasks(show.sop())] == ["fill", "click"]


def test_nor_is_a_list_scrolled_to_an_option_that_the_data_name() -> None:
    show = Show()
    show.add("scroll", dy=900, top=900, renewed=True, target=LIST)
    show.change(texts=("Dan", "Eve"))
    show.click(element("option", "Eve"), texts=("Eve is chosen",))
    assert [task.action.do for task in tasks(show.sop())] == ["click"]


def test_nor_is_a_drawn_list_scrolled_to_the_entry_that_is_picked_from_it() -> None:
    opener, drawn = button("Select a city"), LIST.model_copy(update={"role": None})
    entry = Target(tag="div", text="Eve", locators=(TextLocator(by="text", text="Eve"),))
    show = Show().click(opener, texts=("Ada", "Bob"))
    show.add("scroll", dy=900, top=900, renewed=True, target=drawn)
    show.change(texts=("Dan", "Eve"), gone=("Ada", "Bob"))
    show.click(entry, texts=("Eve",), gone=("Dan", "Select a city"))
    assert [task.action.do for task in tasks(show.sop())] == ["click", "click"]


def test_nor_is_a_list_scrolled_to_its_end_for_it() -> None:
    show = Show()
    show.add("scroll", dy=900, top=900, loaded_more=True, at_end=True, target=LIST)
    show.change(texts=("Dan", "Eve"))
    show.click(in_row("button", "Remind", "Dan", "Dan Rome"))
    assert [task.action.do for task in tasks(show.sop())] == ["click"]


def test_a_number_is_given_without_the_hover_that_brought_up_its_buttons() -> None:
    hours, up = field("Hours", "number"), element("button", "")
    show = Show().change(values={"Hours": "1"})
    for before, value in (("1", "2"), ("2", "3")):
        show.add("hover", target=hours)
        show.press(up)
        show.add("input", target=hours, before=before, value=value, stepped=True)
        show.change(values={"Hours": value})
    assert [line[0] for line in actions(show)] == ["fill"]


def test_a_hover_stays_unless_the_same_element_is_clicked() -> None:
    menu = button("More")
    show = Show()
    show.add("hover", target=menu)
    show.change(texts=("Archive",))
    show.click(element("menuitem", "Archive"), alerts=("Archived",))
    show.add("hover", target=menu)
    show.click(menu, texts=("Archive",))
    assert [line[0] for line in actions(show)] == ["hover", "click", "click"]


def test_a_download_is_a_step_that_gives_a_file() -> None:
    show = Show()
    seq = show.press(button("Export CSV"))
    show.add("download", from_url=f"{APP}/export", file={"name": "contacts-2026-11-21.csv", "size": 9})
    sop = show.change(cause=seq).sop()
    assert actions(show) == [("download", "export_csv_file")]
    assert sop.variables["export_csv_file"].output


def test_addresses_history_and_reload_are_steps_of_their_own() -> None:
    show = Show()
    show.add("navigated", to=f"{APP}/reports", cause="address")
    show.add("navigated", to=f"{APP}/reports", cause="address")
    show.change(url=f"{APP}/reports")
    show.add("navigated", to=f"{APP}/contacts", cause="back_forward", direction="back")
    show.change(url=f"{APP}/contacts")
    show.key("F5", Target(tag="body"))
    show.add("navigated", to=f"{APP}/contacts", cause="reload")
    show.change()
    assert actions(show) == [("open", f"{APP}/reports"), ("back",), ("reload",)]


def test_going_back_by_a_button_of_the_page_is_that_button() -> None:
    show = Show(f"{APP}/contacts").goes(link("New"), "/contacts/new").wait()
    seq = show.press(button("Cancel"))
    show.add("navigated", to=f"{APP}/contacts", cause="back_forward")
    show.change(cause=seq, url=f"{APP}/contacts")
    assert actions(show) == [("click",), ("click",)]


def test_a_popup_that_closes_itself_needs_no_closing() -> None:
    show = Show()
    seq = show.press(link("Pick"))
    show.page = "p2"
    show.add("tab_opened", opener="p1")
    show.change(cause=seq, url=f"{APP}/pick")
    show.press(button("Choose"))
    show.add("tab_closed")
    show.page = "p1"
    show.click(button("Next"), texts=("x",))
    assert ids(show.sop()) == ["click-pick", "click-choose", "click-next"]


def test_nor_does_one_in_which_a_link_to_nowhere_was_clicked() -> None:
    show = Show()
    show.press(button("Choose client"))
    show.page = "p2"
    show.add("tab_opened", opener="p1")
    show.add("navigated", to=f"{APP}/pick", cause="consequence", status=200)
    show.change(url=f"{APP}/pick")
    show.press(link("Acme", "#"))
    show.add("navigated", to=f"{APP}/pick#", cause="in_page")
    show.add("tab_closed", by_person=True)
    show.page = "p1"
    show.click(button("Next"), texts=("x",))
    assert [action for (action, *_) in actions(show)] == ["click", "click", "click"]


def test_a_file_that_took_its_time_to_be_read_is_uploaded_before_what_came_after() -> None:
    show = Show()
    began = len(show.recording().events) * 100.0
    show.press(button("Attach"))
    show.goes(button("Send"), "/sent", send="post")
    files = [{"name": "a.pdf", "size": 1, "stored": "files/a.pdf"}]
    show.add("upload", target=field("File", "file"), files=files, t=began + 350)
    show.change()
    assert [(task.id, task.effect) for task in tasks(show.sop())][-2:] == [
        ("upload-file", "repeatable"),
        ("click-send", "once"),
    ]


def test_a_popup_gets_a_name_and_its_steps_name_it() -> None:
    show = Show()
    seq = show.press(link("Terms", "/terms"))
    show.page = "p2"
    show.add("tab_opened", opener="p1")
    show.add("navigated", to=f"{APP}/terms", cause="consequence")
    show.change(cause=seq, url=f"{APP}/terms", headings=("Terms",))
    show.click(button("Agree"), alerts=("Agreed",)).wait()
    show.add("tab_closed", by_person=True)
    show.page = "p1"
    show.click(button("Next"), headings=("Two",))
    sop = show.sop()
    assert [(task.id, task.page, task.opens) for task in tasks(sop)] == [
        ("click-terms", "main", "tab-2"),
        ("click-agree", "tab-2", None),
        ("close-tab-2", "tab-2", None),
        ("click-next", "main", None),
    ]


def test_a_tab_that_the_person_opened_begins_with_its_address() -> None:
    show = Show().click(button("One"), texts=("x",))
    show.page = "p2"
    show.add("tab_opened", by_person=True)
    show.add("navigated", to="https://mail.example.com/", cause="address")
    show.change(url="https://mail.example.com/", headings=("Inbox",))
    show.click(button("Two"), texts=("y",))
    assert [(task.action.do, task.page) for task in tasks(show.sop())] == [
        ("click", "main"),
        ("open", "tab-2"),
        ("click", "tab-2"),
    ]


def test_closing_the_browser_in_the_end_is_no_step() -> None:
    show = Show().click(button("Next"), headings=("Two",))
    show.add("tab_closed", by_person=True)
    assert ids(show.sop()) == ["click-next"]


def test_a_copy_and_its_paste_are_two_steps_with_one_variable() -> None:
    number = Target(
        tag="td",
        role="cell",
        name="INV-0042",
        near=Neighbourhood(before="Invoice number"),
        locators=(
            RoleLocator(by="role", role="cell", name="INV-0042"),
            CssLocator(by="css", css="#invoice td.number"),
        ),
    )
    search = field("Search", "search")
    show = Show(f"{APP}/invoice")
    show.press(number)
    show.key("Control+c", number)
    show.add("clipboard", what="copy", text="INV-0042", target=number)
    show.goes(link("Payments"), "/payments")
    show.press(search)
    show.key("Control+v", search)
    show.add("clipboard", what="paste", text="INV-0042", target=search)
    show.add("input", target=search, value="INV-0042", before="")
    sop = show.sop()
    assert actions(show) == [
        ("copy", "invoice_number"),
        ("click",),
        ("paste", "{{ invoice_number }}"),
    ]
    assert sop.variables["invoice_number"].output
    copied = node(sop, "copy-invoice-number")
    assert copied.target is not None
    assert [locator.by for locator in copied.target.locators] == ["css"]


@pytest.mark.parametrize(
    ("shown", "files"),
    [
        ({"values": {"File": "a.pdf"}}, [("{{ file }}",)]),
        # The page has it already.
        ({"values": {"File": "a.pdf"}, "texts": ("a.pdf, 3 bytes",)}, [("{{ file }}",), ("{{ file_2 }}",)]),
    ],
)
def test_a_file_that_another_one_took_the_place_of_is_not_chosen(
    shown: dict[str, Any], files: list[tuple[str, ...]]
) -> None:
    chooser = field("File", "file")
    show = Show(f"{APP}/contacts/new", values={"File": "", "Note": ""})
    first = [{"name": "a.pdf", "size": 3, "stored": "files/a.pdf"}]
    show.change(cause=show.add("upload", target=chooser, files=first), **shown)
    show.type(field("Note"), "Offer")
    second = [{"name": "b.pdf", "size": 3, "stored": "files/b.pdf"}]
    show.change(cause=show.add("upload", target=chooser, files=second), values={"File": "b.pdf"})
    show.goes(button("Save"), "/contacts/7", send="post")
    assert [given[0] for kind, *given in actions(show) if kind == "upload"] == files


def test_a_text_that_is_marked_by_pressing_three_times_is_copied_and_not_pressed() -> None:
    number = Target(
        tag="dd",
        text="ann@lee.test",
        near=Neighbourhood(before="Email"),
        locators=(TextLocator(by="text", text="ann@lee.test"), CssLocator(by="css", css="dd")),
    )
    note = field("Note")
    show = Show(f"{APP}/contacts/7", alerts=("Loading…",))
    for clicks in (1, 2, 3):
        show.press(number)
        show.amend(clicks=clicks)
        if clicks == 1:
            # What loads late has come meanwhile.
            show.change(alerts=())
        if clicks == 2:
            show.add("double_click", x=5, y=5, target=number)
    show.key("Control+c", number)
    show.add("clipboard", what="copy", text="ann@lee.test", target=number)
    show.press(note)
    show.keys(note, "To ")
    show.key("Control+v", note)
    show.add("clipboard", what="paste", text="ann@lee.test", target=note)
    show.add("input", target=note, value="To ann@lee.test", before="To ")
    assert actions(show) == [("copy", "email"), ("fill", "To {{ email }}")]


def test_a_part_of_a_text_that_was_copied_is_asked_for() -> None:
    line = element("paragraph", "Invoice INV-0042 of May")
    search = field("Search", "search")
    show = Show(f"{APP}/invoice")
    show.add("clipboard", what="copy", text="INV-0042", target=line)
    show.goes(link("Payments"), "/payments")
    show.add("clipboard", what="paste", text="INV-0042", target=search)
    show.add("input", target=search, value="INV-0042", before="")
    sop = show.sop()
    assert [line[0] for line in actions(show)] == ["click", "paste"]
    assert sop.variables["search"].default is None
    assert len(sop.clarifications) == 1


def test_a_step_in_a_row_is_named_after_what_it_does() -> None:
    show = Show().goes(in_row("button", "Edit", "Acme", "Acme Berlin Edit"), "/contacts/1/edit")
    assert ids(show.sop()) == ["click-edit"]


def test_the_same_words_get_different_ids() -> None:
    show = Show()
    for number in range(3):
        show.click(button("Next"), headings=(f"Part {number}",))
    assert ids(show.sop()) == ["click-next", "click-next-2", "click-next-3"]


def test_names_in_other_scripts_still_make_ids() -> None:
    sop = Show().type(field("名前"), "山田").click(button("保存"), alerts=("保存しました",)).sop()
    assert ids(sop) == ["fill", "click"]
    assert list(sop.variables) == ["名前"]


def test_a_recording_without_observations_still_gives_every_step() -> None:
    show = Show(observed=False)
    show.type(NAME, "Ada").choose(STAGE, "Lead").tick(NEWS)
    show.press(button("Save"))
    sop = compile_recording(show.recording())
    assert ids(sop) == ["fill-name", "choose-stage", "tick-newsletter", "click-save"]
    assert all(task.done_when for task in tasks(sop)[:-1])


def test_the_entry_that_moves_into_the_place_of_the_picked_one_is_picked_as_well() -> None:
    office, safety = (element("option", name, css="#tags > :nth-of-type(2)") for name in ("office", "safety"))
    show = Show()
    show.press(office)
    show.click(safety, values={"Tags": "office, safety"})
    assert len(tasks(show.sop())) == 2


def test_an_entry_that_is_a_label_and_has_the_focus_then_is_picked() -> None:
    safety = element("option", "safety").model_copy(update={"tag": "label"})
    show = Show().click(safety, values={"safety": "true"})
    show.change(cause=show.key("Escape", safety), dialogs=())
    assert [task.action.do for task in tasks(show.sop())] == ["click", "press"]


@pytest.mark.parametrize("typed", ["2026-12-18", "08:45", "18/12/2026 8:45 PM"])
def test_a_typed_date_or_time_is_ended_by_the_tab_that_ended_it(typed: str) -> None:
    needed = field("Needed by")
    show = Show().type(needed, typed)
    show.key("Tab", needed)
    show.type(field("Notes"), "Gate 4")
    assert [task.action.do for task in tasks(show.sop())] == ["fill", "press", "fill"]


def test_a_number_that_the_page_writes_in_its_own_form_is_one_value() -> None:
    limit = field("Limit")
    show = Show().type(limit, "950")
    show.key("Enter", limit)
    show.add("input", target=limit, value="950.00", before="950")
    sop = show.sop()
    assert [task.action.do for task in tasks(sop)] == ["fill", "press"]
    assert sop.variables["limit"].default == "950"


def test_of_radio_buttons_of_one_group_that_were_gone_over_the_last_one_is_chosen() -> None:
    show = Show()
    for name in ("Normal", "High"):
        about: dict[str, Any] = {"attributes": {"name": "priority"}, "near": {"group": "Priority"}}
        radio = element("radio", name, tag="input", input_type="radio", **about)
        show.add("check", target=radio, checked=True)
    assert actions(show) == [("check",)]
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert {name: variable.default for name, variable in sop.variables.items()} == {"priority": "High"}


@pytest.mark.parametrize(
    ("css", "label"),
    [
        ('button:has([data-icon="delete"])', "Click the icon 'delete'"),
        ('button:has([data-testid="DeleteForeverIcon"])', "Click the icon 'delete forever'"),
        ("button:has(.fa-trash)", "Click the icon 'trash'"),
        ("form > button", "Click the button"),
    ],
)
def test_a_step_on_a_button_without_words_says_which_icon_it_shows(css: str, label: str) -> None:
    button_ = Target(role="button", tag="button", locators=(CssLocator(by="css", css=css),))
    (step,) = tasks(Show().click(button_, texts=("Sure?",)).sop())
    assert step.label == label
    # The gate grants what the words of a step name.
    assert ("destructive" in granted(step)) == ("icon" in label)


@pytest.mark.parametrize(("before", "after", "expands"), [((), ("Tags",), True), (("Tags",), (), False)])
def test_what_was_clicked_to_unfold_a_part_of_the_page_is_left_alone_where_that_is_open(
    before: tuple[str, ...], after: tuple[str, ...], expands: bool
) -> None:
    show = Show(unfolded=before).click(button("Tags"), unfolded=after, texts=("Chosen",))
    (click,) = (task.action for task in tasks(show.sop()))
    assert isinstance(click, Click) and click.expands is expands


def test_what_leads_to_another_page_is_clicked_though_it_is_unfolded_there() -> None:
    show = Show().goes(button("Orders"), "/orders", unfolded=("Orders",), headings=("Orders",))
    (click,) = (task.action for task in tasks(show.sop()))
    assert isinstance(click, Click) and not click.expands


@pytest.mark.parametrize(("given", "steps"), [("Legal", 2), ("Sales", 1)])
def test_a_press_that_brought_up_a_list_of_what_the_page_shows_anyway_is_a_step(
    given: str, steps: int
) -> None:
    show = Show(values={"Team": "Sales"})
    show.press(field("Team"))
    show.click(element("option", "Legal", tag="div"), values={"Team": given})
    assert len([task for task in tasks(show.sop()) if task.action and task.action.do == "click"]) == steps


@pytest.mark.parametrize(("sends", "kept"), [(False, []), (True, ["press-enter-day"])])
def test_enter_in_a_date_that_sent_nothing_only_opened_its_sheet(sends: bool, kept: list[str]) -> None:
    """A run has the focus on a part of the date, where the same key sends the form."""
    show, day = Show(), field("Day", "date")
    show.add("input", target=day, value="2026-12-05", before="")
    show.change(values={"Day": "2026-12-05"})
    seq = show.key("Enter", day)
    sop = show.led(seq, "/saved", send="post").sop() if sends else show.change(cause=seq).sop()
    assert ids(sop) == ["fill-day", *kept]
