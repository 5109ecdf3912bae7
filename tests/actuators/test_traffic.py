"""What a page has under way with its servers is known to whoever asks, and costs nobody else anything."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright._impl._connection import Connection
from playwright.async_api import Page

from handrail.actuators.browser.traffic import PageTraffic
from handrail.browser.inpage import InPage
from tests.actuators.test_direct_input import context, inpage, page
from tests.app import Answer, App

__all__ = ["context", "inpage", "page"]


async def test_whoever_has_asked_once_is_not_told_of_all_that_follows(
    page: Page, inpage: InPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request would cost four messages, in pages that send hundreds of them."""
    await inpage.attach(page)
    told: list[str] = []
    dispatch = Connection.dispatch

    def note(connection: Connection, message: Any) -> None:
        told.append(message.get("method", ""))
        dispatch(connection, message)

    with App({"/": "<h1>Start</h1>"}) as app:
        await page.goto(app.url)
        await PageTraffic(inpage, lambda _: page, lambda: page).quiet("main", seconds=1)
        monkeypatch.setattr(Connection, "dispatch", note)
        await page.evaluate("fetch(location.href).then((answer) => answer.text())")
    assert "request" not in told


async def test_an_answer_that_no_script_reads_is_not_waited_for(page: Page, inpage: InPage) -> None:
    """Browsers never tell of its end, and the run would wait for as long as a criterion may take."""
    await inpage.attach(page)
    unkept = Answer("{}", headers={"cache-control": "no-store", "content-type": "application/json"})
    with App({"/": "<h1>Start</h1>", "/do": unkept}) as app:
        await page.goto(app.url)
        await page.evaluate("async () => { window.kept = await fetch('/do', {method: 'POST'}); }")
        async with asyncio.timeout(30):
            await PageTraffic(inpage, lambda _: page, lambda: page).quiet("main", seconds=600)
