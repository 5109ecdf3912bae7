"""What one step is given."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.compile.choices.lists.replaced import Replaced
from handrail.compile.reading.known import Part, Slot

Parts = tuple[Part, ...]
"""A value: words, and variables among them."""


@dataclass(frozen=True)
class Given:
    """What one step is given: its action's values in order, its prompts' answers, what it reads."""

    values: tuple[Parts, ...] = ()
    answers: tuple[Parts | None, ...] = ()
    into: Slot | None = None
    picked: Slot | None = None
    """The record or option that the step picks out of a list, by its name."""
    record: Slot | None = None
    """The record in whose row the step picks an option."""
    learned: tuple[Slot, ...] = ()
    dropped: bool = False
    """The step is not to be done: it copies something that cannot be found again on other data."""
    replaced: Replaced | None = None
    """What the entry that the step clicks on took the place of."""
    closes: bool = False
    """The list goes as the entry is picked."""
