"""`{{ name }}` templates in the strings of an SOP: parsing, rendering, and finding them in a model.

`{{ name }}` stands for a variable, `{{ secret:name }}` for a secret that no variable declares, and
`{{ "{{" }}` for the two braces themselves. Where a value comes from is the caller's affair: rendering asks
a look-up for it, with `secret:name` as the name of a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, JsonValue

from handrail.errors import SopError, VariableError
from handrail.sop.action import Copy, Download, Request, SwitchTab
from handrail.sop.condition import MailReads, SqlReads, VariableIs
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

Lookup = Callable[[str], str]
"""Gives the value of a name; an undefined one is a `VariableError` (or a `KeyError`, as a dict gives)."""

FieldPath = tuple[str | int, ...]
"""Where a value stands in a model: field names, list places, and keys of mappings."""

SECRET_PREFIX: Final = "secret:"
SECRET_NAME: Final = re.compile(r"[\w./-]+")
VARIABLE_NAME: Final = re.compile(r"[^\W\d][\w-]*")

M = TypeVar("M", bound=BaseModel)

_OPENING: Final = "{{"
_LITERAL: Final = '{{ "{{" }}'
_INSIDE: Final = re.compile(
    r"""\s*(?:
        (?P<name>(?:secret:[\w./-]+)|(?:[^\W\d][\w-]*(?:\.[\w-]+)*))
        | "(?P<double>[^"]*)" | '(?P<single>[^']*)'
    )\s*\}\}""",
    re.VERBOSE,
)

_PATTERN_SYNTAX: Final = re.compile(r"[\^$\\.*+?()\[\]{}|/]")
"""What both Python's and a browser's regular expressions let one escape; `re.escape` goes further."""

_PROSE: Final = frozenset({"label", "intent", "context", "risk", "effect_reason"})

_PLAIN: Final[dict[type[BaseModel], frozenset[str]]] = {
    _NodeBase: frozenset({"id", "compensation"}) | _PROSE,
    Task: frozenset({"page", "opens"}),
    Extract: frozenset({"page", "into"}),
    ExtractField: frozenset({"name"}),
    Decision: frozenset({"outcomes", "default", "evidence"}),
    Loop: frozenset({"variable", "item"}),
    Generate: frozenset({"inputs", "into"}),
    Explore: frozenset({"page", "actions", "domains"}),
    Human: frozenset({"into"}),
    SwitchTab: frozenset({"page"}),
    Download: frozenset({"into"}),
    Copy: frozenset({"into"}),
    Request: frozenset({"into"}),
    VariableIs: frozenset({"name"}),
    SqlReads: frozenset({"database", "query"}),
    MailReads: frozenset({"mailbox"}),
    StartPage: frozenset({"name"}),
    Environment: frozenset({"domains", "sign_in"}),
    Sop: frozenset({"meta", "triggers", "variables", "clarifications", "edges"}),
}
"""Fields that hold no template: the SOP's own names, and prose for people. They count for subclasses too."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text where a value belongs; a secret without a variable has the name `secret:…`."""

    name: str

    @property
    def secret(self) -> bool:
        return self.name.startswith(SECRET_PREFIX)


Part = str | Reference


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Part, ...]:
    """The text as literal parts and references. Raises SopError with the position of a broken template."""
    parts: list[Part] = []
    literal = ""
    place = 0
    while (start := text.find(_OPENING, place)) >= 0:
        literal += text[place:start]
        inside = _INSIDE.match(text, start + len(_OPENING))
        if inside is None:
            raise _broken(text, start)
        if (name := inside["name"]) is not None:
            if literal:
                parts.append(literal)
            literal = ""
            parts.append(Reference(name))
        else:
            literal += inside["double"] if inside["double"] is not None else inside["single"]
        place = inside.end()
    literal += text[place:]
    if literal:
        parts.append(literal)
    return tuple(parts)


def _broken(text: str, start: int) -> SopError:
    where = f"character {start + 1} of '{_shortened(text)}'"
    end = text.find("}}", start)
    if end < 0:
        message = f"The template that begins at {where} is not closed."
    elif inside := text[start + len(_OPENING) : end].strip():
        message = f"'{_shortened(inside)}', at {where}, is not the name of a variable."
    else:
        message = f"The template at {where} names no variable."
    return SopError(message, mend=f"Write {{{{ name }}}}, or {_LITERAL} for the two braces themselves.")


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def names_in(text: str) -> tuple[str, ...]:
    """The names that the text refers to, in order, each once; secrets as `secret:name`."""
    if _OPENING not in text:
        return ()
    return tuple(dict.fromkeys(part.name for part in parse(text) if isinstance(part, Reference)))


def render(text: str, lookup: Lookup) -> str:
    """The text with every reference replaced by its value.

    Raises VariableError for an undefined name, SopError for a broken template. A value is put in as it is:
    braces in it are not read again.
    """
    if _OPENING not in text:
        return text
    return "".join(part if isinstance(part, str) else _value(part.name, lookup) for part in parse(text))


def render_pattern(text: str, lookup: Lookup) -> str:
    """Like `render`, for a regular expression: the values stand for themselves in it."""
    return render(text, lambda name: _PATTERN_SYNTAX.sub(r"\\\g<0>", _value(name, lookup)))


def _value(name: str, lookup: Lookup) -> str:
    try:
        return lookup(name)
    except KeyError:
        raise VariableError(
            f"The variable '{name}' has no value.", mend=f"Give it with -v {name}=…, or declare it."
        ) from None


def literal(text: str) -> str:
    """The template that renders to exactly this text: for texts taken from a page or typed by a person."""
    return text.replace(_OPENING, _LITERAL) if _OPENING in text else text


def secret_reference(name: str) -> str:
    """The visible text that stands for a secret wherever people or journals see it."""
    return f"{{{{ {SECRET_PREFIX}{name.removeprefix(SECRET_PREFIX)} }}}}"


def shown(lookup: Lookup, is_secret: Callable[[str], bool]) -> Lookup:
    """A look-up for journals and displays: secrets are given as references and never looked up."""

    def look(name: str) -> str:
        if name.startswith(SECRET_PREFIX) or is_secret(name):
            return secret_reference(name)
        return lookup(name)

    return look


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

    Serves nodes, actions, targets with their locators, and conditions. Raises as `render` does.
    """
    changes: dict[str, Any] = {}
    for name in _rendered_fields(type(model)):
        value = getattr(model, name)
        if not value:
            continue
        if isinstance(value, str):
            if _OPENING in value:
                changes[name] = _render_text(model, name, value, lookup)
            continue
        rendered = _render(value, lookup)
        if rendered is not value:
            changes[name] = rendered
    return model.model_copy(update=changes) if changes else model


def _render_text(model: BaseModel, name: str, text: str, lookup: Lookup) -> str:
    return render_pattern(text, lookup) if is_pattern(model, name) else render(text, lookup)


def is_pattern(model: BaseModel, field: str) -> bool:
    """Whether the field of this model is a regular expression."""
    if isinstance(model, VariableIs):
        return field == "value" and model.comparison == "matches"
    return field == "matches"


def _render(value: Any, lookup: Lookup) -> Any:
    if isinstance(value, str):
        return render(value, lookup)
    if isinstance(value, BaseModel):
        return render_model(value, lookup)
    if isinstance(value, tuple):
        entries = tuple([_render(entry, lookup) for entry in value])
        return value if all(new is old for new, old in zip(entries, value, strict=True)) else entries
    if isinstance(value, list):
        return [_render(entry, lookup) for entry in value]
    if isinstance(value, dict):
        mapping = {key: _render(entry, lookup) for key, entry in value.items()}
        return value if all(mapping[key] is value[key] for key in value) else mapping
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
