"""A session of a worker is taken over from elsewhere: another program drives its browser."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from handrail.browser import launch_browser
from handrail.errors import UsageError
from handrail.journal.fold import walk
from handrail.journal.summary import summary
from handrail.runtime.settings import Settings
from handrail.sessions.browsing import BrowserConductor, SharedBrowser
from handrail.sessions.driving import hand_back, take_over, taken
from handrail.sessions.service import Service, open_service
from handrail.sessions.standing import standing
from handrail.sessions.starting import Start, start
from handrail.sessions.users import User
from handrail.sessions.worker import Worker
from tests.app import App
from tests.builders import click, fill, open_page, sop

ANA = User("ana", frozenset({"operator"}))
BEN = User("ben", frozenset({"operator"}))
FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<button>Make it so</button></form>"""
QUICK = Settings(find_seconds=1, verify_seconds=2, navigation_seconds=10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    opened = open_service(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
async def browser() -> AsyncIterator[SharedBrowser]:
    port = free_port()
    shared = SharedBrowser(lambda: launch_browser(cdp_port=port))
    yield shared
    await shared.close()


def worker(service: Service, browser: SharedBrowser) -> Worker:
    conductor = BrowserConductor(service, browser)
    return Worker(
        service.dispatcher, service.work, service.inbox, service.place.store, conductor, look_seconds=0.05
    )


async def press_as_another_program(address: str, button: str, then: str) -> None:
    async with async_playwright() as playwright:
        other = await playwright.chromium.connect_over_cdp(address)
        page = other.contexts[-1].pages[0]
        await page.get_by_role("button", name=button).click()
        await page.get_by_text(then).wait_for()
        await other.close()


async def test_a_session_at_rest_is_brought_back_driven_and_handed_back(
    service: Service, browser: SharedBrowser
) -> None:
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        document = sop([open_page(app.url), fill("Name", "{{ name }}"), saving], [app.host], {"name": {}})
        session = start(service, Start(document, {"name": "Zoë"}, "ana", QUICK))
        await worker(service, browser).run(drain=True)
        assert standing(service, session).summary.outcome == "stopped before effect"
        with pytest.raises(UsageError, match="Nobody has taken"):
            hand_back(service, session, ANA)

        assert take_over(service, session, ANA, "the button is another one") == "queued"
        working = asyncio.ensure_future(worker(service, browser).run(drain=True))
        got = await taken(service, session, 60)
        assert got is not None and got.by == "ana" and got.address
        stands = standing(service, session)
        assert (stands.driver, stands.address, stands.running) == ("ana", got.address, True)
        with pytest.raises(UsageError, match="ana has taken"):
            take_over(service, session, BEN)
        await press_as_another_program(got.address, "Make it so", "Saved")
        with pytest.raises(UsageError, match="no step 'elsewhere'"):
            hand_back(service, session, ANA, "elsewhere")
        hand_back(service, session, ANA)
        await working

        assert summary(service.place.store.read(session)).outcome == "done"
        assert app.posts("/save") == [{"name": "Zoë"}]
        (back,) = walk(service.place.store.read(session)).drives
        assert (back.by, back.deeds) == ("ana", ("Click 'Make it so'",))
        assert service.work.find(session).state == "ended"  # type: ignore[union-attr]


async def test_a_worker_that_ends_puts_a_driven_session_aside_for_a_person(
    service: Service, browser: SharedBrowser
) -> None:
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        session = start(service, Start(sop([open_page(app.url), saving], [app.host]), {}, "ana", QUICK))
        take_over(service, session, ANA)
        ending = worker(service, browser)
        working = asyncio.ensure_future(ending.run())
        assert await taken(service, session, 60) is not None
        ending.end()
        await working
        assert service.work.find(session).state == "waiting"  # type: ignore[union-attr]
        stands = standing(service, session)
        assert (stands.summary.outcome, stands.driver) == ("waiting", "")
