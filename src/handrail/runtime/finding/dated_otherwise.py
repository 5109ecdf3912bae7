"""A day that the next version of an app takes in another kind of field: in the browser's own, as a text that
says how it is written, or in a calendar. It is given where one field alone is called as the old one was."""

from __future__ import annotations

import contextlib
import re
from datetime import date, datetime
from typing import Final

from handrail.errors import VariableError
from handrail.runtime.finding.offered_otherwise import Instead, stands_so
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now
from handrail.sop.action import Action, Fill, PickDate
from handrail.sop.condition import Condition, ElementIs, ResponseWas, UrlIs, ValueIs
from handrail.sop.dates import read_date
from handrail.sop.locator import RoleLocator
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot
from handrail.targeting.days import day_format
from handrail.targeting.naming import spelled

_OPENS_CALENDAR: Final = re.compile(
    r"(?:pick|choose|select)(?: a| the)? (?:date|day)|datum (?:auswählen|wählen)|choisir une date"
    r"|elegir fecha",
    re.IGNORECASE,
)


async def dated_otherwise(crew: Crew, real: Task, shown: Task) -> Instead | None:
    """The day given in the only field that is called so and takes one; none where it is another's, or nobody
    knows which day is meant."""
    label, day = _label(real.target), day_given(real)
    if day is None or not label or real.effect == "once":
        return None
    sought = Target(role="textbox", locators=(RoleLocator(by="role", role="textbox", name=label),))
    candidates = await crew.stop.race(crew.actuator.gather(real.page, sought))
    fits = [
        one for one in candidates if _is_called(one.element, label) and stands_so(real.target, one.element)
    ]
    way = way_of(fits[0].element, day) if len(fits) == 1 else None
    now = await as_it_is_now(crew.actuator, real.page, fits[0]) if way is not None else None
    if way is None or now is None:
        return None
    target, match, url = now
    action, held = way
    told = tuple(one for one in real.done_when if isinstance(one, ResponseWas | UrlIs))
    changed = {"action": action, "target": target, "done_when": (held, *told)}
    by = "in a calendar" if isinstance(action, PickDate) else "in a field for a day"
    found = Found(match, target, url, otherwise=f"the day is given {by} by now")
    return Instead(real.model_copy(update=changed), shown.model_copy(update=changed), found)


def day_given(task: Task) -> date | None:
    """The day that the task gives, where nothing leaves open which one it is."""
    action, target = task.action, task.target
    day: date | None = None
    with contextlib.suppress(VariableError):
        if isinstance(action, PickDate):
            day = read_date(action.date)
    if isinstance(action, Fill) and target is not None and (form := day_format(target)) is not None:
        day = form.read(action.value)
    return day.date() if isinstance(day, datetime) else day


def way_of(seen: ElementSnapshot, day: date) -> tuple[Action, Condition] | None:
    """How such a field takes the day, and what shows that it did; none where it does not say."""
    form = day_format(seen)
    if form is not None and seen.editable:
        written = form.write(day)
        return Fill(do="fill", value=written), ValueIs(kind="value", equals=written)
    if opens_calendar(seen):
        # How it writes the day, it says by the day alone.
        there = ElementIs(kind="element", state="visible")
        return PickDate(do="pick_date", date=day.isoformat()), there
    return None


def opens_calendar(seen: ElementSnapshot) -> bool:
    """Whether it is a field that cannot be written in, and says that a day is picked."""
    asks = _OPENS_CALENDAR.search(seen.placeholder or "") is not None
    holds = False
    with contextlib.suppress(VariableError):
        holds = bool(seen.value) and read_date(seen.value or "") is not None
    return seen.tag == "input" and not seen.editable and (asks or holds)


def _label(target: Target | None) -> str:
    if target is None:
        return ""
    return target.label or target.name or target.near.group or target.near.before or ""


def _is_called(seen: ElementSnapshot, label: str) -> bool:
    if not (seen.visible and seen.enabled) or seen.tag != "input":
        return False
    own = [text for text in (seen.name, seen.label) if text]
    return spelled(label) in map(spelled, own or filter(None, (seen.near.before, seen.near.group)))
