"""A session that waits for an answer, without a browser that came there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.work import Job, WorkState
from handrail.journal.events.event import Asked, SessionEnded
from handrail.sessions.service.opening import Service
from handrail.sop.format import sop_bytes
from tests.builders import click, open_page, sop
from tests.journal.stories import SESSION, entered, started

DOCUMENT = sop([open_page("http://crm.test"), click("Pay", "once", id="pay")], ["crm.test"])


def ask(service: Service, state: WorkState = "waiting") -> Asked:
    """SESSION asks whether it may pay; for an hour, and then it may not."""
    now = datetime.now(UTC)
    question = Asked(
        kind="asked",
        request="r1",
        node="pay",
        question="Click 'Pay'",
        choices=("allow", "deny"),
        form="approve",
        at=_text(now),
        deadline=_text(now + timedelta(hours=1)),
        on_timeout="deny",
    )
    kept = service.place.artefacts.put(sop_bytes(DOCUMENT), ".sop.json")
    waiting = SessionEnded(kind="session_ended", outcome="waiting")
    JournalWriter(service.place.store, SESSION).write(started(sop=kept), entered("pay"), question, waiting)
    service.work.submit(Job(session=SESSION, sop_id="test", owner="ana"), state)
    return question


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
