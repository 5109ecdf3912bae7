"""A session that was started in a terminal, watched in the console of the same home."""

from __future__ import annotations

import asyncio
import os
import re
import sys

from playwright.async_api import expect

from handrail.browser import LaunchedBrowser

from .conftest import Served
from .web import at_console, stands

RUN = "import sys; from handrail.cli.app import run; sys.exit(run(sys.argv[1:]))"


async def test_a_session_of_a_terminal_is_watched_while_it_happens(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    served.let_go.clear()
    async with at_console(launched.browser, served, "#/sessions") as page:
        await expect(page.get_by_role("heading", name="No session yet")).to_be_visible()
        terminal = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-c",
                RUN,
                "run",
                str(served.home / "sops" / "plain.sop.json"),
                "-v",
                "name=Ann",
            ),
            env={**os.environ, "HANDRAIL_HOME": str(served.home)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
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
            assert await terminal.wait() == 0
        finally:
            served.let_go.set()
            if terminal.returncode is None:
                terminal.kill()
                await terminal.wait()
    assert served.crm.posts("/save") == [{"name": "Ann"}]
