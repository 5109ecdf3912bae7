"""Generate nodes: a model writes, its text is held against its inputs, and a person sees it before use."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, JsonValue, create_model

from handrail.approvals import Approval, ApprovalRequest
from handrail.errors import ModelFailed, Stopped, VariableError
from handrail.journal.events.event import Criterion, TextWritten, VariableSet, Verified
from handrail.models import Evidence, Question
from handrail.models.question import LIMITS
from handrail.runtime.by_model.facts import Doubt, doubts
from handrail.runtime.people.consulting import ask
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Generate
from handrail.sop.template import render_model
from handrail.sop.values import read_value, text_of

_FORMS = {"text": "plain text, no markup", "markdown": "Markdown", "json": "one JSON object"}
_ROUNDS = 10
"""So many times a person may have it written anew."""


class WrittenText(BaseModel):
    """A model's answer."""

    text: str
    gaps: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class _Draft:
    text: str
    gaps: tuple[str, ...]
    doubts: tuple[Doubt, ...]


async def write_text(crew: Crew, node: Generate) -> None:
    """Have the text written, checked and seen, and set its variable.

    Raises ModelFailed where no usable text came, Stopped where a person does not accept it, Waiting where
    one must see it and nobody is there, BudgetSpent.
    """
    shown = render_model(node, crew.values.shown)
    inputs, missing = _inputs(crew, node)
    remark = ""
    for _ in range(_ROUNDS):
        draft = await _drafted(crew, shown, inputs, missing, remark)
        if not (node.preview or draft.doubts):
            _keep(crew, node, draft, draft.text)
            return
        approval = await _seen(crew, shown, inputs, draft)
        match approval.answer:
            case "deny":
                raise Stopped(f"{approval.by} did not accept the text of '{node.label}'.")
            case "again":
                remark = _remark(approval.why, draft.text)
            case "answer":
                _keep(crew, node, draft, approval.text or "", approval.by, edited=True)
                return
            case _:
                _keep(crew, node, draft, draft.text, approval.by)
                return
    raise Stopped(f"The text of '{node.label}' was written {_ROUNDS} times and not accepted.")


def _inputs(crew: Crew, node: Generate) -> tuple[tuple[Evidence, ...], tuple[str, ...]]:
    """The inputs as the model sees them, and the names of those that have no value."""
    given: list[Evidence] = []
    missing: list[str] = []
    for name in node.inputs:
        try:
            value = crew.values.shown(name)
        except VariableError:
            value = None
        if value in (None, "", [], {}):
            missing.append(name)
        text = (
            json.dumps(value, ensure_ascii=False, indent=1)
            if isinstance(value, list | dict)
            else text_of(value)
        )
        given.append(Evidence(f"the input '{name}'", text if name not in missing else "(there is no value)"))
    return tuple(given), tuple(missing)


async def _drafted(
    crew: Crew, node: Generate, inputs: tuple[Evidence, ...], missing: tuple[str, ...], remark: str
) -> _Draft:
    replied = await crew.ask_model(
        node.id,
        Question(
            purpose="write",
            prompt="write-1",
            parts={
                "instructions": node.instructions,
                "context": node.context or node.intent or "none",
                "form": _form(node),
                "most": str(node.max_characters),
                "remark": remark,
            },
            evidence=inputs,
            answer=_schema(node),
            limits=LIMITS["write"],
        ),
    )
    if replied.value is None:
        raise ModelFailed(
            f"No text was written for '{node.label}': {replied.why}.",
            mend="Run it again, or write the text by hand in a person's step.",
        )
    text = replied.value.text.strip()
    known = f"{node.instructions}\n{node.template or ''}\n{node.label}\n{node.context}"
    found = doubts(text, [one.text for one in inputs], known)
    return _Draft(text, (*(f"no value for '{name}'" for name in missing), *replied.value.gaps), found)


def _form(node: Generate) -> str:
    form = _FORMS[node.format]
    if node.format == "json" and node.keys:
        form += " with the keys " + ", ".join(f'"{key}" ({kind})' for key, kind in node.keys.items())
    return f"{form}, after this template:\n{node.template}" if node.template else form


def _schema(node: Generate) -> type[WrittenText]:
    limits = Field(min_length=1, max_length=node.max_characters)
    kind: Any = Annotated[str, AfterValidator(partial(_fits, node))] if node.format == "json" else str
    return create_model("WrittenText", __base__=WrittenText, text=(kind, limits))


def _fits(node: Generate, text: str) -> str:
    """Raises ValueError where the text is not the JSON object that the node asks for."""
    _object(node, text)
    return text


def _object(node: Generate, text: str) -> dict[str, JsonValue]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")
    for key, kind in node.keys.items():
        if key not in value:
            raise ValueError(f"the key '{key}' is missing")
        if value[key] is None:
            continue
        try:
            value[key] = read_value(kind, text_of(value[key]))
        except VariableError as error:
            raise ValueError(f"the key '{key}': {error.message}") from None
    return {key: value[key] for key in node.keys} if node.keys else value


async def _seen(crew: Crew, node: Generate, inputs: Sequence[Evidence], draft: _Draft) -> Approval:
    """What a person says of the text, with what it was written from beside it."""
    marked = [f"the {doubt.kind} '{doubt.words}' occurs in no input" for doubt in draft.doubts]
    request = ApprovalRequest(
        kind="review",
        node=node.id,
        action=f"{node.label}: use this text? ({hashlib.sha256(draft.text.encode()).hexdigest()[:8]})",
        where=f"the variable '{node.into}'",
        why="; ".join(marked) or "every number, date, name and address in it occurs in its inputs",
        effect="none",
        text=draft.text,
        sources=tuple(f"{one.name}: {one.text}" for one in inputs),
        doubts=tuple(doubt.words for doubt in draft.doubts),
        gaps=draft.gaps,
    )
    return await ask(crew, request, ("allow", "answer", "again", "deny"))


def _remark(remark: str, text: str) -> str:
    return f"A person saw this text:\n{text}\nand asks for another: {remark or 'write it anew'}"


def _keep(
    crew: Crew, node: Generate, draft: _Draft, text: str, by: str = "", *, edited: bool = False
) -> None:
    value: JsonValue = text
    if node.format == "json":
        try:
            value = _object(node, text)
        except ValueError as error:
            raise ModelFailed(f"The text of '{node.label}' is not what it should be: {error}.") from None
    crew.values.set(node.into, value)
    told = TextWritten(
        kind="text_written",
        node=node.id,
        name=node.into,
        characters=len(text),
        doubts=tuple(f"{doubt.kind} '{doubt.words}'" for doubt in draft.doubts),
        gaps=draft.gaps,
        by=by,
        edited=edited,
    )
    words = "every number, date, name and address in it occurs in its inputs"
    seen = "; ".join(told.doubts) or None
    held = Criterion(text=f"a person, {by}, accepted it" if by else words, held=True, seen=seen)
    crew.scribe.write(
        told,
        VariableSet(kind="variable_set", node=node.id, name=node.into, value=value),
        Verified(kind="verified", node=node.id, criteria=(held,)),
    )
