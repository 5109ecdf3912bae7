"""What a step opens or switches on within its page is an input, though the look at it came a step later."""

from __future__ import annotations

import pytest

from handrail.sop.locator import TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, field, link

IN_LIST = Neighbourhood(row="Late delivery Carla Mendes")


def card(text: str, *around: str) -> Target:
    """Something without a role that can be pressed."""
    return Target(
        tag="b",
        text=text,
        ancestors=("div", *around),
        near=Neighbourhood(after="Carla Mendes"),
        locators=(TextLocator(by="text", text=text),),
    )


@pytest.mark.parametrize(
    ("pressed", "heading", "record"),
    [
        (card("Late delivery"), "Late delivery", True),
        (card("Late delivery"), "Message", False),
        (card("Reports", "nav#side"), "Reports", False),
        (card("Reports", "ul[menu]"), "Reports", False),
        (button("New customer"), "New customer", False),
        (link("Late delivery", f"{APP}/inbox#3", near=IN_LIST), "Late delivery", True),
        (link("Late delivery", f"{APP}/inbox#start", near=IN_LIST), "Late delivery", False),
        (link("Late delivery", f"{APP}/inbox#3"), "Late delivery", False),
        (
            link("Late delivery", f"{APP}/inbox?check=3", near=IN_LIST, ancestors=("ul", "div[toolbar]")),
            "Late delivery",
            False,
        ),
    ],
)
def test_what_opens_a_record_beside_its_list_is_an_input(pressed: Target, heading: str, record: bool) -> None:
    show = Show(f"{APP}/inbox", headings=("Inbox",))
    show.press(pressed)
    sop = show.type(field("Reply"), "Soon", headings=("Inbox", heading)).sop()
    given = [one.default for one in sop.variables.values()]
    assert given == (["Late delivery", "Soon"] if record else ["Soon"])


def test_what_is_opened_so_late_that_the_next_step_alone_stands_under_its_heading_is_an_input() -> None:
    show = Show(f"{APP}/inbox", headings=("Inbox",))
    show.press(card("Late delivery"))
    show.change().add("double_click", target=card("Late delivery"), x=5, y=5)
    reply = field("Reply", near=Neighbourhood(heading="Late delivery"))
    sop = show.type(reply, "Soon", headings=("Inbox", "Late delivery")).sop()
    assert [one.default for one in sop.variables.values()] == ["Late delivery", "Soon"]


@pytest.mark.parametrize(("row", "given"), [("Late delivery Carla Mendes", ["Late delivery"]), (None, [])])
def test_an_entry_of_a_list_whose_own_menu_is_opened_is_an_input(row: str | None, given: list[str]) -> None:
    entry = card("Late delivery")
    entry = entry.model_copy(update={"near": Neighbourhood(row=row)})
    show = Show(f"{APP}/inbox")
    show.add("context_menu", target=entry)
    show.change(texts=("Archive",))
    sop = show.click(button("Archive"), alerts=("Archived",)).sop()
    assert [one.default for one in sop.variables.values()] == given


@pytest.mark.parametrize(("beside", "given"), [("13:00", ["10:30", "Budget"]), ("Search", ["Budget"])])
def test_which_of_several_buttons_is_switched_on_is_an_input_though_none_said_so_before(
    beside: str, given: list[str]
) -> None:
    show = Show(f"{APP}/rooms")
    show.press(button("10:30", near=Neighbourhood(after=beside)))
    purpose = field("Purpose")
    show.keys(purpose, "Budget")
    show.change(values={"10:30": "true", "13:00": "false", "Purpose": "Budget"})
    assert [one.default for one in show.sop().variables.values()] == given


@pytest.mark.parametrize(("other", "given"), [("false", ["Mail", "soon"]), (None, ["soon"])])
def test_which_button_of_a_group_is_switched_on_is_an_input_though_the_look_comes_after_the_next_step(
    other: str | None, given: list[str]
) -> None:
    values = {"Mail": "false", "Note": ""} | ({"Web": other} if other else {})
    show = Show(f"{APP}/orders", values=values)
    show.press(button("Mail", near=Neighbourhood(before="Phone", after="Web", group="Channel")))
    show.keys(field("Note"), "soon")
    show.change(values={"Mail": "true", "Note": "soon"})
    assert [one.default for one in show.sop().variables.values()] == given


@pytest.mark.parametrize(
    ("after", "given"),
    [
        ({"S": "false", "L": "true"}, ["L"]),
        ({"L": "true"}, []),
        ({"S": "false", "XL": "true", "L": "true"}, []),
    ],
)
def test_a_button_that_is_on_in_the_place_of_another_is_a_choice_though_their_row_has_no_name(
    after: dict[str, str], given: list[str]
) -> None:
    show = Show(f"{APP}/orders", values={"S": "true", "M": "false", "L": "false", "XL": "false"})
    show.click(button("L", near=Neighbourhood(before="M", after="XL")), values=after)
    assert [one.default for one in show.sop().variables.values()] == given


@pytest.mark.parametrize(
    ("before", "given"),
    [
        ({"Rush": "", "S": "false", "M": "false", "L": "false", "XL": "false"}, ["L"]),
        ({"Rush": "", "S": "true", "M": "false", "L": "false", "XL": "false"}, []),
    ],
)
def test_the_first_button_of_a_row_without_a_name_that_comes_to_be_on_is_a_choice(
    before: dict[str, str], given: list[str]
) -> None:
    show = Show(f"{APP}/orders", values=before)
    show.click(button("L", near=Neighbourhood(before="M", after="XL")), values={"L": "true"})
    assert [one.default for one in show.sop().variables.values()] == given
