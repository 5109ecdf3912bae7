"""A process that cannot write any more says how its session is gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.approvals import Approval, CallbackApprover
from handrail.browser import LaunchedBrowser
from handrail.errors import LeaseLost, StoreError
from handrail.journal.events.event import Acted, Event, NodeEntered
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import begin_here, conduct_here
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.service.place import Order
from tests.app import App
from tests.builders import click, open_page, sop
from tests.runtime.conftest import QUICK

PAGE = "<title>Contact</title><form method=post action=/save><button>Save</button></form>"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = open_service(tmp_path / "home")
    yield service
    service.close()


async def left(
    service: Service, launched: LaunchedBrowser, at: type[Acted | NodeEntered], error: StoreError
) -> str:
    """What is said where `error` comes once the step that saves has noted such an event."""

    def full(event: Event) -> None:
        if isinstance(event, at) and event.node == "click-save":
            raise error

    with App({"/": PAGE, "/save": "ok"}) as app:
        order = Order(sop([open_page(app.url), click("Save", "once")], [app.host]), {}, {}, QUICK)
        session = begin_here(service, order, launched)
        with pytest.raises(type(error)) as told:
            await conduct_here(
                service,
                session,
                order.sop,
                {},
                launched,
                approver=CallbackApprover(lambda _: Approval(answer="deny", by="nobody")),
                stop=StopSignal(),
                watcher=full,
            )
    return str(told.value).replace(session, "ID")


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (NodeEntered, "Nothing was done yet that is done only once. Go on with "),
        (Acted, "'click-save' may have been done: do not run it again, but go on with "),
    ],
    ids=["before the effect", "in the middle of it"],
)
async def test_a_full_disk_is_told_with_how_the_session_is_gone_on_with(
    service: Service, launched: LaunchedBrowser, at: type[Acted | NodeEntered], told: str
) -> None:
    full = StoreError("There is no space left.", mend="Free some.")
    said = await left(service, launched, at, full)
    assert said == f"There is no space left. Free some. {told}`handrail session resume ID`."


async def test_who_lost_the_session_to_another_process_is_not_told_to_go_on(
    service: Service, launched: LaunchedBrowser
) -> None:
    lost = LeaseLost("Another process has it.", mend="See what it does.")
    assert await left(service, launched, Acted, lost) == "Another process has it. See what it does."
