"""Reading by a model: each value with the words that it comes from, which must occur; else it is null."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, JsonValue, create_model

from handrail.errors import ModelFailed, TargetNotFound, VariableError
from handrail.journal.events.event import Criterion, Verified
from handrail.models import Question
from handrail.models.question import LIMITS
from handrail.runtime.by_model.occurring import gives
from handrail.runtime.by_model.showing import Gathered, gather_evidence
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Extract, ExtractField
from handrail.sop.values import read_value, text_of


def _as_text(value: Any) -> Any:
    """A value that a model gives as what it is, though a text was asked for."""
    if isinstance(value, bool | int | float | list | dict):
        return text_of(value)
    return value


class Quoted(BaseModel):
    """One field's answer."""

    value: Annotated[str | None, BeforeValidator(_as_text)] = None
    quote: Annotated[str, BeforeValidator(lambda quote: quote or "")] = ""


async def read_by_model(crew: Crew, node: Extract) -> dict[str, JsonValue]:
    """The record's values, of their types; `node` is rendered with references for secrets.

    Raises ModelFailed where no usable answer came, TargetNotFound for a required field that is not there,
    VariableError for a value that is not of its type, BudgetSpent.
    """
    if crew.actuator.is_open(node.page):
        await crew.stop.race(crew.actuator.traffic.rest(node.page))
    gathered = await crew.stop.race(gather_evidence(crew, node.evidence, node.page))
    replied = await crew.ask_model(
        node.id,
        Question(
            purpose="extract",
            prompt="extract-1",
            parts={
                "what": node.label,
                "context": node.context or node.intent or "none",
                "fields": "\n".join(_described(field) for field in node.fields),
            },
            evidence=gathered.evidence,
            answer=_schema(node.fields),
            limits=LIMITS["extract"],
            picture=gathered.picture,
        ),
    )
    if replied.value is None:
        raise ModelFailed(
            f"'{node.label}' was not read: {replied.why}.", mend="Read it by targets, or run again."
        )
    said: dict[str, Quoted] = {field.name: getattr(replied.value, field.name) for field in node.fields}
    record = {field.name: _value(field, said[field.name], gathered) for field in node.fields}
    criteria = tuple(
        Criterion(text=f"'{name}' is quoted: {answer.quote}", held=True)
        for name, answer in said.items()
        if record[name] is not None
    )
    crew.scribe.note(Verified(kind="verified", node=node.id, criteria=criteria))
    return record


def _value(field: ExtractField, said: Quoted, gathered: Gathered) -> JsonValue:
    """The value where its quote occurs and holds it; else there is none."""
    text = (said.value or "").strip()
    if not text or not gathered.holds(said.quote) or not gives(field.type, text, said.quote):
        if field.required:
            why = f"what the model quotes does not hold it: '{said.quote}'" if text else "it does not say it"
            raise TargetNotFound(
                f"The field '{field.name}' could not be read: {why}.",
                mend='Say in its "description" where it stands, or say "required": false.',
            )
        return None
    try:
        return read_value(field.type, text, field.format)
    except VariableError as error:
        raise VariableError(f"The field '{field.name}': {error.message}", mend=error.mend) from error


def _described(field: ExtractField) -> str:
    return f'- "{field.name}" ({field.type}){": " + field.description if field.description else ""}'


def _schema(fields: tuple[ExtractField, ...]) -> type[BaseModel]:
    given: dict[str, Any] = {field.name: (Quoted, ...) for field in fields}
    return create_model("Record", **given)
