"""What names mean: the words of a control as concepts that survive rewording and translation.

The vocabulary is small and about controls ("save", "Speichern"); a word that it does not know means itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from rapidfuzz import fuzz

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
_COUNTER: Final = re.compile(r"\s*[(\[]\s*\d[\d.,]*\+?\s*[)\]]")
_COUNT: Final = re.compile(
    r"[(\[]?(?:(?:all|alle|total|tous|toutes|todos|todas|tutti|tutte)\s+)?\d[\d.,]*\+?\s+([^\W\d_]+)[)\]]?",
    re.IGNORECASE,
)
_FIGURE: Final = r"(?<![\w.,])(?:\d{1,3}(?:[.,'’ ]\d{3})+|\d+)"
_AMOUNT: Final = re.compile(
    rf"{_FIGURE}[.,]\d{{2}}(?![.,]?\d)(?:\s?[$€£¥])?|[$€£¥]\s?{_FIGURE}(?:[.,]\d+)?|{_FIGURE}(?:[.,]\d+)?\s?[$€£¥]"
)
"""Two digits behind the point, or a currency."""
_STEM: Final = 3
"""Letters that a word has alike in singular and plural: "entry", "entries"."""
# Words that come and go without changing what a control is for.
_FILLERS: Final = frozenset(
    """
    go_to a an the of for your my our this please enter here now go page section field required optional
    der die das den dem ein eine einen einem einer eines ihr ihre bitte hier jetzt seite feld
    le la les un une des du de votre mon ma veuillez ici
    el los las una del su tu aquí il lo gli i un' per qui o os as seu sua um uma
    het een uw mijn hier
""".split()
)
_NEGATIONS: Final = frozenset(
    """
    no not never without don't doesn't nicht nie kein keine ohne non jamais sans sin nunca senza mai niet
    nooit geen não sem
""".split()
)
_LONGEST_PHRASE: Final = 4


class Words(NamedTuple):
    """A name, taken apart."""

    folded: str
    meanings: tuple[frozenset[str], ...]
    """The concepts of each word or phrase that says something, in order."""
    numbers: tuple[str, ...]
    negated: bool
    concepts: frozenset[str]
    """All of them together."""


class _Vocabulary(NamedTuple):
    concepts: dict[str, frozenset[str]]
    """Word or phrase (joined by `_`) → its concepts."""
    contrary: dict[str, frozenset[str]]
    phrase_starts: frozenset[str]


@cache
def _vocabulary() -> _Vocabulary:
    concepts: dict[str, set[str]] = {}
    contrary: dict[str, set[str]] = {}
    text = files("handrail.targeting").joinpath("vocabulary.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("!"):
            one, other = (side.split() for side in line[1:].split(" / "))
            for left in one:
                for right in other:
                    contrary.setdefault(left, set()).add(right)
                    contrary.setdefault(right, set()).add(left)
        elif line and not line.startswith("#"):
            concept, _, words = line.partition(": ")
            for word in words.split():
                concepts.setdefault(word, set()).add(concept)
    phrases = frozenset(word.split("_")[0] for word in concepts if "_" in word)
    frozen = {word: frozenset(found) for word, found in concepts.items()}
    return _Vocabulary(frozen, {one: frozenset(all_) for one, all_ in contrary.items()}, phrases)


def folded(text: str) -> str:
    """The text without the difference of cases and of white space."""
    return " ".join(text.split()).casefold()


@lru_cache(maxsize=16384)
def words_of(name: str) -> Words:
    """A name's concepts, numbers and negation; a counter in brackets is no part of a name."""
    said = folded(name).replace("’", "'")
    bare = _COUNTER.sub("", said) or said
    words = _WORD.findall(bare)
    meanings = _meanings(words)
    saying = tuple(one for word, one in meanings if word not in _FILLERS)
    numbers = tuple(_NUMBER.findall(bare))
    kept = (saying or tuple(one for _, one in meanings)) + tuple(frozenset((f"#{one}",)) for one in numbers)
    return Words(
        said,
        kept,
        numbers,
        any(word in _NEGATIONS for word in words),
        _union(kept),
    )


def _union(meanings: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*meanings)


def _meanings(words: list[str]) -> list[tuple[str, frozenset[str]]]:
    vocabulary = _vocabulary()
    found: list[tuple[str, frozenset[str]]] = []
    place = 0
    while place < len(words):
        word, taken = words[place], 1
        if word in vocabulary.phrase_starts:
            for length in range(min(_LONGEST_PHRASE, len(words) - place), 1, -1):
                if (phrase := "_".join(words[place : place + length])) in vocabulary.concepts:
                    word, taken = phrase, length
                    break
        found.append((word, vocabulary.concepts.get(word) or frozenset((f"'{word}",))))
        place += taken
    return found


@lru_cache(maxsize=256)
def spellings(words: Words) -> frozenset[str]:
    """Every word that may stand for one of these, alone or at the head of a phrase, for a first look."""
    found = {word.strip("'") for word in words.concepts if word.startswith("'")}
    for word, concepts in _vocabulary().concepts.items():
        if not concepts.isdisjoint(words.concepts):
            found.add(word.partition("_")[0])
    return frozenset(found)


def same_meaning(one: Words, other: Words) -> float:
    """The share of words, of both names, that have their like in the other: 1 where they say the same."""
    total = len(one.meanings) + len(other.meanings)
    if total == 0:
        return 1.0 if one.folded == other.folded else 0.0
    return 2 * shared(one.meanings, other.meanings) / total


def in_letters(one: Words, other: Words) -> float:
    """How alike two names are in their letters, from 0 to 1; the order of their words matters little."""
    first, second = one.folded, other.folded
    return max(fuzz.ratio(first, second), 0.95 * fuzz.token_sort_ratio(first, second)) / 100


def shared(one: Iterable[frozenset[str]], other: Iterable[frozenset[str]]) -> int:
    """How many of the meanings have their like among the others, one to one."""
    left = list(other)
    count = 0
    for meaning in one:
        for place, candidate in enumerate(left):
            if not meaning.isdisjoint(candidate):
                del left[place]
                count += 1
                break
    return count


def contrary_words(recorded: Words, now: Words) -> tuple[str, str] | None:
    """A concept that is new in a name, and the recorded one, gone from it, that it is the contrary of."""
    contrary = _vocabulary().contrary
    gone = recorded.concepts - now.concepts
    for meaning in now.meanings:
        if not meaning.isdisjoint(recorded.concepts):
            continue
        for concept in sorted(meaning):
            if clash := contrary.get(concept, frozenset()) & gone:
                return concept, min(clash)
    return None


def new_concepts(recorded: Words, now: Words) -> frozenset[str]:
    """The concepts of those words of a name that the recorded name has not."""
    return _union(one for one in now.meanings if one.isdisjoint(recorded.concepts))


def holds_words(text: str, words: str) -> bool:
    """Whether the text holds the words as whole words."""
    return re.search(rf"(?<!\w){re.escape(folded(words))}(?!\w)", folded(text)) is not None


def is_count(text: str) -> bool:
    """Whether it says how many there are, as "6 items" does, which nothing is known by."""
    return _COUNT.fullmatch(text.strip()) is not None


def count_alike(one: str, other: str) -> bool:
    """Whether both say how many there are of the same: "6 items", "1 item"."""
    counted = (_COUNT.fullmatch(text.strip()) for text in (one, other))
    of = [match[1].casefold()[:_STEM] for match in counted if match is not None]
    return len(of) == 2 and of[0] == of[1]


def holds_amount(text: str) -> bool:
    """Whether it says how much something is, as "Total: 1,240.50 €" does, which is the record's."""
    return _AMOUNT.search(text) is not None


def amounts_alike(one: str, other: str) -> bool:
    """Whether both say in the same words how much something is: "Total: 12.00", "Total: 9.50"."""
    said = [_AMOUNT.sub("#", folded(text)) for text in (one, other)]
    return said[0] == said[1] and "#" in said[0] and any(map(str.isalpha, said[0]))
