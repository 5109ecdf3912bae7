"""Tables of input rows against the variables of an SOP."""

from __future__ import annotations

from pathlib import Path

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


def test_a_header_without_quotes_says_nothing_of_how_cells_are_quoted(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text('name;email\n"Zoë ""Z"" Bo; jun.";z@x.test\n', encoding="utf-8")
    (row,) = read_table(tmp_path / "rows.csv", sop([], ["x"], DECLARED)).rows
    assert row["name"] == 'Zoë "Z" Bo; jun.'
