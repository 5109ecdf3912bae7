"""Lists without roles that lie over a form, whose entries' words stand in the table behind it as well."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.sop.locator import CssLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, criteria, field, node

PLACE = CssLocator(by="css", css="body > div:nth-of-type(2) > div:nth-of-type(3)")
STATUS = Target(
    tag="div",
    text="Draft",
    near=Neighbourhood(row="Status Draft", before="Status"),
    ancestors=("div", "form", "div[dialog]"),
    locators=(CssLocator(by="css", css="form > div > div"),),
)


def entry(text: str, *, told: bool = True, **facts: Any) -> Target:
    locators = (TextLocator(by="text", text=text), PLACE) if told else (PLACE,)
    return Target(tag="div", text=text, locators=locators, **{"ancestors": ("div", "div"), **facts})


def chosen(
    *entries: Target, opener: Target = STATUS, others: int = 3, in_app: bool = False, send: str | None = None
) -> Show:
    show = Show(f"{APP}/orders/new").click(opener)
    for one in entries:
        seq = show.press(one)
        show.amend(among={"others": others, "in_app": in_app})
        if send is not None:
            show.add("response", method="POST", request_url=f"{APP}{send}", status=200, document=False)
        show.change(cause=seq)
    return show.click(button("Save"), alerts=("Saved",))


def inputs(show: Show) -> dict[str, Any]:
    return {name: one.default for name, one in show.sop().variables.items()}


def test_what_is_chosen_for_a_field_is_an_input() -> None:
    assert inputs(chosen(entry("Planned"))) == {"status": "Planned"}
    assert inputs(chosen(entry("Red"), entry("Blue"))) == {"status": "Red", "status_2": "Blue"}


def test_an_entry_that_only_its_place_tells_is_asked_about() -> None:
    show = chosen(entry("Planned", told=False))
    asked = [one for one in show.sop().clarifications if one.required]
    assert inputs(show) == {} and [one.id for one in asked] == ["which-entry"]
    assert "always 'Planned' in 'Status'" in asked[0].question


@pytest.mark.parametrize(
    "facts",
    [
        {"others": 1},
        {"in_app": True},
        {"send": "/orders/7/duplicate"},
        {"opener": button("More", ancestors=("form",), near=Neighbourhood(row="More", before="Status"))},
        {"opener": STATUS.model_copy(update={"ancestors": ("div",)})},
    ],
)
def test_answers_commands_and_parts_of_the_app_are_no_choices(facts: dict[str, Any]) -> None:
    assert inputs(chosen(entry("Planned"), **facts)) == {}


def test_what_lies_in_the_form_itself_is_none_either() -> None:
    assert inputs(chosen(entry("Planned", ancestors=("div", "form")))) == {}


def test_that_the_next_entry_is_there_says_nothing_of_the_one_before() -> None:
    sop = chosen(entry("Red"), entry("Blue")).sop()
    assert criteria(node(sop, "click-status")) == []
    assert criteria(node(sop, "click-status-2")) != []


@pytest.mark.parametrize(
    ("came", "clicks", "found"),
    [
        (("Bolt", "Hinge", "Lock"), True, {"article": "Hinge"}),
        (("Hinge", "Lock"), True, {}),
        (("Bolt", "Nut", "Lock"), True, {}),
        (("Bolt", "Hinge", "Lock"), False, {}),
    ],
)
def test_an_entry_that_came_with_others_as_a_text_field_was_clicked_on_is_its_choice(
    came: tuple[str, ...], clicks: bool, found: dict[str, str]
) -> None:
    article = field("Article", ancestors=("div", "form"))
    hinge = entry("Hinge", ancestors=("div", "div", "form"))
    show = Show(f"{APP}/orders/new")
    show = show.click(article, texts=came) if clicks else show.click(button("Fill in"), texts=came)
    assert inputs(show.click(hinge).click(button("Save"), alerts=("Saved",))) == found


WITHIN = ("div", "div#kind", "div", "form", "div[dialog]")
KIND = STATUS.model_copy(
    update={
        "text": "Kind",
        "near": Neighbourhood(before="Kind"),
        "attributes": {"id": "kind"},
        "ancestors": ("div", "form", "div[dialog]"),
    }
)


def test_what_hangs_in_the_box_that_unfolds_it_is_chosen_there_even_by_the_class_of_a_menu() -> None:
    show = chosen(entry("Red", ancestors=WITHIN), entry("Blue", ancestors=WITHIN), opener=KIND, in_app=True)
    assert inputs(show) == {"kind": "Red", "kind_2": "Blue"}
    beside = ("div", "div#other", "div", "form", "div[dialog]")
    assert inputs(chosen(entry("Red", ancestors=beside), opener=KIND)) == {}
    assert inputs(chosen(entry("Red", ancestors=WITHIN), opener=KIND, others=1)) == {}
