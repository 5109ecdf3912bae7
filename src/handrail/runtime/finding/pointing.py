"""What a row shows only while the pointer rests on it: its commands, in many a list. Whoever showed the work
had the pointer there already, so that the recording need not hold that it was moved there."""

from __future__ import annotations

from typing import Final

from handrail.actuators import Act
from handrail.errors import Blocked, RunError, TargetAmbiguous, TargetNotFound
from handrail.policy import Proposal
from handrail.runtime.people.admission import admit
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, find_exactly
from handrail.sop.action import Click, Hover
from handrail.sop.locator import RowLocator
from handrail.sop.node import Task
from handrail.sop.sentences import describe_deed
from handrail.sop.target import Target
from handrail.targeting import Match, decide

_SECONDS: Final = 1.0


async def find_by_pointing(crew: Crew, real: Task, target: Target) -> Found | None:
    """The element that a step presses, once the pointer rests on its row."""
    return await shown_by_pointing(crew, real, target) if isinstance(real.action, Click) else None


async def shown_by_pointing(crew: Crew, real: Task, target: Target) -> Found | None:
    """The element that a row of the step's page shows once the pointer rests on it; none where it stands in
    no row, the row is not there, or shows no more than before."""
    rows = (one.within for one in target.locators)
    row = next((one for one in rows if isinstance(one, RowLocator)), None)
    if row is None:
        return None
    try:
        if not await _rest_on(crew, real, Target(role=row.role, locators=(row,))):
            return None
        return await find_exactly(crew.actuator, real.page, target, seconds=_SECONDS, stop=crew.stop)
    except (TargetNotFound, TargetAmbiguous, Blocked):
        return None


async def _rest_on(crew: Crew, real: Task, row: Target) -> bool:
    """Whether the pointer rests on the row by now, which asks nobody and does nothing besides."""
    look = await crew.stop.race(crew.actuator.look(real.page, target=row, timeout=0))
    match = decide(row, look.sighting) if look.sighting is not None else None
    if not isinstance(match, Match):
        return False
    action = Hover(do="hover")
    proposal = Proposal(
        node=real.id,
        attempt=0,
        rung="exact",
        action=describe_deed(action, row),
        kind="hover",
        effect="none",
        page_url=crew.actuator.url(real.page),
        frame_url=look.url,
        element=match.element,
        reasons=("its row may show what is missing",),
    )
    if crew.gate.judge(proposal).decision != "allow":
        return False
    ticket = await admit(crew, proposal)
    try:
        await crew.dispatch(ticket, Act(page=real.page, action=action, target=row, match=match))
    except RunError:
        return False
    return True
