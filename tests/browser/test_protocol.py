"""Messages to the browser that are sent often."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Error, Page

from handrail.browser.protocol import tell


async def test_what_the_browser_refuses_is_told_and_the_next_message_is_answered(page: Page) -> None:
    session = await page.context.new_cdp_session(page)
    with pytest.raises(Error, match=r"CDPSession.send: .*Page\.frob"):
        await tell(session, "Page.frob", {})
    seven = await tell(session, "Runtime.evaluate", {"expression": "7"})
    assert seven["result"]["value"] == 7


async def test_other_calls_of_the_task_know_their_caller_again(page: Page) -> None:
    session = await page.context.new_cdp_session(page)
    before = dir(asyncio.current_task())
    await tell(session, "Page.enable", {})
    assert dir(asyncio.current_task()) == before
