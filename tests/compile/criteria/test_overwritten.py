"""A field that came to hold something else than what was typed: somebody has to say which was meant."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator
from handrail.sop.target import Target
from tests.compile.recordings import APP, Show, button, criteria, field, node


def shown_as(typed: str, *held: str, target: Target | None = None) -> Show:
    """A form whose field shows something else behind what was typed, look by look."""
    name = target or field("Name")
    show = Show(f"{APP}/contacts/7/edit", values={"Name": "", "City": "Graz"})
    show.press(name)
    seq = show.keys(name, typed)
    for number, value in enumerate(held):
        show.change(cause=seq, values={"Name": value})
        seq = show.keys(field(f"Note {number}"), "x")
    return show.goes(button("Save"), "/contacts/7", send="post")


def is_asked(show: Show) -> bool:
    questions = [one for one in show.sop().clarifications if one.id == "was-it-kept"]
    assert all(one.required and one.node == "fill-name" for one in questions)
    return bool(questions)


@pytest.mark.parametrize(
    ("typed", "held", "asked"),
    [
        ("Ann Lee", "Bert Moser", True),
        ("Ann Lee", "Bert Lee", True),
        ("12.5", "0.00", True),
        ("1.2.2026", "Feb 1, 2026", False),
        ("01/02/26", "1 Feb 2026", False),
        ("1234,5", "€ 1,234.50", False),
        ("5 pm", "17:00", False),
        ("ANN lee", "Ann Lee (new)", False),
        ("Ann Lee", "Ann", False),
        ("Ann Lee", "", False),
    ],
)
def test_what_has_little_of_what_was_typed_is_asked_about(typed: str, held: str, asked: bool) -> None:
    assert is_asked(shown_as(typed, held)) is asked


def test_both_are_named() -> None:
    (question,) = (
        one.question
        for one in shown_as("Ann Lee", "Bert Moser").sop().clarifications
        if one.id == "was-it-kept"
    )
    assert "'Ann Lee'" in question and "'Bert Moser'" in question


def test_a_look_that_came_too_early_says_nothing_where_a_later_one_saw_it() -> None:
    assert is_asked(shown_as("12.5", "0.00", "0.00"))
    assert not is_asked(shown_as("12.5", "0.00", "12.50"))


def test_another_field_of_that_name_is_not_taken_for_it_and_the_step_says_its_value() -> None:
    second = field("Name").model_copy(
        update={"locators": (CssLocator(by="css", css="tr:nth-child(2) input"),)}
    )
    show = shown_as("Ann Lee", "Bert Moser", target=second)
    assert not is_asked(show)
    assert criteria(node(show.sop(), "fill-name")) == [{"kind": "value", "equals": "{{ name }}"}]


def test_a_list_s_field_shows_what_is_picked() -> None:
    assert not is_asked(
        shown_as("x7", "Bert Moser", target=field("Name").model_copy(update={"role": "combobox"}))
    )


@pytest.mark.parametrize(("late", "asked"), [(False, False), (True, True)])
def test_a_look_before_what_was_typed_is_none_of_what_the_field_held_then(late: bool, asked: bool) -> None:
    # Whoever is fast sends the form before the page was looked at again.
    name = field("Name")
    show = Show(f"{APP}/contacts/7/edit", values={"Name": "Bert Moser", "City": "Graz"})
    show.click(name)
    show.keys(name, "Ann Lee")
    if late:
        show.wait()
    assert is_asked(show.goes(button("Save"), "/contacts/7", send="post")) is asked


def test_a_look_at_the_keys_that_marked_the_old_value_says_nothing_of_the_new_one() -> None:
    name = field("Name")
    show = Show(f"{APP}/contacts/7/edit", values={"Name": "Bert Moser", "City": "Graz"})
    show.press(name)
    show.change(cause=show.key("Control+a", name), headings=("Edit",))
    show.keys(name, "Ann Lee")
    show.goes(button("Save"), "/contacts/7", send="post")
    assert not is_asked(show)
    assert criteria(node(show.sop(), "fill-name")) == [{"kind": "value", "equals": "{{ name }}"}]
