"""A person at a terminal takes over the run that they started, where it is stuck."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from handrail.sop.format import save
from tests.app import App
from tests.builders import click, fill, open_page, sop
from tests.ports import free_port

from .command import handrail

FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<button>Make it so</button></form>"""
_SECONDS = 120


class Terminal:
    """`handrail` in a terminal of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.told = ""
        # Not forked: the tests have threads, and a child that is forked from among them may hang.
        self._end, its_end = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from handrail.cli import main; main()", *arguments],
            env={**os.environ, "HANDRAIL_HOME": str(home)},
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            start_new_session=True,
        )
        os.close(its_end)

    def until(self, text: str) -> None:
        """Read on until this was told."""
        limit = time.monotonic() + _SECONDS
        while text not in self.told:
            assert time.monotonic() < limit, self.told
            if select.select([self._end], [], [], 1)[0]:
                self.told += os.read(self._end, 4096).decode(errors="replace")

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def exit_code(self) -> int:
        code = self.process.wait(timeout=_SECONDS)
        os.close(self._end)
        return code


@pytest.mark.skipif(os.name != "posix", reason="a terminal of its own")
async def test_a_stuck_run_is_taken_over_and_goes_on_with_enter(tmp_path: Path) -> None:
    port = str(free_port())
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        path = tmp_path / "x.sop.json"
        save(path, sop([open_page(app.url), fill("Name", "{{ name }}"), saving], [app.host], {"name": {}}))
        options = ("-v", "name=Zoë", "--cdp-port", port, "--find-timeout", "1")
        terminal = Terminal(tmp_path / "home", "run", str(path), *options)
        terminal.until("[s]top")
        terminal.type("t\n")
        terminal.until("Enter hands it back")
        async with async_playwright() as playwright:
            other = await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            page = other.contexts[-1].pages[0]
            await page.get_by_role("button", name="Make it so").click()
            await page.get_by_text("Saved").wait_for()
            await other.close()
        terminal.type("\n")
        terminal.until("handrail session report")
        assert terminal.exit_code() == 0
        assert app.posts("/save") == [{"name": "Zoë"}]
    listed = json.loads(handrail("amend", "list", "--json", home=tmp_path / "home").stdout)
    assert [(line["node"], line["new"]["name"]) for line in listed] == [("click-save", "Make it so")]
