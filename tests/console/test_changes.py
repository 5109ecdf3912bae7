"""What a run proposes is judged in the console by how the page was, and how it is now."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.builders import fill, open_page, sop, task

from .conftest import Served
from .test_page import begin
from .web import at_console, stands

FORM = """<main><h1>New contact</h1><form method=post action=/save aria-label="New contact">
<label>Name <input id=name name=name></label> <button id=save class=primary>{}</button></form></main>"""
SAVE: dict[str, Any] = {
    "role": "button",
    "name": "Save",
    "tag": "button",
    "attributes": {"id": "save", "class": "primary"},
    "ancestors": ["form", "main", "body"],
    "near": {"heading": "New contact", "section": "New contact", "before": "Name"},
    "locators": [{"by": "role", "role": "button", "name": "Save"}, {"by": "css", "css": "#save"}],
}


async def test_a_healed_step_shows_the_page_before_and_after(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    done = [{"kind": "response", "path": "/save", "method": "POST"}]
    saving = task("save", {"do": "click"}, "once", target=SAVE, done_when=done, timeout=1)
    steps = [open_page(served.crm.url), fill("Name", "{{ name }}"), saving]
    document = sop(steps, [served.crm.host], {"name": {}}, meta={"id": "form", "title": "form"})
    save(served.home / "sops" / "form.sop.json", document)
    served.crm.pages["/"] = FORM.format("Save")
    before = begin(served, "form", name="Ann")
    async with at_console(launched.browser, served, f"#/sessions/{before}") as page:
        await stands(page, "Done")
        served.crm.pages["/"] = FORM.format("Save contact")
        after = begin(served, "form", name="Bea")
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{after}")
        await stands(page, "Done")
        await page.evaluate("location.hash = '#/sops/form/changes'")
        change = page.get_by_role("article")
        pictures = change.get_by_role("img")
        await expect(pictures).to_have_count(2)
        await expect(change.get_by_text("As it was seen")).to_be_visible()
        await expect(change.get_by_text("What was found")).to_be_visible()
        for place in range(2):
            image = pictures.nth(place)
            await expect(image).to_have_js_property("complete", True)
            assert await image.evaluate("image => image.naturalWidth") > 300
        await change.get_by_role("button", name="Accept").click()
        await expect(change.get_by_text("accepted", exact=True)).to_be_visible()
