"""The item of a list that a step is in, and that other data call otherwise."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button, tasks


@pytest.mark.parametrize(
    ("name", "inputs", "said"),
    [
        ("Stage of Mate", {"tea": "Mate", "stage": "Sold"}, "Stage of {{ tea }}"),
        ("Mate stage", {"mate_stage": "Sold"}, "Mate stage"),
    ],
    ids=["named with its record", "in a part of a form that has a heading"],
)
def test_a_list_that_is_named_with_its_record_sets_the_state_of_the_one_that_is_given(
    name: str, inputs: dict[str, str], said: str
) -> None:
    """Its name is found once on the page: the recorded record was changed, and nobody was asked."""
    alone = RoleLocator(by="role", role="combobox", name=name)
    around = RowLocator(by="row", role="listitem", text="Mate", exact=True)
    stage = Target(
        tag="select",
        role="combobox",
        name=name,
        label=name,
        near=Neighbourhood(row="Mate Riga 13", cells=("Mate", "Riga", "13")),
        locators=(alone, alone.model_copy(update={"within": around})),
    )
    show = Show(f"{APP}/teas").choose(stage, "Sold")
    show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200)
    sop = show.sop()
    assert {key: one.default for key, one in sop.variables.items()} == inputs
    target = tasks(sop)[0].target
    assert target is not None and target.name == said


def state_button(name: str, group: str | None = None, *, drawn: bool = False) -> Target:
    """One of the buttons for the record's state that each row of a table has, or one that is merely drawn."""
    row = RowLocator(by="row", role="row", text="Mate", exact=True, column="Tea")
    cells = ("Mate", "Riga", "New", "Sold", "Edit", "Delete")
    near = Neighbourhood(row=" ".join(cells[:-2]), cells=cells, before="New", after="Edit", group=group)
    if drawn:
        return Target(
            tag="span", text=name, near=near, locators=(TextLocator(by="text", text=name, within=row),)
        )
    own = RoleLocator(by="role", role="button", name=name, within=row)
    return Target(tag="button", role="button", name=name, near=near, locators=(own,))


@pytest.mark.parametrize("drawn", [False, True])
def test_a_state_that_is_switched_on_in_a_record_s_row_is_given_and_so_is_the_record(drawn: bool) -> None:
    """The state alone was: the recorded record was changed whatever the data said, and nobody was asked."""
    show = Show(f"{APP}/teas", values={"New": "true", "Sold": "false"})
    pressed = state_button("Sold", "State", drawn=drawn)
    show.click(pressed, values={"New": "false", "Sold": "true"})
    show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200)
    sop = show.sop()
    assert {key: one.default for key, one in sop.variables.items()} == {"state": "Sold", "tea": "Mate"}
    (task,) = tasks(sop)
    assert task.target is not None
    row = RowLocator(by="row", role="row", text="{{ tea }}", exact=True, column="Tea")
    own: Locator = RoleLocator(by="role", role="button", name="{{ state }}", within=row)
    if drawn:
        own = TextLocator(by="text", text="{{ state }}", within=row)
    assert task.target.locators == (own,)


@pytest.mark.parametrize("role", ["row", "card"])
def test_one_of_the_buttons_of_which_another_was_on_sets_the_state_of_the_record(role: str) -> None:
    """The row comes anew with the answer, so that nothing was seen to be on since: it was asked about."""
    row = RowLocator(by="row", role=role, text="Mate", exact=True)
    own = RoleLocator(by="role", role="button", name="Sold", within=row)
    pressed = state_button("Sold").model_copy(update={"locators": (own,)})
    show = Show(f"{APP}/teas")
    seq = show.add("click", target=pressed, x=5, y=5, among={"others": 2, "one_on": True, "role": "button"})
    show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200)
    sop = show.change(cause=seq, texts=("Saved",)).sop()
    assert {key: one.default for key, one in sop.variables.items()} == {"state": "Sold", "tea": "Mate"}
    # Pressed again, it might be taken back.
    assert [one.model_dump()["kind"] for one in tasks(sop)[0].before] == ["not"]


def test_a_state_that_is_pressed_in_a_record_s_row_is_asked_about_though_commands_come_up_there() -> None:
    show = Show(f"{APP}/teas")
    show.add("click", target=state_button("Sold"), x=5, y=5, among={"others": 1, "role": "button"})
    show.change(texts=("Saved", "Edit", "Delete"))
    show.add("response", method="POST", request_url=f"{APP}/teas/4", status=200)
    asked = [one.question for one in show.sop().clarifications]
    assert [question for question in asked if question.startswith("Is it always 'Sold'?")]


@pytest.mark.parametrize(
    ("beside", "inputs"),
    [(("6", "14", "34"), {"record": "Mate"}), (("Mild", "Strong"), {}), (("8", "9"), {})],
    ids=["of the others something else", "beside others in one item", "one of several figures in it"],
)
def test_an_item_is_selected_by_whatever_is_pressed_of_what_it_says(
    beside: tuple[str, ...], inputs: dict[str, str]
) -> None:
    """The recorded item was selected whatever the data said, and by a figure that no other has."""
    within = RowLocator(by="row", role="card", text="Mate", exact=True)
    cells = ("Mate", "Riga", "Mild", "Strong", "Edit")
    figure = Target(
        tag="p",
        text="7",
        near=Neighbourhood(row="Mate Riga 7 8 9 Mild Strong Edit", cells=cells, before="Riga"),
        locators=(
            TextLocator(by="text", text="7", within=within),
            CssLocator(by="css", css="p:nth-of-type(2)", within=within),
        ),
    )
    show = Show(f"{APP}/teas")
    seq = show.press(figure)
    show.amend(among={"others": len(beside), "beside": [*beside]}).change(cause=seq, texts=("1 selected",))
    show.click(button("Archive")).add("response", method="POST", request_url=f"{APP}/teas", status=200)
    sop = show.sop()
    assert {key: one.default for key, one in sop.variables.items()} == inputs
    target = tasks(sop)[0].target
    assert target is not None
    assert ("text='7'" in repr(target.locators)) is not bool(inputs)
