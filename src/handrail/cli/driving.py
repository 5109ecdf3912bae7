"""`handrail session take-over|hand-back`: a person works in a session's browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.home import opened_service
from handrail.cli.options import AsJson, CdpPort, HeadedHere, SessionRef, Why
from handrail.cli.output import give, give_json, say

if TYPE_CHECKING:
    from handrail.journal.events.driving import TakenOver


def take_over(
    session: SessionRef,
    headed: HeadedHere = False,
    cdp_port: CdpPort = None,
    wait: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="How long to wait until the browser is yours.")
    ] = 60,
    why: Why = "",
    as_json: AsJson = False,
) -> int:
    """Work in a session's browser yourself; what you do is recorded, and offered as a change of the SOP.

    With --headed or --cdp-port, one that nobody works on is brought to where it was in a browser here, and
    goes on here when you hand back. Without, the worker that has it, or the next one, gives you its browser:
    in the console, or at the address that is printed. Exit code 4 where no worker has done so in time.
    """
    import asyncio

    from handrail.errors import ExitCode
    from handrail.sessions.people import driving, steering
    from handrail.sessions.service.users import local_user

    if headed or cdp_port is not None:
        from handrail.cli.resuming import take_over_here

        return take_over_here(session, headless=not headed, cdp_port=cdp_port, why=why, as_json=as_json)
    with opened_service() as service:
        found = steering.find(service, session, local_user())
        if driving.take_over(service, found, local_user(), why) == "queued":
            say(f"waiting for a worker (`handrail worker`, `handrail serve`), {wait:g} s at most …")
        taken = asyncio.run(driving.taken(service, found, wait))
    if as_json:
        give_json({"session": found, "taken": taken is not None, "address": taken.address if taken else ""})
    else:
        give(taken.address if taken and taken.address else found)
        say(_told(found, taken))
    return int(ExitCode.DONE if taken is not None else ExitCode.WAITING)


def hand_back(
    session: SessionRef,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="NODE", help="Go on with this step; 'next': the step where it stood is done by hand."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let a session that was taken over go on by itself.

    Without --at it finds where it is: what its completion criteria show is done, and is not done again.
    """
    from handrail.sessions.people import driving, steering
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = steering.find(service, session, local_user())
        driving.hand_back(service, found, local_user(), at)
    if as_json:
        give_json({"session": found, "handed_back": True})
    else:
        give(found)
        say("it goes on")


def _told(session: str, taken: TakenOver | None) -> str:
    if taken is None:
        return "No worker has given you its browser yet; it does as soon as it has the session."
    where = (
        f"at {taken.address}" if taken.address else "in the console (`handrail serve`), or where it is shown"
    )
    return f"You have the browser, {where}. Hand it back with `handrail session hand-back {session}`."
