"""An order in the practice CRM gets through what apps put in the way, once, by the app's own database."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.approvals import Approval, CallbackApprover
from handrail.browser import LaunchedBrowser
from handrail.journal.events.event import Event, Handled
from handrail.journal.views.summary import Summary
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail.sop.node import Edge
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems
from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer
from tests.builders import by_role, click, fill, sop
from tests.pace import quick
from tests.sweeping import some_of

REFERENCE = "R-4711"


@pytest.fixture
def practice(tmp_path: Path) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path / "practice", slow_seconds=0.5) as server:
        yield server


def submit_an_order(practice: PracticeServer, *, grouped: bool = True) -> Sop:
    password = by_role("textbox", "Password", input_type="password")
    steps = [
        fill("Email", ACCOUNT.email),
        fill("Password", "{{ crm_password }}", target=password, done_when=[]),
        click("Sign in", "repeatable", done_when=[{"kind": "url", "path": "/contacts"}]),
    ]
    group = {"id": "sign-in", "type": "group", "label": "Sign in", "children": steps}
    procedure = sop(
        [
            *([group] if grouped else steps),
            click("Orders", role="link", done_when=[{"kind": "url", "path": "/orders"}]),
            click("New order", role="link", done_when=[{"kind": "url", "path": "/orders/new"}]),
            fill("Reference", REFERENCE),
            fill("Amount", "1250.00"),
            click("Submit order", "once", done_when=[{"kind": "text", "contains": REFERENCE}]),
        ],
        [practice.crm_url.removeprefix("http://")],
        {"crm_password": {"secret": True}},
        environment={
            "start": [{"url": f"{practice.crm_url}/sign-in"}],
            **({"sign_in_group": "sign-in"} if grouped else {}),
        },
    )
    if grouped:
        inner = (Edge.model_validate({"from": a["id"], "to": b["id"]}) for a, b in itertools.pairwise(steps))
        procedure = procedure.model_copy(update={"edges": (*procedure.edges, *inner)})
    assert not [p for p in problems(procedure) if p.severity == "error"] and not blocking(procedure)
    return procedure


class Watcher:
    """Keeps the events, and lets the sign-ins expire when the walk comes to a node."""

    def __init__(self, practice: PracticeServer, expire_at: str) -> None:
        self.events: list[Event] = []
        self._practice, self._expire_at = practice, expire_at

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        if event.kind == "node_entered" and event.node == self._expire_at:
            self._expire_at = ""
            self._practice.sign_everybody_out()

    def handled(self) -> set[str]:
        return {event.handler for event in self.events if isinstance(event, Handled)}


async def play(
    practice: PracticeServer,
    place: Place,
    launched: LaunchedBrowser,
    expire_at: str = "",
    *,
    grouped: bool = True,
) -> tuple[Summary, Watcher]:
    watcher = Watcher(practice, expire_at)
    settings = quick(find_seconds=2, verify_seconds=4, retry_seconds=0.05)
    summary = await run_session(
        Order(submit_an_order(practice, grouped=grouped), {}, {"crm_password": ACCOUNT.password}, settings),
        place,
        launched,
        approver=CallbackApprover(lambda _: Approval(answer="deny", by="nobody")),
        stop=StopSignal(),
        watcher=watcher,
    )
    return summary, watcher


def orders(practice: PracticeServer) -> int:
    with sqlite3.connect(practice.crm_database) as db:
        return int(db.execute("SELECT count(*) FROM orders WHERE reference = ?", (REFERENCE,)).fetchone()[0])


@pytest.mark.parametrize("grouped", some_of([True, False], 0))
async def test_the_sign_in_expires_in_the_middle(
    practice: PracticeServer, place: Place, launched: LaunchedBrowser, grouped: bool
) -> None:
    summary, watcher = await play(practice, place, launched, "click-new-order", grouped=grouped)
    assert summary.outcome == "done, unverified", summary.error
    assert orders(practice) == 1
    assert watcher.handled() == {"sign-in"}
    assert [one.handler for one in summary.handled] == ["sign-in"]
    kept = b"".join(path.read_bytes() for path in place.home.rglob("*") if path.is_file())
    assert ACCOUNT.password.encode() not in kept


@pytest.mark.sweep
async def test_an_announcement_lies_over_every_page(
    practice: PracticeServer, place: Place, launched: LaunchedBrowser
) -> None:
    practice.change(drift=["interstitial"])
    summary, watcher = await play(practice, place, launched)
    assert summary.outcome == "done, unverified", summary.error
    assert orders(practice) == 1
    assert watcher.handled() == {"announcement"}


async def test_slow_pages_and_a_banner_that_blocks_nothing_need_no_help(
    practice: PracticeServer, place: Place, launched: LaunchedBrowser
) -> None:
    practice.change(drift=["slow", "banner"])
    summary, watcher = await play(practice, place, launched)
    assert summary.outcome == "done, unverified", summary.error
    assert orders(practice) == 1
    assert watcher.handled() == set()
