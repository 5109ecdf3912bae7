"""What is done at the deadline of a question that nobody has answered."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from handrail.sessions.people.pending import pending_of
from handrail.sessions.people.timing_out import end_unanswered
from handrail.sessions.service.opening import open_service
from tests.journal.stories import SESSION
from tests.sessions.asking import ask


@pytest.mark.parametrize("answered", [False, True])
def test_an_answer_of_the_last_moment_counts_though_the_deadline_is_being_carried_out(
    tmp_path: Path, answered: bool
) -> None:
    with closing(open_service(tmp_path / "home")) as service:
        ask(service)
        # As it was found when the deadline was over.
        (one,) = pending_of(service, SESSION)
        if answered:
            service.inbox.post(SESSION, "answer", "ben", {"request": "r1", "answer": "allow"})

        assert end_unanswered(service, one) is not answered
        line = service.work.find(SESSION)
        assert line is not None and line.state == ("waiting" if answered else "ended")
        said = [entry for entry in service.place.store.read(SESSION) if entry.kind == "answered"]
        assert len(said) == (0 if answered else 1)
