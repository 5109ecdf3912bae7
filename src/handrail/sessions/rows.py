"""Tables of input rows, one session a row, and the table of rows that failed."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from pathlib import Path

from handrail.errors import DataError, UsageError
from handrail.named_file import write_named
from handrail.runtime.tables import Table, read_rows
from handrail.sessions.inputs import input_variables
from handrail.sop.document import Sop


def read_table(path: Path, sop: Sop) -> Table:
    """Read a table and check it against the SOP's variables.

    Raises DataError for a file that cannot be read, has no rows, or whose columns do not fit.
    """
    table = read_rows(path)
    check_columns(table, sop)
    return table


def check_columns(table: Table, sop: Sop, *, also: Collection[str] = ()) -> None:
    """Check that a table's columns are the SOP's variables; `also` names those given otherwise.

    Raises DataError.
    """
    declared = input_variables(sop)
    extra = [column for column in table.columns if column not in declared]
    missing = [
        name
        for name, variable in declared.items()
        if variable.required and variable.default is None and name not in {*table.columns, *also}
    ]
    faults = []
    if extra:
        faults.append(f"the SOP has no variable for the columns {', '.join(map(repr, extra))}")
    if missing:
        faults.append(f"there is no column for the variables {', '.join(map(repr, missing))}")
    if faults:
        text = " and ".join(faults)
        raise DataError(
            f"{text[:1].upper()}{text[1:]}.",
            place=str(table.path),
            mend=f"Its columns may be: {', '.join(declared)}.",
        )


def taken_by_all(table: Table, sop: Sop, *, also: Collection[str] = ()) -> dict[str, str]:
    """The variables that the table has no column for, with the default that each of its rows takes then.

    `also` names those given otherwise.
    """
    return {
        name: str(variable.default)
        for name, variable in input_variables(sop).items()
        if variable.default is not None and name not in {*table.columns, *also}
    }


def begin_table(path: Path, sop: Sop) -> None:
    """Write a table for somebody to go on with: a column for each variable, and the recorded values as a row.

    It begins with the mark by which spreadsheet programs know UTF-8. Raises UsageError for an SOP without
    variables, a file that is there already, or a bad place, StoreError for a full disk.
    """
    declared = input_variables(sop)
    if not declared:
        raise UsageError("The SOP has no variables: each of its runs is the same.", mend="Leave --table out.")
    if path.suffix.lower() != ".csv":
        raise UsageError(f"'{path.name}' is no name of a CSV file.", mend="Let it end with .csv.")
    if path.exists():
        raise UsageError(f"'{path}' is there already, perhaps with rows.", mend="Name another file.")
    row = {name: variable.default or variable.example or "" for name, variable in declared.items()}
    write_named(path, f"\ufeff{_as_csv([*declared], [row])}", what="The table")


def write_rows(path: Path, columns: Sequence[str], rows: Sequence[dict[str, str]]) -> None:
    """Write rows as CSV, all or nothing. Raises UsageError for a bad place, StoreError for a full disk."""
    write_named(path, _as_csv(columns, rows), what="The table")


def _as_csv(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> str:
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, fieldnames=list(columns), restval="")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
