"""Opening an address while the page that the step before has led to is still on its way."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from handrail.actuators.actuator import Act
from handrail.actuators.browser.performing import PERFORM
from handrail.browser import LaunchedBrowser
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
