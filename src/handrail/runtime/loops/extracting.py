"""Reading values from pages into variables: one value, a record, or the records of several pages."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pydantic import JsonValue

from handrail.actuators import Reading
from handrail.errors import PermanentError, TargetNotFound, VariableError
from handrail.journal.events.event import VariableSet
from handrail.runtime.by_model.quoting import read_by_model
from handrail.runtime.loops.joining import added
from handrail.runtime.loops.listing import Listing
from handrail.runtime.loops.paging import following, turn
from handrail.runtime.walk.crew import Crew
from handrail.sop.nearest import did_you_mean
from handrail.sop.node import Extract, ExtractField
from handrail.sop.template import render_model
from handrail.sop.template.pattern import PatternError, compiled
from handrail.sop.values import read_value

_AGAIN_SECONDS = 0.1
_FORMATS = {
    "number": 'Say which mark is the decimal one ("format": ",") or take the number out by a "pattern".',
    "date": 'Say how it is written ("format": "%d/%m/%Y") or take the date out by a "pattern".',
}

Record = dict[str, JsonValue]


async def extract(crew: Crew, node: Extract) -> None:
    """Read what the node is to read, and set its variable.

    Raises TargetNotFound where a required field is not there, VariableError where its text is not of its
    type, PermanentError where the pages of results have no end, ModelFailed where a model gave no answer.
    """
    real = render_model(node, crew.values.real)
    value: JsonValue
    if real.by == "model":
        record = await read_by_model(crew, render_model(node, crew.values.shown))
        value = record if real.shape == "record" else next(iter(record.values()), None)
    elif real.shape == "records":
        value = list(await _records(crew, real))
    else:
        record = await _record(crew, real)
        value = record if real.shape == "record" else next(iter(record.values()), None)
    crew.values.set(node.into, value)
    crew.scribe.write(VariableSet(kind="variable_set", node=node.id, name=node.into, value=value))


async def _record(crew: Crew, node: Extract) -> Record:
    """One record; what is required is waited for."""
    deadline = time.monotonic() + (node.timeout or crew.settings.find_seconds)
    while True:
        readings = await crew.stop.race(crew.actuator.read(node.page, node.fields))
        missing = missing_field(node.fields, readings[0])
        if missing is None:
            return record_of(node.fields, readings[0])
        if time.monotonic() >= deadline:
            raise _not_there(missing, crew.actuator.url(node.page), readings[0])
        await crew.stop.pause(_AGAIN_SECONDS)


async def _records(crew: Crew, node: Extract) -> list[Record]:
    found: list[Record] = []
    before: Sequence[Reading] = ()
    listing = listing_of(crew, node)
    for page in range(1, node.bound + 1):
        readings = await listing.whole()
        for reading in added(readings, before):
            if (missing := missing_field(node.fields, reading)) is not None:
                raise _not_there(
                    missing, f"record {len(found) + 1} of {crew.actuator.url(node.page)}", reading
                )
            found.append(record_of(node.fields, reading))
        if node.next is None:
            return found
        onward = await following(listing, node.next)
        if onward is None:
            return found
        if page == node.bound:
            break
        await turn(listing, node.next, onward, await listing.drawn())
        before = readings
    raise PermanentError(
        f"After {node.bound} pages of results, the bound, there is still a next one.",
        place=f"node '{node.id}'",
        mend="Raise its bound, or narrow the search.",
    )


def listing_of(crew: Crew, node: Extract) -> Listing:
    """The list that the node reads, on whatever page of results is shown."""
    assert node.each is not None
    return Listing(crew, node.page, node.each, node.fields, node.id, node.bound, node.scroll)


def missing_field(fields: Sequence[ExtractField], reading: Reading) -> ExtractField | None:
    """The first required field without a value."""
    return next((field for field in fields if field.required and _text(field, reading) is None), None)


def record_of(fields: Sequence[ExtractField], reading: Reading) -> Record:
    """The typed values of a record's fields. Raises VariableError for a text that is not of its type."""
    return {field.name: _value(field, reading) for field in fields}


def _value(field: ExtractField, reading: Reading) -> JsonValue:
    text = _text(field, reading)
    if text is None:
        return None if field.type != "text" else ""
    try:
        return read_value(field.type, text, field.format)
    except VariableError as error:
        mend = _FORMATS.get(field.type, error.mend) if field.format is None else error.mend
        raise VariableError(
            f"The field '{field.name}' could not be read: {error.message}", mend=mend
        ) from error


def _text(field: ExtractField, reading: Reading) -> str | None:
    text = reading.values.get(field.name)
    if text is None:
        return None
    if field.pattern is not None:
        try:
            # Not Python's matcher: the page's text may be a stranger's, and made to keep it busy.
            text = compiled(field.pattern, lines=True).find(text)
        except PatternError as error:
            raise VariableError(
                f"The pattern of the field '{field.name}' {error}.", mend="Correct the pattern."
            ) from None
    return text.strip() or None


def _not_there(field: ExtractField, where: str, reading: Reading) -> TargetNotFound:
    if (lack := no_column(field, reading)) is not None:
        return lack
    pattern = f", with the pattern '{field.pattern}'" if field.pattern else ""
    return TargetNotFound(
        f"Nothing was found for the field '{field.name}'{pattern}, in {where}.",
        mend='Correct its target or pattern, or say "required": false.',
    )


def no_column(field: ExtractField, reading: Reading) -> TargetNotFound | None:
    """That the table has no such column, or more than one, and which there are; none where that is not why
    the field was not found."""
    column, name, headings = field.column, field.name, reading.headings.get(field.name)
    if column is None or not headings:
        return None
    alike = [heading for heading in headings if heading.lower().endswith(column.lower())]
    listed = ", ".join(f"'{heading}'" for heading in headings)
    if len(headings) == len(alike) > 1:
        message = f"The heading '{column}' of the field '{name}' stands over several columns ({listed})."
        mend = "Write the headings above it before its own, as in that list, or give the field a target."
        return TargetNotFound(message, mend=mend)
    if column.lower() in (heading.lower() for heading in headings):
        message = f"A row of the table has no cell under '{column}' for the field '{name}'."
        return TargetNotFound(message, mend='Narrow what every record looks like, or say "required": false.')
    message = f"The table has no column '{column}' for the field '{name}'{did_you_mean(column, headings)}"
    return TargetNotFound(message, mend=f"Its columns are {listed}.")
