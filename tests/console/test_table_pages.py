"""The page of a table: each of its rows, what it was given, and why it is not done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.console.row_views import table_rows
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Outcome, SessionEnded, SessionId
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.tables.batches import Rows, row_session, start_batch
from tests.builders import open_page, sop

from .conftest import Served
from .web import at_console, stands

MADE = sop([open_page("http://crm.test")], ["crm.test"], {"name": {}, "country": {}})


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = open_service(tmp_path / "home")
    yield opened
    opened.close()


def a_table(service: Service, names: list[str], owner: str = "ana") -> SessionId:
    rows = Rows(tuple({"name": name, "country": "Peru"} for name in names))
    return start_batch(service, Start(MADE, {}, owner), rows)


def begun(service: Service, batch: SessionId, row: int, name: str) -> SessionId:
    wish = Start(MADE, {"name": name, "country": "Peru"}, "ana", batch=batch, row=row)
    return start(service, wish, session=row_session(batch, row))


def ended(service: Service, batch: SessionId, row: int, name: str, outcome: Outcome, why: str = "") -> None:
    session = begun(service, batch, row, name)
    event = SessionEnded(kind="session_ended", outcome=outcome, error=why or None)
    JournalWriter(service.place.store, session).write(event)
    service.work.move(session, {"queued"}, "ended")


def test_each_row_is_told_in_short(service: Service) -> None:
    batch = a_table(service, ["Ann", "Ben", "Cem", "Dora"])
    ended(service, batch, 1, "Ann", "done")
    ended(service, batch, 2, "Ben", "failed", "There is no 'Ben'.")
    begun(service, batch, 3, "Cem")
    told = table_rows(service, batch)
    assert (told.rows, told.counts.done, told.counts.not_done, told.counts.to_do) == (4, 1, 1, 2)
    assert (told.varying, told.same) == (("name",), (("country", "Peru"),))
    lines = [(one.row, one.standing, one.outcome, one.given, one.why) for one in told.lines]
    assert lines == [
        (1, "ended", "done", ("Ann",), ""),
        (2, "ended", "failed", ("Ben",), "There is no 'Ben'."),
        (3, "queued", None, ("Cem",), ""),
        (4, None, None, ("Dora",), ""),
    ]
    assert [one.session for one in told.lines] == [*(row_session(batch, row) for row in (1, 2, 3)), None]


def test_rows_come_in_pages_and_by_how_they_stand(service: Service) -> None:
    batch = a_table(service, [f"n{row}" for row in range(1, 9)])
    for row in (1, 2, 4, 6):
        ended(service, batch, row, f"n{row}", "failed" if row % 2 == 0 else "done")
    assert [one.row for one in table_rows(service, batch, skip=2, most=3).lines] == [3, 4, 5]
    failed = table_rows(service, batch, which="not_done", skip=1)
    assert [one.row for one in failed.lines] == [4, 6]
    assert failed.varying == ("name",)


def test_values_that_a_home_keeps_sealed_are_told_as_the_rows_journals_have_them(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "privacy.yaml").write_text("keep: {journal: scrub}\n")
    service = open_service(home)
    try:
        batch = a_table(service, ["ann@example.com", "ben@example.com"])
        begun(service, batch, 1, "ann@example.com")
        told = table_rows(service, batch)
    finally:
        service.close()
    assert told.rows == 2
    assert "example.com" not in told.model_dump_json()


async def test_a_table_shows_its_rows_as_they_come_to_stand(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    service = open_service(idle.home)
    try:
        batch = a_table(service, ["Ann", "Ben", "Cem"])
        ended(service, batch, 1, "Ann", "done")
        async with at_console(launched.browser, idle, f"#/sessions/{batch}/live") as page:
            await expect(page.get_by_text("1 of 3 rows done")).to_be_visible()
            await expect(page.get_by_role("tab")).to_have_text(["Rows", "Journal"])
            for gone in ("Take over", "Step by step", "Undo", "Compare"):
                await expect(page.get_by_role("button", name=gone)).to_have_count(0)
            ended(service, batch, 2, "Ben", "needs reconciliation", "Look whether it was saved.")
            failed = page.get_by_role("row").filter(has=page.get_by_role("link", name="Row 2"))
            await expect(failed).to_contain_text("Needs reconciliation")
            await expect(failed).to_contain_text("name Ben")
            await expect(failed).to_contain_text("Look whether it was saved.")
            await expect(page.get_by_role("row").nth(3)).to_contain_text("Not begun")
            await page.get_by_role("button", name="Not done 1").click()
            await expect(page.get_by_role("link", name="Row 1", exact=True)).to_have_count(0)
            await page.get_by_role("link", name="Row 2", exact=True).click()
            await stands(page, "Needs reconciliation")
            await page.get_by_role("link", name="Row 2 of a table").click()
            await expect(page.get_by_text("1 of 3 rows done")).to_be_visible()
    finally:
        service.close()


async def test_thousands_of_rows_are_drawn_a_page_at_a_time(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    service = open_service(idle.home)
    try:
        batch = a_table(service, [f"Customer {row}" for row in range(1, 10_001)])
    finally:
        service.close()
    async with at_console(launched.browser, idle, f"#/sessions/{batch}") as page:
        await expect(page.get_by_text("0 of 10,000 rows done")).to_be_visible()
        await expect(page.get_by_role("row")).to_have_count(101)
        await page.get_by_role("button", name="Rows after").click()
        await expect(page.get_by_text("101 to 200 of 10,000")).to_be_visible()
        await expect(page.get_by_role("cell", name="name Customer 101", exact=True)).to_be_visible()
        await expect(page.get_by_role("cell", name="name Customer 1", exact=True)).to_have_count(0)
