"""Reading templates: a text becomes literal parts and references with their paths and filters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from handrail.errors import SopError
from handrail.sop.nearest import did_you_mean
from handrail.sop.template.filters import FILTERS, Literal, fault_of

SECRET_PREFIX: Final = "secret:"
SECRET_NAME: Final = re.compile(r"[\w./-]+")
VARIABLE_NAME: Final = re.compile(r"[^\W\d][\w-]*")

_OPENING: Final = "{{"
_LITERAL: Final = '{{ "{{" }}'
_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<end>\}\})
        | (?P<name>(?:secret:[\w./-]+)|(?:[^\W\d][\w-]*(?:\.[\w-]+)*))
        | "(?P<double>[^"]*)" | '(?P<single>[^']*)'
        | (?P<number>[+-]?\d+(?:\.\d+)?)(?![\w.])
        | (?P<mark>[|(),])
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Filter:
    """What is made of a value: `replace("a", "b")`. An argument is a text, a number or a reference."""

    name: str
    arguments: tuple[Literal | Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text where a value belongs; a secret without a variable has the name `secret:…`.

    `path` leads into a record (by name) or a list (by place, from 0).
    """

    name: str
    path: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()

    @property
    def secret(self) -> bool:
        return self.name.startswith(SECRET_PREFIX)

    @property
    def arguments(self) -> tuple[Reference, ...]:
        """The references that its filters take."""
        given = (argument for filter in self.filters for argument in filter.arguments)
        return tuple(argument for argument in given if isinstance(argument, Reference))

    @property
    def words(self) -> str:
        """The reference as it is written, without its filters."""
        return ".".join((self.name, *self.path))


Part = str | Reference


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Part, ...]:
    """The text as literal parts and references. Raises SopError with the position of a broken template."""
    parts: list[Part] = []
    literal = ""
    place = 0
    while (start := text.find(_OPENING, place)) >= 0:
        literal += text[place:start]
        reader = _Reader(text, start)
        part = reader.read()
        if isinstance(part, Reference):
            if literal:
                parts.append(literal)
            literal = ""
            parts.append(part)
        else:
            literal += part
        place = reader.place
    literal += text[place:]
    if literal:
        parts.append(literal)
    return tuple(parts)


def split_path(name: str) -> tuple[str, tuple[str, ...]]:
    """`investor.email` as the variable and the path into it; a secret's name is whole."""
    if name.startswith(SECRET_PREFIX):
        return name, ()
    variable, *path = name.split(".")
    return variable, tuple(path)


def references_in(text: str) -> Iterator[Reference]:
    """Every reference of the text in order, those in the arguments of filters too."""
    if _OPENING not in text:
        return
    for part in parse(text):
        if isinstance(part, Reference):
            yield part
            yield from part.arguments


def names_in(text: str) -> tuple[str, ...]:
    """The variables that the text refers to, in order, each once; secrets as `secret:name`."""
    return tuple(dict.fromkeys(reference.name for reference in references_in(text)))


def literal(text: str) -> str:
    """The template that renders to exactly this text: for texts taken from a page or typed by a person."""
    return text.replace(_OPENING, _LITERAL) if _OPENING in text else text


class _Reader:
    """Reads one template, from its opening braces to the closing ones; `place` is how far it came."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self.place = start + len(_OPENING)

    def read(self) -> Part:
        """What the template stands for: a reference, or the text of a literal."""
        token = self._next()
        quoted = _quoted(token)
        if quoted is not None:
            if _kind(self._next()) != "end":
                raise self._broken()
            return quoted
        if token is None or token["name"] is None:
            raise self._broken()
        name, path = split_path(token["name"])
        filters: list[Filter] = []
        while True:
            token = self._next()
            if _kind(token) == "end":
                return Reference(name, path, tuple(filters))
            if _mark(token) != "|":
                raise self._broken(within=bool(filters))
            filters.append(self._filter())

    def _filter(self) -> Filter:
        before = self.place
        token = self._next()
        if token is None or token["name"] is None:
            raise self._trouble(before, "A filter is missing after '|'")
        name = token["name"]
        at = token.start("name")
        if name not in FILTERS:
            raise self._unknown(name, at)
        arguments = self._arguments() if self._opens_arguments() else ()
        fixed = [None if isinstance(argument, Reference) else argument for argument in arguments]
        if fault := fault_of(name, fixed):
            raise self._trouble(at, f"The filter '{name}' {fault}", FILTERS[name].mend)
        return Filter(name, arguments)

    def _opens_arguments(self) -> bool:
        token = _TOKEN.match(self._text, self.place)
        if _mark(token) != "(":
            return False
        self._next()
        return True

    def _arguments(self) -> tuple[Literal | Reference, ...]:
        arguments: list[Literal | Reference] = []
        while True:
            before = self.place
            token = self._next()
            if _mark(token) == ")" and not arguments:
                return ()
            arguments.append(self._argument(token, before))
            mark = _mark(self._next())
            if mark == ")":
                return tuple(arguments)
            if mark != ",":
                raise self._trouble(
                    before, "The arguments of a filter are not closed", "Close them with ')'."
                )

    def _argument(self, token: re.Match[str] | None, before: int) -> Literal | Reference:
        if (quoted := _quoted(token)) is not None:
            return quoted
        if token is not None and token["number"] is not None:
            number = token["number"]
            return float(number) if "." in number else int(number)
        if token is not None and token["name"] is not None and not token["name"].startswith(SECRET_PREFIX):
            return Reference(*split_path(token["name"]))
        mend = 'Write a text in quotes, a number, or the name of a variable: replace("a", "b").'
        raise self._trouble(before, "An argument of a filter cannot be read", mend)

    def _next(self) -> re.Match[str] | None:
        token = _TOKEN.match(self._text, self.place)
        if token is not None:
            self.place = token.end()
        return token

    def _unknown(self, name: str, at: int) -> SopError:
        ending = did_you_mean(name, FILTERS)
        message = f"'{_shortened(name)}', at {self._where(at)}, is not a filter{ending}"
        return SopError(message, mend=f"Filters are: {', '.join(FILTERS)}.")

    def _trouble(self, at: int, what: str, mend: str | None = None) -> SopError:
        if self._text.find("}}", self._start) < 0:
            return self._broken()
        skipped = len(self._text[at:]) - len(self._text[at:].lstrip())
        return SopError(f"{what}, at {self._where(at + skipped)}.", mend=mend or _MEND)

    def _broken(self, *, within: bool = False) -> SopError:
        end = self._text.find("}}", self._start)
        where = self._where(self._start)
        if end < 0:
            message = f"The template that begins at {where} is not closed."
        elif inside := self._text[self._start + len(_OPENING) : end].strip():
            what = "a name with filters" if within or "|" in inside else "the name of a variable"
            message = f"'{_shortened(inside)}', at {where}, is not {what}."
        else:
            message = f"The template at {where} names no variable."
        return SopError(message, mend=_MEND)

    def _where(self, at: int) -> str:
        return f"character {at + 1} of '{_shortened(self._text)}'"


_MEND: Final = (
    f"Write {{{{ name }}}} or {{{{ name | filter }}}}, or {_LITERAL} for the two braces themselves."
)


def _kind(token: re.Match[str] | None) -> str | None:
    return token.lastgroup if token is not None else None


def _mark(token: re.Match[str] | None) -> str | None:
    return token["mark"] if token is not None else None


def _quoted(token: re.Match[str] | None) -> str | None:
    if token is None:
        return None
    return token["double"] if token["double"] is not None else token["single"]


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
