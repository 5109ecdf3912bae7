"""Running sessions in the foreground: `handrail run`, on the same engine as everything else."""

from __future__ import annotations

from handrail.approvals import Approver
from handrail.browser import LaunchedBrowser
from handrail.journal.event import SessionId
from handrail.journal.summary import Summary
from handrail.runtime.scribe import Watcher
from handrail.runtime.stopping import StopSignal
from handrail.sessions.conducting import begin, conduct
from handrail.sessions.place import Order, Place


async def run_session(
    order: Order,
    place: Place,
    launched: LaunchedBrowser,
    *,
    approver: Approver,
    stop: StopSignal,
    watcher: Watcher | None = None,
    session: SessionId | None = None,
) -> Summary:
    """Begin a session and run it to its end; the summary tells how it ended.

    Raises StoreError where the journal cannot be written: nothing is done that cannot be journaled.
    """
    begun = begin(order, place, session=session, launched=launched, watcher=watcher)
    return await conduct(
        begun,
        place,
        launched,
        secrets=order.secrets,
        approver=approver,
        stop=stop,
        watcher=watcher,
        sop=order.sop,
    )
