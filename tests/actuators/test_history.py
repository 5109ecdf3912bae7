"""Going back ends where the page, or the frame that went on last, has come to."""

from __future__ import annotations

from threading import Event

import pytest
from playwright.async_api import Page

from handrail.actuators.browser.history import traverse
from handrail.browser import protocol
from tests.actuators.test_direct_input import context, page
from tests.app import Answer, App, Received

__all__ = ["context", "page"]


async def test_a_frame_that_loads_itself_again_is_not_where_the_page_went_back_to(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    # While a page is on its way, its protocol session is not ended, either.
    monkeypatch.setattr(protocol, "LETTING_GO_SECONDS", 0)
    left, asked, ticked, loads = Event(), Event(), Event(), list[bool]()

    def first(request: Received) -> Answer:
        if left.is_set():
            asked.set()
            ticked.wait(10)
        return Answer("<h1>First</h1>", headers={"cache-control": "no-store"})

    def tick(request: Received) -> str:
        if asked.is_set():
            loads.append(True)
        if len(loads) > 8:
            ticked.set()
        return "<script>onload = () => setTimeout(() => location.reload())</script>"

    with App({"/": first, "/two": "<iframe src=/tick></iframe>", "/tick": tick}) as app:
        await page.goto(app.url)
        await page.goto(app.url + "/two")
        left.set()
        await traverse(page, -1, 10_000)
        assert page.url == app.url + "/"
    assert ticked.is_set()
