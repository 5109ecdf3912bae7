"""What the console shows of a table's rows: a page of them, and how many of all stand in which way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, Literal

from pydantic import JsonValue

from handrail._model import Model
from handrail.console.viewing import Standing, seconds_of, standing
from handrail.errors import JournalBroken
from handrail.journal.events.event import Outcome, SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import summary_of
from handrail.sessions.reports.report_file import sop_of
from handrail.sessions.service.listing import SessionLine, list_sessions
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Place
from handrail.sessions.tables.batch import DONE
from handrail.sessions.tables.batches import rows_given
from handrail.sop.document import Sop
from handrail.sop.values import text_of

Kind = Literal["done", "not_done", "to_do"]
"""Done; ended otherwise, or stands still until somebody sees to it; runs, is queued or not begun."""
Which = Literal["all", "done", "not_done", "to_do"]

_LONGEST: Final = 120
"""A value is told in so many signs: whole, it is on the row's own page."""

Inputs = Mapping[str, JsonValue]


class RowLine(Model):
    """A row of a table, in short."""

    row: int
    session: SessionId | None
    """None where it is not begun."""
    standing: Standing | None
    outcome: Outcome | None
    given: tuple[str, ...]
    """What it was given for the `varying` variables; empty where the home keeps that for itself."""
    why: str
    """Why it is not done, or what it waits for."""
    seconds: float | None


class RowCounts(Model):
    """How many rows stand so."""

    done: int
    not_done: int
    to_do: int


class TableRows(Model):
    """Rows of a table, and how all of them stand."""

    rows: int
    counts: RowCounts
    outcomes: tuple[tuple[Outcome, int], ...]
    """How many of the rows that came to an end ended so, the most frequent first."""
    waits: bool
    """Each row that has not ended waits for somebody."""
    varying: tuple[str, ...]
    """The variables in which the rows differ."""
    same: tuple[tuple[str, str], ...]
    """What every row was given alike."""
    lines: tuple[RowLine, ...]


def table_rows(
    service: Service, batch: SessionId, *, which: Which = "all", skip: int = 0, most: int = 100
) -> TableRows:
    """Of the table's rows that stand as `which` says those behind the first `skip`, at most so many.

    Raises StoreError.
    """
    place = service.place
    begun = {line.row: line for line in list_sessions(place.store, service.work, batch=batch) if line.row}
    kept = rows_given(place, batch)
    rows = max((len(kept.inputs) if kept else 0, *begun))
    kinds = {row: _kind(begun.get(row)) for row in range(1, rows + 1)}
    fitting = [row for row in kinds if which in ("all", kinds[row])][skip : skip + most]
    sop = sop_of(tuple(place.store.read(batch, limit=1)), place.artefacts)
    told = {row: _told(place, begun[row], sop) for row in fitting if row in begun}
    # Of values that are sealed, a row's own journal says what may be shown.
    shown: dict[int, Inputs] = {row: inputs for row, (inputs, _) in told.items()}
    given = shown if kept is None or kept.sealed else dict(enumerate(kept.inputs, start=1))
    varying, same = _compared(given.values(), sop)
    counts = Counter(kinds.values())
    ended = Counter(line.outcome for line in begun.values() if line.outcome and standing(line) == "ended")
    open_ = [line for line in begun.values() if standing(line) != "ended"]
    return TableRows(
        rows=rows,
        counts=RowCounts(done=counts["done"], not_done=counts["not_done"], to_do=counts["to_do"]),
        outcomes=tuple(ended.most_common()),
        waits=bool(open_) and len(begun) == rows and all(standing(line) == "waiting" for line in open_),
        varying=varying,
        same=tuple((name, _short(value)) for name, value in same.items()),
        lines=tuple(
            _line(row, begun.get(row), told[row][1] if row in told else "", given.get(row, {}), varying)
            for row in fitting
        ),
    )


def _kind(line: SessionLine | None) -> Kind:
    if line is None or standing(line) in ("queued", "running"):
        return "to_do"
    return "done" if line.outcome in DONE else "not_done"


def _line(row: int, line: SessionLine | None, why: str, given: Inputs, varying: Collection[str]) -> RowLine:
    return RowLine(
        row=row,
        session=line.session if line else None,
        standing=standing(line) if line else None,
        outcome=line.outcome if line else None,
        given=tuple(_short(given.get(name)) for name in varying) if given else (),
        why=why,
        seconds=seconds_of(line) if line else None,
    )


def _told(place: Place, line: SessionLine, sop: Sop | None) -> tuple[Inputs, str]:
    """What a row was given, and why it is not done, by its own journal."""
    brief = line.outcome in DONE or standing(line) in ("queued", "running")
    try:
        # Its beginning says what it was given; the rest is read where there is more to say.
        gathered = walk(place.store.read(line.session, limit=1 if brief else None))
    except JournalBroken as error:
        return {}, error.message
    inputs = gathered.started.inputs if gathered.started else {}
    if brief:
        return inputs, ""
    summed = summary_of(gathered, sop)
    asked = [question.question for question in gathered.asked.values()]
    reasons = (
        *asked[-1:] * (standing(line) == "waiting"),
        *([summed.error] if summed.error else ()),
        *(f"{one.item or one.label}: {one.error}" for one in summed.exceptions),
        *(f"In doubt: {effect.action}." for effect in summed.in_doubt),
    )
    return inputs, reasons[0] if reasons else ""


def _compared(given: Collection[Inputs], sop: Sop | None) -> tuple[tuple[str, ...], dict[str, JsonValue]]:
    """The variables in which rows differ, and the others with the value that all have; in the SOP's order."""
    known = sop.variables if sop else {}
    order = dict.fromkeys((*known, *(name for inputs in given for name in inputs)))
    names = [name for name in order if name not in known or not known[name].secret]
    first = next(iter(given), {})
    varying = tuple(
        name
        for name in names
        if any(name in inputs for inputs in given)
        and (len(given) == 1 or any(inputs.get(name) != first.get(name) for inputs in given))
    )
    return varying, {name: first[name] for name in names if name in first and name not in varying}


def _short(value: JsonValue) -> str:
    text = text_of(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
