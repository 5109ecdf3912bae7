"""Whether a step that went wrong may be done again because it leaves the same state each time."""

from __future__ import annotations

from handrail.errors import Category, RunError
from handrail.runtime.walk.crew import Crew
from handrail.sop import action as sop_action
from handrail.sop.node import Task

_SURE_TO_REPEAT = (
    sop_action.Open,
    sop_action.Fill,
    sop_action.Select,
    sop_action.Check,
    sop_action.Uncheck,
    sop_action.Hover,
    sop_action.PickDate,
)
"""Actions that leave the same state however often they are done."""


async def leaves_same(crew: Crew, task: Task, error: RunError) -> bool:
    """Whether the action leaves the same state however often it is done; also a click that the page passed
    over, as apps do while they wait for their server, and made nothing of."""
    if isinstance(task.action, _SURE_TO_REPEAT):
        return True
    clicks = isinstance(task.action, sop_action.Click) and task.effect != "once"
    if not clicks or task.opens or error.category is not Category.UNVERIFIED:
        return False
    passed_over = crew.actuator.traffic.passed_over
    return await crew.stop.race(passed_over(task.page, leads=task.effect == "none"))
