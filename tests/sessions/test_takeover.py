"""Workers as processes of their own: killed, frozen and continued, ended. What was done is done once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from handrail.journal.chain.linking import check
from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.event import SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import summary
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.service.opening import Service, open_service
from handrail.sop.document import Sop
from tests.app import App, Received
from tests.builders import PATIENT, click, fill, open_page, sop
from tests.cli.command import Begun
from tests.pace import quick
from tests.runtime.exploring.test_ways import PAGES, PEOPLE, calling, searching
from tests.runtime.models import Serve, serve_model
from tests.runtime.oracle import acting

__all__ = ["serve_model"]


SECONDS = 120.0
"""That a worker may take to end."""


class Shop:
    """An app whose page of the order's first step answers only when the test lets it."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go_on = threading.Event()
        self.app = App({"/": self._first, "/order": "<p>Ordered</p>"})

    def _first(self, _: Received) -> str:
        if not self.asked.is_set():
            self.asked.set()
            self.go_on.wait(120)
        return """<title>Order</title><form method=post action=/order>
            <label>Name <input name=name></label><button>Order</button></form>"""

    @property
    def orders(self) -> int:
        return len(self.app.posts("/order"))

    @property
    def procedure(self) -> Sop:
        order = click("Order", "once", done_when=[{"kind": "text", "contains": "Ordered"}])
        return sop(
            [open_page(self.app.url), fill("Name", "{{ name }}"), order], [self.app.host], {"name": {}}
        )


@pytest.fixture
def shop() -> Iterator[Shop]:
    made = Shop()
    with made.app:
        yield made
        made.go_on.set()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANDRAIL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@contextmanager
def worker(home: Path, *options: str) -> Iterator[Begun]:
    """`handrail worker` in a process group of its own, gone at the end."""
    process = Begun("worker", *options, home=home)
    try:
        yield process
    finally:
        process.kill()


def until(process: Begun, words: str) -> str:
    """The worker's line that holds these words; fails where it ends before."""
    told = []
    for line in process.stderr:
        told.append(line)
        if words in line:
            return line
    raise AssertionError(f"{words!r} not in {told}")


def begin(shop: Shop, home: Path, settings: Settings = PATIENT) -> tuple[Service, SessionId]:
    service = open_service(home)
    return service, start(service, Start(shop.procedure, {"name": "Ana"}, "ana", settings))


def assert_done_once(service: Service, session: SessionId, shop: Shop) -> None:
    entries = tuple(service.place.store.read(session))
    assert summary(entries).outcome == "done"
    assert check(entries, service.place.store.head(session)) == ()
    assert shop.orders == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_killed_worker_is_taken_over_from(
    kind: str, shop: Shop, home: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "postgres":
        monkeypatch.setenv("HANDRAIL_DATABASE_URL", request.getfixturevalue("postgres"))
    service, session = begin(shop, home)
    with worker(home) as first:
        assert shop.asked.wait(120)
        first.send(signal.SIGKILL)
        assert first.wait(SECONDS) == -signal.SIGKILL
        shop.go_on.set()
        with worker(home) as second:
            until(second, f"{session}: done")
    assert_done_once(service, session, shop)
    service.close()


@pytest.mark.long
def test_a_frozen_worker_is_taken_over_from_and_refused_when_it_wakes(
    shop: Shop, home: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_DATABASE_URL", postgres)
    # A lease outlasts the action that it is for, and the successor waits for its end.
    short = quick(find_seconds=4, verify_seconds=4, navigation_seconds=4)
    service, session = begin(shop, home, short)
    with worker(home, "--lease", "4") as first, worker(home, "--lease", "4") as second:
        assert shop.asked.wait(120)
        line = service.work.find(session)
        assert line is not None and line.holder is not None
        frozen, other = (first, second) if line.holder.pid == first.pid else (second, first)
        frozen.send(signal.SIGSTOP)
        shop.go_on.set()
        until(other, f"{session}: done")
        frozen.send(signal.SIGCONT)
        until(frozen, "another worker has taken it over")
    assert_done_once(service, session, shop)
    now = service.work.find(session)
    assert now is not None
    assert (now.fence, now.state) == (2, "ended")
    service.close()


def test_a_worker_that_is_told_to_end_finishes_its_step_and_another_goes_on(shop: Shop, home: Path) -> None:
    service, session = begin(shop, home)
    with worker(home) as first:
        assert shop.asked.wait(120)
        first.send(signal.SIGTERM)
        until(first, "finishing the steps")
        shop.go_on.set()
        assert first.wait(SECONDS) == 0
    stands = service.work.find(session)
    assert stands is not None
    assert stands.state == "queued"
    assert walk(service.place.store.read(session)).visits[-1].node != "click-order"
    with worker(home, "--drain") as second:
        assert second.wait(SECONDS) == 0
    assert_done_once(service, session, shop)
    service.close()


@pytest.mark.sweep
def test_a_way_that_a_killed_worker_found_is_gone_by_the_next_without_a_model(
    home: Path, serve_model: Serve
) -> None:
    second_item, go_on, visits = threading.Event(), threading.Event(), 0

    def people(_: Received) -> str:
        nonlocal visits
        visits += 1
        if visits == 2:
            second_item.set()
            go_on.wait(120)
        return str(PAGES["/people"])

    settings = PATIENT.model_copy(update={"autonomy": "explore", "find_seconds": 2})
    with App({**PAGES, "/people": people}) as app, serve_model(acting(searching)) as model:
        service = open_service(home)
        session = start(service, Start(calling(app), {"people": list(PEOPLE)}, "ana", settings))
        with worker(home) as first:
            assert second_item.wait(120)
            first.send(signal.SIGKILL)
            assert first.wait(SECONDS) == -signal.SIGKILL
            asked = len(model.heard)
            go_on.set()
            with worker(home, "--drain") as second:
                assert second.wait(SECONDS) == 0
        assert (asked, len(model.heard)) == (2, 2), "who took it up asked for nothing"
        sought = [event.query.get("q") for event in app.received if event.path == "/found"]
        assert "Jon Smith" in sought
    entries = tuple(service.place.store.read(session))
    assert summary(entries).outcome.startswith("done")
    assert check(entries, service.place.store.head(session)) == ()
    (proposed,) = [entry.event for entry in entries if isinstance(entry.event, StepsProposed)]
    assert "it led there" in proposed.reasons[-1], "tried again by a process that had not found it"
    assert [step.action.model_dump().get("value") for step in proposed.new] == ["{{ person }}", None]
    service.close()
