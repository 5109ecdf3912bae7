"""Pseudonyms: what stands in a text in place of a value, the same for the same value within one session."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, Protocol
from urllib.parse import quote, unquote

from handrail.privacy.finding import KINDS, Kind

PSEUDONYM: Final = re.compile(rf"\[(?:{'|'.join(KINDS)})-\d+\]")
_WORD: Final = re.compile(r"[^\W_]+")
_BETWEEN: Final = r"(?:%[0-9A-Fa-f]{2}|[\W_]){0,3}"
"""What may stand between the parts of a value that is written otherwise: in an address, a file's name."""
_SHORTEST: Final = 5
"""Letters and digits of a value that is known again wherever it stands."""


class Keeper(Protocol):
    """Remembers which pseudonym stands for which value."""

    def known(self) -> Mapping[str, str]:
        """Pseudonym → value, of all that can still be told."""
        ...

    def name(self, kind: Kind, value: str) -> str:
        """The value's pseudonym; a new one where it had none. Kept when this returns."""
        ...


class Memory:
    """A keeper that forgets all with its process."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def reserve(self, text: str) -> None:
        """Give no value a pseudonym that stands in this text already."""
        for match in PSEUDONYM.finditer(text):
            kind, _, number = match[0][1:-1].rpartition("-")
            self._counts[kind] = max(self._counts[kind], int(number))

    def known(self) -> Mapping[str, str]:
        return self._known

    def name(self, kind: Kind, value: str) -> str:
        if value not in self._names:
            self._counts[kind] += 1
            self._names[value] = f"[{kind}-{self._counts[kind]}]"
            self._known[self._names[value]] = value
        return self._names[value]


class Book:
    """The pseudonyms of one session. What was found once is known again wherever it stands."""

    def __init__(self, keeper: Keeper, *, reversible: bool = False) -> None:
        """`reversible`: what already looks like a pseudonym gets one, so that it is told from a real one."""
        self._keeper = keeper
        self._reversible = reversible
        self._kinds: dict[str, Kind] = {}
        self._pattern: re.Pattern[str] | None = None
        self._names: dict[str, str] = {}
        for pseudonym, value in keeper.known().items():
            self._learn(_kind_of(pseudonym), value, pseudonym)

    def name(self, kind: Kind, value: str) -> str:
        """What stands for the value."""
        if value not in self._names:
            self._learn(kind, value, self._keeper.name(kind, value))
        return self._names[value]

    def known(self) -> Mapping[str, str]:
        """Pseudonym → value, of all that can still be told."""
        return self._keeper.known()

    def again(self, text: str) -> list[tuple[int, int, Kind]]:
        """Where values stand in a text that were found before, also written in another way."""
        found: list[tuple[int, int, Kind]] = []
        if self._reversible:
            found += [(match.start(), match.end(), "OTHER") for match in PSEUDONYM.finditer(text)]
        if self._kinds:
            # Pictures are read in another thread: what is there now is taken, whoever adds to it meanwhile.
            pattern = self._pattern
            if pattern is None:
                pattern = self._pattern = self._made()
            for match in pattern.finditer(text):
                found.append((match.start(), match.end(), self._kinds.get(_key(match[0]), "OTHER")))
        return found

    def restored(self, text: str, written: Callable[[str], str] = str) -> str:
        """The text with values, as `written` gives them, in place of pseudonyms that are still known."""
        if "[" not in text:
            return text
        known = self._keeper.known()
        return PSEUDONYM.sub(lambda match: written(known[match[0]]) if match[0] in known else match[0], text)

    def lacks(self, text: str) -> bool:
        """Whether a pseudonym stands in the text whose value is gone."""
        known = self._keeper.known()
        return any(match[0] not in known for match in PSEUDONYM.finditer(text))

    def _learn(self, kind: Kind, value: str, pseudonym: str) -> None:
        self._names[value] = pseudonym
        parts = [value]
        if kind == "PERSON":
            # Later texts call the same person by one name alone.
            parts += [word for word in _WORD.findall(value) if len(word) >= _SHORTEST]
        for part in parts:
            key = _key(part)
            if len(key) >= _SHORTEST and key not in self._kinds:
                self._kinds[key] = kind
                self._pattern = None

    def _made(self) -> re.Pattern[str]:
        keys = list(self._kinds)
        longest = sorted(keys, key=len, reverse=True)
        forms = (_form(key) for key in longest)
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(forms)})(?![^\W_])", re.IGNORECASE)


def _key(value: str) -> str:
    """What a value is known again by: its letters and digits."""
    return "".join(_WORD.findall(unquote(value))).lower()


def _form(key: str) -> str:
    return _BETWEEN.join(c if c.isascii() else f"(?:{c}|{quote(c)}|{quote(c.upper())})" for c in key)


def _kind_of(pseudonym: str) -> Kind:
    word = pseudonym[1:].rpartition("-")[0]
    return next(kind for kind in KINDS if kind == word)
