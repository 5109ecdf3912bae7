"""What a written text asserts and its inputs do not hold: numbers, dates, names, addresses. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from handrail.errors import VariableError
from handrail.sop.dates import read_date
from handrail.sop.numbers import read_number

Kind = Literal["number", "date", "name", "address"]

_MONTHS: Final = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
)
_ADDRESS: Final = re.compile(
    r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\bhttps?://[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+"
)
_DATE: Final = re.compile(
    rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)?\.? (?:{_MONTHS})\.?,? \d{{4}}\b"
    rf"|\b(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}\b|\b\d{{1,4}}[./]\d{{1,2}}[./]\d{{1,4}}\b"
)
_NUMBER: Final = re.compile(r"(?<![\w.,])[-−]?\d[\d.,'’\u00a0\u202f]*\d|(?<![\w.,])[-−]?\d")
_WORD: Final = re.compile(r"\w[\w'’-]*", re.UNICODE)
_NAME: Final = re.compile(
    r"[^\W\d_a-zß-öø-ÿ][\w'’-]*(?:(?: | (?:of|de|van|von|der|la|the|and|&) )[^\W\d_a-zß-öø-ÿ][\w'’-]*)*",
    re.UNICODE,
)
_SENTENCE_END: Final = frozenset(".!?:;\n•-*#>|(\"“„'")
_CALENDAR: Final = frozenset(
    f"{_MONTHS}|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday".lower().split("|")
)


class Doubt(NamedTuple):
    """Something that the text says, and no input does."""

    kind: Kind
    words: str
    start: int
    """Where in the text it begins, in characters."""


def doubts(text: str, inputs: Iterable[str], known: str = "") -> tuple[Doubt, ...]:
    """All that occurs in no input, in the order of the text.

    `known` are words that are no assertions: of the instructions and the template.
    """
    sources = [*inputs]
    holds = _Held("\n".join(sources), "\n".join((*sources, known)))
    found: list[Doubt] = []
    rest = text
    for kind, pattern in _KINDS:
        for match in pattern.finditer(rest):
            if not holds.any(kind, match[0], rest, match.start()):
                found.append(Doubt(kind, match[0], match.start()))
        # What was looked at as a date is not looked at again as three numbers.
        rest = pattern.sub(lambda match: "\n" * len(match[0]), rest) if kind != "name" else rest
    return tuple(sorted(found, key=lambda doubt: doubt.start))


_KINDS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("address", _ADDRESS),
    ("date", _DATE),
    ("number", _NUMBER),
    ("name", _NAME),
)


class _Held:
    """What the inputs hold, by kinds."""

    def __init__(self, sources: str, all_words: str) -> None:
        self._folded = _folded(sources)
        self._dates = {day for match in _DATE.finditer(sources) if (day := _day(match[0]))}
        self._numbers = {value for match in _NUMBER.finditer(sources) for value in _values(match[0])}
        self._words = {word.casefold() for word in _WORD.findall(all_words)}

    def any(self, kind: Kind, words: str, text: str, start: int) -> bool:
        match kind:
            case "address":
                return words.rstrip(".,;").casefold() in self._folded
            case "date":
                day = _day(words)
                return day in self._dates if day else _folded(words) in self._folded
            case "number":
                return not _values(words).isdisjoint(self._numbers)
            case "name":
                return all(self._is_known(word, text, start + at) for at, word in _words_of(words))

    def _is_known(self, word: str, text: str, start: int) -> bool:
        bare = word.casefold().removesuffix("'s").removesuffix("’s")
        if bare in self._words or bare in _CALENDAR or not word[:1].isupper():
            return True
        # The first word of a sentence is written large whatever it is.
        before = text[:start].rstrip(" ")
        return not before or before[-1] in _SENTENCE_END


def _words_of(words: str) -> Iterator[tuple[int, str]]:
    for match in _WORD.finditer(words):
        yield match.start(), match[0]


def _day(words: str) -> str | None:
    try:
        return read_date(words).isoformat()[:10]
    except VariableError:
        return None


def _values(words: str) -> frozenset[float]:
    """The numbers that it may mean: `1,234` may be two."""
    bare = words.strip(".,")
    try:
        return frozenset({float(read_number(bare))})
    except VariableError:
        spaceless = re.sub(r"[\s'’]", "", bare).replace("−", "-")
        readings = {spaceless.replace(",", ""), spaceless.replace(".", "").replace(",", ".")}
        return frozenset(value for reading in readings if (value := _float(reading)) is not None)


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
