"""Whoever edits who sees a session, or of which table it is a row, is found out by its journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.holder import this_process
from handrail.journal.database.inbox import Message
from handrail.journal.database.work import Job
from handrail.journal.events.event import HandedOver, SessionId
from handrail.sessions.beginning.belonging import misplaced
from handrail.sessions.service.claiming import claim, hand_over
from handrail.sessions.service.opening import Service, open_service
from tests.journal.stories import SESSION, ended, entered, started

ROW = SessionId("20261121-081233-3f9a2c-0001")
OLD = SessionId("20261101-081233-3f9a2c")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = open_service(tmp_path / "home")
    for session, facts, parent in (
        (SESSION, {"user": "ana"}, None),
        (ROW, {"user": "ana", "batch": SESSION, "row": 1}, SESSION),
        (OLD, {}, None),
    ):
        JournalWriter(opened.place.store, session).write(started(**facts), entered("open"), ended("waiting"))
        kind: Literal["batch", "session"] = "batch" if session == SESSION else "session"
        opened.work.submit(Job(session, "add-contact", "ana", parent=parent, kind=kind), "queued")
    yield opened
    opened.close()


@pytest.fixture(params=[0, 10], autouse=True)
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few sessions the journals are read, of many the entries that tell it."""
    monkeypatch.setattr("handrail.sessions.beginning.belonging._FEW", request.param)


def found(service: Service) -> dict[SessionId, str]:
    return misplaced(service.place.store, service.work, [SESSION, ROW, OLD])


def edit(service: Service, statement: str) -> None:
    with service.database.writing() as connection:
        connection.exec_driver_sql(statement)


def test_what_nobody_edited_fits_also_after_it_was_handed_over(service: Service) -> None:
    assert found(service) == {}
    held = claim(service.dispatcher, service.work, SESSION, this_process())
    assert held is not None
    message = Message(1, SESSION, "hand-off", {"to": "ben@example.com"}, "ana", "2026-11-21T08:00:00Z")
    hand_over(service.place.store, held, message)
    assert found(service) == {}


def test_another_owner_is_found(service: Service) -> None:
    edit(service, f"UPDATE work SET owner_user = 'eve' WHERE session = '{SESSION}'")
    assert list(found(service)) == [SESSION]
    assert "listed as the session of 'eve', and its journal says 'ana'" in found(service)[SESSION]


@pytest.mark.parametrize("change", ["NULL", "'another'"])
def test_another_table_is_found(service: Service, change: str) -> None:
    edit(service, f"UPDATE session SET batch = {change} WHERE id = '{ROW}'")
    assert list(found(service)) == [ROW]
    assert f"its journal says '{SESSION}'" in found(service)[ROW]


@pytest.mark.parametrize("change", ["NULL", "'another'"])
def test_a_row_that_was_put_into_another_table_of_the_queue_is_found(service: Service, change: str) -> None:
    edit(service, f"UPDATE work SET parent = {change} WHERE session = '{ROW}'")
    assert list(found(service)) == [ROW]


def test_a_kill_within_a_hand_over_leaves_no_list_that_says_otherwise(
    service: Service,
) -> None:
    """Whatever is done after the entry is written is not done any more."""
    held = claim(service.dispatcher, service.work, SESSION, this_process())
    assert held is not None
    event = HandedOver(kind="handed_over", to="ben", by="ana", worker="w1")
    JournalWriter(service.place.store, SESSION, fence=held.fence).write(event)
    line = service.work.find(SESSION)
    assert line is not None and (line.job.owner, line.job.worker) == ("ben", "w1")
    assert found(service) == {}
