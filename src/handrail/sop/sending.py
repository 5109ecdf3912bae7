"""What a step sends: what earlier steps gave to fields of its page, and what says that they hold it."""

from __future__ import annotations

from typing import Final

from handrail.sop.action import Click, DoubleClick, Press
from handrail.sop.condition import Condition, ElementIs, Not, ValueIs
from handrail.sop.node import Task

SENDING: Final = (Click, DoubleClick, Press)
"""The actions by which a page may send what was filled in."""


def says_what_it_holds(task: Task) -> tuple[Condition, ...]:
    """What of the step's completion criterion says that its own field holds what it was given."""
    return tuple(part for part in task.done_when if _is_of_own_field(part))


def _is_of_own_field(part: Condition) -> bool:
    match part:
        case ValueIs(target=None):
            return True
        case ElementIs(target=None, state="checked" | "unchecked"):
            return True
        case Not(condition=ValueIs(target=None)):
            return True
        case _:
            return False
