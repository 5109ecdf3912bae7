"""How one session stands: its summary, and what the queue knows of it."""

from __future__ import annotations

from handrail._model import Model
from handrail.journal.database.work import WorkState
from handrail.journal.events.event import Asked, SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import Summary, summary_of
from handrail.sessions.people.pending import pending_of
from handrail.sessions.reports.report_file import sop_of
from handrail.sessions.service.listing import how_table_stands, is_running
from handrail.sessions.service.opening import Service


class Standing(Model):
    """A session as a person asks for it."""

    summary: Summary
    state: WorkState | None
    """How it stands in the queue; none for one that was never there."""
    running: bool
    owner: str
    worker: str | None
    """Who works on it now."""
    handed_by: str = ""
    """Who handed it to its owner, or to its worker; empty where nobody did."""
    handed_to_worker: str = ""
    """The only worker that may take it since then; empty where any may."""
    handed_why: str = ""
    """What they said about it."""
    driver: str = ""
    """The person who has taken it over, and works in its browser; empty while nobody does."""
    address: str = ""
    """Where that browser is reached, beside the console."""
    questions: tuple[Asked, ...]
    """What waits for a person's answer."""


def standing(service: Service, session: SessionId) -> Standing:
    """How the session stands. Raises StoreError; JournalBroken where its journal cannot be read."""
    entries = tuple(service.place.store.read(session))
    gathered = walk(entries)
    summary = summary_of(gathered, sop_of(entries, service.place.artefacts))
    line = service.work.find(session)
    if line is None:
        running = summary.interrupted and is_running(gathered.process)
    elif line.job.kind == "batch":
        running, waits = how_table_stands(service.work, line)
        if waits:
            summary = summary.model_copy(update={"outcome": "waiting", "interrupted": False})
    else:
        running = line.is_held
    return Standing(
        summary=summary,
        state=line.state if line else None,
        running=running,
        owner=line.job.owner if line else gathered.owner,
        worker=line.holder.worker if line and line.holder and running else None,
        handed_by=gathered.handed.by if gathered.handed else "",
        handed_to_worker=(gathered.handed.worker or "") if gathered.handed else "",
        handed_why=gathered.handed.why if gathered.handed else "",
        driver=gathered.at_wheel.by if gathered.at_wheel and running else "",
        address=gathered.at_wheel.address if gathered.at_wheel and running else "",
        # What is answered waits for nobody, although nobody has acted on it yet.
        questions=tuple(one.asked for one in pending_of(service, session, gathered)),
    )
