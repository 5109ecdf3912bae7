"""Stepping through a session in the console, and what can be done with it afterwards."""

from __future__ import annotations

import re

import httpx
from playwright.async_api import expect

from handrail.browser import LaunchedBrowser

from .conftest import Served
from .test_page import begin
from .web import at_console, stands


def kinds(client: httpx.Client, session: str) -> list[str]:
    text = client.get(f"/api/sessions/{session}/events").text
    return re.findall(r'"event": \{[^{}]*?"kind": "(\w+)"', text)


async def test_a_session_is_stepped_through_in_one_browser_then_forked_and_compared(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    served.let_go.clear()
    session = begin(served, "plain", name="Ann")
    async with at_console(launched.browser, served, f"#/sessions/{session}/live") as page:
        # The form is held back, so that the wish is there before the next step.
        await expect(page.locator(".screen[data-live=true]")).to_be_visible()
        await page.get_by_role("button", name="Step by step").click()
        await expect(page.get_by_role("button", name="Step by step")).to_have_attribute(
            "aria-pressed", "true"
        )
        served.let_go.set()
        for words in ("Fill 'Name'", "Click the button 'Save'"):
            question = page.get_by_role("dialog", name=re.compile(words, re.IGNORECASE))
            await expect(question).to_be_visible()
            assert served.crm.posts("/save") == []
            await question.get_by_role("button", name="Yes, do it").click()
        await stands(page, "Done")
        assert served.crm.posts("/save") == [{"name": "Ann"}]
        with served.client() as client:
            # Somebody looked on: the browser was kept, and nothing was done over.
            assert kinds(client, session).count("taken") == 1

        await page.get_by_role("button", name="Fork").click()
        dialog = page.get_by_role("dialog", name="Repeat a part")
        await dialog.get_by_label("From which step").select_option("fill-name")
        await dialog.get_by_role("button", name="Fork", exact=True).click()
        await expect(dialog.get_by_text("did what happens once")).to_be_visible()
        await dialog.get_by_label("What happens once may be done a second time").check()
        await dialog.get_by_role("button", name="Fork", exact=True).click()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await stands(page, "Done")
        assert served.crm.posts("/save") == [{"name": "Ann"}, {"name": "Ann"}]

        await page.get_by_role("button", name="Compare").click()
        await page.get_by_role("dialog").get_by_role("button", name=re.compile(session)).click()
        await expect(page.get_by_role("heading", name="Two sessions")).to_be_visible()
        await expect(page.get_by_role("heading", name=re.compile("steps differ|are alike"))).to_be_visible()


async def test_what_a_session_did_is_taken_back_from_the_console(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    session = begin(served, "asking", name="Ann")
    async with at_console(launched.browser, served, f"#/sessions/{session}/live") as page:
        await page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        await stands(page, "Cancelled")
        await page.get_by_role("button", name="Undo").click()
        dialog = page.get_by_role("dialog", name="Undo what this session did?")
        await dialog.get_by_label("Why").fill("A test")
        await dialog.get_by_role("button", name="Undo", exact=True).click()
        await expect(page.get_by_role("log").get_by_text("A test")).to_be_visible(timeout=60_000)
        await stands(page, "Cancelled")
    with served.client() as client:
        assert {"undo_begun", "undo_ended"} <= set(kinds(client, session))
