"""Running sessions in the foreground: `handrail run`, on the same engine as everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from handrail.approvals import Approver
from handrail.approvals.inbox import InboxApprover
from handrail.browser import LaunchedBrowser
from handrail.journal.event import Outcome, SessionId
from handrail.journal.fold import walk
from handrail.journal.lease import Lease
from handrail.journal.summary import Summary, summary
from handrail.journal.work import Job
from handrail.runtime.scribe import Watcher
from handrail.runtime.stopping import StopSignal
from handrail.sessions.answering import directory
from handrail.sessions.auditing import sign_quietly
from handrail.sessions.beginning import begin
from handrail.sessions.conducting import conduct
from handrail.sessions.dispatching import TERMINAL, Held
from handrail.sessions.place import Order, Place
from handrail.sessions.service import Service
from handrail.sessions.starting import hosts_of
from handrail.sessions.worker import Worker
from handrail.sop.document import Sop


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


def begin_here(
    service: Service, order: Order, launched: LaunchedBrowser, *, watcher: Watcher | None = None
) -> SessionId:
    """Begin a session that this process is about to conduct, and that no worker takes. Raises StoreError."""
    session = begin(order, service.place, launched=launched, watcher=watcher)
    owner = walk(service.place.store.read(session)).owner
    job = Job(session, order.sop.meta.id, owner, hosts_of(order.sop), worker=TERMINAL)
    service.dispatcher.submit(job, "paused")
    return session


async def conduct_here(
    service: Service,
    session: SessionId,
    sop: Sop,
    secrets: Mapping[str, str],
    launched: LaunchedBrowser,
    *,
    approver: Approver,
    stop: StopSignal,
    watcher: Watcher | None = None,
    before: Callable[[Lease], None] | None = None,
) -> Summary:
    """Conduct a session in this process, under a lease, so that other terminals see and steer it.

    `before` does something as its holder, before it is conducted. Raises as `conduct` does; UsageError where
    somebody else works on it.
    """

    async def conductor(held: Held, stop: StopSignal) -> Outcome:
        if before is not None:
            before(held)
        done = await conduct(
            session,
            service.place,
            launched,
            secrets=secrets,
            approver=InboxApprover(service.inbox, session, approver),
            stop=stop,
            watcher=watcher,
            sop=sop,
            lease=held,
        )
        return done.outcome

    worker = Worker(
        service.dispatcher, service.work, service.inbox, service.place.store, conductor, name=TERMINAL
    )
    try:
        await _work_on(service, worker, session, stop)
    finally:
        await asyncio.to_thread(sign_quietly, service.place, session)
    return summary(service.place.store.read(session), sop)


async def _work_on(service: Service, worker: Worker, session: SessionId, stop: StopSignal) -> None:
    """Work on it; where people are told of questions elsewhere, tell them meanwhile."""
    if not directory(service).channels:
        await worker.work_on(session, stop)
        return
    # What sends mail and webhooks is loaded only where there is somebody to tell.
    from handrail.sessions.courier import Courier

    courier = Courier(service)
    telling = asyncio.create_task(courier.run())
    try:
        await worker.work_on(session, stop)
        # Where it waits for people who are not here, they are told before this process ends.
        await asyncio.to_thread(courier.look)
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
