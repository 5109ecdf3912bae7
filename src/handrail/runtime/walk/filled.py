"""What the fields of a session's pages were given, by the step that gave it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from handrail.runtime.walk.exact import Found
from handrail.sop.node import Task
from handrail.sop.sending import says_what_it_holds


class Filled(NamedTuple):
    """A step that has filled in a field: with its values in clear and as people see them, its target as it
    was found."""

    real: Task
    shown: Task
    before: str | None
    """What the field held before the step."""


class FilledIn:
    """The fields that were filled in so far; of secrets nothing is remembered."""

    def __init__(self) -> None:
        self._fields: dict[str, Filled] = {}

    def forget(self, step: str | None = None) -> None:
        """What a step has filled in; without its name all, as where a loop turns to another item."""
        if step is None:
            self._fields.clear()
        else:
            self._fields.pop(step, None)

    def keep(self, real: Task, shown: Task, found: Found | None) -> None:
        """Remember what a step has filled in, once it was verified."""
        if found is None or found.match.element.masked or real.action != shown.action:
            return
        if says_what_it_holds(real):
            here = real.model_copy(update={"target": found.target})
            self._fields[real.id] = Filled(here, shown, found.match.element.value)

    def last(self, page: str) -> Filled | None:
        """What was filled in last in the tab `page`."""
        here = (one for one in reversed(self._fields.values()) if one.real.page == page)
        return next(here, None)

    def of(self, steps: Iterable[str], page: str) -> list[Filled]:
        """What was filled in by these steps, in the tab `page`."""
        found = (self._fields.get(step) for step in steps)
        return [one for one in found if one is not None and one.real.page == page]
