"""References of templates as Python: a value, the part of it, and what the filters make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from handrail.compile.exporters.writing import call, literal_text
from handrail.sop.template import Reference


class Source(NamedTuple):
    """An expression, and whether it gives a text."""

    text: str
    is_text: bool


class Values(Protocol):
    """What an expression is made with."""

    def value(self, name: str) -> str:
        """A variable, or a part of one, in source form."""
        ...

    def is_text(self, name: str) -> bool:
        """Whether the variable is a text."""
        ...

    def need(self, helper: str) -> str:
        """Use a helper of the script."""
        ...

    def lose_template(self, words: str) -> None:
        """Say that a template cannot be expressed."""
        ...


def evaluated(values: Values, part: Reference) -> Source:
    """The reference as an expression; where a script does not know a filter, it asks the person at it."""
    name = ".".join((part.name, *part.path))
    source = Source(values.value(name), values.is_text(part.name) and (not part.path or part.name == "run"))
    for filter in part.filters:
        make = _FILTERS.get(filter.name)
        if make is None:
            words = f"{part.words} | {filter.name}"
            values.lose_template(words)
            return Source(call(values.need("ask"), literal_text(f"What is {words}?")), True)
        source = make(values, source, [_argument(values, argument) for argument in filter.arguments])
    return source


def _argument(values: Values, argument: str | int | float | Reference) -> str:
    if isinstance(argument, Reference):
        return evaluated(values, argument).text
    return literal_text(argument) if isinstance(argument, str) else repr(argument)


def _text(values: Values, source: Source) -> str:
    return source.text if source.is_text else f"{values.need('text_of')}({source.text})"


_Make = Callable[[Values, Source, list[str]], Source]


def _method(name: str) -> _Make:
    def make(values: Values, source: Source, arguments: list[str]) -> Source:
        return Source(call(f"{_text(values, source)}.{name}", *arguments), True)

    return make


def _helper(name: str, *, gives_text: bool = True) -> _Make:
    def make(values: Values, source: Source, arguments: list[str]) -> Source:
        return Source(call(values.need(name), _text(values, source), *arguments), gives_text)

    return make


def _regex(values: Values, source: Source, arguments: list[str]) -> Source:
    return Source(call(values.need("search"), *arguments, _text(values, source)), True)


def _default(values: Values, source: Source, arguments: list[str]) -> Source:
    if source.is_text and arguments[0].startswith('"'):
        return Source(f"({source.text} or {arguments[0]})", True)
    return Source(call(values.need("or_else"), source.text, *arguments), False)


def _capitalize(values: Values, source: Source, arguments: list[str]) -> Source:
    return Source(f"({source.text}[:1].upper() + {source.text}[1:])", True)


def _plus(values: Values, source: Source, arguments: list[str]) -> Source:
    return Source(f"({call(values.need('number'), source.text)} + {arguments[0]})", False)


def _length(values: Values, source: Source, arguments: list[str]) -> Source:
    return Source(f"len({source.text})", False)


def _join(values: Values, source: Source, arguments: list[str]) -> Source:
    between = arguments[0] if arguments else literal_text(", ")
    return Source(f"{between}.join(map({values.need('text_of')}, {source.text}))", True)


def _entry(place: str) -> _Make:
    def make(values: Values, source: Source, arguments: list[str]) -> Source:
        return Source(f"{source.text}[{place}]", False)

    return make


_FILTERS: Final[dict[str, _Make]] = {
    "trim": _method("strip"),
    "lower": _method("lower"),
    "upper": _method("upper"),
    "capitalize": _capitalize,
    "plus": _plus,
    "replace": _method("replace"),
    "title": _helper("title_case"),
    "regex": _regex,
    "number": _helper("number", gives_text=False),
    "date": _helper("date_as"),
    "days": _helper("days_from"),
    "default": _default,
    "length": _length,
    "join": _join,
    "first": _entry("0"),
    "last": _entry("-1"),
}
