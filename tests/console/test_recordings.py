"""Recording from the console: the recorder in a process of its own, and what it becomes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from handrail.console.library import Library
from handrail.console.recordings import RecordingBody, Recordings, RecordingView
from handrail.errors import UsageError
from handrail.sessions.place import Place
from tests.app import App

from .conftest import Served

FORM = """<title>New</title><h1>New</h1><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Watched(Recordings):
    """Recordings that can be waited for."""

    def __init__(self, home: Path, *options: str) -> None:
        self.news = asyncio.Event()
        super().__init__(home, options, changed=self.news.set)

    async def until(self, holds: Callable[[RecordingView], bool]) -> None:
        async with asyncio.timeout(90):
            while not holds(self.views[0]):
                self.news.clear()
                await self.news.wait()


async def test_what_was_shown_becomes_a_procedure_of_the_library(place: Place, tmp_path: Path) -> None:
    library = Library(tmp_path / "home" / "sops", place.artefacts)
    port = free_port()
    recordings = Watched(tmp_path / "home", "--headless", "--cdp-port", str(port))
    with App({"/": FORM, "/save": "<title>Saved</title><p>Saved</p>"}) as app:
        begun = await recordings.begin(RecordingBody(url=app.url, title="Add somebody"), library, "ana")
        with pytest.raises(UsageError, match="is under way"):
            await recordings.begin(RecordingBody(url=app.url), library, "ben")
        await recordings.until(lambda view: any("Recording with" in step for step in view.steps))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            page = browser.contexts[0].pages[0]
            await page.get_by_label("Name").fill("Nora")
            await page.get_by_label("Name").press("Tab")
            await page.get_by_role("button", name="Save").click()
            await page.get_by_text("Saved").wait_for()
            await recordings.until(lambda view: any("click: Save" in step for step in view.steps))
            recordings.end(begun.id)
        await recordings.until(lambda view: view.state not in ("recording", "compiling"))
        await recordings.close()
    (view,) = recordings.views
    assert (view.state, view.error, view.by) == ("added", None, "ana")
    assert view.sop is not None
    sop = library.read(view.sop).sop
    assert sop.meta.title == "Add somebody"
    assert any("Save" in node.label for node in sop.walk_nodes())


async def test_what_cannot_be_recorded_says_why(place: Place, tmp_path: Path) -> None:
    library = Library(tmp_path / "home" / "sops", place.artefacts)
    recordings = Watched(tmp_path / "home", "--headless")
    for address in ("--profile=/", "http://a b"):
        with pytest.raises(UsageError, match="is no address"):
            await recordings.begin(RecordingBody(url=address), library, "ana")
    await recordings.begin(RecordingBody(url=f"http://127.0.0.1:{free_port()}/"), library, "ana")
    await recordings.until(lambda view: view.state == "failed")
    assert "could not be opened" in str(recordings.views[0].error)


def test_without_a_screen_the_console_says_how_to_record(
    idle: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    from handrail.console import recordings

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert "handrail record" in recordings.lacking()
    monkeypatch.setenv("DISPLAY", ":1")
    assert recordings.lacking() == ""
    with idle.client("viewer") as viewer:
        assert viewer.get("/api/console/recordings").status_code == 403
