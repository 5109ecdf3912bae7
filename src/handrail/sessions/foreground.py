"""Running sessions in the foreground: `handrail run`, on the same engine as everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from pydantic import JsonValue

from handrail.approvals import Approver
from handrail.approvals.inbox import InboxApprover
from handrail.browser import LaunchedBrowser
from handrail.errors import HandrailError, Stopped, StoreError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.holder import this_process
from handrail.journal.database.lease import Lease
from handrail.journal.database.work import Job
from handrail.journal.events.event import Outcome, SessionEnded, SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import Summary, summary
from handrail.runtime.walk.scribe import Watcher
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.first_entry import begin, check_hidden
from handrail.sessions.beginning.lining import let_workers
from handrail.sessions.beginning.starting import hosts_of
from handrail.sessions.conducting.called import Report
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.conducting.left_behind import tell_how_to_go_on
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.people.answering import directory
from handrail.sessions.service.auditing import sign_quietly
from handrail.sessions.service.dispatching import TERMINAL, Held
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Order, Place
from handrail.sessions.tables.batches import BatchConductor, Rows, begin_batch, is_cut_short, row_session
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
    table = SessionId(order.batch) if order.batch is not None and order.row is not None else None
    wanted = row_session(table, order.row) if table is not None and order.row is not None else None
    session = begin(order, service.place, session=wanted, launched=launched, watcher=watcher)
    owner = walk(service.place.store.read(session)).owner
    job = Job(session, order.sop.meta.id, owner, hosts_of(order.sop), parent=table, worker=TERMINAL)
    service.dispatcher.submit(job, "paused")
    return session


def begin_table_here(
    service: Service, order: Order, inputs: tuple[dict[str, JsonValue], ...], launched: LaunchedBrowser
) -> SessionId:
    """Begin a table whose rows this process is about to run one after the other. Raises StoreError, and
    UsageError for a row that could not be begun."""
    check_hidden(order, service.place, inputs)
    table = begin_batch(service, order, Rows(inputs), launched=launched)
    owner = walk(service.place.store.read(table)).owner
    service.dispatcher.submit(Job(table, order.sop.meta.id, owner, kind="batch", worker=TERMINAL), "paused")
    return table


async def conduct_table_here(
    service: Service,
    table: SessionId,
    run: Callable[[StopSignal], Awaitable[None]],
    *,
    ending: StopSignal,
) -> None:
    """Hold a table while `run` does its rows, so that other terminals see and steer it.

    `run` is given what is raised when no further row is to be begun; `ending` ends the row that runs as well.
    Raises UsageError where somebody else holds the table, and as `run` does.
    """
    put_aside = StopSignal()

    async def heed() -> None:
        await put_aside.come()
        error = _reason(put_aside)
        if isinstance(error, Stopped):
            ending.stop(error.message)

    async def conductor(held: Held, stop: StopSignal) -> Outcome:
        heeding = asyncio.create_task(heed())
        try:
            await run(put_aside)
        finally:
            heeding.cancel()
            await asyncio.gather(heeding, return_exceptions=True)
        error = _reason(ending)
        if error is None or not is_cut_short(service, table):
            return "waiting"
        writer = JournalWriter(service.place.store, table, fence=held.fence)
        writer.write(
            SessionEnded(kind="session_ended", outcome="cancelled", error=error.message), durable=True
        )
        return "cancelled"

    worker = Worker(
        service.dispatcher, service.work, service.inbox, service.place.store, conductor, name=TERMINAL
    )
    try:
        await worker.work_on(table, put_aside)
        await settle_table(service, table)
    finally:
        await asyncio.to_thread(sign_quietly, service.place, table)


async def settle_table(service: Service, table: SessionId) -> None:
    """End a table whose rows have all ended; one that waits for some may be ended by any worker."""
    line = service.work.find(table)
    if line is None or line.state not in ("queued", "waiting"):
        return
    let_workers(service, line)
    held = service.dispatcher.claim(table, this_process())
    if held is not None:
        outcome = await BatchConductor(service)(held, StopSignal())
        service.dispatcher.release(held, "waiting" if outcome == "waiting" else "ended")


def _reason(stop: StopSignal) -> HandrailError | None:
    try:
        stop.check()
    except HandrailError as error:
        return error
    return None


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
    report: Report = lambda line: None,
) -> Summary:
    """Conduct a session in this process, under a lease, so that other terminals see and steer it.

    `report` hears who was told of a question elsewhere, and who could not be. `before` does something as its
    holder, before it is conducted. Raises as `conduct` does; UsageError where somebody else works on it.
    """

    stage = Stage()
    watched = partial(stage.is_watched, session)

    async def conductor(held: Held, stop: StopSignal) -> Outcome:
        if before is not None:
            before(held)
        done = await conduct(
            session,
            service.place,
            launched,
            secrets=secrets,
            approver=InboxApprover(
                service.inbox, session, approver, watched, keep_seconds=stage.keep_seconds
            ),
            stop=stop,
            watcher=watcher,
            sop=sop,
            lease=held,
            stage=stage,
        )
        return done.outcome

    worker = Worker(
        service.dispatcher, service.work, service.inbox, service.place.store, conductor, name=TERMINAL
    )
    try:
        await _work_on(service, worker, session, stop, report)
    except StoreError as error:
        tell_how_to_go_on(error, service.place.store, session, sop)
        raise
    finally:
        await asyncio.to_thread(sign_quietly, service.place, session)
    return summary(service.place.store.read(session), sop)


async def _work_on(
    service: Service, worker: Worker, session: SessionId, stop: StopSignal, report: Report
) -> None:
    """Work on it; where people are told of questions elsewhere, tell them meanwhile."""
    if not directory(service).channels:
        await worker.work_on(session, stop)
        return
    # What sends mail and webhooks is loaded only where there is somebody to tell.
    from handrail.sessions.people.courier import Courier

    courier = Courier(service, report=report)
    telling = asyncio.create_task(courier.run())
    try:
        await worker.work_on(session, stop)
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
    # Where it waits for people who are not here, they are told before this process ends.
    await asyncio.to_thread(courier.look)
