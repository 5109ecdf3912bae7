"""Several steps on one item of a list: which one it is, is one input to all of them."""

from __future__ import annotations

import pytest

from handrail.sop.document import Sop
from handrail.sop.locator import CssLocator, LabelLocator, Locator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import Show, button, field, tasks

LOT = RowLocator(by="row", role="card", text="Lot 14", exact=True)


def part(says: str, *, before: str = "Reserve", role: str | None = None, alone: bool = False) -> Target:
    """What is drawn in the item, and says the same or something else in each."""
    name: Locator = (
        RoleLocator(by="role", role=role, name=says, within=LOT)
        if role
        else TextLocator(by="text", text=says, within=LOT)
    )
    near = Neighbourhood(row=f"Lot 14 Teapot {says}", cells=("Lot 14", "Teapot", says), before=before)
    place = CssLocator(by="css", css="#lots > div:nth-of-type(2) > span")
    ways = (name, name.model_copy(update={"within": None}), place) if alone else (name, place)
    target = Target(tag="span", role=role, near=near, locators=ways)
    return target.model_copy(update={"name" if role else "text": says})


def press(show: Show, target: Target, **among: object) -> int:
    show.add("mouse_down", x=5, y=5, target=target)
    show.add("mouse_up", x=5, y=5, target=target)
    return show.add("click", x=5, y=5, target=target, among={"others": 2, **among})


def given(sop: Sop) -> list[object]:
    return [one.default for one in sop.variables.values()]


def within(sop: Sop) -> list[str]:
    """What the item of each step is called that goes by one."""
    ways = (step.target.locators[0].within for step in tasks(sop) if step.target is not None)
    return [row.text for row in ways if isinstance(row, RowLocator)]


def test_an_earlier_step_in_the_item_that_a_later_one_names_is_on_the_same_record() -> None:
    """The sign was the only one that was shown, as the others' items were not opened yet."""
    show = Show()
    press(show, part("+", role="button", alone=True), beside=["−"])
    press(show, part("Publish", role="button"), same=True)
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert given(sop) == ["Lot 14"]
    assert within(sop) == ["{{ contact }}", "{{ contact }}"]


def test_a_box_that_is_called_as_its_item_is_ticks_the_record_of_the_steps_that_follow_in_it() -> None:
    box = Target(
        tag="input",
        role="checkbox",
        input_type="checkbox",
        label="Lot 14",
        near=Neighbourhood(row="Lot 14 Teapot", cells=("Lot 14", "Teapot")),
        locators=(
            LabelLocator(by="label", text="Lot 14", within=LOT),
            LabelLocator(by="label", text="Lot 14"),
        ),
    )
    show = Show().type(field("Note"), "first").tick(box)
    press(show, part("Publish", role="button"), same=True)
    sop = show.click(button("Save"), alerts=("Saved",)).sop()
    assert given(sop) == ["first", "Lot 14"]


@pytest.mark.parametrize(
    ("before", "elsewhere", "record"),
    [("Reserve", False, True), ("Lot 14", False, False), ("Reserve", True, False)],
)
def test_what_an_item_says_and_is_edited_in_its_place_is_of_whichever_record(
    before: str, elsewhere: bool, record: bool
) -> None:
    """Right behind the name it is the value of a form's line, which its caption calls; and what is worked on
    next in another place was opened there."""
    show = Show()
    press(show, part("0", before=before), beside=["none"])
    row = None if elsewhere else LOT
    written = Target(
        tag="input",
        role="textbox",
        input_type="text",
        label="Reserve",
        locators=(LabelLocator(by="label", text="Reserve", within=row),),
    )
    sop = show.type(written, "350").click(button("Save"), alerts=("Saved",)).sop()
    assert ("Lot 14" in given(sop)) is record


@pytest.mark.parametrize(("cells", "record"), [(("Lot 14", "Bin 3"), True), (("Lot 14",), False)])
def test_a_field_without_a_label_in_an_item_that_says_several_things_is_of_whichever_record(
    cells: tuple[str, ...], record: bool
) -> None:
    """What the item says before it is of the recorded one, and no name for what is written."""
    count = Target(
        tag="input",
        role="textbox",
        input_type="text",
        near=Neighbourhood(row=" ".join(cells), cells=cells, before=cells[-1]),
        locators=(RoleLocator(by="role", role="textbox", within=LOT),),
    )
    sop = Show().type(count, "350").click(button("Save"), alerts=("Saved",)).sop()
    assert given(sop) == (["Lot 14", "350"] if record else ["350"])
    assert "value" in sop.variables


def test_a_text_that_stands_before_a_field_is_no_name_of_what_is_written() -> None:
    said = "First name Edwina Color red Last name Phillips"
    box = (CssLocator(by="css", css="#answer"),)
    answer = Target(tag="input", role="textbox", near=Neighbourhood(before=said), locators=box)
    assert list(Show().type(answer, "red").click(button("Save"), alerts=("Saved",)).sop().variables) == [
        "value"
    ]


@pytest.mark.parametrize(("in_app", "name"), [(False, "{{ record }}"), (True, "Lot 14")])
def test_the_head_of_an_item_in_which_a_command_is_given_then_opens_the_same_record(
    in_app: bool, name: str
) -> None:
    head = Target(tag="div", text="Lot 14", locators=(TextLocator(by="text", text="Lot 14"),))
    show = Show()
    among = {"in_app": True} if in_app else {"beside": ["Lot 15", "Lot 16"]}
    show.change(cause=press(show, head, **among), texts=("Teapot", "Details"))
    show.click(button("Details"), texts=("Weight",))
    press(show, part("Publish", role="button"), same=True)
    first = tasks(show.click(button("Save"), alerts=("Saved",)).sop())[0].target
    assert first is not None and first.text == name


@pytest.mark.parametrize(("name", "record"), [("PO-31", True), ("Orders", False)])
def test_an_item_that_is_called_by_a_code_is_a_record_where_one_works_in_it(name: str, record: bool) -> None:
    """Its command needs no item to be found, as that of the others is not drawn."""
    head = Target(tag="div", text=name, locators=(TextLocator(by="text", text=name),))
    show = Show()
    show.change(cause=press(show, head, beside=["PO-36", "PO-40"]), texts=("Valve", "Send"))
    row = RowLocator(by="row", role="card", text=name, exact=True)
    ways = [RoleLocator(by="role", role="button", name="Send", within=within) for within in (row, None)]
    sop = show.click(Target(tag="button", role="button", name="Send", locators=tuple(ways))).sop()
    assert given(sop) == ([name] if record else [])
