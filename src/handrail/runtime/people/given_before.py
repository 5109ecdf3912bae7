"""What earlier steps gave to the page: whoever is asked about a 'Save' must see what is saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from handrail.journal.views.visit import Visit

_MOST: Final = 30
"""So many of the last ones, as a table of a page may have thousands of fields."""


def given_before(visits: Iterable[Visit], known: Collection[str]) -> tuple[str, ...]:
    """The actions, in words and as they were journaled (secrets are references), that set something since
    the last effect that stands, or that picked something by one of the `known` values; the oldest first.

    What was undone, and what was done aside to sign in again, is left out.
    """
    words: list[str] = []
    for visit in visits:
        if visit.undoing or visit.aside or not visit.attempts:
            continue
        attempt = visit.attempts[-1]
        if attempt.stands:
            words.clear()
        elif attempt.done and attempt.action and not attempt.taken_back:
            picks = any(value in attempt.action for value in known)
            if attempt.effect == "repeatable" or picks:
                words.append(attempt.action)
    left_out = len(words) - _MOST
    return (f"{left_out} more before", *words[-_MOST:]) if left_out > 0 else tuple(words)
