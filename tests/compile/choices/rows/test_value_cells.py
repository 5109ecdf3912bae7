"""A value in a table that is pressed to be edited in its place: what stands before it names its record."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button


def test_in_a_table_of_two_columns_the_row_of_a_value_is_an_input_from_the_press_on() -> None:
    row = RowLocator(by="row", text="Board Retreat", exact=True, column="Title")
    near = Neighbourhood(row="Board Retreat 12", before="Board Retreat")
    value = Target(
        tag="div", text="12", near=near, locators=(CssLocator(by="css", css="td > div", within=row),)
    )
    guests = RoleLocator(by="role", role="spinbutton", name="Guests", within=row)
    field = Target(tag="input", role="spinbutton", name="Guests", near=near, locators=(guests,))
    sop = Show(f"{APP}/guests").click(value).type(field, "15").sop()
    assert [one.default for one in sop.variables.values()] == ["Board Retreat", "15"]
    assert "Board Retreat" not in "".join(one.model_dump_json() for one in sop.nodes)


@pytest.mark.parametrize(("heading", "named"), [("Kern AG", False), ("Choose", True)])
def test_a_tab_of_the_pane_that_a_cell_opened_is_no_entry_of_a_list_in_its_column(
    heading: str, named: bool
) -> None:
    """It was an input called as the column: "name", for the tab "Billing"."""
    locators = (RoleLocator(by="role", role="cell", name="Kern AG"),)
    cell = Target(role="cell", name="Kern AG", label="Name", tag="td", locators=locators)
    entry = Target(text="Billing", tag="span", locators=(TextLocator(by="text", text="Billing"),))
    show = Show(f"{APP}/clients", headings=("Clients",))
    show.click(cell, headings=("Clients", heading), texts=(heading, "Profile", "Billing", "Notes"))
    seq = show.press(entry)
    show.amend(among={"others": 1, "beside": ["Notes"]})
    sop = show.change(cause=seq, texts=("Plan",), gone=("Since 2020",)).click(button("Save")).sop()
    assert ("name" in sop.variables) is named
