"""Regular expressions whose time grows with the text alone, for filters that run on what strangers wrote.

Python's own matcher goes back and tries again, so that one long mail can keep a well-meant pattern busy for
hours. Here all possibilities go through the text side by side, once (R. Cox, "Regular Expression Matching:
the Virtual Machine Approach", 2009). What that cannot do, references back and looking around, is refused.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from handrail.sop.template.pattern_syntax import (
    Assertion,
    Choice,
    Group,
    One,
    PatternError,
    Repeat,
    Sequence,
    Syntax,
    read_pattern,
)

__all__ = ["Pattern", "PatternError", "compiled"]

_LARGEST: Final = 1_000
_MOST_STEPS: Final = 5_000_000


class _Step(NamedTuple):
    """One instruction. `one` reads a character; `ways` are where to go on, the preferred first."""

    one: One | None = None
    ways: tuple[int, ...] = ()
    keeps: int | None = None
    assertion: str | None = None


_Kept = tuple[int, int, int]
"""Where the match began, and where its first group begins and ends; -1 where it has none yet."""


class Pattern:
    """A pattern that is ready to be searched for."""

    def __init__(self, source: str, *, lines: bool = False) -> None:
        self._lines = lines
        self._steps: list[_Step] = []
        syntax = read_pattern(source)
        self._has_group = _holds_group(syntax)
        self._write(syntax)
        self._end = len(self._steps)
        self._write_step(_Step())

    def find(self, text: str) -> str:
        """The first group of the first match, the whole match where the pattern has no group; else empty.

        Raises PatternError for a text that is too long for the pattern.
        """
        found = self._search(text)
        if found is None:
            return ""
        (start, group_start, group_end), end = found
        if self._has_group:
            return text[group_start:group_end] if group_end >= 0 else ""
        return text[start:end]

    def matches(self, text: str) -> bool:
        """Whether the pattern is found anywhere in the text. Raises as `find` does."""
        return self._search(text) is not None

    def _search(self, text: str) -> tuple[_Kept, int] | None:
        """The first match and where it ends."""
        best: tuple[_Kept, int] | None = None
        following: list[tuple[int, _Kept]] = []
        ahead: set[int] = set()
        worked = 0
        for place in range(len(text) + 1):
            threads, seen, following, ahead = following, ahead, [], set()
            if best is None:
                self._follow(0, (place, -1, -1), text, place, threads, seen)
            elif not threads:
                break
            worked += len(seen) + 1
            if worked > _MOST_STEPS:
                raise PatternError(f"takes too long on a text of {len(text)} characters")
            for pc, kept in threads:
                if pc == self._end:
                    # The threads behind this one are less preferred.
                    best = kept, place
                    break
                one = self._steps[pc].one
                if one is not None and place < len(text) and one.fits(text[place]):
                    self._follow(pc + 1, kept, text, place + 1, following, ahead)
        return best

    def _follow(
        self,
        start: int,
        kept: _Kept,
        text: str,
        place: int,
        threads: list[tuple[int, _Kept]],
        seen: set[int],
    ) -> None:
        """Add what is reached from here without reading a character, in the order of preference."""
        waiting = [(start, kept)]
        while waiting:
            pc, kept = waiting.pop()
            if pc in seen:
                continue
            seen.add(pc)
            step = self._steps[pc]
            if step.ways:
                if step.keeps is not None:
                    kept = (kept[0], place, -1) if step.keeps == 0 else (kept[0], kept[1], place)
                if step.assertion is None or self._holds(step.assertion, text, place):
                    waiting.extend((way, kept) for way in reversed(step.ways))
            else:
                threads.append((pc, kept))

    def _holds(self, assertion: str, text: str, place: int) -> bool:
        match assertion:
            case "^":
                return place == 0 or (self._lines and text[place - 1] == "\n")
            case "$":
                ends = self._lines or place == len(text) - 1
                return place == len(text) or (ends and text[place] == "\n")
            case _:
                before = place > 0 and _in_word(text[place - 1])
                after = place < len(text) and _in_word(text[place])
                return (before != after) is (assertion == "b")

    def _write(self, syntax: Syntax) -> None:
        match syntax:
            case One():
                self._write_step(_Step(one=syntax))
            case Assertion():
                self._write_step(_Step(assertion=syntax.kind, ways=(len(self._steps) + 1,)))
            case Sequence():
                for part in syntax.parts:
                    self._write(part)
            case Group():
                self._keep(0, syntax.number)
                self._write(syntax.inner)
                self._keep(1, syntax.number)
            case Choice():
                self._write_choice(syntax)
            case Repeat():
                self._write_repeat(syntax)

    def _keep(self, which: int, number: int) -> None:
        if number == 1:
            self._write_step(_Step(keeps=which, ways=(len(self._steps) + 1,)))

    def _write_choice(self, choice: Choice) -> None:
        """Each branch but the last: a fork before it, and a way past the others behind it."""
        leaving: list[int] = []
        for branch in choice.branches[:-1]:
            fork = self._write_step(_Step())
            self._write(branch)
            leaving.append(self._write_step(_Step()))
            self._steps[fork] = _Step(ways=(fork + 1, len(self._steps)))
        self._write(choice.branches[-1])
        for place in leaving:
            self._steps[place] = _Step(ways=(len(self._steps),))

    def _write_repeat(self, repeat: Repeat) -> None:
        if repeat.most is None and repeat.least > 0:
            for _ in range(repeat.least - 1):
                self._write(repeat.inner)
            begin = len(self._steps)
            self._write(repeat.inner)
            fork = self._write_step(_Step())
            self._steps[fork] = self._fork(repeat, begin, fork + 1)
            return
        for _ in range(repeat.least):
            self._write(repeat.inner)
        if repeat.most is None:
            fork = self._write_step(_Step())
            self._write(repeat.inner)
            self._write_step(_Step(ways=(fork,)))
            self._steps[fork] = self._fork(repeat, fork + 1, len(self._steps))
            return
        forks: list[int] = []
        for _ in range(repeat.most - repeat.least):
            forks.append(self._write_step(_Step()))
            self._write(repeat.inner)
        for fork in forks:
            self._steps[fork] = self._fork(repeat, fork + 1, len(self._steps))

    @staticmethod
    def _fork(repeat: Repeat, again: int, on: int) -> _Step:
        return _Step(ways=(on, again) if repeat.lazy else (again, on))

    def _write_step(self, step: _Step) -> int:
        if len(self._steps) >= _LARGEST:
            raise PatternError("is too large")
        self._steps.append(step)
        return len(self._steps) - 1


@lru_cache(maxsize=256)
def compiled(source: str, *, lines: bool = False) -> Pattern:
    """The pattern of a text; with `lines`, `^` and `$` hold at every line.

    Raises PatternError, whose words end a sentence that begins with the pattern.
    """
    return Pattern(source, lines=lines)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _holds_group(syntax: Syntax) -> bool:
    match syntax:
        case Group():
            return True
        case Sequence():
            return any(_holds_group(part) for part in syntax.parts)
        case Choice():
            return any(_holds_group(branch) for branch in syntax.branches)
        case Repeat():
            return _holds_group(syntax.inner)
        case _:
            return False
