"""From pydantic's errors to problems in words: one clear sentence for each place that is wrong."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from handrail.errors import Problem
from handrail.sop.document import Sop
from handrail.sop.nearest import did_you_mean, nearest
from handrail.sop.place import place_of
from handrail.sop.template import FieldPath

_KINDS: Final = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
    "model_attributes": "an object",
}

_MENDS: Final = {"text": 'Write it in quotes: "…".', "a list": "Write it in brackets: […]."}

_PATTERNS: Final = {
    r"^[a-z][a-z0-9_-]*$": "an id: a lower-case letter, then lower-case letters, digits, '-' and '_'",
    r"^[a-z0-9][a-z0-9_-]*$": "an id: lower-case letters, digits, '-' and '_'",
}


class _Spot(NamedTuple):
    """What pydantic's location stands for: the path in the document, and the model that it ends in."""

    path: FieldPath
    model: type[BaseModel] | None


def problems_of(error: ValidationError, document: object) -> tuple[Problem, ...]:
    """Every problem of a document that does not fit the SOP's models, each place once."""
    found: dict[tuple[str, str], Problem] = {}
    for details in error.errors(include_url=False):
        spot = _spot(details["loc"])
        problem = _problem(details, spot, document)
        found.setdefault((problem.place, problem.message), problem)
    return tuple(found.values())


def _problem(details: ErrorDetails, spot: _Spot, document: object) -> Problem:
    kind = details["type"]
    if kind in ("extra_forbidden", "missing"):
        *path, name = spot.path
        place = place_of(document, tuple(path))
        if kind == "missing":
            return _about(place, str(name), "missing-field", f"field '{name}' is missing.", f"Add '{name}'.")
        known = _field_names(spot.model)
        message = f"field '{name}' is not known{did_you_mean(str(name), known)}"
        mend = None if nearest(str(name), known) else "Take it out."
        return _about(place, str(name), "unknown-field", message, mend)
    code, message, mend = _misfit(details)
    words, node, field = place_of(document, spot.path)
    return Problem("error", code, message, words, node, field, mend)


def _about(
    place: tuple[str, str | None, str | None], name: str, code: str, message: str, mend: str | None
) -> Problem:
    words, node, field = place
    return Problem("error", code, message, words, node, f"{field}.{name}" if field else name, mend)


def _misfit(details: ErrorDetails) -> tuple[str, str, str | None]:
    """Code, sentence and mend for a value that does not fit its field."""
    kind, context, value = details["type"], details.get("ctx", {}), details["input"]
    match kind:
        case "union_tag_not_found":
            field = _bare(context["discriminator"])
            return "missing-field", f"field '{field}' is missing, which says what this is.", f"Add '{field}'."
        case "union_tag_invalid":
            return _unknown_kind(context)
        case "literal_error" | "enum":
            choices = context["expected"]
            return "unknown-value", f"{_shown(value)} is not one of {choices}.", None
        case "string_pattern_mismatch":
            form = _PATTERNS.get(context["pattern"], f"of the form {context['pattern']}")
            return "bad-value", f"{_shown(value)} is not {form}.", None
        case "greater_than":
            return "bad-value", f"should be more than {context['gt']:g}, and is {_shown(value)}.", None
        case "greater_than_equal":
            return "bad-value", f"should be at least {context['ge']:g}, and is {_shown(value)}.", None
        case "less_than_equal":
            return "bad-value", f"should be at most {context['le']:g}, and is {_shown(value)}.", None
        case "string_too_long":
            return "bad-value", f"should have at most {context['max_length']} characters.", None
        case "too_short":
            return "bad-value", f"should have at least {context['min_length']} entries.", None
        case "too_long":
            return "bad-value", f"should have at most {context['max_length']} entries.", None
    if wanted := _KINDS.get(kind.rpartition("_")[0]):
        return "wrong-type", f"should be {wanted}, and is {_shown(value)}.", _MENDS.get(wanted)
    return "bad-value", f"does not fit: {details['msg'][:1].lower()}{details['msg'][1:]}.", None


def _unknown_kind(context: dict[str, Any]) -> tuple[str, str, str | None]:
    field, tag = _bare(context["discriminator"]), context["tag"]
    known = [_bare(name) for name in context["expected_tags"].split(", ")]
    mend = None if nearest(tag, known) else f"Known are: {', '.join(known)}."
    return "unknown-value", f"'{tag}' is not a known '{field}'{did_you_mean(tag, known)}", mend


def _bare(name: str) -> str:
    return name.strip("'")


def _shown(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{value if len(value) <= 60 else value[:59] + '…'}'"
        case int() | float():
            return f"the number {value:g}" if abs(value) < 1e6 else "a large number"
        case list() | tuple():
            return "a list"
        case _:
            return "an object"


def _field_names(model: type[BaseModel] | None) -> list[str]:
    if model is None:
        return []
    return [field.alias or name for name, field in model.model_fields.items()]


def _spot(location: tuple[int | str, ...]) -> _Spot:
    """Follow a location through the models; what is no field, place or key there names a kind of thing."""
    path: list[str | int] = []
    annotation: Any = Sop
    model: type[BaseModel] | None = Sop
    for key in location:
        members = _members(annotation)
        models = [member for member in members if isinstance(member, type) and issubclass(member, BaseModel)]
        chosen = [candidate for candidate in models if isinstance(key, str) and _stands_for(candidate, key)]
        if len(models) > 1 and chosen:
            annotation = model = chosen[0]
            continue
        inner = _inner(members, models, key)
        if inner is None and not (isinstance(key, str) and len(models) == 1):
            continue
        model = models[0] if len(models) == 1 else None
        path.append(key)
        annotation = inner
    return _Spot(tuple(path), model)


def _inner(members: list[Any], models: list[type[BaseModel]], key: str | int) -> Any:
    """The annotation of what stands at the key; none where the key leads nowhere."""
    for member in members:
        arguments = get_args(member)
        if get_origin(member) is tuple and isinstance(key, int):
            return arguments[0 if arguments[-1] is Ellipsis else min(key, len(arguments) - 1)]
        if get_origin(member) is dict and isinstance(key, str):
            return arguments[1]
    if len(models) == 1:
        for name, field in models[0].model_fields.items():
            if key in (name, field.alias):
                return field.annotation
    return None


def _members(annotation: Any) -> list[Any]:
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [member for argument in get_args(annotation) for member in _members(argument)]
    return [] if annotation is NoneType else [annotation]


def _stands_for(model: type[BaseModel], tag: str) -> bool:
    """Whether the tag is the one by which a union tells this model from its others."""
    return any(
        get_origin(field.annotation) is Literal and get_args(field.annotation) == (tag,)
        for field in model.model_fields.values()
    )
