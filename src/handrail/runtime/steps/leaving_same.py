"""Whether a step that went wrong may be done again because it leaves the same state each time."""

from __future__ import annotations

from typing import Final

from handrail.errors import Blocked, Category, RunError, TargetNotFound
from handrail.runtime.recovery.pressing import press
from handrail.runtime.steps.already import field_of_choice
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, find_exactly
from handrail.sop import action as sop_action
from handrail.sop.condition import ValueIs
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot
from handrail.targeting.kinds import family

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


_OFFERED_SECONDS: Final = 1.0
_LET_GO: Final = "the entry was chosen already, and to press it took it back"


async def leaves_same(crew: Crew, task: Task, error: RunError, found: Found | None) -> bool:
    """Whether the action leaves the same state however often it is done; also a click that the page passed
    over, as apps do while they wait for their server, and made nothing of. `found` is what it was done on.

    Some lists let go of an entry that was chosen already: then its list is opened anew, to choose it again.
    """
    if isinstance(task.action, _SURE_TO_REPEAT):
        return True
    clicks = isinstance(task.action, sop_action.Click) and task.effect != "once"
    if not clicks or task.opens or error.category is not Category.UNVERIFIED:
        return False
    field = field_of_choice(task)
    if field is not None and found is not None and found.match.element.checked:
        return await _opened_anew(crew, task, field)
    passed_over = crew.actuator.traffic.passed_over
    return await crew.stop.race(passed_over(task.page, leads=task.effect == "none"))


async def _opened_anew(crew: Crew, task: Task, field: Target) -> bool:
    """Press the field that opens the list, where it is the only one that is called so."""
    try:
        candidates = await crew.stop.race(crew.actuator.gather(task.page, field))
        openers = [one for one in candidates if one.element.visible and _is_called_as(one.element, field)]
        if len(openers) != 1:
            return False
        pressed = await press(crew, task.id, task.page, openers[0], "folded menu", _LET_GO, asking=False)
    except (RunError, Blocked):
        return False
    return pressed is not None


def _is_called_as(element: ElementSnapshot, field: Target) -> bool:
    called = {field.label, field.name} - {None, ""}
    opens = family(element.role, element.tag) == "field"
    return opens and bool({element.label, element.name} & called)


async def chosen_and_not_offered(crew: Crew, task: Task) -> bool:
    """Whether the entry is chosen already, and its list offers only those that are left: the field, which is
    empty itself, shows it beside, and there is no such entry."""
    field, entry = field_of_choice(task), task.target
    if field is None or entry is None:
        return False
    held = (*task.done_when, ValueIs(kind="value", equals="", target=field))
    settled = await crew.verifier.settle(held, task.page, None, seconds=0)
    if not all(finding.held for finding in settled.findings):
        return False
    try:
        await find_exactly(crew.actuator, task.page, entry, seconds=_OFFERED_SECONDS, stop=crew.stop)
    except TargetNotFound:
        return True
    except RunError:
        return False
    return False
