"""What fails beside the runs of a service is told once, and ends nothing."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from handrail.errors import StoreError
from handrail.journal.database.deliveries import Deliveries
from handrail.sessions.people.courier import Courier
from handrail.sessions.service.opening import open_service
from handrail.sessions.service.troubles import Troubles
from tests.journal.stories import SESSION
from tests.sessions.asking import ask

PEOPLE = """
people:
  ana: {mail: ana@crm.example}
  ben: {mail: ben@crm.example}
channels:
  post: {kind: mail, host: 127.0.0.1, port: 25, security: none, from: handrail@crm.example}
ask: [ana, ben]
"""


def test_the_same_trouble_is_told_once_for_as_long_as_it_lasts() -> None:
    told: list[str] = []
    troubles = Troubles(told.append)

    def fail(error: Exception | None) -> None:
        with troubles.of("part"):
            if error is not None:
                raise error

    for error in (StoreError("Full."), StoreError("Full."), KeyError("x"), None, StoreError("Full.")):
        fail(error)
    assert told == ["part: Full.", "part: failed unexpectedly: KeyError: 'x'", "part: Full."]


def test_what_nobody_expected_does_not_end_the_courier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(tmp_path / "home")
    told: list[str] = []

    def break_off(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("handrail.sessions.people.courier.directory", break_off)
    Courier(service, report=told.append).look(datetime.now(UTC))
    assert told == ["approvals: failed unexpectedly: RuntimeError: can't start new thread"]
    service.close()


def test_a_message_that_cannot_be_made_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "approvals.yaml").write_text(PEOPLE)
    sent: list[str] = []

    def send(_: object, notice: object, address: str, lookup: object) -> None:
        if address.startswith("ana"):
            "ü".encode("ascii")
        sent.append(address)

    monkeypatch.setattr("handrail.sessions.people.courier.send", send)
    with closing(open_service(tmp_path / "home")) as service:
        ask(service)
        told: list[str] = []
        courier = Courier(service, report=told.append)
        courier.look()
        courier.look()
    assert sent == ["ben@crm.example"]
    assert [line for line in told if "ana was not told: it failed unexpectedly" in line]


def test_a_message_that_waits_by_a_clock_that_was_ahead_goes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_service(tmp_path / "home")) as service:
        deliveries = Deliveries(service.database)
        deliveries.add(SESSION, "r1", "2026-11-30T03:00:00.000Z", "ana", "post", "asked")
        now = time.time()
        with monkeypatch.context() as ahead:
            ahead.setattr(time, "time", lambda: now + 10 * 86_400)
            (taken,) = deliveries.take()
            deliveries.failed(taken, "The mail server does not answer.", for_good=False)
            assert deliveries.take() == ()
        assert [one.person for one in deliveries.take()] == ["ana"]
