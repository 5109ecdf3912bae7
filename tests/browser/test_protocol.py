"""Messages to the browser that are sent often."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Error, Page

from handrail.browser.protocol import FrameGone, caller_known, of_document, tell


async def test_what_the_browser_refuses_is_told_and_the_next_message_is_answered(own_page: Page) -> None:
    session = await own_page.context.new_cdp_session(own_page)
    with pytest.raises(Error, match=r"CDPSession.send: .*Page\.frob"):
        await tell(session, "Page.frob", {})
    seven = await tell(session, "Runtime.evaluate", {"expression": "7"})
    assert seven["result"]["value"] == 7


async def test_other_calls_of_the_task_know_their_caller_again(own_page: Page) -> None:
    session = await own_page.context.new_cdp_session(own_page)
    before = dir(asyncio.current_task())
    await tell(session, "Page.enable", {})
    assert dir(asyncio.current_task()) == before


async def test_a_call_within_another_one_is_the_other_ones() -> None:
    before = dir(asyncio.current_task())
    with caller_known("Page.requests"), caller_known("Request.sizes"):
        pass
    assert dir(asyncio.current_task()) == before


async def test_a_picture_that_the_browser_drops_with_its_document_is_not_waited_for() -> None:
    answer = asyncio.get_running_loop().create_future()
    counted = iter([1, 1, 1])

    async def asked() -> object:
        return await answer

    with pytest.raises(FrameGone):
        await of_document(asked(), lambda: next(counted, 2), 0)
    assert answer.cancelled()


async def test_a_picture_that_comes_although_its_document_was_replaced_is_kept() -> None:
    documents = 1

    async def asked() -> str:
        nonlocal documents
        documents = 2
        return "picture"

    assert await of_document(asked(), lambda: documents, 10) == "picture"


async def test_a_picture_of_a_slow_page_is_waited_for() -> None:
    answer = asyncio.get_running_loop().create_future()
    looks = 0

    async def asked() -> object:
        return await answer

    def documents() -> int:
        nonlocal looks
        looks += 1
        if looks == 5:
            answer.set_result("picture")
        return 1

    assert await of_document(asked(), documents, 0) == "picture"
