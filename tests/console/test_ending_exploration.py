"""A person at the console ends an exploration, does it by hand in the picture, and hands back."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.app import App
from tests.builders import Json, sop
from tests.models.server import Fault, Heard, Refusal
from tests.runtime.models import Serve, serve_model
from tests.runtime.oracle import clicking

from .conftest import Served
from .web import at_console, stands

__all__ = ["serve_model"]

HOME = """<title>Home</title><style>a { position: absolute; inset: 0; background: #eee }</style>
<a href=/ada>Ada Byron</a>"""


async def test_what_is_done_by_hand_after_it_is_taken_and_no_model_goes_on(
    tmp_path: Path, launched: LaunchedBrowser, serve_model: Serve
) -> None:
    assert launched.browser is not None
    go_on = threading.Event()

    def model(heard: Heard) -> dict[str, Any] | str | Fault | Refusal:
        go_on.wait(120)
        return clicking("Nothing")(heard)

    node: Json = {
        "type": "explore",
        "id": "find",
        "label": "Find Ada",
        "goal": "the page of Ada Byron",
        "success": {"kind": "text", "contains": "Phone 555"},
    }
    made = Served(tmp_path / "home")
    pages = {"/": HOME, "/ada": "<title>Ada</title><p>Phone 555</p>"}
    with App(pages) as crm, serve_model(model) as heard:
        document = sop(
            [node],
            [crm.host],
            environment={"start": [{"url": crm.url}]},
            meta={"id": "find", "title": "Find"},
        )
        (made.home / "sops").mkdir(parents=True)
        save(made.home / "sops" / "find.sop.json", document)
        made.start()
        try:
            with made.client() as ana:
                session = ana.post("/api/sessions", json={"sop": "find"}).json()["session"]
            async with at_console(launched.browser, made, f"#/sessions/{session}/live") as page:
                await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()
                await page.get_by_role("button", name="End the exploration").click()
                asked = page.get_by_role("dialog", name="The exploration at 'Find Ada' was ended.")
                await asked.get_by_role("button", name="I do it by hand: take over").click()
                await expect(page.get_by_text("You drive; everything is recorded")).to_be_visible()
                await page.locator(".screen canvas").click()
                await expect(page.get_by_role("log").get_by_text("took over")).to_be_visible()
                await expect(page.locator("main > header .status")).to_contain_text("Taken over by")
                await page.get_by_role("button", name="Hand back").click()
                await stands(page, "Done")
            assert len(heard.heard) <= 1
        finally:
            go_on.set()
            made.kill()
