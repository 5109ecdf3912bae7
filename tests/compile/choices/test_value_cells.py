"""A value in a table that is pressed to be edited in its place: what stands before it names its record."""

from __future__ import annotations

from handrail.sop.locator import CssLocator, RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show


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
