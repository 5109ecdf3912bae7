"""An entry that arrow keys came to is picked by its name."""

from __future__ import annotations

from typing import Any

from handrail.sop.target import Target
from tests.compile.recordings import Show, button, criteria, element, field, tasks

CITY = field("City")
LONDONDERRY = element("option", "Londonderry", tag="li")


def taken(show: Show, by: Target, *keys: str, entry: Target = LONDONDERRY, **after: Any) -> Show:
    """Keys on a list, and Enter on the entry that they came to."""
    for key in keys:
        show.key(key, by)
    seq = show.add("key_down", key="Enter", target=by, entry=entry)
    show.add("key_up", key="Enter")
    return show.change(cause=seq, **after) if after else show


def actions(show: Show) -> list[tuple[str, str]]:
    steps = tasks(show.click(button("Save"), alerts=("Saved",)).sop())[:-1]
    return [
        (
            step.action.do,
            getattr(step.action, "keys", None) or (step.target.name if step.target else "") or "",
        )
        for step in steps
    ]


def test_arrow_keys_and_enter_become_a_choice_that_other_data_make_otherwise() -> None:
    show = Show().type(CITY, "Lon", texts=("London", "Londonderry"))
    taken(show, CITY, "ArrowDown", "ArrowDown", values={"City": "Londonderry"}, gone=("London",))
    typed, picked = tasks(show.click(button("Save"), alerts=("Saved",)).sop())[:-1]
    assert (typed.action.do, picked.action.do) == ("fill", "click")
    assert picked.target is not None and picked.target.name == "{{ city }}"
    assert criteria(picked)[0]["equals"] == "{{ city }}"


def test_what_was_chosen_is_seen_though_the_next_field_was_filled_in_before_anybody_looked() -> None:
    show = Show().type(CITY, "Lon", texts=("London", "Londonderry"))
    taken(show, CITY, "ArrowDown").keys(field("Note"), "soon")
    show.change(values={"City": "Londonderry", "Note": "soon"})
    picked = tasks(show.click(button("Save"), alerts=("Saved",)).sop())[1]
    held = criteria(picked)[0]
    assert (held["equals"], held["target"]["label"]) == ("{{ city }}", "City")


def test_the_key_that_opens_a_list_is_pressed_again() -> None:
    stage = element("combobox", "Stage", tag="div")
    show = taken(Show(), stage, "ArrowDown", "ArrowDown", entry=element("option", "Won", tag="li"))
    assert actions(show) == [("press", "ArrowDown"), ("click", "{{ stage }}")]


def test_of_a_list_that_a_click_or_enter_opened_no_key_is_left() -> None:
    stage, won = element("combobox", "Stage", tag="div"), element("option", "Won", tag="li")
    clicked = taken(Show().click(stage, texts=("Lead", "Won")), stage, "ArrowDown", "ArrowUp", entry=won)
    assert actions(clicked) == [("click", "Stage"), ("click", "{{ stage }}")]
    entered = Show()
    entered.key("Enter", stage)
    entered.change(texts=("Lead", "Won"))
    assert actions(taken(entered, stage, "ArrowDown", entry=won)) == [
        ("press", "Enter"),
        ("click", "{{ stage }}"),
    ]


def test_enter_where_no_list_is_open_stays() -> None:
    show = Show().type(CITY, "Lon")
    show.key("Enter", CITY)
    assert actions(show.change(texts=("Found",))) == [("fill", "City"), ("press", "Enter")]


def came(show: Show, on: Target, entry: Target) -> Show:
    """An arrow key, and what it came to."""
    show.add("key_down", key="ArrowDown", target=on)
    show.add("key_up", key="ArrowDown", entry=entry)
    return show


def test_of_radio_buttons_that_arrow_keys_came_to_the_last_one_is_meant() -> None:
    low, normal, high = (
        element("radio", name, tag="span", near={"group": "Priority"}) for name in ("Low", "Normal", "High")
    )
    show = came(came(Show(), low, normal), normal, high)
    assert actions(show) == [("click", "{{ priority }}")]


def test_in_a_list_that_stands_there_the_entry_that_arrow_keys_chose_is_meant() -> None:
    colours = element("listbox", "Colour", tag="div")
    green, blue = (element("option", name, tag="div", near={"group": "Colour"}) for name in ("Green", "Blue"))
    show = came(came(Show().click(button("Edit"), texts=("Green",)), colours, green), colours, blue)
    assert actions(show) == [("click", "Edit"), ("click", "{{ colour }}")]


def test_keys_that_move_within_a_widget_are_kept_though_nothing_was_seen_to_change() -> None:
    grid, seats = element("grid", "Orders", tag="div"), element("spinbutton", "Seats", tag="span")
    show = Show()
    for key, on in (("ArrowDown", grid), ("Enter", grid), ("ArrowUp", seats)):
        show.key(key, on)
    pressed = [("press", "ArrowDown"), ("press", "Enter"), ("press", "ArrowUp")]
    assert actions(show) == pressed
