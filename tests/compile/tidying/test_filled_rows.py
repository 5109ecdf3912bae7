"""Rows whose words came of what was filled in there, as new lines of an order."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.compile.reading.located import row_of
from handrail.sop.locator import CssLocator, LabelLocator, Locator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from tests.compile.recordings import Show, button, node


def cell(label: str, column: int, *, row: str = "", line: int = 2) -> Target:
    """A field in a line, as the recorder describes it: by what the line says, where it says anything."""
    place = f"#lines > tbody > tr:nth-of-type({line}) > td:nth-of-type({column}) > input"
    locators: tuple[Locator, ...] = (CssLocator(by="css", css=place),)
    if row:
        within = RowLocator(by="row", text=row, exact=True)
        locators = (LabelLocator(by="label", text=label, within=within), *locators)
    facts: dict[str, Any] = {"tag": "input", "role": "textbox", "label": label, "input_type": "text"}
    near = Neighbourhood(row=f"{row} 0.00".strip(), cells=(row, "0.00"), before=row or None)
    return Target(**facts, locators=locators, near=near)


ARTICLE = cell("Article", 1)
PRICE = cell("Price", 4, row="Lock")
ELSEWHERE = cell("Price", 4, row="Lock", line=1)


def test_a_new_line_is_not_known_by_what_its_article_turned_out_to_be_called() -> None:
    show = Show().click(button("Add line")).type(ARTICLE, "C-30")
    show.change(cause=show.key("Tab", ARTICLE), texts=("Lock",))
    seq = show.add("input", target=PRICE, value="18.00", before="19.90")
    sop = show.change(cause=seq, values={"Price": "18.00"}).click(button("Save order")).sop()
    assert {"article", "price"} == {*sop.variables}
    target = node(sop, "fill-price").target
    assert target is not None
    assert target.locators and not any(map(row_of, target.locators))
    assert "Lock" not in (target.near.row or "", target.near.before or "")


@pytest.mark.parametrize("between", [True, False], ids=["after a press", "in another row"])
def test_a_record_in_the_place_of_a_line_is_known_by_its_name(between: bool) -> None:
    show = Show().click(button("Add line")).type(ARTICLE, "C-30")
    if between:
        show.click(button("Save line"), texts=("Line saved",))
    price = PRICE if between else ELSEWHERE
    seq = show.add("input", target=price, value="18.00", before="19.90")
    sop = show.change(cause=seq, values={"Price": "18.00"}).click(button("Save order")).sop()
    target = node(sop, "fill-price").target
    assert target is not None
    assert any(map(row_of, target.locators))
