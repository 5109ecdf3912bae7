"""Templates in the models of an SOP: where they may stand, and rendering them all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, JsonValue

from handrail.sop.action import Check, Copy, Download, Request, SetVariable, SwitchTab, Uncheck
from handrail.sop.condition import HttpReads, MailReads, SqlReads, VariableIs
from handrail.sop.document import Environment, Sop, StartPage
from handrail.sop.node import (
    Decision,
    Explore,
    Extract,
    ExtractField,
    Generate,
    Human,
    Loop,
    Task,
    _NodeBase,
)
from handrail.sop.template.evaluating import Lookup, evaluate
from handrail.sop.template.parsing import Reference, names_in, parse
from handrail.sop.template.rendering import render, render_address, render_pattern
from handrail.sop.values import parse_value

FieldPath = tuple[str | int, ...]
"""Where a value stands in a model: field names, list places, and keys of mappings."""

M = TypeVar("M", bound=BaseModel)

_PROSE: Final = frozenset({"label", "intent", "context", "risk", "effect_reason"})

_PLAIN: Final[dict[type[BaseModel], frozenset[str]]] = {
    _NodeBase: frozenset({"id", "compensation"}) | _PROSE,
    Task: frozenset({"page", "opens", "sends"}),
    Extract: frozenset({"page", "into"}),
    ExtractField: frozenset({"name", "attribute", "description"}),
    Decision: frozenset({"page", "outcomes", "default"}),
    Loop: frozenset({"page", "variable", "item", "key"}),
    Generate: frozenset({"inputs", "into"}),
    Explore: frozenset({"page", "actions", "domains"}),
    Human: frozenset({"into"}),
    SetVariable: frozenset({"name"}),
    SwitchTab: frozenset({"page"}),
    Download: frozenset({"into"}),
    Copy: frozenset({"into"}),
    Request: frozenset({"into"}),
    VariableIs: frozenset({"name"}),
    SqlReads: frozenset({"database", "query"}),
    MailReads: frozenset({"mailbox"}),
    StartPage: frozenset({"name"}),
    Environment: frozenset({"domains", "sign_in", "policy"}),
    Sop: frozenset({"meta", "triggers", "variables", "clarifications", "edges"}),
}
"""Fields that hold no template: the SOP's own names, and prose for people. They count for subclasses too."""


def templates(model: BaseModel) -> Iterator[tuple[FieldPath, str]]:
    """Every string of the model that may hold a template, with its place, in document order.

    Ids, names of tabs and variables, and prose for people (labels, intents, the head) are not among them.
    """
    for name in _rendered_fields(type(model)):
        yield from _templates(getattr(model, name), (name,))


def _templates(value: Any, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in _rendered_fields(type(value)):
            yield from _templates(getattr(value, name), (*path, name))
    elif isinstance(value, tuple | list):
        for place, entry in enumerate(value):
            yield from _templates(entry, (*path, place))
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _templates(entry, (*path, key))


def names_in_model(model: BaseModel) -> tuple[str, ...]:
    """The names that the model's templates refer to, each once; secrets as `secret:name`."""
    return tuple(dict.fromkeys(name for _, text in templates(model) for name in names_in(text)))


def render_model(model: M, lookup: Lookup) -> M:
    """The model with all its templates rendered; the same object where there is none.

    Serves nodes, actions, targets with their locators, and conditions. Of `Check` with `on` it makes what is
    to be done, a tick or its removal. Raises as `render` does.
    """
    changes: dict[str, Any] = {}
    for name in _rendered_fields(type(model)):
        value = getattr(model, name)
        if not value:
            continue
        if isinstance(value, str):
            if "{{" in value:
                changes[name] = _render_text(model, name, value, lookup)
            continue
        inner = _render_json if name == "body" and isinstance(model, Request) else _render
        rendered = inner(value, lookup)
        if rendered is not value:
            changes[name] = rendered
    return model.model_copy(update=changes) if changes else model


def _render_text(model: BaseModel, name: str, text: str, lookup: Lookup) -> str:
    if name == "url" and isinstance(model, Request | HttpReads):
        return render_address(text, lookup)
    return render_pattern(text, lookup) if is_pattern(model, name) else render(text, lookup)


def is_pattern(model: BaseModel, field: str) -> bool:
    """Whether the field of this model is a regular expression."""
    if isinstance(model, VariableIs):
        return field == "value" and model.comparison == "matches"
    return field == "matches" or (isinstance(model, ExtractField) and field == "pattern")


def _render(value: Any, lookup: Lookup) -> Any:
    if isinstance(value, str):
        return render(value, lookup)
    if isinstance(value, Check):
        return _decided(render_model(value, lookup))
    if isinstance(value, BaseModel):
        return render_model(value, lookup)
    if isinstance(value, tuple):
        entries = tuple([_render(entry, lookup) for entry in value])
        return value if all(new is old for new, old in zip(entries, value, strict=True)) else entries
    if isinstance(value, dict):
        mapping = {key: _render(entry, lookup) for key, entry in value.items()}
        return value if all(mapping[key] is value[key] for key in value) else mapping
    return value


def _decided(action: Check) -> Check | Uncheck:
    if action.on is None:
        return action
    return Check(do="check") if parse_value("boolean", action.on) else Uncheck(do="uncheck")


def _render_json(value: JsonValue, lookup: Lookup) -> JsonValue:
    """JSON with its templates rendered; a text that is nothing but one reference becomes the value itself."""
    match value:
        case str():
            parts = parse(value)
            if len(parts) == 1 and isinstance(parts[0], Reference):
                return evaluate(parts[0], lookup)
            return render(value, lookup)
        case list():
            return [_render_json(entry, lookup) for entry in value]
        case dict():
            return {key: _render_json(entry, lookup) for key, entry in value.items()}
        case _:
            return value


@cache
def _rendered_fields(model: type[BaseModel]) -> tuple[str, ...]:
    plain = frozenset[str]().union(*(_PLAIN.get(base, frozenset()) for base in model.__mro__))
    return tuple(
        name
        for name, field in model.model_fields.items()
        if name not in plain and _may_hold_text(field.annotation)
    )


def _may_hold_text(annotation: Any) -> bool:
    if get_origin(annotation) is Literal:
        return False
    if annotation is JsonValue:
        return True
    if arguments := get_args(annotation):
        return any(_may_hold_text(argument) for argument in arguments)
    return annotation is str or (isinstance(annotation, type) and issubclass(annotation, BaseModel))
