"""The page of a signed link in a real browser, as somebody opens it from a mail."""

from __future__ import annotations

import asyncio
import time

from playwright.async_api import expect

from handrail.approvals.links import Link, Links
from handrail.browser import LaunchedBrowser

from .conftest import Served


async def test_a_person_answers_by_the_button_of_the_page(served: Served, launched: LaunchedBrowser) -> None:
    """Browsers say where a form was sent from, or that they do not say it: this must not be refused."""
    assert launched.browser is not None
    (served.home / "approvals.yaml").write_text("people: {ana: {mail: ana@crm.example}}\n", encoding="utf-8")
    with served.client() as admin:
        begun = admin.post("/api/sessions", json={"sop": "asking", "inputs": {"name": "Ann"}})
        session, waiting = begun.json()["session"], []
        for _ in range(600):
            waiting = admin.get("/api/approvals").json()
            if waiting:
                break
            await asyncio.sleep(0.1)
    (one,) = waiting
    until = int(time.time()) + 60
    link = Link(session, one["request"], one["asked"]["at"], "ana", "post", until)
    address = f"{served.url}/answer/{Links(served.home).token(link)}"
    page = await launched.browser.new_page()
    try:
        await page.goto(address)
        await page.get_by_role("button", name="Send this").click()
        await expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
        await page.goto(address)
        await expect(page.get_by_text("You have answered this already.")).to_be_visible()
        # One that is over says nothing of its question: that may well be open.
        await page.goto(f"{served.url}/answer/{Links(served.home).token(link._replace(until=1))}")
        await expect(page.get_by_role("heading", name="This link does not work any more")).to_be_visible()
    finally:
        await page.close()
