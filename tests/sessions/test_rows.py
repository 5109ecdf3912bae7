"""Tables of input rows against the variables of an SOP."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.runtime.tables import read_rows
from handrail.sessions.rows import read_table, taken_by_all
from tests.builders import Json, sop

DECLARED: dict[str, Json] = {
    "name": {},
    "email": {"default": "ana@x.test"},
    "amount": {"type": "number", "default": "7"},
    "vip": {"type": "boolean", "required": False},
    "invoice": {"output": True, "required": False},
}


def test_what_every_row_takes_by_default_is_known_before_the_first(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name\nZoë\n", encoding="utf-8")
    made = sop([], ["x"], DECLARED)
    table = read_table(tmp_path / "rows.csv", made)
    assert taken_by_all(table, made) == {"email": "ana@x.test", "amount": "7"}
    assert taken_by_all(table, made, also={"email": "given"}) == {"amount": "7"}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_quotes_within_a_quoted_cell_are_its_text(tmp_path: Path, separator: str) -> None:
    cells = ['"Say ""hi"""', "ana@x.test", '"6"" nails, or; so"']
    written = [separator.join(line) for line in (["name", "email", "amount"], cells)]
    (tmp_path / "rows.csv").write_text("\n".join(written), encoding="utf-8")
    (row,) = read_rows(tmp_path / "rows.csv").rows
    assert row == {"name": 'Say "hi"', "email": "ana@x.test", "amount": '6" nails, or; so'}


def test_a_head_between_single_quotes_makes_them_no_quotes(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("'name','email'\n'Tis,o'x@x.test\n", encoding="utf-8")
    assert read_rows(tmp_path / "rows.csv").rows == ({"'name'": "'Tis", "'email'": "o'x@x.test"},)
