"""Sessions that are begun and queued for a worker."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.errors import SopError
from handrail.journal.chain.linking import START, Head
from handrail.journal.events.event import SessionId
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.service.opening import open_service
from tests.builders import open_page, sop


def test_an_sop_in_which_an_id_is_there_twice_is_not_begun(tmp_path: Path) -> None:
    service = open_service(tmp_path / "home")
    page = open_page("http://crm.test")
    with pytest.raises(SopError, match="is taken by"):
        start(service, Start(sop([page, {**page, "label": "Again"}], ["crm.test"]), {}, "ana"))
    assert tuple(service.place.store.sessions()) == ()
    service.close()


def test_one_that_another_process_begins_at_this_moment_is_begun_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(tmp_path / "home")
    wish = Start(sop([open_page("http://crm.test")], ["crm.test"]), {}, "ana")
    wanted = SessionId("hook-1")
    start(service, wish, session=wanted)
    asked: list[str] = []
    head = service.place.store.head

    def not_yet_at_first(session: SessionId) -> Head:
        asked.append(session)
        return START if len(asked) <= 2 else head(session)

    monkeypatch.setattr(service.place.store, "head", not_yet_at_first)
    assert start(service, wish, session=wanted) == wanted
    assert [line.session for line in service.work.lines()] == [wanted]
    assert [entry.kind for entry in service.place.store.read(wanted)] == ["session_started"]
    service.close()
