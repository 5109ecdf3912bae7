"""Pages that save by themselves: what they send comes of what was changed, and is waited for."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.locator import CssLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, criteria, element, field, node, tasks

SEATS, ONLINE, KIND = field("Seats"), field("Online", type="checkbox"), field("Kind", tag="select")
ANSWERED = {"kind": "response", "path": "/contacts/*/save", "method": "POST"}


def editing() -> Show:
    return Show()


def saved(show: Show, *, after: float = 1000, path: str = "/contacts/7/save", **facts: Any) -> Show:
    """The page tells its server something, so many milliseconds after what was done last."""
    show.waited += after
    show.add(
        "response", **{"method": "POST", "request_url": f"{APP}{path}", "status": 200, "took": 50, **facts}
    )
    return show


def two_fields() -> Show:
    return saved(saved(editing().type(SEATS, "12")).tick(ONLINE))


def test_a_field_that_the_page_saves_by_itself_is_done_when_that_is_answered() -> None:
    sop = two_fields().sop()
    seats, online = tasks(sop)
    assert criteria(seats)[1:] == [ANSWERED]
    # A box is an input as every field of such a page.
    assert criteria(online) == [{"kind": "value", "equals": "{{ online }}"}, ANSWERED]
    assert [*sop.variables] == ["seats", "online"]
    assert {seats.effect, online.effect} == {"repeatable"}


@pytest.mark.parametrize(("delay", "waited_for"), [(500, True), (200, False)])
def test_what_a_timer_sends_just_before_the_next_press_is_saved_for_the_field(
    delay: float, waited_for: bool
) -> None:
    """It was held to come of the press by which the field was left, and the run ended before it was sent."""
    asked = {"method": "POST", "request_url": f"{APP}/contacts/7/save", "status": 200, "took": 1}
    show = editing()
    ticked = show.add("check", target=ONLINE, checked=True, t=1000)
    show.add("response", t=1501, **asked)
    show.change(cause=ticked).add("input", target=SEATS, value="12", t=3000)
    show.add("response", t=3001 + delay, **asked)
    # The button may have been down by then, as far as the recording tells.
    closed = show.add("click", x=5, y=5, target=button("Close"), t=3100 + delay)
    steps = tasks(show.change(cause=closed, texts=("Closed",)).sop())
    assert (ANSWERED in criteria(steps[1])) is waited_for


def test_what_unfolds_a_list_sends_nothing_on_a_page_that_tells_of_each_choice_by_itself() -> None:
    show = editing().type(field("Name"), "Fair")
    for opened, chosen in (("Kind", "Market"), ("Place", "Quay")):
        drawn = CssLocator(by="css", css=f"#{opened}")
        show.press(Target(tag="div", label=opened, locators=(drawn,)))
        show.add("response", method="POST", request_url=f"{APP}/contacts/7/save", status=200, took=10)
        show.change(texts=(chosen,))
        saved(show.click(element("option", chosen), gone=(chosen,)), after=500)
    *steps, _ = tasks(show.click(button("Close"), texts=("Closed",)).sop())
    assert {task.effect for task in steps} <= {"repeatable", "none"}
    # The last change is waited for.
    assert [ANSWERED in criteria(task) for task in steps[1:]] == [False, False, False, True]


def test_a_choice_in_a_list_that_says_not_that_it_is_one_is_a_change_that_the_page_saves() -> None:
    """The text that was typed behind it was lost: the run went on before the page had sent it."""
    entry = Target(tag="div", text="Quay", locators=(CssLocator(by="css", css="div > div"),))
    show = editing()
    seq = show.press(entry)
    saved(show.change(cause=seq, values={"Place": "Quay"}), after=400)
    sop = saved(show.type(SEATS, "12"), after=400).click(button("Close"), texts=("Closed",)).sop()
    assert [ANSWERED in criteria(task) for task in tasks(sop)] == [False, True, False]


def test_a_single_field_is_waited_for_where_it_is_the_last() -> None:
    assert criteria(tasks(saved(editing().choose(KIND, "Fair")).sop())[-1])[1:] == [ANSWERED]
    went_on = saved(editing().choose(KIND, "Fair")).goes(button("Next"), "/contacts/8").sop()
    assert len(criteria(tasks(went_on)[0])) == 1


def test_what_closes_the_form_right_behind_a_save_does_not_tell_what_was_saved() -> None:
    """The address that it leads to was taken for the record's, so that nobody waited for the last field: its
    text was lost where the page had not sent it yet as the run was done."""
    show = saved(saved(editing().tick(ONLINE)).type(field("Note"), "Call"), after=320)
    show.add("click", x=5, y=5, target=button("Close"))
    show.add("navigated", to=f"{APP}/contacts", cause="in_page")
    note = tasks(show.change(headings=("Contacts",)).sop())[1]
    assert ANSWERED in criteria(note)


def test_what_is_sent_as_a_field_is_left_is_no_save_that_is_waited_for_in_the_field() -> None:
    show = saved(editing().type(SEATS, "12")).type(field("Note"), "x").wait()
    show.press(button("Pane"))
    show.add("response", method="POST", request_url=f"{APP}/contacts/7/save", status=200, took=150)
    show.change(texts=("Pane",))
    note = tasks(show.click(button("Close"), texts=("Closed",)).sop())[1]
    assert ANSWERED not in criteria(note)


@pytest.mark.parametrize(("took", "waited"), [(50, True), (200, False)])
def test_a_change_whose_time_comes_just_after_a_press_is_not_what_the_press_sends(
    took: float, waited: bool
) -> None:
    show = saved(editing().type(field("Note"), "x")).type(SEATS, "12")
    show.press(button("Settings"))
    # Three hundred milliseconds after the press the answer is there.
    show = saved(show.change(texts=("Pane",)), after=100, took=took)
    seats, press = tasks(show.click(button("Close"), texts=("Closed",)).sop())[1:3]
    assert [ANSWERED in criteria(task) for task in (seats, press)] == [waited, not waited]


def test_what_comes_at_even_intervals_comes_by_the_clock() -> None:
    show = editing()
    for name in ("Add", "Menu", "Next"):
        seq = show.press(button(name))
        show.change(cause=seq, texts=(f"{name} it",))
        at = show.waited + 100 * len(show._facts)
        show.waited += 10000 - at % 10000
        saved(show, after=0, path="/status", took=0)
    assert not any(c["kind"] == "response" for task in tasks(show.sop()) for c in criteria(task))


@pytest.mark.parametrize(
    ("delays", "saves"), [((1000, 1000, 1000), True), ((1000, 1080, 950), True), ((500, 4000, 1700), False)]
)
def test_fields_that_are_filled_evenly_are_saved_by_the_page_and_not_by_a_clock(
    delays: tuple[float, ...], saves: bool
) -> None:
    """A clock goes on whenever the edit was; a page that saves does so as long after each."""
    show = editing()
    for name, delay in zip(("Seats", "Place", "Room"), delays, strict=True):
        show.waited += 5000 - delay
        saved(show.type(field(name), "12"), after=delay)
    assert [ANSWERED in criteria(task) for task in tasks(show.sop())] == [saves] * 3


def test_a_key_that_only_shuts_a_list_has_saved_nothing() -> None:
    show = editing().type(SEATS, "12")
    seq = show.key("Escape", SEATS)
    show.change(cause=seq, texts=("Shut",))
    seats, escape = tasks(saved(show).goes(button("Next"), "/contacts/8").sop())[:2]
    assert criteria(seats)[1:] == [ANSWERED]
    assert escape.effect != "once"


@pytest.mark.parametrize("pressed", [button("Insert a block"), element("option", "Heading")])
def test_a_press_that_a_save_happens_to_come_behind_is_not_what_sent_it(pressed: Any) -> None:
    show = two_fields()
    show.press(pressed)
    task = tasks(saved(show, after=100).change(texts=("More",)).type(field("Name"), "Ann").sop())[2]
    assert task.effect != "once"
    assert not any(part["kind"] == "response" for part in criteria(task))


def test_a_button_that_says_that_it_saves_does_so_on_such_a_page_too() -> None:
    show = two_fields()
    show.press(button("Save"))
    task = tasks(saved(show).change(texts=("Saved",)).sop())[-1]
    assert task.effect == "once"
    assert ANSWERED in criteria(task)


def test_a_button_that_adds_a_row_for_oneself_sends_nothing() -> None:
    show = two_fields()
    show.press(button("Add speaker"))
    task = tasks(saved(show).change(texts=("Name",)).type(field("Name"), "Ann").sop())[2]
    assert task.effect != "once"


def test_what_comes_by_the_clock_is_no_sign_of_anything() -> None:
    show = editing().type(SEATS, "12")
    show = saved(saved(saved(show), after=9000).tick(ONLINE), after=8000)
    assert all(part["kind"] != "response" for task in tasks(show.sop()) for part in criteria(task))


def test_what_was_refused_is_not_waited_for() -> None:
    show = saved(editing().type(SEATS, "12"), status=400)
    show = saved(show.tick(ONLINE))
    assert [len(criteria(task)) for task in tasks(show.sop())] == [1, 2]


def test_what_is_sent_because_a_field_was_left_is_no_save_by_the_page_itself() -> None:
    """It comes as soon as the next field is clicked, and not where nobody leaves the field."""
    show = editing().type(SEATS, "12")
    for name in ("Name", "Place"):
        show.press(field(name))
        saved(show, after=0)
        show.keys(field(name), "Ann")
    assert criteria(node(show.sop(), "fill-seats")) == [{"kind": "value", "equals": "{{ seats }}"}]


@pytest.mark.parametrize("name", ["Refund", "Archive", "Close ticket", "Assign"])
def test_what_a_press_asks_for_at_once_is_its_own_though_the_page_saves_to_the_same_address(
    name: str,
) -> None:
    show = two_fields()
    show.press(button(name))
    task = tasks(saved(show, after=10).change(texts=("Done",)).sop())[-1]
    assert task.effect == "once"
    assert ANSWERED in criteria(task)


def test_a_risky_press_is_the_cause_of_what_is_sent_later_as_well() -> None:
    show = two_fields()
    show.press(button("Refund"))
    assert tasks(saved(show, after=800).change(texts=("Done",)).sop())[-1].effect == "once"


@pytest.mark.parametrize("status", [200, 503])
def test_what_a_press_asks_for_at_once_is_not_left_out_with_what_the_clock_sends(status: int) -> None:
    show = editing()
    show.press(button("Refund"))
    show = saved(saved(saved(show, after=60, status=status), after=30_000), after=30_000)
    assert tasks(show.change(texts=("Done",)).sop())[-1].effect == "once"


def test_enter_that_sends_at_once_is_an_effect() -> None:
    show = two_fields()
    name = field("Message")
    show.type(name, "Hello")
    show.key("Enter", name)
    assert tasks(saved(show, after=10).change(texts=("Hello",)).sop())[-1].effect == "once"


@pytest.mark.parametrize("pressed_between", [False, True])
def test_a_new_record_that_the_page_saves_by_itself_is_not_what_a_press_sends(pressed_between: bool) -> None:
    show = editing().type(SEATS, "12")
    if pressed_between:
        show.click(button("Choose a room"), texts=("Rooms",)).click(button("Hall"), texts=("Hall chosen",))
    press = show.press(button("Choose a picture"))
    show.change(cause=press, texts=("Pictures",))
    # The page takes the new record's address, of which is heard before its answer.
    show.waited += 500
    moved = show.add("navigated", to=f"{APP}/contacts/9/edit", cause="in_page")
    saved(show, after=0, path="/contacts/new", took=250)
    show.change(cause=moved, url=f"{APP}/contacts/9/edit", texts=("Editing the ninth",))
    saved(show.choose(KIND, "Fair"), path="/contacts/9/edit")
    show.goes(button("Publish"), "/contacts", send="post", alerts=("Published",))
    made = {task.id: task for task in tasks(show.sop())}
    picture = made["click-choose-a-picture"]
    assert picture.effect == "repeatable"
    assert not {"url", "response"}.intersection(one["kind"] for one in criteria(picture))
    assert "ninth" not in str(criteria(picture))
    # Where something was pressed between, nobody tells what it was sent for, and all is sent in the end.
    answered = {"kind": "response", "path": "/contacts/new", "method": "POST"}
    assert (answered in criteria(made["fill-seats"])) is not pressed_between


@pytest.mark.parametrize("opens", [True, False])
def test_what_an_opened_page_asks_for_several_times_is_no_clock(opens: bool) -> None:
    """An app that keeps its data with the server sends them a while after a press: the run was done, and the
    browser shut, before it had."""
    show = editing()
    if opens:
        show.goes(button("Books"), "/books/1")
    else:
        show.click(button("Books"), texts=("Books",))
    saved(saved(saved(show, after=200), after=300), after=2400)
    seq = show.press(button("Delete"))
    show.change(cause=seq, gone=("Row 2",))
    press = tasks(saved(show, after=1200).sop())[-1]
    assert (ANSWERED in criteria(press)) is opens


def test_a_star_of_a_rating_that_the_page_saves_by_itself_is_asked_about() -> None:
    """The page sent it, and not the press: the recorded rating was given to whichever record, unasked."""
    path = CssLocator(by="css", css="form > span > span:nth-of-type(2)")
    near = Neighbourhood(before="★", after="★")
    star = Target(tag="span", text="★", near=near, locators=(path,))
    show = two_fields()
    show.press(star)
    saved(show)
    sop = show.click(button("Close"), texts=("Closed",)).sop()
    assert any(one.question.startswith("Is it always number 2 of '★'?") for one in sop.clarifications)


@pytest.mark.parametrize("row", [None, "Ada Riga"], ids=["of a form", "of a record, which may be undone"])
def test_what_is_sent_as_late_after_each_of_several_presses_is_saved_by_itself(row: str | None) -> None:
    """Each press was held to send it once, and a change to be saved before anybody waited for it."""
    show = editing()
    for name, pause in (("Later", 0), ("Sooner", 700), ("Later", 4000)):
        show.waited += pause
        saved(show.click(button(name, near=Neighbourhood(row=row))))
    sop = show.click(button("Close"), texts=("Closed",)).sop()
    assert ("once" in {task.effect for task in tasks(sop)}) is (row is not None)


def test_letters_typed_on_once_an_option_is_chosen_are_of_the_choice_and_what_is_sent_then_too() -> None:
    show = saved(editing().tick(ONLINE)).choose(KIND, "Fair")
    show.add("key_down", key="a", target=KIND)
    show.add("key_up", key="a")
    _, kind, *_ = tasks(saved(show).click(button("Close"), texts=("Closed",)).sop())
    assert ANSWERED in criteria(kind)
