"""Scrubbing: a text, or a tree of them, with pseudonyms in place of personal data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Final

from pydantic import JsonValue

from handrail.privacy.coded import find_coded
from handrail.privacy.finding import Finding, Kind, apart
from handrail.privacy.provider import Provider
from handrail.privacy.pseudonyms import Book

_ADDRESS_OF_CONTENT: Final = re.compile(r"(?:sha256:)?[0-9a-f]{12,64}")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_]\w*")
_SPLIT: Final = re.compile(r"[_\W]+|(?<=[a-z])(?=[A-Z])")
_LONGEST_FIELD: Final = 200
"""Characters of a text that the name of its field still says something about."""

_VALUES: Final = frozenset({"value", "old_value", "before"})
"""Keys of a value that something else in the record names."""
_NAMING: Final = frozenset({"inputs", "variables", "values", "answer", "value"})
"""Keys of records whose own keys are names of fields."""

Labels = Mapping[str, Kind]
"""Words of a field's name → what stands in the field, whatever it looks like."""


class Scrubber:
    """Replaces what a provider finds by the pseudonyms of a book, and counts it by kind."""

    def __init__(
        self, provider: Provider, book: Book, *, labels: Labels | None = None, never: Collection[str] = ()
    ) -> None:
        self._provider = provider
        self._labels = {_spoken(words): kind for words, kind in (labels or {}).items()}
        self._never = {text.casefold() for text in never}
        self.book = book
        self.counts: Counter[Kind] = Counter()
        """What was replaced so far."""

    def find(self, text: str, field: str = "") -> list[Finding]:
        """The personal data in a text that stands in a field of this name."""
        here = self._of_field(text, field)
        again = [
            Finding(start, end, kind, 1.0, "was found before")
            for start, end, kind in self.book.again(text)
            # Somebody's name in their address: the address goes whole.
            if not any(
                one.start <= start and end <= one.end and end - start < one.end - one.start for one in here
            )
        ]
        found = apart([*again, *here])
        return [one for one in found if text[one.start : one.end].casefold() not in self._never]

    def text(self, text: str, field: str = "") -> str:
        """The text with pseudonyms."""
        if len(text) < 2 or _ADDRESS_OF_CONTENT.fullmatch(text):
            return text
        made, behind = [], 0
        for one in self.find(text, field):
            made += [text[behind : one.start], self.book.name(one.kind, text[one.start : one.end])]
            behind = one.end
            self.counts[one.kind] += 1
        return "".join((*made, text[behind:])) if behind else text

    def tree(
        self, value: JsonValue, field: str = "", *, leave: Callable[[str], bool] = lambda _: False
    ) -> JsonValue:
        """A JSON value with pseudonyms in all its texts, but for those under keys that `leave` names.

        Where a record gives values by the names of their fields, the name tells what the value is.
        """
        return self._tree(value, field, leave, named=False)

    def _tree(self, value: JsonValue, field: str, leave: Callable[[str], bool], *, named: bool) -> JsonValue:
        match value:
            case str():
                return self.text(value, field)
            case list():
                return [self._tree(one, field, leave, named=named) for one in value]
            case dict():
                label = _label(value)
                return {
                    self._key(key): one
                    if leave(key)
                    else self._tree(
                        one,
                        label if key in _VALUES else key if named else "",
                        leave,
                        named=named or key in _NAMING,
                    )
                    for key, one in value.items()
                }
            case _:
                return value

    def _key(self, key: str) -> str:
        """A key that is no identifier is a text of the page, such as the label of a field."""
        return key if _IDENTIFIER.fullmatch(key) else self.text(key)

    def _of_field(self, text: str, field: str) -> list[Finding]:
        spoken = _spoken(field)
        if not spoken or len(text) > _LONGEST_FIELD or "\n" in text:
            return find_coded(text, self._provider.find)
        for words, kind in self._labels.items():
            if words in spoken and text.strip():
                return [Finding(0, len(text), kind, 1.0, "its field is named in the configuration")]
        start = len(spoken) + 2
        found = find_coded(f"{spoken}: {text}", self._provider.find)
        return [
            one._replace(start=max(one.start - start, 0), end=one.end - start)
            for one in found
            if one.end > start
        ]


def _label(record: Mapping[str, JsonValue]) -> str:
    """What a record of a value calls it: by its own name, or by that of the element that held it."""
    if not any(key in record for key in _VALUES):
        return ""
    holder = record.get("target")
    told = holder if isinstance(holder, dict) else record
    names = (told.get(key) for key in ("label", "name", "placeholder"))
    return next((name for name in names if isinstance(name, str) and 0 < len(name) < 60), "")


def _spoken(field: str) -> str:
    """`date_of_birth` and `dateOfBirth` as words."""
    return " ".join(part for part in _SPLIT.split(field) if part).lower()


def restored(value: JsonValue, book: Book) -> JsonValue:
    """A JSON value with the values themselves in place of pseudonyms."""
    match value:
        case str():
            return book.restored(value)
        case list():
            return [restored(one, book) for one in value]
        case dict():
            return {key: restored(one, book) for key, one in value.items()}
        case _:
            return value
