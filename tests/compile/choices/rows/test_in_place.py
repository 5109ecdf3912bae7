"""A value of a record that is pressed to be edited by a field that comes over it."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, LabelLocator, Locator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Box, Neighbourhood, Target
from tests.compile.recordings import Show, button, link, tasks

CARD = RowLocator(by="row", role="card", text="Washer", exact=True)
PLACE = CssLocator(by="css", css="span:nth-of-type(3)", within=CARD)
OTHERS = {"others": 3, "beside": ("Washer", "30", "True")}


def cell() -> Target:
    said = TextLocator(by="text", text="B1", within=CARD)
    near = Neighbourhood(row="Washer B1 30 True", cells=("Washer", "B1", "30", "True"), before="Washer")
    locators: tuple[Locator, ...] = (said, PLACE, TextLocator(by="text", text="B1"))
    box = Box(x=100, y=80, width=150, height=30)
    return Target(tag="span", text="B1", near=near, locators=locators, box=box)


def editor(y: float) -> Target:
    near = Neighbourhood(before="Nail C1 50 True Screw B2 40 False…")
    locators = (RoleLocator(by="role", role="textbox"),)
    box = Box(x=100, y=y, width=200, height=90)
    return Target(tag="textarea", role="textbox", near=near, locators=locators, box=box)


@pytest.mark.parametrize(("y", "named"), [(82, "Washer"), (40, "Washer"), (400, "B1")])
def test_a_value_edited_in_its_place_is_no_name_of_a_record(y: float, named: str) -> None:
    """Who gave the record that was meant had its name overwritten: what was pressed was called so. The first
    field of a record that was opened lies elsewhere."""
    show = Show()
    seq = show.add("double_click", target=cell(), among=OTHERS)
    show.change(cause=seq, values={"": "B1"})
    show.add("input", target=editor(y), value="B9", before="B1")
    seq = show.press(button("Save"))
    show.add("response", method="PUT", request_url="https://app.example/api/7", status=200)
    show.change(cause=seq, texts=("Saved",))
    sop = show.sop()
    assert [one.default for one in sop.variables.values()] == [named, "B9"]
    opened, written = (task.target for task in tasks(sop)[:2])
    assert opened is not None and written is not None
    if named == "Washer":
        found = PLACE.model_copy(update={"within": CARD.model_copy(update={"text": "{{ contact }}"})})
        assert opened.locators == (found,) and (opened.text, written.near.before) == (None, None)
        assert not any("always" in one.question for one in sop.clarifications)


def test_the_field_over_a_cell_is_not_called_by_the_cell_before_it() -> None:
    """It is another record's on other data; the page has put the cursor into the field."""
    show = Show()
    seq = show.press(cell())
    show.amend(among=OTHERS)
    show.change(cause=seq, values={"Washer": "B1"})
    locators = (LabelLocator(by="label", text="Washer"),)
    called = editor(82).model_copy(update={"label": "Washer", "locators": locators})
    show.add("input", target=called, value="B9", before="B1")
    seq = show.press(button("Save"))
    show.add("response", method="PUT", request_url="https://app.example/api/7", status=200)
    sop = show.change(cause=seq, texts=("Saved",)).sop()
    field = tasks(sop)[1].target
    assert field is not None and field.label is None
    assert field.locators == (CssLocator(by="css", css="textarea:focus"),)


def test_what_is_edited_in_its_place_beside_the_record_s_name_is_no_choice_by_that() -> None:
    """The value that the recorded record had was an input, and no other record could be changed."""
    show = Show().click(link("Ada", "/staff/7"), dialogs=("Edit",), texts=("Mail", "Office"))
    within = RoleLocator(by="role", role="group", name="Mail")
    mail = cell().model_copy(
        update={
            "text": "old@a.example",
            "near": Neighbourhood(section="Mail", before="Mail"),
            "locators": (TextLocator(by="text", text="old@a.example", within=within), PLACE),
        }
    )
    seq = show.press(mail)
    show.amend(among={"others": 1, "beside": ("Ada",)})
    show.change(cause=seq, values={"Mail": "old@a.example"}, gone=("old@a.example",))
    show.add("input", target=editor(82), value="new@a.example", before="old@a.example")
    sop = show.click(button("Save"), texts=("Saved",)).sop()
    assert "old@a.example" not in [one.default for one in sop.variables.values()]
