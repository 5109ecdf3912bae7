"""The field that opens a list, where the next version of an app draws it of another kind: a line that could
only be pressed is a list that says so by now. It is pressed where it is the only one of its name.
The next step picks an entry of what it opens."""

from __future__ import annotations

from typing import Final

from handrail.runtime.finding.offered_otherwise import Instead, offers, stands_so
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now
from handrail.sop.action import Click
from handrail.sop.condition import Condition, ElementIs, ValueIs
from handrail.sop.locator import RoleLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting.kinds import family

_ENTRIES: Final = frozenset({None, "option", "listitem"})
_LIST: Final = "combobox"


async def opened_anew(crew: Crew, real: Task, shown: Task, ahead: Task | None) -> Instead | None:
    """The opening of the list by the only field of its name; none where the task opens none, or several are
    called so."""
    label = _list_opened(real, ahead)
    if label is None:
        return None
    sought = Target(role=_LIST, locators=(RoleLocator(by="role", role=_LIST, name=label),))
    candidates = await crew.stop.race(crew.actuator.gather(real.page, sought))
    fits = [
        one
        for one in candidates
        if one.element.tag != "select"
        and offers(one.element, _LIST, label, "")
        and stands_so(real.target, one.element)
    ]
    now = await as_it_is_now(crew.actuator, real.page, fits[0]) if len(fits) == 1 else None
    if now is None:
        return None
    target, match, url = now
    found = Found(match, target, url, otherwise="it is the only list that is called so by now")
    if real.target is not None:
        crew.anew[real.page] = (real.target, target)
    changed = {"target": target}
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def held_anew(crew: Crew, task: Task) -> Task:
    """The task, where what shows that it was done is what such a field holds: that field as it is by now."""
    known = crew.anew.get(task.page)
    if known is None:
        return task
    old, now = known

    def told(part: Condition) -> Condition:
        own = part.target if isinstance(part, ValueIs) else None
        if own is None or own.locators[:1] != old.locators[:1]:
            return part
        return part.model_copy(update={"target": now})

    done_when = tuple(map(told, task.done_when))
    return task if done_when == task.done_when else task.model_copy(update={"done_when": done_when})


def _list_opened(real: Task, ahead: Task | None) -> str | None:
    """What the field is called that the task presses to bring up the entry that the next one picks."""
    target, entry = real.target, ahead.target if ahead is not None else None
    if target is None or ahead is None or entry is None or entry.role not in _ENTRIES:
        return None
    if not all(isinstance(one.action, Click) and one.effect != "once" for one in (real, ahead)):
        return None
    field = family(target.role, target.tag) == "field" or (target.role is None and target.label)
    brings = any(
        isinstance(part, ElementIs) and part.state == "visible" and part.target is not None
        and part.target.locators[:1] == entry.locators[:1]
        for part in real.done_when
    )  # fmt: skip
    return (target.label or target.name) if field and brings else None
