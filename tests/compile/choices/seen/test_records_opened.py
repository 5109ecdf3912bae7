"""Which record of a list a step opens."""

from __future__ import annotations

import pytest

from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import APP, Show, button


@pytest.mark.parametrize(("heading", "record"), [("Walnut tray", "Walnut tray"), ("Prolong", "Pickup")])
def test_a_button_that_heads_its_row_opens_the_record_of_its_name_where_its_page_says_so(
    heading: str, record: str
) -> None:
    """Its row was known by another text, and other data named that in place of the record."""
    cells = (heading, "34", "Pickup", "Shipped")
    row = RowLocator(by="row", text="Pickup", exact=True)
    paths = tuple(RoleLocator(by="role", role="button", name=heading, within=one) for one in (row, None))
    near = Neighbourhood(row=" ".join(cells), cells=cells)
    opens = Target(tag="button", role="button", name=heading, near=near, locators=paths)
    show = Show(f"{APP}/orders").goes(opens, "/orders/122", headings=("Walnut tray",))
    sop = show.goes(button("Confirm"), "/orders/122", send="post", alerts=("Saved",)).sop()
    assert [one.default for one in sop.variables.values()] == [record]
