"""Real recordings of the practice apps, compiled and run on other data, checked in the apps' databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page

from handrail.browser import LaunchedBrowser
from handrail.recording.browser import Recorder
from handrail.sessions.given.inputs import secret_names
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer
from tests.compile.recordings import ids, node
from tests.e2e.conftest import RoundTrip


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path / "apps") as server:
        yield server


@pytest.fixture
def round_trip(tmp_path: Path, place: Place, launched: LaunchedBrowser) -> RoundTrip:
    return RoundTrip(tmp_path, place, launched)


def secrets(sop: Sop) -> dict[str, str]:
    return dict.fromkeys(secret_names(sop), crm.ACCOUNT.password)


def contact(server: PracticeServer, name: str) -> dict[str, object]:
    with closing(sqlite3.connect(server.crm_database)) as database:
        database.row_factory = sqlite3.Row
        (row,) = database.execute("SELECT * FROM contacts WHERE name = ?", (name,)).fetchall()
        return dict(row)


async def write(page: Page, field: Locator, text: str) -> None:
    await field.click()
    await page.keyboard.type(text)


async def sign_in(page: Page, password: str = crm.ACCOUNT.password) -> None:
    await write(page, page.get_by_label("Email"), crm.ACCOUNT.email)
    await write(page, page.get_by_label("Password"), password)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", level=1).wait_for()


@pytest.mark.sweep
async def test_a_contact_is_searched_for_and_changed(apps: PracticeServer, round_trip: RoundTrip) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await sign_in(page)
        await write(page, page.get_by_label("Search contacts"), "Anna Berger")
        await page.keyboard.press("Enter")
        await page.get_by_text("Show all").wait_for()
        await page.get_by_role("link", name="Anna Berger").click()
        await page.get_by_role("link", name="Edit").click()
        await page.get_by_label("Phone").click()
        await page.keyboard.press("Control+a")
        await page.keyboard.type("+49 30 1234567")
        await page.get_by_label("Newsletter").click()
        await page.get_by_role("button", name="Save", exact=True).click()
        await page.get_by_text("Contact saved").wait_for()
        await recorder.settled()

    sop = await round_trip.show(f"{apps.crm_url}/sign-in", drive)
    assert list(sop.variables) == ["email", "rolodesk_password", "search_contacts", "phone", "newsletter"]
    assert [node(sop, id).effect for id in ("click-sign-in", "click-edit", "click-save")] == [
        "repeatable",
        "none",
        "once",
    ]
    apps.reset()
    others = {"search_contacts": "Chloé Martin", "phone": "+33 1 7654321"}
    summary = await round_trip.repeat(sop, others, secrets(sop))
    assert summary.outcome == "done", summary.error
    assert (contact(apps, "Chloé Martin")["phone"], contact(apps, "Chloé Martin")["newsletter"]) == (
        "+33 1 7654321",
        1,
    )
    assert contact(apps, "Anna Berger")["phone"] == "+49 30 5550 0103"
    summary = await round_trip.repeat(sop, {**others, "newsletter": "false"}, secrets(sop))
    assert (summary.outcome, contact(apps, "Chloé Martin")["newsletter"]) == ("done", 0)


@pytest.mark.sweep
async def test_a_record_that_was_picked_from_a_list_is_an_input(
    apps: PracticeServer, round_trip: RoundTrip
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await sign_in(page)
        await page.get_by_role("link", name="Anne Berg", exact=True).click()
        await page.get_by_role("heading", level=1, name="Anne Berg").wait_for()
        await recorder.settled()
        page.once("dialog", lambda dialog: dialog.accept())
        await page.get_by_role("button", name="Delete").click()
        await page.get_by_role("heading", level=1, name="Contacts").wait_for()
        await recorder.settled()

    sop = await round_trip.show(f"{apps.crm_url}/sign-in", drive)
    assert sop.variables["contact"].default == "Anne Berg"
    apps.reset()
    summary = await round_trip.repeat(sop, {"contact": "Chloé Martin"}, secrets(sop))
    assert summary.outcome == "done", summary.error
    assert contact(apps, "Anne Berg")
    with pytest.raises(ValueError, match="not enough values"):
        contact(apps, "Chloé Martin")


async def test_a_form_that_was_sent_incomplete_is_sent_once(
    apps: PracticeServer, round_trip: RoundTrip
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await sign_in(page)
        await page.get_by_role("link", name="New contact").click()
        await write(page, page.get_by_label("Name"), "Paul Neu")
        await page.get_by_role("button", name="Save", exact=True).click()
        await page.get_by_role("alert").wait_for()
        await write(page, page.get_by_label("Firm"), "Neu AG")
        await write(page, page.get_by_label("Email"), "paul@neu.test")
        await page.get_by_label("Stage").focus()
        await page.keyboard.type("Passed")
        await page.get_by_role("button", name="Save", exact=True).click()
        await page.get_by_text("Contact saved").wait_for()
        await recorder.settled()

    sop = await round_trip.show(f"{apps.crm_url}/sign-in", drive)
    assert ids(sop).count("click-save") == 1
    assert "click-save-2" not in ids(sop)
    assert "refused" in node(sop, "click-save").context
    apps.reset()
    others = {"name": "Ida Alt", "firm": "Alt KG", "email": "ida@alt.test"}
    summary = await round_trip.repeat(sop, others, secrets(sop))
    assert summary.outcome == "done", summary.error
    assert contact(apps, "Ida Alt")["firm"] == "Alt KG"


@pytest.mark.sweep
async def test_what_was_read_in_a_mail_is_no_constant(apps: PracticeServer, round_trip: RoundTrip) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await sign_in(page, webmail.ACCOUNT.password)
        await page.locator("td.subject a").nth(2).click()
        sender = await page.locator("dl.facts dd").first.inner_text()
        await recorder.settled()
        await page.goto(f"{apps.crm_url}/sign-in")
        await sign_in(page)
        await page.get_by_role("link", name="New contact").click()
        await write(page, page.get_by_label("Name"), sender.split(" <")[0])
        await write(page, page.get_by_label("Email"), sender.split("<")[1].strip(">"))
        await recorder.settled()

    assert webmail.ACCOUNT.email == crm.ACCOUNT.email
    sop = await round_trip.show(f"{apps.webmail_url}/sign-in", drive)
    carried = {name for name, variable in sop.variables.items() if variable.description.startswith("Carried")}
    assert carried == {"name", "email"}
    assert all(sop.variables[name].default is None and sop.variables[name].required for name in carried)
    assert {question.id for question in sop.clarifications} == {"where-from-name", "where-from-email"}
