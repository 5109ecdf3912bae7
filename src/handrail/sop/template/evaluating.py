"""What a reference comes to: its variable, the part that its path leads to, what the filters make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.sop.nearest import did_you_mean
from handrail.sop.numbers import given_number
from handrail.sop.template.filters import FILTERS, Literal, Nothing, fault_of
from handrail.sop.template.hiding import Hidden, Secret
from handrail.sop.template.parsing import Filter, Reference, split_path
from handrail.sop.values import text_of

Lookup = Callable[[str], JsonValue]
"""Gives the value of a variable; an undefined one is a `VariableError` (or a `KeyError`, as a dict gives)."""


def evaluate(reference: Reference, lookup: Lookup) -> JsonValue:
    """The value of a reference. Raises VariableError where it has none, or where a filter cannot take it."""
    value: JsonValue | Nothing
    try:
        value = _start(reference, lookup)
    except Nothing as nothing:
        value = nothing
    for filter in reference.filters:
        value = _apply(filter, value, reference, lookup)
        if isinstance(value, Hidden):
            return value
    if isinstance(value, Nothing):
        raise value
    return value


def value_of(name: str, lookup: Lookup) -> JsonValue:
    """The value of a name with or without a path, as `investor.email`. Raises as `evaluate` does."""
    return _start(Reference(*split_path(name)), lookup)


def value_at(value: JsonValue, path: Sequence[str], name: str) -> JsonValue:
    """The part of a value that the path leads to; `name` is for messages. Raises VariableError for none."""
    for place, key in enumerate(path):
        so_far = ".".join((name, *path[:place]))
        match value:
            case dict() if key in value:
                value = value[key]
            case list() if key.isdecimal() and int(key) < len(value):
                value = value[int(key)]
            case dict():
                raise Nothing(
                    f"'{so_far}' has no '{key}'{did_you_mean(key, value)}", mend=f"It has: {_listed(value)}."
                )
            case list():
                count = "one entry" if len(value) == 1 else f"{len(value)} entries"
                raise Nothing(
                    f"'{so_far}' is a list of {count}, and has no '{key}'.",
                    mend="Entries are counted from 0; 'last' gives the last one.",
                )
            case None:
                raise Nothing(f"'{so_far}' is empty, and has no '{key}'.", mend="Give it a default.")
            case _:
                raise VariableError(
                    f"'{so_far}' is neither record nor list, and has no '{key}'.",
                    mend=f"Write {{{{ {so_far} }}}}.",
                )
    return value


def _start(reference: Reference, lookup: Lookup) -> JsonValue:
    try:
        value = lookup(reference.name)
    except KeyError:
        mend = f"Give it with -v {reference.name}=…, or declare it."
        raise Nothing(f"The variable '{reference.name}' has no value.", mend=mend) from None
    except VariableError as error:
        raise Nothing(error.message, place=error.place, mend=error.mend) from None
    if isinstance(value, Hidden) or not reference.path:
        return value
    return value_at(value, reference.path, reference.name)


def _apply(
    filter: Filter, value: JsonValue | Nothing, reference: Reference, lookup: Lookup
) -> JsonValue | Nothing:
    """What the filter makes of the value; of nothing, `default` alone makes something."""
    if isinstance(value, Nothing):
        if filter.name != "default":
            return value
        value = None
    if isinstance(value, Hidden):
        return value
    arguments = [_argument(filter, argument, lookup) for argument in filter.arguments]
    hidden = next((argument for argument in arguments if isinstance(argument, Hidden)), None)
    if hidden is not None:
        return hidden
    secret = any(isinstance(part, Secret) for part in (value, *arguments))
    try:
        if fault := fault_of(filter.name, arguments):
            raise VariableError(f"It {fault}.", mend=FILTERS[filter.name].mend)
        made = FILTERS[filter.name].apply(value, *arguments)
    except Nothing as nothing:
        return nothing
    except VariableError as error:
        _fail(filter, reference, error, secret=secret)
    return Secret(made) if secret and isinstance(made, str) else made


def _argument(filter: Filter, argument: Literal | Reference, lookup: Lookup) -> JsonValue:
    """What stands in an argument; the value of a name as the filter takes it, which is mostly a text."""
    if not isinstance(argument, Reference):
        return argument
    value = evaluate(argument, lookup)
    if filter.name == "default" or isinstance(value, Secret | Hidden):
        return value
    if isinstance(value, list | dict):
        message = f"'{argument.words}' is a list or a record, which the filter '{filter.name}' does not take."
        raise VariableError(message, mend="Name a part of it.")
    text = text_of(value)
    number = given_number(text) if filter.name == "days" else None
    return text if number is None else number


def _fail(filter: Filter, reference: Reference, error: VariableError, *, secret: bool) -> NoReturn:
    where = f"the filter '{filter.name}' of '{reference.words}'"
    if secret:
        # The message may quote the value.
        raise VariableError(f"A secret does not suit {where}.", mend=FILTERS[filter.name].mend) from None
    raise VariableError(f"{error.message[:-1]}, in {where}.", mend=error.mend) from None


def _listed(record: dict[str, JsonValue]) -> str:
    return ", ".join(record) or "nothing"
