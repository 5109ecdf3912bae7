"""Tables of input rows against the variables of an SOP."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from handrail.errors import DataError
from handrail.sessions.rows import read_table, taken_by_all, write_rows
from handrail.sop.document import Sop
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


def one_text() -> Sop:
    return sop([], ["x"], {"name": {}, "email": {}})


def test_rows_that_are_written_are_read_again_as_they_were(tmp_path: Path) -> None:
    rows = [{"name": 'He said "no", then\nleft', "email": "a;b"}, {"name": " x ", "email": "'"}]
    write_rows(tmp_path / "again.csv", ["name", "email"], rows)
    assert list(read_table(tmp_path / "again.csv", one_text()).rows) == rows


def test_a_line_of_json_may_hold_marks_that_other_texts_end_lines_with(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"name": "a\u2028b\x85c", "email": "x"}\n', encoding="utf-8")
    assert read_table(tmp_path / "rows.jsonl", one_text()).rows == ({"name": "a\u2028b\x85c", "email": "x"},)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rows.jsonl", b'{"name": "\xe9"}', "not UTF-8"),
        ("rows.jsonl", b'{"name": ' + b"9" * 6000 + b"}", "not JSON"),
        ("rows.jsonl", b"[" * 100_000, "not JSON"),
        ("rows.csv", b"name\n\xe9", "not UTF-8"),
    ],
)
def test_a_table_that_cannot_be_read_is_told(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=said):
        read_table(tmp_path / name, one_text())


def test_a_folder_and_a_file_that_may_not_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "d.csv").mkdir()
    with pytest.raises(DataError, match="It is a folder"):
        read_table(tmp_path / "d.csv", one_text())
    (tmp_path / "rows.csv").write_text("name,email\na,b\n")

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(DataError, match="It cannot be read: Permission denied"):
        read_table(tmp_path / "rows.csv", one_text())


def workbook(path: Path, *rows: list[object]) -> Path:
    book = pytest.importorskip("openpyxl").Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_the_cells_of_a_workbook_are_what_a_person_would_type(tmp_path: Path) -> None:
    made = sop([], ["x"], {"name": {}, "due": {}, "amount": {}, "vip": {}})
    path = workbook(
        tmp_path / "rows.xlsx",
        ["name", "due", "amount", "vip", None],
        ["Zoë", datetime(2026, 3, 31), 12.0, True],
        [None, None, None, None],
        ["007", datetime(2026, 3, 31, 8, 30), 1.5, False],
    )
    table = read_table(path, made)
    assert table.rows == (
        {"name": "Zoë", "due": "2026-03-31", "amount": "12", "vip": "true"},
        {"name": "007", "due": "2026-03-31T08:30:00", "amount": "1.5", "vip": "false"},
    )
    assert table.lines == (2, 4)


def test_a_cell_of_a_workbook_under_no_column_is_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "rows.xlsx", ["name", "email"], ["Ana", "a@b.test", "lost"])
    with pytest.raises(DataError, match="under no column"):
        read_table(path, one_text())
