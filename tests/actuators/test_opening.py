"""Opening an address: in a new tab, and while the page of the step before is still on its way."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import playwright.async_api
import pytest

from handrail.actuators.actuator import Act
from handrail.actuators.browser.performing import PERFORM
from handrail.actuators.browser.session import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.browser.attaching import AttachedTabs
from handrail.errors import Blocked
from handrail.policy import Gate, Policy, Proposal
from handrail.sop.action import Open
from tests.app import App, Page, Received

# The page's one thread is busy until the new address is asked for: the other one has come, and is not shown.
LEAVING = """() => { location = '/other'; setTimeout(() => {
  const asked = new XMLHttpRequest(); asked.open('GET', '/busy', false); asked.send(); }); }"""


async def test_what_was_still_coming_does_not_take_the_place_of_what_is_opened(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    busy, answered, opened, shown = (threading.Event() for _ in range(4))

    def other(request: Received) -> str:
        busy.wait(5)
        answered.set()
        return "<script>fetch('/shown')</script>"

    def blocks(request: Received) -> str:
        busy.set()
        opened.wait(5)
        return ""

    def wanted(request: Received) -> str:
        opened.set()
        # Where the other one had not come far enough, the browser left it.
        shown.wait(2)
        return "<h1>New</h1>"

    def was_shown(request: Received) -> str:
        shown.set()
        return ""

    assert launched.browser is not None
    pages: dict[str, Page] = {"/": "", "/other": other, "/busy": blocks, "/new": wanted, "/shown": was_shown}
    with App(pages) as app:
        async with await launched.browser.new_context() as context:
            page = await context.new_page()
            await page.goto(app.url)
            await page.evaluate(LEAVING)
            await asyncio.to_thread(answered.wait, 5)
            act = Act(page="main", action=Open(do="open", url=app.url + "/new"))
            await PERFORM[Open](page, act, 5000, 10_000, tmp_path)
            assert page.url == app.url + "/new"


async def test_a_new_tab_asks_for_nothing_before_it_is_known_whose_it_is(
    launched: LaunchedBrowser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attach = AttachedTabs.attach

    async def late(self: AttachedTabs, page: playwright.async_api.Page, **how: Any) -> None:
        asked = asyncio.Event()
        page.on("request", lambda _: asked.set())
        await attach(self, page, **how)
        # As if the browser had not said yet which tab and which context that is.
        tab = self.tabs.pop(page)
        await asked.wait()
        for _ in range(5):
            # Each time the browser has answered what else it was asked before.
            await page.context.cookies()
        self.tabs[page] = tab

    def refuse(url: str) -> None:
        raise Blocked(f"{url} must not be visited.")

    monkeypatch.setattr(AttachedTabs, "attach", late)
    assert launched.browser is not None
    with App({"/": "<h1>Contacts</h1>"}) as app:
        gate = Gate(Policy(domains=(app.host,)))
        wanted = Proposal.model_validate(
            {
                "node": "x", "attempt": 1, "rung": "exact", "action": "Open", "kind": "open",
                "effect": "none", "page_url": "", "leads_to": app.url, "named": True,
            }
        )  # fmt: skip
        async with await launched.browser.new_context() as context:
            session = BrowserSession(context, folder=tmp_path, judge=refuse)
            with pytest.raises(Blocked):
                await session.dispatch(
                    gate.admit(wanted, gate.judge(wanted)), Act("main", Open(do="open", url=app.url))
                )
        assert app.received == []
