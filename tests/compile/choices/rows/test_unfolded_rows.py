"""Rows that come as a record's row is unfolded."""

from __future__ import annotations

import pytest

from handrail.sop.locator import CssLocator, Locator, RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import Show, in_row, tasks

AROUND = RowLocator(by="row", text="Customer: Ada")
IN_ROW = RoleLocator(by="role", role="button", name="Edit", within=AROUND)
ALONE = RoleLocator(by="role", role="button", name="Edit")
PLACE = CssLocator(by="css", css="tr:nth-of-type(4) > td > button")


@pytest.mark.parametrize(
    ("came", "locators", "records"),
    [
        (("Customer: Ada", "Edit"), (IN_ROW, ALONE, PLACE), ["Shelf"]),
        # Another record's row that was there before, and one of several that came.
        (("Nothing",), (IN_ROW, ALONE, PLACE), ["Shelf", "Customer: Ada"]),
        (("Customer: Ada", "Edit"), (IN_ROW, PLACE), ["Shelf", "Customer: Ada"]),
    ],
)
def test_what_is_pressed_in_the_details_of_a_row_is_done_to_the_row_s_record(
    came: tuple[str, ...], locators: tuple[Locator, ...], records: list[str]
) -> None:
    """ "Customer: Ada" was an input beside the order, and the run stopped at the order of somebody else."""
    near = Neighbourhood(row="Customer: Ada Quantity: 24", cells=("Customer: Ada", "Quantity: 24"))
    edit = Target(tag="button", role="button", name="Edit", near=near, locators=locators)
    show = Show().click(in_row("button", "Expand", "Shelf", "Shelf Ada 24"), texts=came)
    sop = show.click(edit, headings=("Edit order",)).sop()
    assert [one.default for one in sop.variables.values()] == records
    assert "Customer" not in str(tasks(sop)[-1].target)
