"""A day for a field that asks for it otherwise than when it was recorded: written in another way, or typed
where a calendar was."""

from __future__ import annotations

import contextlib
from datetime import date
from typing import Final

from handrail.errors import PermanentError, VariableError
from handrail.runtime.finding.dated_otherwise import day_given, opens_calendar
from handrail.sop.action import Fill, PickDate
from handrail.sop.condition import Condition, ElementIs, ValueIs
from handrail.sop.dates import read_date
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot
from handrail.targeting.days import DayFormat, day_format
from handrail.targeting.kinds import TEXT_TYPES

_EXAMPLE: Final = date(2026, 12, 31)


def as_it_asks(recorded: Target | None, seen: ElementSnapshot, value: str | None) -> str | None:
    """The value as the field asks for it by now; none where it is right as it is.

    Raises PermanentError where it is no day as the field asked for it, and nobody knows which one is meant.
    """
    was = day_format(recorded) if recorded is not None else None
    now = day_format(seen)
    if now is None or was == now or not value:
        return None
    if was is None:
        if recorded is not None and recorded.input_type in TEXT_TYPES and _may_be_another(value, now):
            raise PermanentError(
                f"The field asks for a day to be written as {now.write(_EXAMPLE)} by now, and said nothing "
                f"of that when it was recorded: '{value}' may be another day.",
                mend="Record the step again, with a day above 12.",
            )
        return None
    day = was.read(value)
    if day is None:
        raise PermanentError(
            f"The field asks for a day to be written otherwise than when it was recorded, and '{value}' is "
            "not written as it was then.",
            mend=f"Give the day as it was recorded, such as {was.write(_EXAMPLE)}, or record the step again.",
        )
    return now.write(day)


def typed_by_now(node: Task, seen: ElementSnapshot) -> str | None:
    """The day to type where the step picks it in a calendar, and its field by now says how it is typed; none
    where it does not, or said the same beside its calendar."""
    now, was = day_format(seen), day_format(node.target) if node.target is not None else None
    if not isinstance(node.action, PickDate) or now is None or now == was or not seen.editable:
        return None
    with contextlib.suppress(VariableError):
        return now.write(read_date(node.action.date))
    return None


def picked_by_now(node: Task, seen: ElementSnapshot) -> Task | None:
    """The step that picks its day in a calendar, where the field that it was typed into cannot be written in
    by now, and opens one; none else."""
    day = day_given(node)
    if not isinstance(node.action, Fill) or day is None or not opens_calendar(seen):
        return None
    there = ElementIs(kind="element", state="visible")
    told = tuple(one for one in node.done_when if not isinstance(one, ValueIs))
    pick = PickDate(do="pick_date", date=day.isoformat())
    return node.model_copy(update={"action": pick, "done_when": (there, *told)})


def with_same(shown: Task, real: Task) -> Task:
    """The task as people see it, done as the other one is: a day is no secret."""
    return shown.model_copy(update={"action": real.action, "done_when": real.done_when})


def with_day_typed(node: Task, day: str) -> Task:
    """The step that types the day, and finds it in its field as it was typed."""
    field = node.target.locators if node.target is not None else ()

    def is_own(condition: Condition) -> bool:
        return isinstance(condition, ValueIs) and (not condition.target or condition.target.locators == field)

    done_when = tuple(
        one.model_copy(update={"equals": day}) if is_own(one) else one for one in node.done_when
    )
    return node.model_copy(update={"action": Fill(do="fill", value=day), "done_when": done_when})


def _may_be_another(value: str, asked: DayFormat) -> bool:
    """Whether the value is a day in that format, and another one with its month and day changed round."""
    day = asked.read(value)
    names = {"month": "day", "day": "month"}
    swapped = DayFormat(tuple((names.get(part, part), least) for part, least in asked.parts), asked.between)
    other = swapped.read(value)
    return day is not None and other is not None and day != other
