"""The Django administration site, which nobody here wrote: shown once, run on other data, checked there."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sessions.given.inputs import secret_names
from handrail.sop.document import Sop
from tests.e2e.conftest import RoundTrip

ROOT = Path(__file__).parent.parent.parent
PASSWORD = "shelf-and-key"


@dataclass(frozen=True)
class Site:
    url: str
    database: Path

    def books(self) -> list[tuple[str, str, str, str]]:
        """Title, author, date and status of every book."""
        query = """SELECT b.title, a.name, b.published, b.status FROM library_book b
                   JOIN library_author a ON a.id = b.author_id ORDER BY b.title"""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(query).fetchall()

    def keep(self) -> None:
        """Keep what it holds for `reset`."""
        _copy(self.database, self._kept)

    def reset(self) -> None:
        """Have it hold what it held when it was kept."""
        _copy(self._kept, self.database)

    @property
    def _kept(self) -> Path:
        return self.database.with_suffix(".kept")


def _copy(one: Path, other: Path) -> None:
    with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(other)) as to:
        source.backup(to)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its books; to make its database takes as long as a test."""
    database = tmp_path_factory.mktemp("django") / "django.sqlite3"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.django_site.serve"],
        cwd=ROOT,
        env={**os.environ, "HANDRAIL_TEST_DATABASE": str(database)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http"), "the Django site did not start"
    site = Site(url, database)
    site.keep()
    yield site
    process.terminate()
    process.wait()


@pytest.fixture
def site(served: Site) -> Site:
    """The site as it began, with nobody signed in."""
    served.reset()
    return served


async def sign_in(page: Page) -> None:
    await page.get_by_label("Username").click()
    await page.keyboard.type("ana")
    await page.get_by_label("Password").click()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name="Books").first.wait_for()


def secrets(sop: Sop) -> dict[str, str]:
    return dict.fromkeys(secret_names(sop), PASSWORD)


def variable_of(sop: Sop, shown: str) -> str:
    """The variable that the compiler made of a value that was shown."""
    return next(name for name, variable in sop.variables.items() if variable.default == shown)


async def test_a_record_with_a_related_choice_and_a_date_is_added(round_trip: RoundTrip, site: Site) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await sign_in(page)
        await page.get_by_role("link", name="Books").first.click()
        await page.get_by_role("link", name="In print").click()
        await page.get_by_role("link", name="Add book").first.click()
        await page.get_by_label("Title").click()
        await page.keyboard.type("Cold Harbour")
        await page.get_by_label("Author").first.focus()
        await page.keyboard.type("Pavel")
        await page.get_by_label("Published").click()
        await page.keyboard.type("2025-02-03")
        await page.get_by_label("Status").focus()
        await page.keyboard.type("In print")
        await page.get_by_label("Featured").click()
        await page.get_by_role("button", name="Save", exact=True).click()
        await page.get_by_text("was added successfully").wait_for()

    sop = await round_trip.show(f"{site.url}/admin/", drive)
    values = {
        variable_of(sop, "Cold Harbour"): "The Long Tide",
        variable_of(sop, "Pavel Horák"): "Maeve Byrne",
        variable_of(sop, "2025-02-03"): "2026-07-19",
        variable_of(sop, "In print"): "Draft",
    }
    summary = await round_trip.repeat(sop, values, secrets(sop))
    assert summary.outcome == "done", f"{summary.outcome}: {summary.error} {summary.unverified}"
    assert ("Cold Harbour", "Pavel Horák", "2025-02-03", "print") in site.books()
    assert ("The Long Tide", "Maeve Byrne", "2026-07-19", "draft") in site.books()
    assert len(site.books()) == 8


async def test_a_record_is_found_and_edited(round_trip: RoundTrip, site: Site) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await sign_in(page)
        await page.get_by_role("link", name="Books").first.click()
        await page.get_by_role("textbox", name="Search").or_(page.locator("#searchbar")).first.click()
        await page.keyboard.type("The Salt Road")
        await page.keyboard.press("Enter")
        await page.get_by_role("link", name="The Salt Road").click()
        await page.get_by_label("Published").click()
        await page.keyboard.press("Control+a")
        await page.keyboard.type("2021-12-31")
        await page.get_by_role("button", name="Save", exact=True).click()
        await page.get_by_text("was changed successfully").wait_for()

    sop = await round_trip.show(f"{site.url}/admin/library/book/", drive)
    values = {
        variable_of(sop, "The Salt Road"): "Small Engines",
        variable_of(sop, "2021-12-31"): "2020-06-06",
    }
    before = set(site.books())
    summary = await round_trip.repeat(sop, values, secrets(sop))
    assert summary.outcome == "done", f"{summary.outcome}: {summary.error} {summary.unverified}"
    assert set(site.books()) - before == {("Small Engines", "Pavel Horák", "2020-06-06", "print")}


async def test_a_record_is_deleted_with_its_confirmation(round_trip: RoundTrip, site: Site) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await sign_in(page)
        await page.get_by_role("link", name="Books").first.click()
        await page.locator("#searchbar").click()
        await page.keyboard.type("Winter Ferry")
        await page.keyboard.press("Enter")
        await page.get_by_role("link", name="Winter Ferry").click()
        await page.get_by_role("link", name="Delete").click()
        await page.get_by_role("button", name="Yes, I’m sure").click()
        await page.get_by_text("was deleted successfully").wait_for()

    sop = await round_trip.show(f"{site.url}/admin/", drive)
    summary = await round_trip.repeat(sop, {variable_of(sop, "Winter Ferry"): "A Map of Rain"}, secrets(sop))
    assert summary.outcome == "done", f"{summary.outcome}: {summary.error} {summary.unverified}"
    titles = [title for title, *_ in site.books()]
    assert titles == ["Small Engines", "The Lodger", "The Lodger's Tale", "The Salt Road"]


async def _adds_a_book_by_a_new_author(page: Page, _: Recorder) -> None:
    await sign_in(page)
    await page.get_by_role("link", name="Books").first.click()
    await page.get_by_role("link", name="Add book").first.click()
    await page.get_by_label("Title").fill("Cold Harbour")
    async with page.expect_popup() as popup:
        await page.locator("#add_id_author").click()
    window = await popup.value
    await window.get_by_label("Name").fill("Ines Duarte")
    async with window.expect_event("close"):
        await window.get_by_role("button", name="Save").click()
    await page.get_by_label("Published").fill("2025-02-03")
    await page.get_by_label("Status").select_option(label="In print")
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_text("was added successfully").wait_for()


@pytest.mark.sweep
async def test_a_related_record_is_added_in_a_window_that_closes_with_it(
    round_trip: RoundTrip, site: Site
) -> None:
    sop = await round_trip.show(f"{site.url}/admin/", _adds_a_book_by_a_new_author)
    values = {variable_of(sop, "Cold Harbour"): "The Long Tide", variable_of(sop, "Ines Duarte"): "Tom Reed"}
    summary = await round_trip.repeat(sop, values, secrets(sop))
    assert summary.outcome == "done", f"{summary.outcome}: {summary.error} {summary.unverified}"
    assert ("The Long Tide", "Tom Reed", "2025-02-03", "print") in site.books()


@pytest.mark.sweep
async def test_a_window_that_stays_open_has_refused_what_was_given(round_trip: RoundTrip, site: Site) -> None:
    sop = await round_trip.show(f"{site.url}/admin/", _adds_a_book_by_a_new_author)
    before = site.books()
    # The app strips it, and has no name then.
    values = {variable_of(sop, "Cold Harbour"): "The Long Tide", variable_of(sop, "Ines Duarte"): " "}
    summary = await round_trip.repeat(sop, values, secrets(sop))
    assert not summary.outcome.startswith("done"), summary.outcome
    assert site.books() == before
