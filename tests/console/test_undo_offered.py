"""Undo is offered on a session's page only where something can be taken back."""

from __future__ import annotations

from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.builders import fill, open_page, sop

from .conftest import Served
from .test_page import begin
from .web import at_console, stands


async def test_undo_is_not_offered_where_nothing_can_be_undone(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    filling = sop(
        [open_page(served.crm.url), fill("Name", "{{ name }}")],
        [served.crm.host],
        {"name": {}},
        meta={"id": "filling", "title": "Filling"},
    )
    save(served.home / "sops" / "filling.sop.json", filling)
    lasting, other = begin(served, "plain", name="Ann"), begin(served, "filling", name="Ben")
    async with at_console(launched.browser, served, f"#/sessions/{lasting}/summary") as page:
        await stands(page, "Done")
        await expect(page.get_by_role("button", name="Fork")).to_be_visible()
        await expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        await expect(page.get_by_text("nothing in the procedure undoes it")).to_be_visible()
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{other}/summary")
        await stands(page, "Done")
        await expect(page.get_by_role("button", name="Undo")).to_be_visible()
