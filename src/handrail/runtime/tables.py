"""Tables of rows in files: CSV, Excel and JSON Lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from handrail.errors import DataError


@dataclass(frozen=True)
class Table:
    """Rows of text under named columns; `lines` says where each row stands in its file."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    lines: tuple[int, ...]


def read_rows(path: Path) -> Table:
    """Read `.csv`, `.xlsx` or `.jsonl`. Raises DataError for a file that cannot be read or has no rows."""
    if not path.is_file():
        what = "It is a folder, not a table" if path.is_dir() else "There is no such file"
        raise DataError(f"{what}.", place=str(path), mend="Check the path.")
    readers = {".csv": _read_csv, ".xlsx": _read_xlsx, ".jsonl": _read_jsonl}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise DataError(
            f"Tables are read from {', '.join(readers)}.", place=str(path), mend="Save it as one of these."
        )
    table = reader(path)
    if not table.rows:
        raise DataError("The table has no rows.", place=str(path), mend="Add a row under the header.")
    return table


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"The file is not UTF-8 text (byte {error.start}).", place=str(path), mend="Save it as UTF-8."
        ) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> DataError:
    return DataError(f"It cannot be read: {error.strerror}.", place=str(path), mend="Check its rights.")


def _read_csv(path: Path) -> Table:
    text = _text(path)
    reader = csv.reader(io.StringIO(text, newline=""), _dialect(text), strict=True)
    header: list[str] | None = None
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = _header(cells, path)
                continue
            if len(cells) != len(header):
                raise DataError(
                    f"The row has {len(cells)} cells under {len(header)} columns.",
                    place=f"{path}, line {reader.line_num}",
                    mend="Quote cells that hold the separator.",
                )
            rows.append(dict(zip(header, cells, strict=True)))
            lines.append(reader.line_num)
    except csv.Error as error:
        raise DataError(
            f"The file is not CSV: {error}.",
            place=f"{path}, line {reader.line_num}",
            mend="Check its quotes.",
        ) from error
    return Table(path, tuple(header or ()), tuple(rows), tuple(lines))


def _dialect(text: str) -> type[csv.Dialect]:
    """Excel's, with the separator that the header has. What else a header makes one guess is not taken over:
    how cells are quoted stands in the cells, and a header without a doubled quote says nothing of theirs.
    """

    class Written(csv.excel):
        pass

    try:
        guessed = csv.Sniffer().sniff(text[:4096].split("\n", 1)[0], delimiters=",;\t")
    except csv.Error:
        return Written
    Written.delimiter, Written.skipinitialspace = guessed.delimiter, guessed.skipinitialspace
    return Written


def _header(cells: Sequence[str], path: Path) -> list[str]:
    names = [cell.strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not all(names) or len(set(names)) != len(names):
        raise DataError(
            "Every column needs a name of its own in the first row.",
            place=str(path),
            mend="Name the columns.",
        )
    return names


def _read_xlsx(path: Path) -> Table:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        sheet = CalamineWorkbook.from_path(path).get_sheet_by_index(0)
    except CalamineError as error:
        raise DataError(
            f"The file is not an Excel workbook: {error}.", place=str(path), mend="Save it as .xlsx."
        ) from error
    except OSError as error:
        raise _unreadable(path, error) from error
    grid = [[_cell(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    header: list[str] | None = None
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    for number, cells in enumerate(grid, start=1):
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = _header(cells, path)
            continue
        if any(cell.strip() for cell in cells[len(header) :]):
            raise DataError(
                "A cell stands under no column.",
                place=f"{path}, row {number}",
                mend="Name its column in the first row.",
            )
        rows.append(dict(zip(header, cells, strict=False)))
        lines.append(number)
    return Table(path, tuple(header or ()), tuple(rows), tuple(lines))


def _cell(value: object) -> str:
    """A cell as a person would type it: whole numbers without a point, dates as ISO 8601."""
    match value:
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() if (value.hour, value.minute, value.second) == (0, 0, 0):
            return value.date().isoformat()
        case datetime() | date():
            return value.isoformat()
        case _:
            return str(value)


def _read_jsonl(path: Path) -> Table:
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    columns: dict[str, None] = {}
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            why = error.msg if isinstance(error, json.JSONDecodeError) else "it cannot be read"
            raise DataError(
                f"The line is not JSON: {why}.",
                place=f"{path}, line {number}",
                mend="Write one object a line.",
            ) from error
        if not isinstance(record, dict):
            raise DataError(
                "The line is not an object.", place=f"{path}, line {number}", mend="Write one object a line."
            )
        columns.update(dict.fromkeys(record))
        rows.append({name: _plain(value) for name, value in record.items() if value is not None})
        lines.append(number)
    return Table(path, tuple(columns), tuple(rows), tuple(lines))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
