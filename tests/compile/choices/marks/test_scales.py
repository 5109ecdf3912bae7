"""What is pressed on a scale of buttons is an input; what is pressed in a drawing is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.document import Sop
from handrail.sop.locator import CssLocator, TextLocator
from handrail.sop.target import Box, Neighbourhood, Target
from tests.compile.recordings import Show, button, element, field, in_row, node


def pressed(target: Target, **facts: Any) -> Sop:
    """A press between a field and what sends the form."""
    show = Show().type(field("Review"), "Fine")
    seq = show.add("click", x=5, y=5, target=target, **facts)
    return show.change(cause=seq).goes(button("Send"), "/sent", send="post", alerts=("Sent",)).sop()


def among(*beside: str, **facts: Any) -> dict[str, Any]:
    return {"others": len(beside), "role": "button", "beside": beside, **facts}


@pytest.mark.parametrize(
    ("said", "beside"),
    [
        ("4 stars", ("1 star", "2 stars", "3 stars", "5 stars")),
        ("Rate 0 of 2", ("Rate 1 of 2", "Rate 2 of 2")),
    ],
)
def test_one_of_a_scale_is_an_input(said: str, beside: tuple[str, ...]) -> None:
    sop = pressed(button(said), among=among(*beside))
    assert sop.variables["rating"].default == said
    assert node(sop, "click-rating").target == button("{{ rating }}")


def number(said: str, group: str | None) -> Target:
    """A drawn number without a role."""
    by_text = TextLocator(by="text", text=said)
    return Target(tag="span", text=said, locators=(by_text,), near=Neighbourhood(group=group))


@pytest.mark.parametrize(("group", "names"), [("Rating", ["review", "rating"]), (None, ["review"])])
def test_a_bare_number_is_an_input_where_what_it_is_one_of_has_a_name(
    group: str | None, names: list[str]
) -> None:
    sop = pressed(number("4", group), among=among("1", "2", "3", "5"))
    assert list(sop.variables) == names


STARS = among("1 star", "2 stars", "4 stars")


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (button("7 days"), among("14 days", "30 days")),
        (button("3 stars"), among("Delete", "2 stars")),
        (button("3 stars"), {**STARS, "in_app": True}),
        (in_row("button", "3 stars", "Lamp", "Lamp 3 stars"), STARS),
    ],
    ids=["no number follows the other", "another command", "parts of the app", "of one of several records"],
)
def test_what_only_says_a_number_is_no_scale(target: Target, told: dict[str, Any]) -> None:
    assert "rating" not in pressed(target, among=told).variables


@pytest.mark.parametrize(
    ("tag", "width", "asks"),
    [("canvas", None, True), ("img", 400, True), ("img", 24, False), ("div", None, False)],
)
def test_whether_it_is_always_the_same_place_in_a_drawing_is_asked(
    tag: str, width: int | None, asks: bool
) -> None:
    """A sign of a toolbar is pressed wherever it is hit."""
    box = Box(x=0, y=0, width=width, height=24) if width is not None else None
    drawing = element("img", "Plan", tag=tag).model_copy(update={"box": box})
    questions = [one.id for one in pressed(drawing, offset=(20, 30)).clarifications]
    assert ("which-place-in-drawing" in questions) == asks


@pytest.mark.parametrize("placed", [True, False])
def test_a_choice_that_only_its_place_tells_is_no_input(placed: bool) -> None:
    """The input was there, and the recorded choice was made whatever it said."""
    by_place = CssLocator(by="css", css="div > span:nth-of-type(1)")
    paths = (by_place,) if placed else (TextLocator(by="text", text="1"), by_place)
    choice = Target(
        tag="span", text="1", near=Neighbourhood(group="Risk score", before="Risk score"), locators=paths
    )
    sop = pressed(choice, among={"others": 3, "beside": ("2", "3", "4")})
    assert [one.default for one in sop.variables.values()] == ["Fine", *([] if placed else ["1"])]
    assert any("Is it always '1'?" in one.question for one in sop.clarifications) is placed


@pytest.mark.parametrize(("part", "is_input"), [("Start time", True), (None, False)])
def test_a_time_of_several_in_a_part_with_a_name_is_an_input(part: str | None, is_input: bool) -> None:
    near = Neighbourhood(section=part, heading="New booking", before="17:30", after="18:30")
    sop = pressed(button("18:00").model_copy(update={"near": near}), among={"others": 23, "role": "button"})
    given = {name: one.default for name, one in sop.variables.items() if name != "review"}
    assert given == ({"start_time": "18:00"} if is_input else {})
