"""Tables of input rows, one session a row, and the table of rows that failed."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from handrail.errors import DataError, UsageError
from handrail.named_file import write_named
from handrail.runtime.loops.tables import Table, read_rows
from handrail.sessions.given.inputs import NEVER_EMPTY, input_variables, is_secret, not_for_secrets
from handrail.sop.document import Sop
from handrail.sop.writing import written_like


def read_table(path: Path, sop: Sop) -> Table:
    """Read a table and check it against the SOP's variables. Numbers and dates of a workbook are written as
    they were when the work was shown.

    Raises DataError for a file that cannot be read, has no rows, or whose columns do not fit.
    """
    table = read_rows(path)
    check_columns(table, sop)
    return as_shown(table, sop)


def as_shown(table: Table, sop: Sop) -> Table:
    """The table with the numbers and dates of a workbook written as they were when the work was shown."""
    shown = {
        name: variable.default or variable.example or ""
        for name, variable in input_variables(sop).items()
        if variable.type == "text"
    }
    rows = [dict(row) for row in table.rows]
    for place, name in table.values:
        if name in shown and 0 <= place < len(rows) and name in rows[place]:
            rows[place][name] = written_like(rows[place][name], shown[name])
    return replace(table, rows=tuple(rows))


def check_columns(table: Table, sop: Sop, *, also: Collection[str] = ()) -> None:
    """Check that a table's columns are the SOP's variables; `also` names those given otherwise.

    Raises DataError.
    """
    declared = input_variables(sop)
    secret = [name for name in table.columns if is_secret(sop, name)]
    extra = [column for column in table.columns if column not in declared and column not in secret]
    missing = [
        name
        for name, variable in declared.items()
        if variable.required and variable.default is None and name not in {*table.columns, *also}
    ]
    faults = [not_for_secrets(name) for name in secret]
    if extra:
        faults.append(f"the SOP has no variable for the {_named('column', extra)}")
    if missing:
        faults.append(f"there is no column for the {_named('variable', missing)}")
    if faults:
        text = " and ".join(faults)
        raise DataError(
            f"{text[:1].upper()}{text[1:]}.",
            place=str(table.path),
            mend=f"Its columns may be: {', '.join(declared)}.",
        )


def _named(noun: str, names: Sequence[str]) -> str:
    return f"{noun}{'' if len(names) == 1 else 's'} {', '.join(map(repr, names))}"


def taken_by_all(table: Table, sop: Sop, *, also: Collection[str] = ()) -> dict[str, str]:
    """The variables that the table has no column for, with the default that each of its rows takes then.

    `also` names those given otherwise.
    """
    return {
        name: str(variable.default)
        for name, variable in input_variables(sop).items()
        if variable.default is not None and name not in {*table.columns, *also}
    }


def taken_by_some(
    table: Table, sop: Sop, *, also: Collection[str] = ()
) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Variables with cells that are empty and give nothing of their type: the default that is taken in their
    place, and the lines where it is. `also` names those given otherwise."""
    found = {}
    for name, variable in input_variables(sop).items():
        if name in also or name not in table.columns:
            continue
        if variable.type in NEVER_EMPTY and variable.default is not None:
            rows = zip(table.lines, table.rows, strict=True)
            if lines := tuple(line for line, row in rows if not row.get(name, "").strip()):
                found[name] = (str(variable.default), lines)
    return found


def same_rows(table: Table) -> list[tuple[int, ...]]:
    """The lines of rows that say the same in every column, together: one may stand there by mistake."""
    of: dict[tuple[str, ...], list[int]] = {}
    for line, row in zip(table.lines, table.rows, strict=True):
        of.setdefault(tuple(row.get(name, "") for name in table.columns), []).append(line)
    return [tuple(lines) for lines in of.values() if len(lines) > 1]


def begin_table(path: Path, sop: Sop) -> None:
    """Write a table for somebody to go on with: a column for each variable, and the recorded values as a row.

    Raises UsageError for an SOP without variables, a file that is there already, or a bad place, StoreError
    for a full disk.
    """
    declared = input_variables(sop)
    if not declared:
        raise UsageError("The SOP has no variables, so every run is the same.", mend="Leave --table out.")
    if path.suffix.lower() != ".csv":
        raise UsageError(
            f"'{path.name}' is not the name of a CSV file.", mend="Give it a name that ends with .csv."
        )
    if path.exists():
        raise UsageError(f"'{path}' already exists, perhaps with rows.", mend="Name another file.")
    row = {name: variable.default or variable.example or "" for name, variable in declared.items()}
    write_rows(path, [*declared], [row])


def write_rows(
    path: Path, columns: Sequence[str], rows: Sequence[dict[str, str]], *, separator: str = ","
) -> None:
    """Write rows as CSV, all or nothing, with the mark by which spreadsheet programs know UTF-8.

    Raises UsageError for a bad place, StoreError for a full disk.
    """
    write_named(path, f"\ufeff{_as_csv(columns, rows, separator)}", what="The table")


def _as_csv(columns: Sequence[str], rows: Sequence[dict[str, str]], separator: str) -> str:
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, fieldnames=list(columns), restval="", delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
