"""A session that was started in a terminal, watched in the console of the same home."""

from __future__ import annotations

import asyncio
import re
import signal

import pytest
from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.builders import click, fill, open_page, sop
from tests.cli.command import Begun

from .conftest import Served
from .web import at_console, press, stands

WIDE = "<button style='position: fixed; inset: 20%'>Make it so"
SECONDS = 120.0
"""That a command may take to end."""


def at_terminal(served: Served, name: str) -> Begun:
    """`handrail run` of one of the server's SOPs, in a process of its own."""
    return Begun("run", str(served.home / "sops" / f"{name}.sop.json"), "-v", "name=Ann", home=served.home)


async def came_to(terminal: Begun) -> int:
    """Its exit code, once it has ended."""
    return await asyncio.to_thread(terminal.wait, SECONDS)


@pytest.mark.sweep
async def test_a_session_of_a_terminal_is_watched_while_it_happens(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    served.let_go.clear()
    async with at_console(launched.browser, served, "#/sessions") as page:
        await expect(page.get_by_role("heading", name="No sessions yet")).to_be_visible()
        terminal = at_terminal(served, "plain")
        try:
            # It stands in its first step until the app answers.
            assert await asyncio.to_thread(served.came.wait, 120)
            row = page.get_by_role("row").filter(has_text="plain")
            await expect(row.get_by_text("Running")).to_be_visible()
            await row.get_by_role("link", name="plain").click()
            await stands(page, "Running")
            await page.get_by_role("tab", name="Live").click()
            await expect(page.get_by_role("log").get_by_text("started “plain”")).to_be_visible()
            graph = page.get_by_role("region", name="Procedure", exact=True)
            await expect(graph.get_by_role("group", name=re.compile("open, Running"))).to_be_visible()
            served.let_go.set()
            await stands(page, "Done")
            await expect(page.get_by_role("log").get_by_text("Filled 'Name' with 'Ann'")).to_be_visible()
            await expect(graph.get_by_role("group", name=re.compile("fill-name, Done"))).to_be_visible()
            assert await came_to(terminal) == 0
        finally:
            ended(served, terminal)
    assert served.crm.posts("/save") == [{"name": "Ann"}]


async def at_live(page: Page) -> None:
    """From the list to the live view of its one session, where its picture is shown."""
    await page.get_by_role("row").get_by_role("link", name="stuck").first.click()
    await page.get_by_role("tab", name="Live").click()
    await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()


async def test_a_session_of_a_terminal_is_driven_in_its_picture(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    put_stuck(served)
    served.let_go.clear()
    terminal = at_terminal(served, "stuck")
    try:
        async with at_console(launched.browser, served, "#/sessions") as page:
            await at_live(page)
            served.let_go.set()
            # Nobody is at the terminal: its page is kept for whoever looks on.
            asked = page.get_by_role("dialog", name="cannot be done. What now?")
            await asked.get_by_role("button", name="Later").click()
            await page.get_by_role("button", name="Take over").click()
            await expect(page.get_by_text("You drive; everything is recorded")).to_be_visible()
            await press(page, 0.5, 0.5)
            await page.get_by_role("button", name="Hand back").click()
            await stands(page, "Done")
            await expect(page.locator(".screen[data-live=true]")).to_have_count(0)
            assert await came_to(terminal) == 0
        assert served.crm.posts("/save") == [{"name": "Ann"}]
        assert not [*served.home.glob("sessions/*/live.sock")]
    finally:
        ended(served, terminal)


async def test_a_terminals_session_is_paused_and_resumed_and_its_picture_ends_when_it_is_killed(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    put_stuck(served)
    served.let_go.clear()
    terminal = at_terminal(served, "stuck")
    try:
        async with at_console(launched.browser, served, "#/sessions") as page:
            await at_live(page)
            await page.get_by_role("button", name="Pause").click()
            served.let_go.set()
            await stands(page, "Paused")
            assert await came_to(terminal) == 4
            await expect(page.locator(".screen[data-live=true]")).to_have_count(0)
            await page.get_by_role("button", name="Resume").click()
            # It is the server's worker that goes on with it.
            await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()
            await page.get_by_role("button", name="Stop").click()
            await page.get_by_role("dialog").get_by_role("button", name="Stop").click()
            await stands(page, "Cancelled")
            # What was stopped is taken up again where somebody wants that.
            await page.get_by_role("button", name="Resume").click()
            await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()
            served.let_go.clear()
            terminal = at_terminal(served, "stuck")
            await page.evaluate("location.hash = '#/sessions'")
            await expect(page.get_by_role("row").get_by_role("link", name="stuck")).to_have_count(2)
            await at_live(page)
            terminal.send(signal.SIGKILL)
            await expect(page.locator(".screen[data-live=true]")).to_have_count(0)
            await stands(page, "Interrupted")
    finally:
        ended(served, terminal)


def put_stuck(served: Served) -> None:
    """An SOP whose button is called otherwise by now."""
    served.crm.pages["/"] = lambda received: served.form(received).replace("<button>Save", WIDE)
    saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}], timeout=1)
    steps = [open_page(served.crm.url), fill("Name", "{{ name }}"), saving]
    document = sop(steps, [served.crm.host], {"name": {}}, meta={"id": "stuck", "title": "stuck"})
    save(served.home / "sops" / "stuck.sop.json", document)


def ended(served: Served, terminal: Begun) -> None:
    served.let_go.set()
    terminal.kill()
