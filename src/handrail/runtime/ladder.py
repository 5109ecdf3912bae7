"""The ladder: the rungs by which a step may find its element, from the lowest up to what is allowed."""

from __future__ import annotations

from typing import Final

from handrail.errors import TargetAmbiguous, TargetNotFound
from handrail.runtime.crew import Crew
from handrail.runtime.exact import Found, find_exactly
from handrail.sop.node import Rung, Task
from handrail.sop.target import Target

RUNGS: Final[tuple[Rung, ...]] = ("exact", "candidates", "explore", "vision", "human")


def allows(limit: Rung, rung: Rung) -> bool:
    """Whether a ladder up to `limit` holds the rung."""
    return RUNGS.index(rung) <= RUNGS.index(limit)


class Ladder:
    """One attempt's way up."""

    def __init__(self, crew: Crew, real: Task, shown: Task, attempt: int) -> None:
        self._crew = crew
        self._real = real
        self._shown = shown
        self._attempt = attempt

    async def climb(self, target: Target) -> Found:
        """The element, by the lowest rung that finds it beyond doubt.

        Raises TargetNotFound or TargetAmbiguous where none does, Waiting where a person must choose and
        none is there, Stopped where the person says that it is none of them.
        """
        try:
            return await find_exactly(
                self._crew.actuator,
                self._real.page,
                target,
                seconds=self._real.timeout or self._crew.settings.find_seconds,
                stop=self._crew.stop,
            )
        except (TargetNotFound, TargetAmbiguous):
            raise

    def _may_heal(self) -> bool:
        limits = (self._crew.settings.autonomy, self._real.autonomy or "human")
        return all(allows(limit, "candidates") for limit in limits)
