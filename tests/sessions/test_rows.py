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
