"""What had to be pressed to bring up a field, and is gone because the field is there at once by now."""

from __future__ import annotations

from handrail.runtime.finding.offered_otherwise import Instead
from handrail.runtime.finding.unfolding import says_to_write
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found
from handrail.sop.action import Click, Fill, Hover, Type
from handrail.sop.condition import ElementIs
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import Match, decide
from handrail.targeting.kinds import family
from handrail.targeting.naming import own_name, spelled


async def there_at_once(crew: Crew, real: Task, shown: Task, following: Task | None) -> Instead | None:
    """The press that brings up the field into which the next step writes, as nothing to be done; none where
    the field is not there, or something else may have been meant."""
    field = following.target if following is not None else None
    if following is None or field is None or not brings_up(real, following):
        return None
    look = await crew.stop.race(crew.actuator.look(real.page, target=field, timeout=0))
    match = decide(field, look.sighting) if look.sighting is not None else None
    if not isinstance(match, Match) or not (match.element.visible and match.element.editable):
        return None
    there = ElementIs(kind="element", state="visible")
    changed = {"action": Hover(do="hover"), "target": field, "done_when": (there,)}
    found = Found(match, field, look.url, otherwise="the field is there at once by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def brings_up(task: Task, following: Task) -> bool:
    """Whether all that the task is for is to bring up the field that the following one fills in, and what it
    presses says so ("Write a note"), or shows what that holds."""
    target, field = task.target, following.target
    if target is None or field is None or not isinstance(following.action, Fill | Type):
        return False
    if (
        task.effect == "once"
        or not isinstance(task.action, Click)
        or family(field.role, field.tag) != "field"
    ):
        return False
    only = all(
        isinstance(part, ElementIs) and part.state == "visible" and _is_same(part.target, field)
        for part in task.done_when
    )
    if not task.done_when or not only or target.near.row:
        return False
    label = spelled(field.label or field.name or "")
    caption = spelled(target.near.group or target.near.before or "")
    shows_it = target.role is None and bool(label) and label == caption
    return shows_it or (target.role == "button" and says_to_write(own_name(target), field))


def _is_same(one: Target | None, field: Target) -> bool:
    return one is not None and one.locators[:1] == field.locators[:1]
