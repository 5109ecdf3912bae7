"""The same, done with what the next version of an app has for it: each of the ways is tried in turn."""

from __future__ import annotations

from typing import Protocol

from handrail.runtime.finding.dated_otherwise import dated_otherwise
from handrail.runtime.finding.drawn_anew import opened_anew
from handrail.runtime.finding.filtered_at_once import filtered_at_once
from handrail.runtime.finding.offered_otherwise import Instead, choose_instead
from handrail.runtime.finding.opened_otherwise import opened_otherwise
from handrail.runtime.finding.there_at_once import there_at_once
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Task
from handrail.sop.target import Target


class Following(Protocol):
    """The step that comes next."""

    def goes_on_with(self, page: str) -> Target | None: ...

    @property
    def real(self) -> Task: ...


async def done_otherwise(crew: Crew, real: Task, shown: Task, following: Following | None) -> Instead | None:
    """The task as it is done by now; none where no way is beyond doubt."""
    if (instead := await choose_instead(crew, real, shown)) is not None:
        return instead
    if (instead := await dated_otherwise(crew, real, shown)) is not None:
        return instead
    ahead = following.goes_on_with(real.page) if following is not None else None
    if (instead := await filtered_at_once(crew, real, shown, ahead)) is not None:
        return instead
    upcoming = following.real if following is not None and ahead is not None else None
    if (instead := await there_at_once(crew, real, shown, upcoming)) is not None:
        return instead
    if upcoming is not None:
        instead = await opened_anew(crew, real, shown, upcoming)
    return instead or await opened_otherwise(crew, real, shown)
