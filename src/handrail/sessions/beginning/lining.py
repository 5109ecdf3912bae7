"""A session's line in the queue, for whoever steers it or answers it: made where there is none yet."""

from __future__ import annotations

from handrail.errors import UsageError
from handrail.journal.database.work import WorkLine
from handrail.journal.events.event import SessionId
from handrail.journal.keeping.private import shown
from handrail.journal.views.fold import walk
from handrail.journal.views.walked import Walk
from handrail.sessions.beginning.starting import job_of
from handrail.sessions.service.dispatching import TERMINAL
from handrail.sessions.service.listing import is_running
from handrail.sessions.service.opening import Service


def queued_line(service: Service, session: SessionId) -> WorkLine:
    """How the session stands in the queue; one that `handrail run` left is put there, at rest."""
    line = service.work.find(session)
    if line is not None:
        return line
    behind = walk_of(service, session)
    started = behind.started
    if started is None:
        raise UsageError(f"The journal of the session '{session}' has no beginning.")
    if behind.ended is None and is_running(behind.process):
        raise UsageError(
            f"The session '{session}' runs as a row of a table in the foreground.",
            mend="Press Ctrl-C there: it stops after its step, and can be resumed.",
        )
    over = behind.ended is not None and behind.ended.outcome != "waiting"
    service.dispatcher.submit(job_of(service, session, started, behind.owner), "ended" if over else "waiting")
    found = service.work.find(session)
    assert found is not None
    return found


def let_workers(service: Service, line: WorkLine) -> None:
    """A session that began in the foreground may be gone on with by any worker, as a whole or as a row."""
    if line.job.worker == TERMINAL:
        service.work.assign(line.session, worker="")


def walk_of(service: Service, session: SessionId, *, values: bool = False) -> Walk:
    """All that the session's journal tells; with `values`, personal data as people see it who may."""
    store = service.place.store
    return walk(shown(store, session) if values else store.read(session))
