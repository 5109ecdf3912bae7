"""What is pressed without anything to be seen for it: whether other data need another is asked."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator
from handrail.sop.target import Target

from .recordings import Show, button, field, link

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


def test_how_often_a_plus_sign_is_pressed_is_asked_once() -> None:
    show = Show()
    for guests in ("2", "3", "4"):
        show.click(button("+"), values={"Guests": guests})
    (question,) = asked(show)
    assert "'+'" in question
