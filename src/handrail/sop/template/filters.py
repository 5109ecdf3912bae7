"""The filters of templates: what each makes of a value, and what arguments it takes.

A filter is a function of values alone. An empty text stays empty in filters that read a number or a date
out of it, so that `default` may come last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.sop.dates import format_fault, input_format_fault, read_date, read_date_as, write_date
from handrail.sop.numbers import read_number
from handrail.sop.template.pattern import PatternError, compiled
from handrail.sop.values import text_of

Literal = str | int | float


class Nothing(VariableError):
    """A value that is not there; `default` gives another in its place."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a filter: what it must be, and how to tell when it is not."""

    check: Callable[[Any], str | None]
    required: bool = True


@dataclass(frozen=True, slots=True)
class FilterKind:
    """A filter: its function, its arguments, and how it is written."""

    apply: Callable[..., JsonValue]
    parameters: tuple[Parameter, ...]
    example: str

    @property
    def mend(self) -> str:
        return f"Write for example {{{{ {self.example} }}}}."


def fault_of(name: str, arguments: Sequence[Literal | JsonValue | None]) -> str | None:
    """What is wrong with a filter's arguments, as the end of a sentence; None stands for one not known."""
    parameters = FILTERS[name].parameters
    required = sum(parameter.required for parameter in parameters)
    if not required <= len(arguments) <= len(parameters):
        wanted = f"{required} to {len(parameters)}" if required < len(parameters) else f"{required}"
        plural = "" if wanted == "1" else "s"
        return f"takes {wanted if wanted != '0' else 'no'} argument{plural}, and has {len(arguments)}"
    for parameter, argument in zip(parameters, arguments, strict=False):
        if argument is not None and (fault := parameter.check(argument)):
            return fault
    return None


def _trim(value: JsonValue) -> JsonValue:
    return _text(value).strip()


def _lower(value: JsonValue) -> JsonValue:
    return _text(value).lower()


def _upper(value: JsonValue) -> JsonValue:
    return _text(value).upper()


def _title(value: JsonValue) -> JsonValue:
    """The first letter of each word as a capital, the others as they are: McCoy stays McCoy."""
    return re.sub(r"(?<![\w'’])\w", lambda letter: letter[0].upper(), _text(value))


def _capitalize(value: JsonValue) -> JsonValue:
    """The first letter as a capital, the others as they are."""
    text = _text(value)
    return text[:1].upper() + text[1:]


def _plus(value: JsonValue, more: int | float) -> JsonValue:
    number = _number(value)
    if not isinstance(number, int | float) or isinstance(number, bool):
        raise VariableError("An empty text is no number to add to.", mend="Begin with default(0).")
    return number + more


def _replace(value: JsonValue, old: str, new: str) -> JsonValue:
    return _text(value).replace(str(old), str(new))


def _regex(value: JsonValue, pattern: str) -> JsonValue:
    try:
        return compiled(pattern).find(_text(value))
    except PatternError as error:
        raise VariableError(f"The pattern '{pattern}' {error}.") from None


def _number(value: JsonValue, decimal: str | None = None) -> JsonValue:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = _text(value)
    return read_number(text, decimal) if text.strip() else ""


def _date(value: JsonValue, form: str = "%Y-%m-%d", reading: str | None = None) -> JsonValue:
    text = _text(value)
    if not text.strip():
        return ""
    return write_date(read_date(text) if reading is None else read_date_as(text, reading), form)


def _days(value: JsonValue, count: int) -> JsonValue:
    text = _text(value)
    if not text.strip():
        return ""
    moment = read_date(text)
    try:
        return (moment + timedelta(days=count)).isoformat()
    except OverflowError:
        raise VariableError(f"There is no date {count} days from '{text}'.") from None


def _default(value: JsonValue, other: JsonValue) -> JsonValue:
    return other if value is None or value == "" else value


def _length(value: JsonValue) -> JsonValue:
    if isinstance(value, list | dict | str):
        return len(value)
    raise VariableError(f"{_kind(value)} has no length.", mend="Use 'length' for a list or a text.")


def _join(value: JsonValue, between: str = ", ") -> JsonValue:
    return str(between).join(text_of(entry) for entry in _list(value, "join"))


def _first(value: JsonValue) -> JsonValue:
    if entries := _list(value, "first"):
        return entries[0]
    raise Nothing("The list is empty, and has no first entry.", mend=_OR_DEFAULT)


def _last(value: JsonValue) -> JsonValue:
    if entries := _list(value, "last"):
        return entries[-1]
    raise Nothing("The list is empty, and has no last entry.", mend=_OR_DEFAULT)


_OR_DEFAULT: Final = 'Say what to take then: default("…").'


def _text(value: JsonValue) -> str:
    if isinstance(value, list | dict):
        mend = "Take a part of it, or make it a text with 'join', 'first' or 'last'."
        raise VariableError(f"{_kind(value)} is no text.", mend=mend)
    return text_of(value)


def _list(value: JsonValue, name: str) -> list[JsonValue]:
    if isinstance(value, list):
        return value
    raise VariableError(f"{_kind(value)} is no list.", mend=f"Use '{name}' for a list.")


def _kind(value: JsonValue) -> str:
    match value:
        case None:
            return "Nothing"
        case list():
            return "A list"
        case dict():
            return "A record"
        case bool():
            return "True or false"
        case int() | float():
            return "A number"
        case _:
            return "A text"


def _any(value: object) -> str | None:
    return None


def _a_text(value: object) -> str | None:
    return None if isinstance(value, str) else "takes a text in quotes"


def _old_text(value: object) -> str | None:
    return "needs the text that it replaces" if value == "" else _a_text(value)


def _a_whole_number(value: object) -> str | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return None if whole else "takes a whole number"


def _a_number(value: object) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if number else "takes a number"


def _a_decimal_mark(value: object) -> str | None:
    return None if value in (".", ",") else 'takes "." or "," as the decimal mark'


def _a_pattern(value: object) -> str | None:
    if not isinstance(value, str):
        return "takes a pattern in quotes"
    try:
        compiled(value)
    except PatternError as error:
        return f"has a broken pattern: it {error}"
    return None


def _a_format(value: object) -> str | None:
    return format_fault(value) if isinstance(value, str) else "takes a date's format in quotes"


def _an_input_format(value: object) -> str | None:
    return input_format_fault(value) if isinstance(value, str) else "takes a date's format in quotes"


FILTERS: Final[dict[str, FilterKind]] = {
    "trim": FilterKind(_trim, (), "name | trim"),
    "lower": FilterKind(_lower, (), "name | lower"),
    "upper": FilterKind(_upper, (), "name | upper"),
    "title": FilterKind(_title, (), "name | title"),
    "capitalize": FilterKind(_capitalize, (), "stage | capitalize"),
    "plus": FilterKind(_plus, (Parameter(_a_number),), "count | plus(1)"),
    "replace": FilterKind(_replace, (Parameter(_old_text), Parameter(_a_text)), 'phone | replace(" ", "")'),
    "regex": FilterKind(_regex, (Parameter(_a_pattern),), 'email | regex("@(.+)$")'),
    "number": FilterKind(_number, (Parameter(_a_decimal_mark, required=False),), "amount | number"),
    "date": FilterKind(
        _date,
        (Parameter(_a_format, required=False), Parameter(_an_input_format, required=False)),
        'due | date("%d %b %Y")',
    ),
    "days": FilterKind(_days, (Parameter(_a_whole_number),), "due | days(+7)"),
    "default": FilterKind(_default, (Parameter(_any),), 'phone | default("–")'),
    "length": FilterKind(_length, (), "mails | length"),
    "join": FilterKind(_join, (Parameter(_a_text, required=False),), 'tags | join(", ")'),
    "first": FilterKind(_first, (), "mails | first"),
    "last": FilterKind(_last, (), "mails | last"),
}
"""Every filter by its name."""
