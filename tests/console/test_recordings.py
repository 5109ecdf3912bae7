"""Recording from the console: the recorder in a process of its own, and what it becomes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import async_playwright, expect

from handrail.browser import LaunchedBrowser
from handrail.console.library import Library
from handrail.console.recordings import RecordingBody, Recordings, RecordingView, has_screen
from handrail.errors import UsageError
from handrail.sessions.service.place import Place
from handrail.sessions.service.users import Role, User
from handrail.sop.document import Sop
from handrail.sop.node import Task
from tests.app import App
from tests.ports import free_port

from .conftest import Served
from .web import at_console, press

FORM = """<title>New</title><h1>New</h1><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""


OPERATOR: Role = "operator"
ADMIN: Role = "admin"


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
        begun = await recordings.begin(RecordingBody(url=app.url, title="Add a user"), library, "ana")
        with pytest.raises(UsageError, match="already under way"):
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
    assert sop.meta.title == "Add a user"
    assert any("Save" in node.label for node in sop.walk_nodes())


async def test_what_cannot_be_recorded_says_why(place: Place, tmp_path: Path) -> None:
    library = Library(tmp_path / "home" / "sops", place.artefacts)
    recordings = Watched(tmp_path / "home", "--headless")
    for address in ("--profile=/", "http://a b", "file:///etc/hosts"):
        with pytest.raises(UsageError, match="is not the address"):
            await recordings.begin(RecordingBody(url=address), library, "ana")
    await recordings.begin(RecordingBody(url=f"http://127.0.0.1:{free_port()}/"), library, "ana")
    await recordings.until(lambda view: view.state == "failed")
    assert "could not be opened" in str(recordings.views[0].error)


FIELDS = """<title>New</title>
<style>form > * { position: absolute; left: 40%; width: 20%; height: 8% }</style>
<form method=post action=/save><input aria-label=Name name=name style="top: 10%">
<select aria-label=Stage name=stage style="top: 30%"><option>Lead<option>Lost<option>Won</select>
<label style="top: 46%">Contract <input type=file name=contract></label>
<a href="data:text/csv,a;b" download="all.csv" style="top: 60%">Export</a>
<button style="top: 76%" onclick="return confirm('Really?')">Make it so</button></form>"""


async def test_on_a_machine_without_a_screen_one_records_in_the_picture(
    idle: Served, launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    contract = tmp_path / "contract.txt"
    contract.write_text("signed")
    with App({"/": FIELDS, "/save": "<title>Saved</title><h1>Saved</h1>"}) as app:
        async with at_console(launched.browser, idle, "#/") as page:
            await page.get_by_role("button", name="Record").click()
            # As people type it.
            await page.get_by_label("Start address").fill(app.host)
            await page.get_by_label("Name (optional)").fill("Make somebody")
            await page.get_by_role("dialog").get_by_role("button", name="Record").click()
            recording = page.get_by_role("dialog", name="Make somebody")
            await expect(recording.locator(".screen[data-live=true] canvas")).to_be_visible(timeout=30_000)
            with idle.client() as admin:
                begun = admin.get("/api/console/recordings").json()["recordings"][0]
                assert (begun["state"], begun["here"]) == ("recording", True)
            place = await page.locator(".screen canvas").bounding_box()
            await press(page, 0.5, 0.14)
            await page.keyboard.type("Nora")
            await press(page, 0.5, 0.34)
            await page.get_by_role("option", name="Won").click()
            await press(page, 0.5, 0.51)
            await page.get_by_label("A file of this machine").set_input_files(contract)
            await expect(recording.get_by_role("listitem").last).to_have_text("upload: Contract")
            await press(page, 0.42, 0.61)
            await expect(recording.get_by_role("listitem").last).to_contain_text("download")
            await press(page, 0.5, 0.8)
            # However many steps are told below it, the picture stays where the mouse is.
            assert await page.locator(".screen canvas").bounding_box() == place
            await page.get_by_role("dialog", name="The page asks").get_by_role("button", name="OK").click()
            await expect(recording.get_by_text("/save")).to_be_visible()
            # What is closed by mistake is there again.
            await page.reload()
            await page.get_by_role("button", name="Record").click()
            await expect(recording.locator(".screen[data-live=true] canvas")).to_be_visible()
            await recording.get_by_role("button", name="End the recording").click()
            await recording.get_by_role("button", name="Look at it").click(timeout=30_000)
            await expect(page.get_by_role("heading", name="Make somebody")).to_be_visible()
    (posted,) = app.posts("/save")
    assert posted == {"name": "Nora", "stage": "Won", "contract": "contract.txt"}
    made = Sop.model_validate_json((idle.home / "sops" / "make-somebody.sop.json").read_text())
    tasks = [node for node in made.walk_nodes() if isinstance(node, Task)]
    assert [task.action.do for task in tasks] == ["fill", "select", "upload", "download", "click"]


async def test_only_web_pages_are_shown_and_only_to_whoever_began(place: Place, tmp_path: Path) -> None:
    library = Library(tmp_path / "home" / "sops", place.artefacts)
    recordings = Watched(tmp_path / "home")
    for address in ("file:///etc/passwd", "chrome://version"):
        with pytest.raises(UsageError, match="is not the address of a web page"):
            await recordings.begin(RecordingBody(url=address, here=True), library, "ana")
    with App({"/": FORM}) as app:
        begun = await recordings.begin(RecordingBody(url=app.url, here=True), library, "ana")
        with pytest.raises(UsageError, match="ana records"):
            async with recordings.entered(begun.id, "ben"):
                pass
        ben, admin = (User(name, frozenset({role})) for name, role in (("ben", OPERATOR), ("eve", ADMIN)))
        assert recordings.views_of(ben) == ()
        with pytest.raises(UsageError, match="There is no recording"):
            recordings.end_for(ben, begun.id)
        assert [view.id for view in recordings.views_of(admin)] == [begun.id]
        await recordings.until(lambda view: any("Recording with" in step for step in view.steps))
        await recordings.close()
    with pytest.raises(UsageError, match="is over"):
        async with recordings.entered(begun.id, "ana"):
            pass


def test_without_a_screen_no_window_is_opened(idle: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":1")
    assert has_screen()
    with idle.client("viewer") as viewer:
        assert viewer.get("/api/console/recordings").status_code == 403
