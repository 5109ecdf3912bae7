"""Lists with pages: which page a record is on is its data's, and no step."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, element, field, in_row, tasks

DELETE = in_row("button", "Delete", "Lamp", "Lamp Delete")


def pager(name: str, before: str) -> Target:
    return element("button", name, near=Neighbourhood(before=before))


def steps(show: Show) -> list[str]:
    return [task.label for task in tasks(show.sop())]


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("2", "1"),
        ("9", "…"),
        ("Next", "Previous"),
        ("Next", "Page 1 of 3"),
        ("›", "3"),
        ("›", "1–5 of 12 lamps"),
        ("Load more", "Bulb"),
    ],
)
def test_turning_to_the_page_of_a_record_is_no_step(name: str, before: str) -> None:
    show = (
        Show(f"{APP}/lamps").click(button("Lamps"), texts=("1",)).click(pager(name, before), texts=("Lamp",))
    )
    made = show.click(DELETE, texts=("Lamp was deleted",))
    assert not [label for label in steps(made) if f"'{name}'" in label]
    # Nor is what turns the pages awaited: other data may need fewer.
    assert not [task for task in tasks(made.sop()) if f"'{name}'" in str(task.done_when)]


@pytest.mark.parametrize(
    "turned_by",
    [
        # A list's items as kits draw their pagers, and "Next page" among signs.
        Target(role="listitem", text="2", tag="li", near=Neighbourhood(before="1", after="3")),
        Target(role="listitem", name="page 2", text="2", tag="li", near=Neighbourhood(before="1")),
        Target(role="button", name="Next page", tag="button", ancestors=("li", "ul", "nav[navigation]")),
    ],
)
def test_a_pager_of_a_kit_turns_to_the_page_of_a_record(turned_by: Target) -> None:
    path = CssLocator(by="css", css="div > ul > li:nth-of-type(2)")
    turning = turned_by.model_copy(update={"locators": (path,)})
    show = Show(f"{APP}/lamps").click(button("Lamps"), texts=("1",)).click(turning, texts=("Lamp",))
    made = show.click(DELETE, texts=("Lamp was deleted",))
    assert len(steps(made)) == 2


@pytest.mark.parametrize(
    ("name", "before"), [("2", "Guests"), ("Next", "Name"), ("Next", "Step 1 of 3"), ("+", "2")]
)
def test_what_only_may_look_like_it_stays(name: str, before: str) -> None:
    show = Show(f"{APP}/lamps").click(pager(name, before), texts=("Lamp",))
    assert [label for label in steps(show.click(DELETE)) if f"'{name}'" in label]


def test_a_number_in_a_list_that_brings_up_no_row_may_be_one_of_a_scale() -> None:
    number = Target(role="listitem", text="2", tag="li", near=Neighbourhood(before="1", after="3"))
    path = CssLocator(by="css", css="div > ul > li:nth-of-type(2)")
    show = Show(f"{APP}/lamps").click(number.model_copy(update={"locators": (path,)}), texts=("Thanks",))
    assert len(steps(show.click(DELETE, texts=("Lamp was deleted",)))) == 2


def test_the_next_step_of_a_form_is_a_step() -> None:
    show = Show(f"{APP}/lamps/new").type(field("Name"), "Lamp").click(pager("2", "1"), headings=("Price",))
    assert [label for label in steps(show.click(button("Save"), alerts=("Saved",))) if "'2'" in label]


@pytest.mark.parametrize("sets", [True, False])
def test_an_arrow_that_moves_what_is_chosen_turns_no_list(sets: bool) -> None:
    """The step was left out as if it only turned pages, and nothing was moved."""
    lists = {"Available": "Vegan", "Chosen": ""}
    show = Show(values=lists)
    arrow = element("button", "→", near=Neighbourhood(before="Decaf", after="←"))
    show.click(arrow, **({"values": {**lists, "Available": ""}} if sets else {"texts": ("Ada",)}))
    near = Neighbourhood(group="Rating", before="Rating")
    two = Target(tag="span", text="2", near=near, locators=(TextLocator(by="text", text="2"),))
    seq = show.press(two)
    show.amend(among={"others": 3, "beside": ("1", "3", "4")})
    show.change(cause=seq).click(button("Save"), alerts=("Saved",))
    assert ("→" in str(steps(show))) is sets
