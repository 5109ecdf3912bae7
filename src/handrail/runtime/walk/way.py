"""A way: the steps by which an exploration came from where a node was to what it looks for. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from handrail.sop.action import Action
from handrail.sop.node import Effect, Explore, Task
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
    """How what a node looks for was reached from where it was."""

    node: Task | Explore
    """The step that needs an element, or the node that explores, as the SOP writes it."""
    start: str
    """The address at which it began."""
    steps: tuple[WayStep, ...]
    """Without what seems to have led in circles."""
    walked: tuple[WayStep, ...]
    """All that was done."""
    url: str
    """The page that it led to."""
    confidence: float
    goal: Target | None
    """The element, with the values of this run; none where a condition says what is looked for."""
    reached: Reached
    named: Mapping[str, str]
    """The values of this visit, by the names that the SOP has for them."""


def without_circles(steps: Sequence[WayStep]) -> tuple[WayStep, ...]:
    """The steps without those that led back to a state of the page that was there before; the last one, which
    led to the goal, stays."""
    kept: list[WayStep] = []
    for step in steps:
        place = next((at for at, one in enumerate(kept) if one.state == step.state), len(kept))
        kept = [*kept[:place], step]
    return tuple(kept)


class Ways:
    """The ways of one session, each for a node that was then seen to have worked."""

    def __init__(self) -> None:
        self._to_prove: dict[str, Way] = {}
        self._known: dict[str, Way] = {}

    def keep(self, way: Way, *, proposed: bool = False) -> None:
        """Note a way; for each node the last one counts. `proposed` where it need not be tried again."""
        self._known[way.node.id] = way
        if not proposed:
            self._to_prove[way.node.id] = way

    def known(self, node: str) -> Way | None:
        """The way that the node was reached by before, where it was."""
        return self._known.get(node)

    def taken(self) -> tuple[Way, ...]:
        """The ways that nobody has tried again yet, which are the caller's from now on."""
        found, self._to_prove = tuple(self._to_prove.values()), {}
        return found
