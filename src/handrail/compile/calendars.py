"""Days of a calendar: what is clicked is a number on this month's sheet, and what is meant is a date."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from handrail.compile.elements import name_of
from handrail.compile.steps import Draft
from handrail.sop import action as sop
from handrail.sop.condition import Condition, ValueIs

_DATE: Final = re.compile(r"\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}([./-])\d{1,2}\1\d{2,4}\b|\b\d{1,2},? \d{4}\b")
_DAY: Final = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


def names_the_day(draft: Draft, value: str) -> bool:
    """Whether a day was clicked, and the field's value is its date: next month's same day is another."""
    if not isinstance(draft.action, sop.Click) or _DATE.search(value) is None:
        return False
    return not _days(name_of(draft.target)).isdisjoint(_days(value))


def picked_day(criteria: Iterable[Condition], draft: Draft) -> str | None:
    """The date that the step picks in a calendar, where it can pick no other one."""
    values = (one.equals for one in criteria if isinstance(one, ValueIs) and one.target is not None)
    return next((value for value in values if names_the_day(draft, value)), None)


def _days(text: str) -> set[int]:
    return {int(number) for number in _DAY.findall(text)}
