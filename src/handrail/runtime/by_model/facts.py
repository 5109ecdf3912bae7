"""What a written text asserts and its inputs do not hold: numbers, dates, names, addresses. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, NamedTuple

from handrail.errors import VariableError
from handrail.runtime.by_model.mentioned_dates import dates_in
from handrail.runtime.by_model.openers import is_opener
from handrail.sop.calendar_words import MONTHS, SHORT_MONTHS, WEEKDAYS
from handrail.sop.numbers import read_number

Kind = Literal["number", "date", "name", "address"]

_ADDRESS: Final = re.compile(
    r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\bhttps?://[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+"
)
_NUMBER: Final = re.compile(r"(?<![\w.,])[-−]?\d[\d.,'’\u00a0\u202f]*\d|(?<![\w.,])[-−]?\d")
_WORD: Final = re.compile(r"\w[\w'’-]*", re.UNICODE)
_NAME: Final = re.compile(
    r"[^\W\d_a-zß-öø-ÿ][\w'’-]*(?:(?: | (?:of|de|van|von|der|la|the|and|&) )[^\W\d_a-zß-öø-ÿ][\w'’-]*)*",
    re.UNICODE,
)
_SENTENCE_END: Final = frozenset(".!?:;\n•-*#>|(\"“„'")
_CALENDAR: Final = WEEKDAYS.union(MONTHS, SHORT_MONTHS)
_TIMES: Final = re.compile(
    r"[ \u00a0\u202f]?(?:(?P<k>k|thousand|tsd|tausend|mil|mille)|(?P<m>m|mm|mio|million|millions|millionen|"
    r"millón|millones|mn)|(?P<b>bn|b|billion|billions|mrd|milliarden|milliards?))(?![\w])",
    re.IGNORECASE,
)
"""Words behind a number that make it a larger one."""
_FACTORS: Final = {"k": 1e3, "m": 1e6, "b": 1e9}
_PARTS_OF_WORD: Final = re.compile(r"[_-]+|(?<=[a-zß-ÿ])(?=[A-Z])")


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
    holds = _Held("\n".join(sources), "\n".join((*sources, known)), text)
    found: list[Doubt] = []
    rest = text
    for kind, words_of in _KINDS:
        for words, start in words_of(rest):
            if not holds.any(kind, words, rest, start):
                found.append(Doubt(kind, words, start))
            # What was looked at as a date is not looked at again as three numbers.
            rest = rest[:start] + "\n" * len(words) + rest[start + len(words) :] if kind != "name" else rest
    return tuple(sorted(found, key=lambda doubt: doubt.start))


def _matches(pattern: re.Pattern[str]) -> Callable[[str], Iterator[tuple[str, int]]]:
    return lambda text: ((match[0], match.start()) for match in pattern.finditer(text))


def _numbers(text: str) -> Iterator[tuple[str, int]]:
    for match in _NUMBER.finditer(text):
        times = _TIMES.match(text, match.end())
        yield match[0] + (times[0] if times else ""), match.start()


def _dates(text: str) -> Iterator[tuple[str, int]]:
    return ((found.words, found.start) for found in dates_in(text))


_KINDS: Final[tuple[tuple[Kind, Callable[[str], Iterator[tuple[str, int]]]], ...]] = (
    ("address", _matches(_ADDRESS)),
    ("date", _dates),
    ("number", _numbers),
    ("name", _matches(_NAME)),
)


class _Held:
    """What the inputs hold, by kinds."""

    def __init__(self, sources: str, all_words: str, text: str) -> None:
        self._folded = _folded(sources)
        self._dates = {day for found in dates_in(sources) for day in found.readings}
        self._numbers = {value for meanings in numbers_in(sources) for value in meanings}
        words = {part.casefold() for word in _WORD.findall(all_words) for part in _parts(word)}
        # What the text itself writes small somewhere is no name.
        self._words = words | {word for word in _WORD.findall(text) if word.islower()}

    def any(self, kind: Kind, words: str, text: str, start: int) -> bool:
        match kind:
            case "address":
                return words.rstrip(".,;").casefold() in self._folded
            case "date":
                return self._is_said(words)
            case "number":
                return not _meanings(words).isdisjoint(self._numbers)
            case "name":
                return all(self._is_known(word, text, start + at) for at, word in _words_of(words))

    def _is_said(self, words: str) -> bool:
        readings = {day for found in dates_in(words) for day in found.readings}
        if any(day.is_said_by(other) for day in readings for other in self._dates):
            return True
        return not readings and _folded(words) in self._folded

    def _is_known(self, word: str, text: str, start: int) -> bool:
        bare = word.casefold().removesuffix("'s").removesuffix("’s").strip("-'’")
        if not word[:1].isupper() or bare in _CALENDAR:
            return True
        if bare in self._words or bare.removesuffix("s") in self._words or f"{bare}s" in self._words:
            return True
        # The first word of a sentence is written large whatever it is.
        before = text[:start].rstrip(" ")
        return (not before or before[-1] in _SENTENCE_END) and is_opener(bare)


def _parts(word: str) -> tuple[str, ...]:
    """A word, and what a key or a reference is made of: `amount_due`, `amountDue`, `PO-3107`."""
    return (word, *_PARTS_OF_WORD.split(word))


def numbers_in(text: str) -> tuple[frozenset[float], ...]:
    """The numbers of a text in their order, each with all that it may mean: `1,234` may be two."""
    return tuple(_meanings(words) for words, _ in _numbers(text))


def _meanings(words: str) -> frozenset[float]:
    """The numbers that it may mean, with the word behind it: "1.2 million" is no 1.2."""
    bare = _NUMBER.match(words)
    times = _TIMES.match(words, bare.end()) if bare else None
    values = _values(bare[0] if bare else words)
    if times is None:
        return values
    kind = times.lastgroup or ""
    larger = frozenset(round(value * _FACTORS[kind], 6) for value in values)
    # 5 m may be metres.
    return larger | values if times[0].strip() in ("m", "b") else larger


def _words_of(words: str) -> Iterator[tuple[int, str]]:
    for match in _WORD.finditer(words):
        yield match.start(), match[0]


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
