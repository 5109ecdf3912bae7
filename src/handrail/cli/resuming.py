"""Going on with a session in this terminal: it waited, was stopped, failed, or its process was killed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from handrail.approvals import TerminalApprover
from handrail.browser import launch_browser
from handrail.cli.attending import attendant
from handrail.cli.home import opened_service
from handrail.cli.output import say, styled
from handrail.cli.progress import Progress
from handrail.cli.running import prompt_for_secret, stop_on_signals, tell_ended
from handrail.errors import ExitCode, UsageError
from handrail.journal.database.lease import Lease
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import exit_code
from handrail.journal.views.summary import Summary
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import conduct_here, settle_table
from handrail.sessions.given.inputs import resolve_secrets
from handrail.sessions.people.steering import find, ready_here
from handrail.sessions.people.undoing import undone_after, want_undone
from handrail.sessions.service.auditing import sign_quietly
from handrail.sessions.service.users import local_user
from handrail.sop.format import loads


def resume_here(wanted: str, *, headless: bool, allow_unverified: bool, as_json: bool) -> int:
    """Go on with a session to its end, print what it came to, and give the exit code."""
    summary = asyncio.run(_resume(wanted, Here(headless)))
    tell_ended(summary, as_json=as_json)
    return int(exit_code(summary.outcome, accept_unverified=allow_unverified))


@dataclass(frozen=True)
class UndoWish:
    """What `handrail session undo` is asked for."""

    to: str | None
    why: str


@dataclass(frozen=True)
class Here:
    """In which browser a session is gone on with, and what is to be done with it first."""

    headless: bool
    undo: UndoWish | None = None
    cdp_port: int | None = None
    take_over: bool = False
    why: str = ""


def take_over_here(wanted: str, *, headless: bool, cdp_port: int | None, why: str, as_json: bool) -> int:
    """Bring a session to where it was, let the person at the terminal drive, and go on to its end."""
    summary = asyncio.run(_resume(wanted, Here(headless, cdp_port=cdp_port, take_over=True, why=why)))
    tell_ended(summary, as_json=as_json)
    return int(exit_code(summary.outcome))


def undo_here(wanted: str, wish: UndoWish, *, headless: bool, as_json: bool) -> int:
    """Take back what a session did, print what came of it, and give the exit code: 0 where all is undone."""
    summary = asyncio.run(_resume(wanted, Here(headless, undo=wish)))
    tell_ended(summary, as_json=as_json)
    if summary.outcome == "waiting":
        return int(ExitCode.WAITING)
    done = summary.outcome == "cancelled" and not summary.not_undone
    return int(ExitCode.DONE if done else ExitCode.FAILED)


async def _resume(wanted: str, here: Here) -> Summary:
    undo = here.undo
    with opened_service() as service:
        user = local_user()
        session = find(service, wanted, user)
        behind = walk(service.place.store.read(session))
        started = behind.started
        if started is None:
            raise UsageError(f"The journal of '{session}' has no beginning.", mend="Run the SOP again.")
        if started.rows is not None:
            raise UsageError(
                f"'{session}' is a table of rows: a worker goes on with it.",
                mend=f"`handrail session resume {session} --queue`; or name one of its rows.",
            )
        if undo is not None and behind.undo is None:
            # Before anybody is asked for a password, or a browser is started.
            undone_after(behind, service.place, session, undo.to)
        sop = loads(service.place.artefacts.get(started.sop).decode(), f"the SOP of session {session}")
        secrets = resolve_secrets(sop, prompt_for_secret, service.place.home, user=started.user, again=True)
        ready_here(service, session, also_over=undo is not None)

        def want(lease: Lease) -> None:
            if undo is not None:
                want_undone(session, service.place, by=user.name, to=undo.to, why=undo.why, lease=lease)

        stop = StopSignal()
        stop_on_signals(stop)
        if here.take_over:
            stop.wheel.want(user.name, here.why)
        stop.wheel.attendant = attendant(visible=not here.headless or here.cdp_port is not None)
        async with launch_browser(headless=here.headless, cdp_port=here.cdp_port) as launched:
            say(styled(f"browser: {launched.choice} {launched.version}", "dim"))
            summary = await conduct_here(
                service,
                session,
                sop,
                secrets,
                launched,
                approver=TerminalApprover(),
                stop=stop,
                watcher=Progress(sop),
                before=want,
                report=say,
            )
        line = service.work.find(session)
        if line is not None and line.job.parent is not None:
            await settle_table(service, line.job.parent)
            table = service.work.find(line.job.parent)
            if table is not None and table.state == "ended":
                await asyncio.to_thread(sign_quietly, service.place, table.session)
        return summary
