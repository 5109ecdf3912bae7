"""Taking a session over and handing it back, called from another terminal or over HTTP."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from handrail.errors import UsageError
from handrail.journal.database.work import WorkState
from handrail.journal.events.driving import TakenOver
from handrail.journal.events.event import SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.walked import Walk
from handrail.runtime.walk.wheel import BEHIND
from handrail.sessions.beginning.lining import let_workers, queued_line
from handrail.sessions.people.steering import refuse_over
from handrail.sessions.reports.report_file import sop_of
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User

_LOOK_SECONDS: Final = 0.2


def take_over(service: Service, session: SessionId, user: User, why: str = "") -> WorkState:
    """Have whoever works on the session give the user its browser between two steps; where nobody does, a
    worker opens one, brings the session to where it was, and gives it then.

    Gives how the session stands now. Raises UsageError for one that is over, a table of rows, or one that
    somebody else has taken over.
    """
    line = queued_line(service, session)
    if line.job.kind == "batch":
        raise UsageError(
            f"'{session}' is a table of rows.", mend="Take over one of its rows: `handrail session list`."
        )
    refuse_over(service, session, line)
    driver = _behind(service, session).at_wheel
    if line.state == "held" and driver is not None:
        raise UsageError(f"{driver.by} has taken the session '{session}' over already.")
    service.inbox.post(session, "take-over", user.name, {"why": why})
    let_workers(service, line)
    if service.work.move(session, ["paused", "waiting", "ended"], "queued"):
        return "queued"
    return line.state


def hand_back(service: Service, session: SessionId, user: User, at: str | None = None) -> None:
    """Let the session go on by itself.

    `at` is the step to go on with, `next` the one behind the step where it stood; without it the session
    finds where it is.

    Raises UsageError where nobody has taken it over, and for a step that its SOP does not have.
    """
    entries = tuple(service.place.store.read(session))
    line, behind = service.work.find(session), walk(entries)
    if line is None or line.state != "held" or behind.at_wheel is None:
        raise UsageError(
            f"Nobody has taken the session '{session}' over.",
            mend=f"`handrail session status {session}` tells.",
        )
    sop = sop_of(entries, service.place.artefacts)
    if at is not None and at != BEHIND and sop is not None and at not in {n.id for n in sop.walk_nodes()}:
        raise UsageError(
            f"The SOP has no step '{at}'.", mend="`handrail show` lists the steps with their ids."
        )
    service.inbox.post(session, "hand-back", user.name, {"at": at})


async def taken(service: Service, session: SessionId, seconds: float) -> TakenOver | None:
    """Wait until a person has the browser; none where that is not so within the time."""
    deadline = time.monotonic() + seconds
    while True:
        driver = await asyncio.to_thread(lambda: _behind(service, session).at_wheel)
        line = service.work.find(session)
        if driver is not None and line is not None and line.state == "held":
            return driver
        if time.monotonic() >= deadline:
            return None
        await asyncio.sleep(_LOOK_SECONDS)


def _behind(service: Service, session: SessionId) -> Walk:
    return walk(service.place.store.read(session))
