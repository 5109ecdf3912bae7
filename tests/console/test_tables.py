"""A table that is dropped on the console is typed as the same one is from a terminal."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from handrail.console.library_pages import Running, table, wished_rows
from handrail.errors import VariableError
from handrail.sessions.service.users import User
from handrail.sessions.tables.batch import check_rows
from tests.builders import sop

ANA = User("ana", frozenset({"operator"}))
MADE = sop([], ["x"], {"price": {"default": "58,00"}, "amount": {"type": "number", "required": False}})


def test_a_number_of_a_workbook_is_typed_as_it_was_shown() -> None:
    book = pytest.importorskip("openpyxl").Workbook()
    book.active.append(["price"])
    book.active.append([92.5])
    content = BytesIO()
    book.save(content)
    view = table("rows.xlsx", content.getvalue(), ANA)
    wish = Running.model_validate(view.model_dump())
    assert wished_rows(wish, MADE, {}).rows == ({"price": "92,5"},)


def test_what_can_mean_two_numbers_is_refused_where_semicolons_separate() -> None:
    view = table("rows.csv", b"price;amount\n1;1.234\n", ANA)
    rows = wished_rows(Running.model_validate(view.model_dump()), MADE, {})
    with pytest.raises(VariableError, match="can mean two numbers"):
        check_rows(rows, MADE, {}, Path())


def test_a_wish_that_names_cells_that_are_not_there_is_no_fault() -> None:
    wish = Running(
        columns=("price", "amount"), rows=({"price": "1.5"},), separator=";", values=((7, "price"), (0, "x"))
    )
    rows = wished_rows(wish, MADE, {})
    assert check_rows(rows, MADE, {}, Path()) == ({"price": "1.5"},)
