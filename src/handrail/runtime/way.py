"""A way: the steps by which an exploration came from where a step was to the element that it needs. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from handrail.sop.action import Action
from handrail.sop.node import Effect, Task
from handrail.sop.target import Target

Reached = Callable[[str], Awaitable[object | None]]
"""Whether a tab, by its name, shows what was looked for; none where it does not."""


@dataclass(frozen=True)
class WayStep:
    """One step of a way, with the values of this run."""

    words: str
    action: Action
    target: Target | None
    effect: Effect
    why: str
    """Why that is its effect."""
    state: str
    """Fingerprint of the page that it was done on."""


@dataclass(frozen=True)
class Way:
    """How an element was reached from where its step was."""

    node: Task
    """The step that the element belongs to, as the SOP writes it."""
    start: str
    """The address at which it began."""
    steps: tuple[WayStep, ...]
    taken: int
    """So many steps were taken, those among them that led in circles."""
    url: str
    """The page that it led to."""
    confidence: float
    goal: Target
    """The element, with the values of this run."""
    reached: Reached


def without_circles(steps: Sequence[WayStep], end: str) -> tuple[WayStep, ...]:
    """The steps without those that led back to a state of the page that was there before."""
    kept: list[WayStep] = []
    for step in steps:
        place = next((at for at, one in enumerate(kept) if one.state == step.state), len(kept))
        kept = [*kept[:place], step]
    back = next((at for at, one in enumerate(kept) if one.state == end), len(kept))
    return tuple(kept[:back])


class Ways:
    """The ways of one session, each for a step that was then seen to have worked."""

    def __init__(self) -> None:
        self._found: dict[str, Way] = {}

    def keep(self, way: Way) -> None:
        """Note a way; for each step the last one counts."""
        self._found[way.node.id] = way

    def taken(self) -> tuple[Way, ...]:
        """The ways, which are the caller's from now on."""
        found, self._found = tuple(self._found.values()), {}
        return found
