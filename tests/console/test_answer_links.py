"""The page of a signed link in a real browser, as somebody opens it from a mail."""

from __future__ import annotations

import asyncio
import time
from contextlib import closing
from pathlib import Path

import httpx
from playwright.async_api import expect

from handrail.approvals.links import Link, Links
from handrail.browser import LaunchedBrowser
from handrail.console.app import make_app
from handrail.console.tokens import Tokens
from handrail.journal.chain.store import JournalWriter
from handrail.sessions.service.opening import open_service
from tests.journal.stories import SESSION, answered
from tests.sessions.asking import ask

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


async def test_an_answer_to_a_session_that_is_paused_does_not_say_that_it_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "approvals.yaml").write_text("people: {ben: {mail: ben@crm.example}}\n", encoding="utf-8")
    with closing(open_service(home)) as service:
        asked = ask(service, "paused")
        link = Link(SESSION, asked.request, asked.at or "", "ben", "post", int(time.time()) + 60)
        transport = httpx.ASGITransport(make_app(service, Tokens(home), home / "sops"))
        async with httpx.AsyncClient(transport=transport, base_url="http://handrail.example") as web:
            answer = await web.post(f"/answer/{Links(home).token(link)}", data={"answer": "allow"})
    assert answer.status_code == 200
    assert "The session is paused: your answer counts when somebody resumes it." in answer.text


async def test_whoever_is_late_is_told_of_all_who_allowed_it(tmp_path: Path) -> None:
    """After the last of several, the question that was asked last has an id of its own."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "approvals.yaml").write_text("people: {dan: {mail: dan@crm.example}}\n", encoding="utf-8")
    with closing(open_service(home)) as service:
        asked = ask(service)
        second = asked.model_copy(update={"request": "r2", "first": "r1"})
        JournalWriter(service.place.store, SESSION).write(
            answered("pay", "r1"), second, answered("pay", "r2").model_copy(update={"by": "ben"})
        )
        link = Link(SESSION, asked.request, asked.at or "", "dan", "post", int(time.time()) + 60)
        transport = httpx.ASGITransport(make_app(service, Tokens(home), home / "sops"))
        async with httpx.AsyncClient(transport=transport, base_url="http://handrail.example") as web:
            page = await web.get(f"/answer/{Links(home).token(link)}")
    assert "ann and ben have answered this." in page.text
