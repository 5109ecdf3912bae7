"""The in-page script comes into a new tab: with its first document, or as soon as it is asked for there."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import InPage, inpage_source, recorder_source, selector_engine
from tests.app import App


async def test_the_first_document_of_an_empty_tab_can_be_asked(own_page: Page) -> None:
    inpage = InPage(own_page.context)
    await inpage.attach(own_page, empty=True)
    with App({"/": "<h1>Contacts</h1>"}) as app:
        await own_page.goto(app.url)
        assert (await inpage.call(own_page, "kept"))["origin"] == app.url.rstrip("/")


async def test_an_empty_tab_can_be_asked_itself_and_what_it_opens_then(own_page: Page) -> None:
    inpage = InPage(own_page.context)
    await inpage.attach(own_page, empty=True)
    assert (await inpage.call(own_page, "kept"))["origin"] == "null"
    with App({"/": "<h1>Contacts</h1>", "/more": "<h1>More</h1>"}) as app:
        for path in ("", "more"):
            await own_page.goto(f"{app.url}/{path}")
            assert (await inpage.call(own_page, "kept"))["origin"] == app.url.rstrip("/")


def test_the_scripts_are_of_one_byte_a_letter() -> None:
    # One letter more, and browsers keep and read all of it, in each document, in two.
    assert all(source().isascii() for source in (inpage_source, recorder_source, selector_engine))


async def test_a_run_brings_in_nothing_of_the_recorder(own_page: Page) -> None:
    # Each document would read it, and no run asks for it.
    inpage = InPage(own_page.context)
    await inpage.attach(own_page)
    with pytest.raises(RuntimeError, match="capture is not a function"):
        await inpage.call(own_page, "capture", 0)
