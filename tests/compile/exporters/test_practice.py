"""The demo's procedure as a script: it runs without Handrail, and leaves the same record."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.browser import LaunchedBrowser
from handrail.compile.exporters import to_playwright
from handrail.recording.browser import Recorder
from handrail.sessions.service.place import Place
from handrail_practice import crm
from handrail_practice.demonstration import OTHERS, SHOWN, add_contact
from handrail_practice.serve import PracticeServer
from tests.compile.exporters.scripts import run_script
from tests.e2e.conftest import RoundTrip

_OF_THE_APP = {"id", "created_at", "updated_at", "created", "updated"}


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path / "apps", apps=["crm"]) as server:
        yield server


@pytest.fixture
def round_trip(tmp_path: Path, place: Place, launched: LaunchedBrowser) -> RoundTrip:
    return RoundTrip(tmp_path, place, launched)


def record(apps: PracticeServer, email: str) -> dict[str, object]:
    """The contact as the app's database holds it, without what the app itself counts."""
    with closing(sqlite3.connect(apps.crm_database)) as database:
        database.row_factory = sqlite3.Row
        (row,) = database.execute("SELECT * FROM contacts WHERE email = ?", (email,)).fetchall()
        return {name: row[name] for name in row.keys() if name not in _OF_THE_APP}  # noqa: SIM118


async def test_the_exported_demo_leaves_the_record_that_a_run_leaves(
    apps: PracticeServer, round_trip: RoundTrip, tmp_path: Path
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await add_contact(page, SHOWN)
        await recorder.settled()

    sop = await round_trip.show(f"{apps.crm_url}/sign-in", drive)
    contact = OTHERS[1]
    shown = {value: field for field, value in asdict(SHOWN).items()}
    values = {
        name: str(asdict(contact)[shown[variable.default]])
        for name, variable in sop.variables.items()
        if variable.default in shown
    }
    apps.reset()
    summary = await round_trip.repeat(sop, values, {"rolodesk_password": crm.ACCOUNT.password})
    assert summary.outcome == "done"
    by_run = record(apps, contact.email)
    apps.reset()
    exported = to_playwright(sop)
    assert exported.losses == ()
    options = [part for name, value in values.items() for part in (f"--{name.replace('_', '-')}", value)]
    done = run_script(exported.text, tmp_path, *options, secrets={"rolodesk_password": crm.ACCOUNT.password})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "done"
    assert record(apps, contact.email) == by_run


@pytest.mark.sweep
async def test_a_script_whose_expectation_does_not_come_true_fails(
    apps: PracticeServer, round_trip: RoundTrip, tmp_path: Path
) -> None:
    async def drive(page: Page, recorder: Recorder) -> None:
        await page.get_by_label("Email").fill(crm.ACCOUNT.email)
        await page.get_by_label("Password").fill(crm.ACCOUNT.password)
        await page.get_by_role("button", name="Sign in").click()
        await page.get_by_role("heading", level=1, name="Contacts").wait_for()
        await recorder.settled()

    sop = await round_trip.show(f"{apps.crm_url}/sign-in", drive)
    text = to_playwright(sop).text
    done = run_script(text, tmp_path, secrets={"rolodesk_password": "not-the-password"})
    assert done.returncode == 1
    assert "not-the-password" not in done.stderr + done.stdout
    missing = run_script(text, tmp_path)
    assert missing.returncode == 1
    assert "HANDRAIL_SECRET_ROLODESK_PASSWORD" in missing.stderr
