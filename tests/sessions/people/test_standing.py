"""How a session stands, as people and programs ask for it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from handrail.sessions.people.standing import standing
from handrail.sessions.service.opening import open_service
from tests.journal.stories import SESSION
from tests.sessions.asking import ask


def test_a_question_that_is_answered_waits_for_nobody_before_it_takes_effect(tmp_path: Path) -> None:
    with closing(open_service(tmp_path / "home")) as service:
        ask(service)
        assert [asked.request for asked in standing(service, SESSION).questions] == ["r1"]
        service.inbox.post(SESSION, "answer", "ben", {"request": "r1", "answer": "allow"})
        assert standing(service, SESSION).questions == ()
