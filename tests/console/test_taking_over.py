"""A person at the console takes a session over: mouse and keyboard go to the page in the picture."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from urllib.parse import parse_qsl

from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.app import App, Received
from tests.builders import click, fill, open_page, sop

from .conftest import Served
from .web import at_console, press, stands

FORM = """<title>New</title><style>form > * { position: absolute; left: 40%; width: 20%; height: 8% }</style>
<form method=post action=/save><input aria-label=Name name=name style="top: 10%">
<select aria-label=Stage name=stage style="top: 30%"><option>Lead<option>Lost<option>Won</select>
<label style="top: 62%">Contract <input type=file name=contract></label>
<select multiple aria-label=Tags name=tags style="top: 74%; height: 16%">
<option style="height: 36px">New<option style="height: 36px">Fund<option>Old</select>
<button style="top: 46%" onclick="return confirm('Really?')">Make it so</button></form>"""


class Crm(App):
    def __init__(self) -> None:
        super().__init__({"/": self._form, "/save": self._saved})
        self.wanted = threading.Event()
        """Set when the form may come."""
        self.came = threading.Event()

    def _form(self, _: Received) -> str:
        self.wanted.wait(120)
        return FORM

    def _saved(self, _: Received) -> str:
        self.came.set()
        return "<p>Saved</p>"


async def test_a_stuck_session_is_taken_over_in_the_picture_and_handed_back(
    tmp_path: Path, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    made = Served(tmp_path / "home")
    with Crm() as crm:
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}], timeout=1)
        steps = [open_page(crm.url), fill("Name", "{{ name }}"), saving]
        (made.home / "sops").mkdir(parents=True)
        document = sop(steps, [crm.host], {"name": {}}, meta={"id": "stuck", "title": "Stuck"})
        save(made.home / "sops" / "stuck.sop.json", document)
        made.start()
        try:
            with made.client() as ana, made.client("viewer", user="vera") as vera:
                wish = {"sop": "stuck", "inputs": {"name": "Nora"}}
                session = ana.post("/api/sessions", json=wish).json()["session"]
                assert vera.post(f"/api/sessions/{session}/take-over").status_code == 403
                route = f"#/sessions/{session}/live"
                async with at_console(launched.browser, made, route) as page:
                    await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()
                    crm.wanted.set()
                    # The step is stuck while somebody looks on: its page is kept for them.
                    asked = page.get_by_role("dialog", name="cannot be done. What now?")
                    await expect(asked.get_by_role("button", name="Try it again")).to_be_visible()
                    await asked.get_by_role("button", name="Later").click()
                    await page.get_by_role("button", name="Take over").click()
                    await expect(page.get_by_text("You drive; everything is recorded")).to_be_visible()
                    await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()
                    # What was asked is not asked any more.
                    await expect(page.locator("main > header .status")).to_contain_text("Taken over by")
                    await expect(page.get_by_role("button", name="A question waits")).to_have_count(0)
                    contract = tmp_path / "contract.txt"
                    contract.write_text("signed")
                    await work(page, crm, contract)
                    await page.get_by_role("button", name="Hand back").click()
                    await stands(page, "Done")
                    await page.evaluate("location.hash = '#/sops/stuck/changes'")
                    await expect(page.get_by_role("article")).to_contain_text("Make it so")
                (posted,) = [each.body for each in crm.received if each.path == "/save"]
                assert parse_qsl(posted.decode()) == [
                    ("name", "Nora Vane"),
                    ("stage", "Won"),
                    ("contract", "contract.txt"),
                    ("tags", "New"),
                    ("tags", "Fund"),
                ]
                assert ana.post(f"/api/sessions/{session}/hand-back").status_code == 409
        finally:
            made.kill()


async def work(page: Page, crm: Crm, contract: Path) -> None:
    """Type into the field, choose in both lists, give a file and press the button, all in the picture."""
    await press(page, 0.5, 0.14)
    await page.keyboard.press("End")
    await page.keyboard.type(" Vane")
    await press(page, 0.5, 0.34)
    await page.get_by_role("option", name="Won").click()
    await press(page, 0.5, 0.67)
    await page.get_by_label("A file of this machine").set_input_files(contract)
    await expect(page.get_by_role("dialog", name="The page wants a file")).to_have_count(0)
    # A list of several choices stands in the page itself.
    await press(page, 0.42, 0.78)
    await page.keyboard.down("Control")
    await press(page, 0.42, 0.83)
    await page.keyboard.up("Control")
    await press(page, 0.5, 0.5)
    await page.get_by_role("dialog", name="The page asks").get_by_role("button", name="OK").click()
    assert await asyncio.to_thread(crm.came.wait, 30)
