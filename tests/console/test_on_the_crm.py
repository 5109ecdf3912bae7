"""The main job in the console: another tool's file is imported, corrected, run, watched and proved."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.runtime.loops.tables import read_rows
from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer
from tests.compile.importers.files import Json, flow

from .conftest import Served
from .web import at_console, stands


@pytest.fixture
def crm(tmp_path: Path) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path / "apps", apps={"crm"}) as server:
        yield server


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server whose library is empty, and whose worker knows the CRM's password."""
    monkeypatch.setitem(os.environ, "HANDRAIL_SECRET_PASSWORD", ACCOUNT.password)
    made = Served(tmp_path / "home")
    made.start()
    yield made
    made.kill()


def recorded(url: str) -> Json:
    """What Chrome's recorder saves of somebody who adds a contact."""

    def arrives(path: str, title: str) -> list[Json]:
        return [{"type": "navigation", "url": url + path, "title": f"{title} · Rolodesk"}]

    def change(value: str, *selectors: str) -> Json:
        return {"type": "change", "value": value, "selectors": [[s] for s in selectors], "target": "main"}

    def click(*selectors: str, **more: object) -> Json:
        found = [[selector] for selector in selectors]
        return {"type": "click", "target": "main", "selectors": found, "offsetX": 5, "offsetY": 7, **more}

    return flow(
        {"type": "navigate", "url": f"{url}/", "assertedEvents": arrives("/sign-in", "Sign in")},
        change(ACCOUNT.email, "aria/Email", "#email"),
        change(ACCOUNT.password, "aria/Password", "#password"),
        click('aria/Sign in[role="button"]', assertedEvents=arrives("/contacts", "Contacts")),
        click("aria/New contact", "#new-contact", assertedEvents=arrives("/contacts/new", "New contact")),
        change("Ada Byron", "aria/Name", "#contact-name"),
        change("Byron Partners", "aria/Firm", "#contact-firm"),
        change("ada@byron.test", "aria/Email", "#contact-email"),
        change("Due diligence", "aria/Stage", "#contact-stage"),
        change("2026-12-24", "aria/Next follow-up", "#contact-follow-up"),
        click(
            "aria/Save", "[data-testid='save-contact']", assertedEvents=arrives("/contacts/99", "Ada Byron")
        ),
    )


def contacts(server: PracticeServer, name: str) -> list[str]:
    with closing(sqlite3.connect(server.crm_database)) as database:
        return [firm for (firm,) in database.execute("SELECT firm FROM contacts WHERE name = ?", (name,))]


async def test_from_a_dropped_file_to_the_report(
    empty: Served, crm: PracticeServer, launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    file = {
        "name": "add-contact.json",
        "mimeType": "application/json",
        "buffer": json.dumps(recorded(crm.crm_url)).encode(),
    }
    async with at_console(launched.browser, empty) as page:
        await expect(page.get_by_role("heading", name="No procedures yet")).to_be_visible()
        await page.get_by_label("Import").set_input_files(file)  # type: ignore[arg-type]
        await page.get_by_role("link", name="Look at it").click()

        # A person is to look before it is saved.
        await page.get_by_role("button", name=re.compile(r"ada@byron|\bemail\b")).last.click()
        await page.get_by_label("Insert a step after this one").select_option("A person's step")
        step = page.get_by_role("complementary", name="The step")
        await step.get_by_label("What the person is asked").fill("Is the contact right?")
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)

        await page.get_by_role("button", name="Run", exact=True).click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("name", exact=True).fill("Lord Kelvin")
        await dialog.get_by_role("button", name="Run", exact=True).click()

        # It is watched: the browser's own picture, the way taken, and then the question over it.
        await expect(page.locator(".screen[data-live=true] canvas")).to_be_visible()
        await expect(page.get_by_role("dialog", name="Is the contact right?")).to_be_visible()
        assert contacts(crm, "Lord Kelvin") == []
        await page.get_by_role("button", name="It is done").click()

        await stands(page, "Done")
        assert contacts(crm, "Lord Kelvin") == ["Byron Partners"]
        await page.get_by_role("tab", name="Timeline").click()
        await expect(page.get_by_label("Pictures").get_by_role("img")).to_be_visible()
        async with page.expect_download() as downloading:
            await page.get_by_role("button", name="Report").click()
        path = tmp_path / "report.html"
        await (await downloading.value).save_as(path)
        assert "Lord Kelvin" in path.read_text()
        await page.get_by_role("button", name="Audit").click()
        async with page.expect_download() as taking:
            await page.get_by_role("dialog").get_by_role("button", name="Download").click()
        assert (await taking.value).suggested_filename.endswith(".zip")
        shown = await page.content()
        assert ACCOUNT.password not in shown + path.read_text()


@pytest.mark.sweep
async def test_a_table_is_mapped_previewed_and_run(
    empty: Served, crm: PracticeServer, launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    with empty.client() as client:
        content = json.dumps(recorded(crm.crm_url)).encode()
        added = client.post("/api/console/import", params={"file": "add.json"}, content=content).json()
    rows = b"Full name,FIRM\nGrace Hopper,Navy\nKatherine Johnson,NASA\n"
    async with at_console(launched.browser, empty, f"#/sops/{added['name']}") as page:
        await page.get_by_role("button", name="Run", exact=True).click()
        dialog = page.get_by_role("dialog")
        async with page.expect_download() as taking:
            await dialog.get_by_role("link", name="Begin such a table").click()
        await (await taking.value).save_as(tmp_path / "begun.csv")
        begun = read_rows(tmp_path / "begun.csv")
        assert {"name", "firm"} <= {*begun.columns} and len(begun.rows) == 1
        await dialog.locator("input[type=file]").set_input_files(
            {"name": "people.csv", "mimeType": "text/csv", "buffer": rows}
        )
        await expect(dialog.get_by_label("Column for firm")).to_have_value("FIRM")
        await dialog.get_by_label("Column for name").select_option("Full name")
        await expect(dialog.get_by_role("cell", name="Katherine Johnson")).to_be_visible()
        await dialog.get_by_role("button", name="Run 2 rows").click()
        # A run with a table leads to the table's own page.
        for person in ("Grace Hopper", "Katherine Johnson"):
            line = page.get_by_role("row").filter(has_text=person)
            await expect(line.get_by_text(re.compile("^Done"))).to_be_visible(timeout=120_000)
    assert contacts(crm, "Grace Hopper") == ["Navy"]
    assert contacts(crm, "Katherine Johnson") == ["NASA"]
