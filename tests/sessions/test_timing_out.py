"""What is done at the deadline of a question that nobody has answered."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from handrail.journal.event import Asked, SessionEnded
from handrail.journal.store import JournalWriter
from handrail.journal.work import Job
from handrail.sessions.pending import pending_of
from handrail.sessions.service import open_service
from handrail.sessions.timing_out import end_unanswered
from handrail.sop.format import sop_bytes
from tests.builders import click, open_page, sop
from tests.journal.stories import SESSION, entered, started

DOCUMENT = sop([open_page("http://crm.test"), click("Pay", "once", id="pay")], ["crm.test"])


@pytest.mark.parametrize("answered", [False, True])
def test_an_answer_of_the_last_moment_counts_though_the_deadline_is_being_carried_out(
    tmp_path: Path, answered: bool
) -> None:
    deadline = datetime.now(UTC) + timedelta(hours=1)
    question = Asked(
        kind="asked",
        request="r1",
        node="pay",
        question="Click 'Pay'",
        choices=("allow", "deny"),
        form="approve",
        at="2026-11-30T03:00:00.000Z",
        deadline=deadline.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        on_timeout="deny",
    )
    with closing(open_service(tmp_path / "home")) as service:
        kept = service.place.artefacts.put(sop_bytes(DOCUMENT), ".sop.json")
        waiting = SessionEnded(kind="session_ended", outcome="waiting")
        writer = JournalWriter(service.place.store, SESSION)
        writer.write(started(sop=kept), entered("pay"), question, waiting)
        service.work.submit(Job(session=SESSION, sop_id="test", owner="ana"), "waiting")
        # As it was found when the deadline was over.
        (one,) = pending_of(service, SESSION)
        if answered:
            service.inbox.post(SESSION, "answer", "ben", {"request": "r1", "answer": "allow"})

        assert end_unanswered(service, one) is not answered
        line = service.work.find(SESSION)
        assert line is not None and line.state == ("waiting" if answered else "ended")
        said = [entry.event for entry in service.place.store.read(SESSION) if entry.kind == "answered"]
        assert len(said) == (0 if answered else 1)
