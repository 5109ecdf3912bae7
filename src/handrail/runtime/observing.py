"""What a model sees of a page when it looks for a way: elements in short, by numbers. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from handrail.targeting import Candidate

_MOST: Final = 500
_NAME: Final = 60
_LEFT_OUT: Final = frozenset({"label", "iframe", "option"})


@dataclass(frozen=True)
class Observation:
    """One look at a page."""

    url: str
    title: str
    elements: tuple[Candidate, ...]
    """Number n of the list is the one at n - 1."""

    @property
    def fingerprint(self) -> str:
        """The same for the same state of the page, with what is typed into it."""
        seen = "\n".join((self.url, *(_line(one) for one in self.elements)))
        return hashlib.sha256(seen.encode()).hexdigest()[:16]

    def described(self, before: Observation | None = None) -> str:
        """The list, under the parts of the page; what was not there at the look before is marked with *."""
        known = {_line(one) for one in before.elements} if before is not None else None
        return "\n".join((f"Page '{self.title}' at {self.url}", *self._lines(known)))

    def _lines(self, known: set[str] | None) -> Iterator[str]:
        part = ""
        for number, one in enumerate(self.elements, start=1):
            near = one.element.near
            here = near.section or near.heading or ""
            if here != part:
                part = here
                yield f"# {_short(here) or 'elsewhere'}"
            line = _line(one)
            yield f"[{number}]{'*' if known is not None and line not in known else ' '}{line}"


def observed(url: str, title: str, candidates: Sequence[Candidate]) -> Observation:
    """What can be seen and acted on, in the order of the page, at most 500 elements."""
    shown = [one for one in candidates if one.element.visible and one.element.tag not in _LEFT_OUT]
    return Observation(url, title, tuple(shown[:_MOST]))


def _line(one: Candidate) -> str:
    seen = one.element
    words = _short(seen.name or seen.label or seen.placeholder or seen.text)
    states = [state for state, holds in _states(one) if holds]
    row = f" in '{_short(seen.near.row)}'" if seen.near.row and seen.role != "link" else ""
    return f"{seen.role or seen.tag} '{words}'{row}{' (' + ', '.join(states) + ')' if states else ''}"


def _states(one: Candidate) -> Iterator[tuple[str, bool]]:
    seen = one.element
    yield "disabled", not seen.enabled
    yield "checked", seen.checked is True
    yield f"holds '{_short(seen.value)}'", bool(seen.editable and seen.value)


def _short(text: str | None) -> str:
    folded = " ".join((text or "").split()).replace("'", "’")
    return folded if len(folded) <= _NAME else folded[: _NAME - 1] + "…"
