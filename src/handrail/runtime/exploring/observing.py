"""What a model sees of a page when it looks for a way: elements in short, by numbers. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from handrail.targeting import Candidate, ElementSnapshot

_MOST: Final = 500
_NAME: Final = 60
_WHOLE: Final = 14000
"""Characters; a longer description goes without the texts of rows."""
_GONE: Final = 8
_DIGITS: Final = re.compile(r"\d+")
_LEFT_OUT: Final = frozenset({"label", "iframe", "option"})


@dataclass(frozen=True)
class Observation:
    """One look at a page."""

    url: str
    title: str
    elements: tuple[Candidate, ...]
    """Number n of the list is the one at n - 1."""
    text: str = ""
    """What the page says, as it is shown."""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Each element in words, with its states."""
        return tuple(map(_line, self.elements))

    @property
    def fingerprint(self) -> str:
        """The same for the same state of the page, with what is typed into it and what it says; numbers in
        its text do not count, as clocks and counters run by themselves."""
        seen = "\n".join((self.url, *self.lines, _DIGITS.sub("0", " ".join(self.text.split()))))
        return hashlib.sha256(seen.encode()).hexdigest()[:16]

    def described(self, before: Observation | None = None) -> str:
        """The list, under the parts of the page; what was not there at the look before is marked with *.

        What else a row of the page says stands above its elements; where the page is too large for that, a
        dash alone keeps the rows apart.
        """
        known = set(before.lines) if before is not None else None
        head = f"Page '{self.title}' at {self.url}{self._gone(before)}"
        whole = "\n".join((head, *self._lines(known, rows=True)))
        return whole if len(whole) <= _WHOLE else "\n".join((head, *self._lines(known, rows=False)))

    def _gone(self, before: Observation | None) -> str:
        """What was there at the look before, on the same page, and is not any more."""
        if before is None or before.url != self.url:
            return ""
        here = set(self.lines)
        gone = [line for line in before.lines if line not in here]
        more = f" and {len(gone) - _GONE} more" if len(gone) > _GONE else ""
        return f"\nNo longer there: {'; '.join(gone[:_GONE])}{more}" if gone else ""

    def _lines(self, known: set[str] | None, *, rows: bool) -> Iterator[str]:
        part, in_row, number = "", False, 0
        for (here, row), group in groupby(self.elements, key=_place):
            together = tuple(group)
            if here != part:
                part, in_row = here, False
                yield f"# {_short(part) or 'elsewhere'}"
            rest = _rest(row, together) if row else ""
            is_row = row is not None and (len(together) > 1 or bool(rest))
            if is_row or in_row:
                yield f"- {rest}" if rows and rest else "-"
            in_row = is_row
            for line in self.lines[number : number + len(together)]:
                number += 1
                yield f"[{number}]{'*' if known is not None and line not in known else ' '}{line}"


def observed(url: str, title: str, candidates: Sequence[Candidate], text: str = "") -> Observation:
    """What can be seen and acted on, in the order of the page, at most 500 elements."""
    shown = [one for one in candidates if one.element.visible and one.element.tag not in _LEFT_OUT]
    return Observation(url, title, tuple(shown[:_MOST]), text)


def _place(one: Candidate) -> tuple[str, str | None]:
    """The part of the page, and the row."""
    near = one.element.near
    return near.section or near.heading or "", near.row


def _rest(row: str, together: Sequence[Candidate]) -> str:
    """What a row says besides the names of its elements."""
    rest = row
    for one in sorted(together, key=lambda one: len(one.element.name), reverse=True):
        rest = rest.replace(one.element.name, " ", 1) if one.element.name else rest
    return _short(rest)


def _line(one: Candidate) -> str:
    seen = one.element
    words = _short(seen.name or seen.label or seen.placeholder or seen.text or _hint(one))
    states = tuple(_states(seen))
    return f"{seen.role or seen.tag} '{words}'{' (' + ', '.join(states) + ')' if states else ''}"


def _hint(one: Candidate) -> str:
    """What tells of an element without any name: the words before a field, an icon, a link's address."""
    seen = one.element
    return seen.near.before or (urlsplit(seen.href).path if seen.href else "")


def _states(seen: ElementSnapshot) -> Iterator[str]:
    if not seen.enabled:
        yield "disabled"
    if seen.checked:
        yield "checked"
    if seen.expanded is not None:
        yield "open" if seen.expanded else "closed"
    if seen.editable and seen.value and seen.checked is None:
        yield f"holds '{_short(seen.value)}'"


def _short(text: str | None) -> str:
    folded = " ".join((text or "").split()).replace("'", "’")
    return folded if len(folded) <= _NAME else folded[: _NAME - 1] + "…"
