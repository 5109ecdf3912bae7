"""A step's element is picked on its page in the console: described as recorded, and nothing is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Position, expect

from handrail.browser import LaunchedBrowser
from handrail.browser.signin import save_sign_in
from handrail.sop.format import load, save
from handrail.sop.node import Task
from tests.app import App, Received
from tests.builders import sop, task
from tests.runtime.test_ladder import target

from .conftest import Served
from .web import at_console

PAGE = """<title>New contact</title><style>button { position: absolute; left: 40%; width: 20%; height: 8% }
</style>
<main><h1>New contact</h1><form method=post action=/save aria-label="New contact">
<label>Name <input id=name name=name></label>
<button class=primary style="top: 46%">Save contact</button></form></main>"""


class Crm(App):
    """An app that shows its page to whoever is signed in."""

    def __init__(self) -> None:
        super().__init__({"/contact": self._page, "/save": "<p>Saved</p>"})

    def _page(self, received: Received) -> str:
        return PAGE if "session=ana" in received.headers.get("cookie", "") else "<h1>Sign in</h1>"


@pytest.fixture
def crm() -> Iterator[Crm]:
    with Crm() as app:
        yield app


async def serve_signed_in(home: Path, crm: Crm, launched: LaunchedBrowser) -> Served:
    """A server whose procedure starts from a saved sign-in."""
    made = Served(home)
    assert launched.browser is not None
    context = await launched.browser.new_context()
    await context.add_cookies([{"name": "session", "value": "ana", "url": crm.url}])
    await save_sign_in(context, home, "crm")
    await context.close()
    place = {"start": [{"url": f"{crm.url}/contact"}], "sign_in": "crm"}
    saving = task("save", {"do": "click"}, "once", target=target())
    document = sop([saving], [crm.host], environment=place, meta={"id": "add", "title": "Add"})
    (home / "sops").mkdir(parents=True, exist_ok=True)
    save(home / "sops" / "add.sop.json", document)
    made.start("--at-once", "0")
    return made


async def place_on(dialog: Locator, x: float, y: float) -> Position:
    box = await dialog.get_by_role("application").bounding_box()
    assert box is not None
    return {"x": box["width"] * x, "y": box["height"] * y}


async def test_an_element_is_picked_on_the_steps_page_and_undone(
    tmp_path: Path, crm: Crm, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    made = await serve_signed_in(tmp_path / "home", crm, launched)
    file = made.home / "sops" / "add.sop.json"
    try:
        async with at_console(launched.browser, made, "#/sops/add") as page:
            await page.get_by_role("button", name="Click the button 'Save'").last.click()
            dialog = await opened(page)
            await expect(dialog.get_by_label("Page", exact=True)).to_have_value(f"{crm.url}/contact")
            fitting = dialog.get_by_role("region", name="What fits the step")
            await expect(fitting.get_by_role("button", name="Save contact")).to_be_visible()
            surface = dialog.get_by_role("application")
            await surface.hover(position=await place_on(dialog, 0.5, 0.5))
            await expect(dialog.get_by_text("button “Save contact”")).to_be_visible()

            # Another host is not opened, and a person is told why.
            await dialog.get_by_label("Page", exact=True).fill("http://elsewhere.test/")
            await dialog.get_by_role("button", name="Open").click()
            await expect(dialog.get_by_text("does not let this page be opened")).to_be_visible()
            await surface.click(position=await place_on(dialog, 0.5, 0.5))

            await expect(page.get_by_role("dialog")).to_have_count(0)
            await expect(page.get_by_text("Now the button 'Save contact' in 'New contact'")).to_be_visible()
            await page.get_by_role("button", name="Undo").click()
            await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
            await page.get_by_role("button", name="Redo").click()
            await page.get_by_role("button", name="Save", exact=True).click()
            await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
        (step,) = (node for node in load(file).nodes if node.id == "save")
        assert isinstance(step, Task) and step.target is not None
        assert (step.target.name, step.target.near.section) == ("Save contact", "New contact")
        assert crm.posts("/save") == []
    finally:
        made.kill()


async def opened(page: Page) -> Locator:
    await page.get_by_role("button", name="Pick on the page").click()
    dialog = page.get_by_role("dialog", name="Pick the element on its page")
    await expect(dialog.get_by_role("application")).to_be_visible()
    return dialog
