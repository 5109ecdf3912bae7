"""Reading a regular expression: the part of the language that Python's and a browser's have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


class PatternError(ValueError):
    """Why a text is no pattern, as the end of a sentence that begins with it."""


@dataclass(frozen=True, slots=True)
class One:
    """One character: of these, of these ranges, or of these kinds (`d`, `w`, `s`, and capitals for not)."""

    characters: frozenset[str] = frozenset()
    ranges: tuple[tuple[str, str], ...] = ()
    kinds: str = ""
    negated: bool = False
    any_case: bool = False

    def fits(self, character: str) -> bool:
        """Whether the character is one of those."""
        if self._has(character):
            return not self.negated
        if self.any_case and (self._has(character.lower()) or self._has(character.upper())):
            return not self.negated
        return self.negated

    def _has(self, character: str) -> bool:
        return (
            character in self.characters
            or any(first <= character <= last for first, last in self.ranges)
            or any(_is(kind, character) for kind in self.kinds)
        )


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place rather than a character: `^`, `$`, `b` (the edge of a word), `B`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part after the other."""

    parts: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the branches, the first that leads to a match."""

    branches: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The part again and again, as often as possible, or (`lazy`) as seldom."""

    inner: Syntax
    least: int
    most: int | None
    lazy: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A part whose text is kept; groups are numbered from 1."""

    inner: Syntax
    number: int


Syntax = One | Assertion | Sequence | Choice | Repeat | Group

_COUNT: Final = re.compile(r"\{(\d{1,3})(,(\d{1,3})?)?\}")
_NAMED: Final = re.compile(r"\?P?<[^\W\d]\w*>")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_HEXADECIMAL: Final = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})")
_DEEPEST: Final = 50


def read_pattern(source: str) -> Syntax:
    """The syntax of a pattern; `(?i)` at its beginning takes capitals and small letters alike.

    Raises PatternError for what is broken or not part of this language.
    """
    any_case = source.startswith("(?i)")
    return _Reader(source, 4 if any_case else 0, any_case).read()


class _Reader:
    def __init__(self, source: str, place: int, any_case: bool) -> None:
        self._source = source
        self._place = place
        self._any_case = any_case
        self._groups = 0
        self._depth = 0

    def read(self) -> Syntax:
        syntax = self._choice()
        if self._place < len(self._source):
            raise self._error("closes a group with ')' that is not open")
        return syntax

    def _choice(self) -> Syntax:
        branches = [self._sequence()]
        while self._take("|"):
            branches.append(self._sequence())
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def _sequence(self) -> Syntax:
        parts: list[Syntax] = []
        while self._place < len(self._source) and self._source[self._place] not in "|)":
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _repeated(self) -> Syntax:
        atom = self._atom()
        bounds = self._bounds()
        if bounds is None:
            return atom
        if isinstance(atom, Assertion):
            raise self._error("repeats a place, which is no character")
        least, most = bounds
        if most is not None and least > most:
            raise self._error("asks for more at least than at most")
        lazy = self._take("?")
        if self._place < len(self._source) and (
            self._source[self._place] == "+" or self._bounds() is not None
        ):
            raise self._error("repeats a repeat")
        return Repeat(atom, least, most, lazy)

    def _bounds(self) -> tuple[int, int | None] | None:
        for mark, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(mark):
                return bounds
        if count := _COUNT.match(self._source, self._place):
            self._place = count.end()
            least = int(count[1])
            return least, least if count[2] is None else int(count[3]) if count[3] else None
        return None

    def _atom(self) -> Syntax:
        character = self._source[self._place]
        self._place += 1
        match character:
            case "(":
                return self._group()
            case "[":
                return self._class()
            case ".":
                return One(frozenset("\n"), negated=True)
            case "^" | "$":
                return Assertion(character)
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                raise self._error(f"has nothing that '{character}' could repeat")
            case "{" if _COUNT.match(self._source, self._place - 1):
                raise self._error("has nothing that '{' could repeat")
            case _:
                return self._one(character)

    def _group(self) -> Syntax:
        keeps = True
        if self._take("?:"):
            keeps = False
        elif named := _NAMED.match(self._source, self._place):
            self._place = named.end()
        elif self._source.startswith("?", self._place):
            raise self._error("looks around or sets something with '(?', which this language does not have")
        number = 0
        if keeps:
            self._groups += 1
            number = self._groups
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._error("has too many groups in groups")
        inner = self._choice()
        self._depth -= 1
        if not self._take(")"):
            raise self._error("does not close a group")
        return Group(inner, number) if keeps else inner

    def _escape(self) -> Syntax:
        if self._place >= len(self._source):
            raise self._error("ends with '\\'")
        if self._source[self._place] in "bB":
            self._place += 1
            return Assertion(self._source[self._place - 1])
        escaped = self._escaped()
        return One(kinds=escaped[1]) if len(escaped) == 2 else self._one(escaped)

    def _escaped(self) -> str:
        """The character that stands after a backslash, or a backslash and a kind."""
        if number := _HEXADECIMAL.match(self._source, self._place):
            self._place = number.end()
            return chr(int(number[1] or number[2], 16))
        character = self._source[self._place]
        self._place += 1
        if character in "dDwWsS":
            return f"\\{character}"
        if character in _ESCAPES:
            return _ESCAPES[character]
        if character.isdecimal():
            raise self._error("refers back to a group, which this language does not have")
        if character.isalnum():
            raise self._error(f"does not know '\\{character}'")
        return character

    def _class(self) -> Syntax:
        negated = self._take("^")
        characters: set[str] = set()
        ranges: list[tuple[str, str]] = []
        kinds = ""
        first = True
        while not (self._peek() == "]" and not first):
            first = False
            begin = self._member()
            if len(begin) == 2:
                kinds += begin[1]
            elif self._peek() == "-" and self._source[self._place + 1 : self._place + 2] not in ("]", ""):
                self._place += 1
                end = self._member()
                if len(end) == 2 or end < begin:
                    raise self._error("has a range that goes backwards")
                ranges.append((begin, end))
            else:
                characters.add(begin)
        self._place += 1
        return One(frozenset(characters), tuple(ranges), kinds, negated, self._any_case)

    def _member(self) -> str:
        character = self._peek()
        self._place += 1
        if character != "\\":
            return character
        self._peek()
        if self._take("b"):
            return "\b"
        return self._escaped()

    def _peek(self) -> str:
        if self._place >= len(self._source):
            raise self._error("does not close a class with ']'")
        return self._source[self._place]

    def _one(self, character: str) -> One:
        return One(frozenset(character), any_case=self._any_case)

    def _take(self, text: str) -> bool:
        if self._source.startswith(text, self._place):
            self._place += len(text)
            return True
        return False

    def _error(self, what: str) -> PatternError:
        return PatternError(f"{what} (character {max(self._place, 1)})")


def _is(kind: str, character: str) -> bool:
    match kind.lower():
        case "d":
            found = character.isdecimal()
        case "w":
            found = character.isalnum() or character == "_"
        case _:
            found = character.isspace()
    return found is kind.islower()
