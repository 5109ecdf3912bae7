"""Tables of rows in files: CSV, Excel and JSON Lines."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from handrail.errors import DataError
from handrail.runtime.loops.workbooks import read_grid

_SEPARATOR_LINE: Final = re.compile(r"\s*sep=([,;\t])\s*", re.IGNORECASE)
"""By a first line such as `sep=;` spreadsheet programs are told what stands between the cells."""
_FIRST_LINE: Final = re.compile(r"^.*[^\s,;].*$", re.MULTILINE)
"""The first that holds more than empty cells."""


@dataclass(frozen=True)
class Table:
    """Rows of text under named columns; `lines` says where each row stands in its file."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    lines: tuple[int, ...]
    separator: str = ","
    """What stands between the cells of a CSV file."""
    values: frozenset[tuple[int, str]] = frozenset()
    """Cells of a workbook that hold a number or a date, and no text: the place of the row, and the column."""
    lists: frozenset[tuple[int, str]] = frozenset()
    """The same for what is a list or an object in JSON."""


def read_rows(path: Path) -> Table:
    """Read `.csv`, `.xlsx` or `.jsonl`. Raises DataError for a file that cannot be read or has no rows."""
    if not path.is_file():
        what = "There is no such file"
        if path.exists():
            what = f"It is a {'folder' if path.is_dir() else 'device or a pipe'}, not a table"
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
            f"The file is not UTF-8 text (byte {error.start}).",
            place=str(path),
            mend="Save it as UTF-8 (in Excel: 'CSV UTF-8'), or as .xlsx.",
        ) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> DataError:
    return DataError(f"It cannot be read: {error.strerror}.", place=str(path), mend="Check its rights.")


def _read_csv(path: Path) -> Table:
    text = _text(path)
    written = _dialect(text)
    reader = csv.reader(io.StringIO(text, newline=""), written, strict=True)
    begun, header = False, None
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                if begun or not _SEPARATOR_LINE.fullmatch(written.delimiter.join(cells)):
                    header = _header(cells, path)
                begun = True
                continue
            while len(cells) > len(header) and not cells[-1].strip():
                cells.pop()
            if len(cells) != len(header):
                raise DataError(
                    f"The row has {_counted(cells, 'cell')} under {_counted(header, 'column')}.",
                    place=f"{path}, line {reader.line_num}",
                    mend="Quote cells that hold the separator."
                    if len(cells) > len(header)
                    else "Give each row all cells; one without a value stays empty.",
                )
            rows.append(_named(header, cells, f"{path}, line {reader.line_num}"))
            lines.append(reader.line_num)
    except csv.Error as error:
        raise DataError(
            f"The file is not CSV: {error}.",
            place=f"{path}, line {reader.line_num}",
            mend="Check its quotes.",
        ) from error
    return Table(path, _names(header), tuple(rows), tuple(lines), written.delimiter)


def _dialect(text: str) -> type[csv.Dialect]:
    """Excel's, with the separator that the header has. What else a header makes one guess is not taken over:
    how cells are quoted stands in the cells, and a header without a doubled quote says nothing of theirs.
    """

    class Written(csv.excel):
        pass

    first = _FIRST_LINE.search(text[:4096])
    header = first[0] if first else ""
    if told := _SEPARATOR_LINE.fullmatch(header):
        Written.delimiter = told[1]
        return Written
    try:
        guessed = csv.Sniffer().sniff(header, delimiters=",;\t")
    except csv.Error:
        return Written
    Written.delimiter, Written.skipinitialspace = guessed.delimiter, guessed.skipinitialspace
    return Written


def _counted(things: Sequence[str], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _header(cells: Sequence[str], path: Path) -> list[str]:
    names = [cell.strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    twice = [name for name in dict.fromkeys(names) if name and names.count(name) > 1]
    if twice:
        raise _unnamed(f"{', '.join(map(repr, twice))} stands there more than once", str(path))
    return names


def _unnamed(what: str, place: str) -> DataError:
    return DataError(
        f"Every column needs its own name in the first row, but {what}.",
        place=place,
        mend="Name the columns.",
    )


def _named(header: Sequence[str], cells: Sequence[str], place: str) -> dict[str, str]:
    """The cells under their names; a column without a name is left out as long as it is empty."""
    for number, (name, cell) in enumerate(zip(header, cells, strict=False), start=1):
        if not name and cell.strip():
            raise _unnamed(f"the {_ordinal(number)} has none", place)
    return {name: cell for name, cell in zip(header, cells, strict=False) if name}


def _names(header: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(name for name in header or () if name)


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _read_xlsx(path: Path) -> Table:
    try:
        grid = read_grid(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    header: list[str] | None = None
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    values: set[tuple[int, str]] = set()
    for number, row in enumerate(grid, start=1):
        cells = [cell.text for cell in row]
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = _header(cells, path)
            continue
        if any(cell.strip() for cell in cells[len(header) :]):
            raise DataError(
                "A cell has no column above it.",
                place=f"{path}, row {number}",
                mend="Name its column in the first row.",
            )
        values |= {(len(rows), name) for name, cell in zip(header, row, strict=False) if cell.is_value}
        rows.append(_named(header, cells, f"{path}, row {number}"))
        lines.append(number)
    return Table(path, _names(header), tuple(rows), tuple(lines), values=frozenset(values))


def _read_jsonl(path: Path) -> Table:
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    columns: dict[str, None] = {}
    lists: set[tuple[int, str]] = set()
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line, object_pairs_hook=_record)
        except DataError as error:
            error.place = f"{path}, line {number}"
            raise
        except (ValueError, RecursionError) as error:
            why = error.msg if isinstance(error, json.JSONDecodeError) else "it cannot be read"
            raise DataError(
                f"The line is not JSON: {why}.",
                place=f"{path}, line {number}",
                mend="Write one object per line.",
            ) from error
        if not isinstance(record, dict):
            raise DataError(
                "The line is not an object.",
                place=f"{path}, line {number}",
                mend="Write one object per line.",
            )
        columns.update(dict.fromkeys(record))
        lists |= {(len(rows), name) for name, value in record.items() if isinstance(value, dict | list)}
        rows.append({name: _plain(value) for name, value in record.items()})
        lines.append(number)
    # What many programs leave out because it is empty is no less given than an empty cell.
    whole = tuple({name: row.get(name, "") for name in columns} for row in rows)
    return Table(path, tuple(columns), whole, tuple(lines), lists=frozenset(lists))


def _record(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DataError(f"'{twice}' stands there more than once.", mend="Take out what is not meant.")
    return record


def _plain(value: object) -> str:
    """As it would be typed; what has parts stays JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
