"""The known name that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is nearest to this one, if one is near; capitals and `-` or `_` do not count."""
    folded = {_fold(candidate): candidate for candidate in known}
    found = get_close_matches(_fold(name), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """ "; did you mean 'x'?" to end a sentence with, or a full stop where nothing is near."""
    candidate = nearest(name, known)
    return f"; did you mean '{candidate}'?" if candidate else "."


def _fold(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")
