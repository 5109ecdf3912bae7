"""Reading values from pages into variables: one value, a record, or the records of several pages."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pydantic import JsonValue

from handrail.actuators import Act, Reading
from handrail.errors import PermanentError, TargetNotFound, VariableError
from handrail.journal.event import VariableSet
from handrail.policy import Proposal
from handrail.runtime.admission import admit
from handrail.runtime.crew import Crew
from handrail.runtime.quoting import read_by_model
from handrail.sop.action import Click
from handrail.sop.node import Extract, ExtractField
from handrail.sop.sentences import describe_target
from handrail.sop.template import render_model
from handrail.sop.template.pattern import PatternError, compiled
from handrail.sop.values import read_value
from handrail.targeting import Match, decide

_AGAIN_SECONDS = 0.1

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
            raise _not_there(missing, crew.actuator.url(node.page))
        await crew.stop.pause(_AGAIN_SECONDS)


async def _records(crew: Crew, node: Extract) -> list[Record]:
    found: list[Record] = []
    for page in range(1, node.bound + 1):
        readings = await all_there(crew, node)
        for reading in readings:
            if (missing := missing_field(node.fields, reading)) is not None:
                raise _not_there(missing, f"record {len(found) + 1} of {crew.actuator.url(node.page)}")
            found.append(record_of(node.fields, reading))
        if node.next is None:
            return found
        following = await _following(crew, node)
        if following is None:
            return found
        if page == node.bound:
            break
        await _turn(crew, node, following, readings)
    raise PermanentError(
        f"After {node.bound} pages of results, the bound, there is still a next one.",
        place=f"node '{node.id}'",
        mend="Raise its bound, or narrow the search.",
    )


async def all_there(crew: Crew, node: Extract) -> tuple[Reading, ...]:
    """The records that the page shows, once it is at rest: a list still coming is not read in part."""
    await crew.stop.race(crew.actuator.rest(node.page))
    return await crew.stop.race(crew.actuator.read(node.page, node.fields, each=node.each))


async def _following(crew: Crew, node: Extract) -> Match | None:
    """The element that leads to the next page of results; none where it is gone or disabled."""
    assert node.next is not None
    look = await crew.stop.race(crew.actuator.look(node.page, target=node.next, timeout=0))
    decision = decide(node.next, look.sighting) if look.sighting is not None else None
    return decision if isinstance(decision, Match) and decision.element.enabled else None


async def _turn(crew: Crew, node: Extract, following: Match, before: Sequence[Reading]) -> None:
    """Go to the next page of results, past the gate, and wait until it shows other records."""
    assert node.next is not None
    proposal = Proposal(
        node=node.id,
        attempt=1,
        rung="exact",
        action=f"Click {describe_target(node.next)}",
        kind="click",
        effect="none",
        page_url=crew.actuator.url(node.page),
        leads_to=following.element.href,
        element=following.element,
        confidence=following.confidence,
        reasons=("it leads to the next page of results", *following.reasons),
        named=True,
    )
    ticket = await admit(crew, proposal)
    click = Act(page=node.page, action=Click(do="click"), target=node.next, match=following)
    await crew.dispatch(ticket, click)
    deadline = time.monotonic() + crew.settings.navigation_seconds
    keys = [reading.key for reading in before]
    while time.monotonic() < deadline:
        readings = await crew.stop.race(crew.actuator.read(node.page, node.fields, each=node.each))
        if readings and [reading.key for reading in readings] != keys:
            return
        await crew.stop.pause(_AGAIN_SECONDS)
    raise PermanentError(
        f"{describe_target(node.next).capitalize()} was clicked, and the list stayed as it was.",
        place=f"node '{node.id}'",
        mend="Correct 'next': it should find what leads to the next page, and nothing on the last one.",
    )


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
        return read_value(field.type, text)
    except VariableError as error:
        raise VariableError(
            f"The field '{field.name}' could not be read: {error.message}", mend=error.mend
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


def _not_there(field: ExtractField, where: str) -> TargetNotFound:
    pattern = f", with the pattern '{field.pattern}'" if field.pattern else ""
    return TargetNotFound(
        f"Nothing was found for the field '{field.name}'{pattern}, in {where}.",
        mend='Correct its target or pattern, or say "required": false.',
    )
