"""Tables of input rows against the variables of an SOP."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from pathlib import Path

import pytest

from handrail.errors import DataError, VariableError
from handrail.sessions.given.rows import read_table, same_rows, taken_by_all, taken_by_some, write_rows
from handrail.sessions.tables.batch import check_rows
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


def test_rows_that_are_written_are_known_to_be_utf_8_by_spreadsheet_programs(tmp_path: Path) -> None:
    write_rows(tmp_path / "again.csv", ["name", "email"], [{"name": "Zoë", "email": "a"}], separator=";")
    assert (tmp_path / "again.csv").read_bytes() == "\ufeffname;email\r\nZoë;a\r\n".encode()


@pytest.mark.parametrize(
    "text",
    [
        "\r\n\r\nname;email\r\n\r\n;\r\nZoë;a\r\n",
        "sep=;\r\nname;email\r\nZoë;a\r\n",
        "sep=,\r\nname,email\r\nZoë,a\r\n",
        "name;email;;\r\nZoë;a;;\r\n;;;\r\n",
        ";name;;email\r\n;Zoë; ;a\r\n",
        "\r\nSEP=;\r\nname;email\r\nZoë;a\r\n",
        ";;\r\nsep=;\r\nname;email\r\nZoë;a\r\n",
    ],
    ids=[
        "empty lines",
        "a line for Excel",
        "a line for Excel, with commas",
        "empty columns",
        "empty columns before and among the others",
        "a line for Excel in capitals, behind an empty one",
        "a line for Excel behind empty cells",
    ],
)
def test_what_spreadsheet_programs_write_beside_the_cells_is_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / "rows.csv").write_bytes(f"\ufeff{text}".encode())
    table = read_table(tmp_path / "rows.csv", one_text())
    assert table.rows == ({"name": "Zoë", "email": "a"},)


def test_a_column_that_stands_twice_is_named(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name;email;name\na;b;c\n")
    with pytest.raises(DataError, match="but 'name' stands there more than once"):
        read_table(tmp_path / "rows.csv", one_text())
    (tmp_path / "rows.csv").write_text("name;;email\na;b;c\n")
    with pytest.raises(DataError, match="but the second has none"):
        read_table(tmp_path / "rows.csv", one_text())


def test_a_point_between_thousands_is_not_taken_for_one_before_decimals(tmp_path: Path) -> None:
    """Where a semicolon separates cells, the comma is that of decimals: 1.234 is more likely 1234."""
    made = sop([], ["x"], DECLARED)
    (tmp_path / "rows.csv").write_text("name;amount\nA;2,5\nB;1.234\n")
    with pytest.raises(VariableError, match=r"'amount' is '1\.234', which can mean two numbers") as told:
        check_rows(read_table(tmp_path / "rows.csv", made), made, {}, tmp_path)
    assert told.value.place == f"{tmp_path / 'rows.csv'}, line 3"
    for text in ("name,amount\nB,1.234\n", "name;amount\nA;2.5\nB;1.234\n"):
        (tmp_path / "rows.csv").write_text(text)
        given = check_rows(read_table(tmp_path / "rows.csv", made), made, {}, tmp_path)
        assert given[-1]["amount"] == 1.234


def test_all_rows_that_do_not_fit_are_told_at_once(tmp_path: Path) -> None:
    made = sop([], ["x"], DECLARED)
    (tmp_path / "rows.csv").write_text(
        "name;vip;amount\n" + "A;ja;1\n" * 12 + "B;yes;1\nB;X;much\nC;WAHR;1\n"
    )
    with pytest.raises(VariableError) as told:
        check_rows(read_table(tmp_path / "rows.csv", made), made, {}, tmp_path)
    assert str(told.value).splitlines() == [
        f"{tmp_path / 'rows.csv'}: 14 rows do not fit. Correct them and run again:",
        "  lines 2, 3, 4, 5, 6, 7, 8, 9 and 4 more: 'vip' should be true or false, but is 'ja'.",
        "  line 15: 'amount' should be a number, but is 'much'; 'vip' should be true or false, but is 'X'.",
        "  line 16: 'vip' should be true or false, but is 'WAHR'.",
    ]
    (tmp_path / "rows.csv").write_text("name;vip\n" + "".join(f"A;{number}\n" for number in range(2, 27)))
    with pytest.raises(VariableError) as told:
        check_rows(read_table(tmp_path / "rows.csv", made), made, {}, tmp_path)
    assert str(told.value).splitlines()[-1] == "  and 5 more"


def test_rows_that_are_the_same_are_found(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name,email\nA,a\nB,b\n\nA,a\nB,c\nA,a\n")
    assert same_rows(read_table(tmp_path / "rows.csv", one_text())) == [(2, 5, 7)]


def test_a_column_for_a_secret_is_told_as_one(tmp_path: Path) -> None:
    made = sop([], ["x"], {"name": {}, "pin": {"secret": True}})
    (tmp_path / "rows.csv").write_text("name,pin\nA,1234\n")
    with pytest.raises(DataError, match="'pin' is a secret, which is given neither on the command line nor"):
        read_table(tmp_path / "rows.csv", made)


def test_an_empty_cell_that_takes_a_default_is_told(tmp_path: Path) -> None:
    made = sop([], ["x"], DECLARED)
    (tmp_path / "rows.csv").write_text("name;amount;email\nA;;\nB;3;\nC; ;c\n")
    table = read_table(tmp_path / "rows.csv", made)
    assert taken_by_some(table, made) == {"amount": ("7", (2, 4))}
    assert taken_by_some(table, made, also={"amount": "1"}) == {}


def test_what_a_line_of_json_leaves_out_is_an_empty_cell_and_no_default(tmp_path: Path) -> None:
    made = sop([], ["x"], {"name": {}, "notes": {"default": "as recorded"}})
    lines = '{"name": "A", "notes": null}\n{"name": "B"}\n{"name": "C", "notes": "c"}\n'
    (tmp_path / "rows.jsonl").write_text(lines)
    given = check_rows(read_table(tmp_path / "rows.jsonl", made), made, {}, tmp_path)
    assert [row["notes"] for row in given] == ["", "", "c"]


def test_a_list_or_an_object_is_no_text(tmp_path: Path) -> None:
    made = sop([], ["x"], {"name": {}, "tags": {"type": "list"}})
    (tmp_path / "rows.jsonl").write_text(
        '{"name": "A", "tags": ["a"]}\n{"name": ["B"], "tags": ["b"]}\n{"name": 3, "tags": []}\n'
    )
    with pytest.raises(VariableError) as told:
        check_rows(read_table(tmp_path / "rows.jsonl", made), made, {}, tmp_path)
    assert f"{told.value}".startswith(
        f"{tmp_path / 'rows.jsonl'}, line 2: 'name' should be one value, but is ["
    )
    assert told.value.rows == ((2, {"name": "'name' should be one value, but is [\"B\"]"}),)


def test_a_line_of_json_may_hold_marks_that_other_texts_end_lines_with(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"name": "a\u2028b\x85c", "email": "x"}\n', encoding="utf-8")
    assert read_table(tmp_path / "rows.jsonl", one_text()).rows == ({"name": "a\u2028b\x85c", "email": "x"},)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rows.jsonl", b'{"name": "\xe9"}', "not UTF-8"),
        ("rows.jsonl", b'{"name": ' + b"9" * 6000 + b"}", "not JSON"),
        ("rows.jsonl", b"[" * 100_000, "not JSON"),
        (
            "rows.jsonl",
            b'{"name": "a"}\n{"name": "b", "name": "c"}',
            "line 2: 'name' stands there more than once",
        ),
        ("rows.csv", b"name\n\xe9", "not UTF-8"),
        ("rows.csv", b"name,email\nA", "1 cell under 2 columns. Give each row all cells"),
        ("rows.csv", b"name,email\nA,b,c", "3 cells under 2 columns. Quote cells that hold the separator"),
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
        [None, "name", "due", None, "amount", "vip", None],
        [None, "Zoë", datetime(2026, 3, 31), None, 12.0, True],
        [None, None, None, None],
        [None, "007", datetime(2026, 3, 31, 8, 30), " ", 1.5, False],
    )
    table = read_table(path, made)
    assert table.rows == (
        {"name": "Zoë", "due": "2026-03-31", "amount": "12", "vip": "true"},
        {"name": "007", "due": "2026-03-31T08:30:00", "amount": "1.5", "vip": "false"},
    )
    assert table.lines == (2, 4)


def test_numbers_and_dates_of_a_workbook_are_written_as_they_were_shown(tmp_path: Path) -> None:
    """A field that was shown 58,00 may read 92.5 as 925."""
    shown: dict[str, Json] = {
        "price": {"default": "58,00"},
        "due": {"example": "15.12.2026", "required": False},
        "name": {"default": "1,5"},
        "amount": {"type": "number"},
    }
    path = workbook(
        tmp_path / "rows.xlsx", ["price", "due", "name", "amount"], [92.5, datetime(2027, 1, 5), "2.5", 0.5]
    )
    (row,) = read_table(path, sop([], ["x"], shown)).rows
    # What is a text in its cell is typed as it stands there.
    assert row == {"price": "92,5", "due": "05.01.2027", "name": "2.5", "amount": "0.5"}


def test_a_time_in_a_workbook_has_no_seconds_that_nobody_gave(tmp_path: Path) -> None:
    """A time field takes 14:00:00 and sends it so, where a person's 14:00 would be sent."""
    shown: dict[str, Json] = {"start": {"default": "09:30"}, "call": {"default": "9:30 AM"}, "took": {}}
    cells = [time(14, 0), time(14, 0), timedelta(hours=30, minutes=15)]
    path = workbook(tmp_path / "rows.xlsx", ["start", "call", "took"], cells)
    (row,) = read_table(path, sop([], ["x"], shown)).rows
    assert row == {"start": "14:00", "call": "2:00 PM", "took": "30:15"}


def test_a_cell_of_a_workbook_under_no_column_is_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "rows.xlsx", ["name", "email"], ["Ana", "a@b.test", "lost"])
    with pytest.raises(DataError, match="has no column above it"):
        read_table(path, one_text())


def test_a_cell_whose_formula_gave_nothing_does_not_stand_for_the_default(tmp_path: Path) -> None:
    path = workbook(tmp_path / "rows.xlsx", ["name", "email"], ["Ana", "=VLOOKUP(A2,C:D,2,0)"])
    with pytest.raises(DataError, match="The cell B2 holds a formula that no program has computed"):
        read_table(path, one_text())
    book = pytest.importorskip("openpyxl").load_workbook(path)
    book.active["B2"].value, book.active["B2"].data_type = "#N/A", "e"
    book.save(path)
    with pytest.raises(DataError, match="The cell B2 holds an error, #N/A"):
        read_table(path, one_text())


def test_a_computed_number_is_as_its_program_shows_it(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "rows.xlsx", ["name", "email"], [434.9999999999999, 0.0000001], [4111111111111111, 1e22]
    )
    first, second = read_table(path, one_text()).rows
    assert first == {"name": "435", "email": "0.0000001"}
    # A number of a card, too, is kept to its last digit.
    assert second == {"name": "4111111111111111", "email": "10000000000000000000000"}
