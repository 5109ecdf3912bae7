"""Going on with a session in this terminal: it waited, was stopped, failed, or its process was killed."""

from __future__ import annotations

import asyncio
import getpass
import sys

from handrail.approvals import TerminalApprover
from handrail.browser import launch_browser
from handrail.cli.home import opened_service
from handrail.cli.output import give_json, say, styled
from handrail.cli.progress import Progress, tell_summary
from handrail.cli.running import stop_on_signals
from handrail.errors import UsageError
from handrail.journal.fold import walk
from handrail.journal.outcome import exit_code
from handrail.runtime.stopping import StopSignal
from handrail.sessions.foreground import conduct_here
from handrail.sessions.inputs import resolve_secrets
from handrail.sessions.steering import find, ready_here
from handrail.sessions.users import local_user
from handrail.sop.format import loads


def resume_here(wanted: str, *, headless: bool, allow_unverified: bool, as_json: bool) -> int:
    """Go on with a session to its end, print what it came to, and give the exit code."""
    return asyncio.run(_resume(wanted, headless, allow_unverified, as_json))


async def _resume(wanted: str, headless: bool, allow_unverified: bool, as_json: bool) -> int:
    with opened_service() as service:
        session = find(service, wanted, local_user())
        started = walk(service.place.store.read(session)).started
        if started is None:
            raise UsageError(f"The journal of '{session}' has no beginning.", mend="Run the SOP again.")
        sop = loads(service.place.artefacts.get(started.sop).decode(), f"the SOP of session {session}")
        secrets = resolve_secrets(sop, _prompt, service.place.home)
        ready_here(service, session)
        stop = StopSignal()
        stop_on_signals(stop)
        async with launch_browser(headless=headless) as launched:
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
            )
    if as_json:
        give_json(summary.model_dump(mode="json"))
    tell_summary(summary)
    say(styled(f"  session {session} · handrail session report {session}", "dim"))
    return int(exit_code(summary.outcome, accept_unverified=allow_unverified))


def _prompt(name: str) -> str | None:
    if not sys.stdin.isatty():
        return None
    return getpass.getpass(f"{name}: ", stream=sys.stderr)
