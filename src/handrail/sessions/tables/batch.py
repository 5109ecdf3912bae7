"""A session for each row of a table, and what became of the rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.journal.events.event import Outcome
from handrail.journal.views.outcome import batch_outcome
from handrail.journal.views.summary import Summary
from handrail.runtime.loops.tables import Table
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.given.inputs import input_variables, resolve_inputs, see_one_value
from handrail.sessions.given.rows import write_rows
from handrail.sessions.service.place import Order, new_session_id
from handrail.sop.document import Sop
from handrail.sop.numbers import grouped_or_not

RowWatcher = Callable[[int, Summary], None]
RowRunner = Callable[[Order], Awaitable[Summary]]


DONE: Final = ("done", "done, unverified")
"""Outcomes of a row that nobody has to look after."""
_SHOWN_LINES: Final = 8
_TOLD_FAULTS: Final = 20


@dataclass(frozen=True)
class BatchResult:
    """What became of a table: one summary for each row that was begun, in order."""

    batch: str
    outcome: Outcome
    summaries: tuple[Summary, ...]
    not_begun: tuple[int, ...]
    failed_rows: Path | None
    """The rows that are not done, as CSV; none where all are."""

    @property
    def look_first(self) -> tuple[Summary, ...]:
        """Rows of that file that did something in the app, or may have: run again, they could do it twice."""
        return tuple(
            one
            for one in self.summaries
            if one.outcome not in DONE
            and (one.once_done or one.in_doubt or one.outcome in ("needs reconciliation", "waiting"))
        )


def check_rows(
    table: Table,
    sop: Sop,
    given: Mapping[str, str],
    folder: Path,
    *,
    files_here: bool = False,
    files_from: Sequence[str] | None = None,
) -> tuple[dict[str, JsonValue], ...]:
    """The inputs of every row, checked before the first one is run; see `resolve_inputs`.

    Raises VariableError with all that does not fit, by the lines of the rows.
    """
    resolved = []
    faults: list[tuple[int, VariableError]] = []
    unclear = _of_two_readings(table, sop)
    for place, (line, row) in enumerate(zip(table.lines, table.rows, strict=True)):
        cells = {name: value for name, value in row.items() if value != "" or name not in given}
        try:
            for name in (name for name in table.columns if (place, name) in table.lists):
                see_one_value(sop, name, row[name])
            for name in unclear:
                if grouped_or_not(row.get(name, "")):
                    raise _of_value(name, f"'{name}' is '{row[name].strip()}', which can mean two numbers.")
            given_now = {**given, **cells}
            resolved.append(
                resolve_inputs(sop, given_now, folder=folder, files_here=files_here, files_from=files_from)
            )
        except VariableError as error:
            faults.append((line, error))
    if faults:
        refused = _of_rows(table, faults)
        numbers = {line: number for number, line in enumerate(table.lines, start=1)}
        refused.rows = tuple((numbers[line], one.values) for line, one in faults)
        raise refused
    return tuple(resolved)


def _of_value(name: str, message: str) -> VariableError:
    error = VariableError(message)
    error.values = {name: message}
    return error


def _of_rows(table: Table, faults: Sequence[tuple[int, VariableError]]) -> VariableError:
    """One error for all rows that do not fit; those of the same fault are told together."""
    if len(faults) == 1:
        ((line, only),) = faults
        return VariableError(
            only.message, place=f"{table.path}, line {line}", mend="Correct the row and run again."
        )
    of: dict[str, list[int]] = {}
    for line, error in faults:
        of.setdefault(error.message, []).append(line)
    told = [(message, in_lines(lines)) for message, lines in of.items()]
    lines = "".join(f"\n  {where}: {message}" for message, where in told[:_TOLD_FAULTS])
    more = f"\n  and {len(told) - _TOLD_FAULTS} more" if len(told) > _TOLD_FAULTS else ""
    return VariableError(
        f"{len(faults)} rows do not fit. Correct them and run again:{lines}{more}", place=str(table.path)
    )


def _of_two_readings(table: Table, sop: Sop) -> tuple[str, ...]:
    """Columns of numbers in which a point may stand between thousands: where semicolons separate the cells,
    the comma is that of decimals; not where the column itself shows a point before decimals."""
    if table.separator != ";":
        return ()
    return tuple(
        name
        for name, variable in input_variables(sop).items()
        if variable.type == "number"
        and name in table.columns
        and all("." not in row.get(name, "") or grouped_or_not(row[name]) for row in table.rows)
    )


def in_lines(lines: Sequence[int]) -> str:
    """`line 3`, `lines 3 and 4`, `lines 3, 4, 5, 6, 7, 8 and 12 more`."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    shown, last = lines[:-1], str(lines[-1])
    if len(lines) > _SHOWN_LINES:
        shown, last = lines[:_SHOWN_LINES], f"{len(lines) - _SHOWN_LINES} more"
    return f"lines {', '.join(map(str, shown))} and {last}"


async def run_batch(
    order: Order,
    table: Table,
    inputs: tuple[dict[str, JsonValue], ...],
    home: Path,
    run: RowRunner,
    *,
    stop: StopSignal,
    put_aside: StopSignal | None = None,
    batch: str | None = None,
    row_watcher: RowWatcher | None = None,
    failed_rows: Path | None = None,
) -> BatchResult:
    """Run the rows one after the other. A row that fails does not stop the next; a stop signal does, and
    `put_aside` once the row that runs has ended.

    `order` says what all rows have in common, `run` does one; `batch` is the session that they are rows of,
    where there is one. Rows that are not done go to `failed_rows`, by default a file in its folder.
    """
    batch = batch or new_session_id()
    summaries: list[Summary] = []
    for number, values in enumerate(inputs, start=1):
        if stop.raised or (put_aside is not None and put_aside.raised):
            break
        summaries.append(await run(replace(order, inputs=values, batch=batch, row=number)))
        if row_watcher is not None:
            row_watcher(number, summaries[-1])
    to_repeat = [
        row
        for number, row in enumerate(table.rows)
        if number >= len(summaries) or summaries[number].outcome not in DONE
    ]
    failed = None
    if to_repeat:
        # In the session's folder, where it is held, pruned and erased with the rest of it.
        failed = failed_rows or home / "sessions" / batch / "failed-rows.csv"
        failed.parent.mkdir(parents=True, exist_ok=True)
        write_rows(failed, table.columns, to_repeat, separator=table.separator)
    rest_later = put_aside is not None and put_aside.raised and not stop.raised
    outcomes = [summary.outcome for summary in summaries]
    outcome = batch_outcome(outcomes)
    if len(summaries) < len(inputs):
        outcome = "waiting" if rest_later else "cancelled"
    elif stop.raised and "cancelled" in outcomes:
        outcome = "cancelled"
    return BatchResult(
        batch=batch,
        outcome=outcome,
        summaries=tuple(summaries),
        not_begun=tuple(range(len(summaries) + 1, len(inputs) + 1)),
        failed_rows=failed,
    )
