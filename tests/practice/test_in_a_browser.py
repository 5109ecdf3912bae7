"""What only a real browser shows of the practice apps: script, dialogs, shadow roots, files, frames."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Dialog, Page, Route, expect

from handrail_practice.drift import DRIFTS
from handrail_practice.serve import PracticeServer
from tests.sweeping import some_of


async def read_back(page: Page, path: str) -> Any:
    return await (await page.request.get(path)).json()


async def fill_in_nora(page: Page) -> None:
    await page.get_by_label("Name", exact=True).fill("Nora Lind")
    await page.get_by_label("Firm").fill("Lind & Lind")
    await page.get_by_label("Email").fill("nora@lind.test")
    await page.get_by_label("Stage").select_option("Term sheet")
    await page.get_by_label("Next follow-up").fill("2026-12-01")


@pytest.mark.sweep
async def test_a_contact_with_stars_and_a_file_is_saved_and_a_toast_says_so(
    page: Page, tmp_path: Path
) -> None:
    deck = tmp_path / "deck.pdf"
    deck.write_bytes(b"%PDF practice")
    await page.get_by_role("link", name="New contact").click()
    await fill_in_nora(page)
    await page.get_by_role("group", name="Rating").get_by_role("button", name="4 stars").click()
    await page.get_by_label("VIP").check()
    await page.get_by_label("Attachment").set_input_files(deck)
    await page.get_by_role("button", name="Save").click()

    toast = page.get_by_role("status").get_by_text("Contact saved")
    await expect(toast).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nora Lind")
    [kept] = (await read_back(page, "/api/contacts?email=nora@lind.test"))["contacts"]
    assert (kept["rating"], kept["vip"], kept["follow_up"]) == (4, True, "2026-12-01")
    assert kept["attachments"][0]["sha256"] == hashlib.sha256(b"%PDF practice").hexdigest()
    await expect(toast).to_have_count(0, timeout=8_000)


@pytest.mark.sweep
async def test_an_existing_rating_shows_and_the_same_star_takes_it_back(page: Page) -> None:
    await page.goto("/contacts/1/edit")
    star = page.get_by_role("button", name="4 stars")
    await expect(star).to_have_attribute("aria-pressed", "true")
    await star.click()
    await page.get_by_role("button", name="Save").click()
    await page.get_by_text("Contact saved").wait_for()
    assert (await read_back(page, "/api/contacts/1"))["rating"] == 0


@pytest.mark.sweep
async def test_the_activity_comes_late_but_comes(page: Page) -> None:
    seen = asyncio.Event()

    async def once_seen(route: Route) -> None:
        await seen.wait()
        await route.continue_()

    await page.route("**/activity", once_seen)
    await page.goto("/contacts/1")
    panel = page.get_by_role("region", name="Activity")
    await expect(panel).to_contain_text("Loading activity")
    seen.set()
    await expect(panel).to_contain_text("Contact created")


@pytest.mark.sweep
async def test_a_note_is_added_in_a_modal_dialog(page: Page) -> None:
    await page.goto("/contacts/1")
    await page.get_by_role("button", name="Add note").click()
    dialog = page.get_by_role("dialog", name="Add note")
    await dialog.get_by_role("button", name="Cancel").click()
    await expect(dialog).to_be_hidden()
    await page.get_by_role("button", name="Add note").click()
    await dialog.get_by_label("Note").fill("Likes the pilot line.")
    await dialog.get_by_role("button", name="Save note").click()
    await expect(page.get_by_role("region", name="Note log")).to_contain_text("Likes the pilot line.")


async def test_deleting_asks_first_and_takes_no_for_an_answer(page: Page) -> None:
    asked: list[str] = []
    answers = iter([False, True])

    async def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        await (dialog.accept() if next(answers) else dialog.dismiss())

    page.on("dialog", answer)
    await page.goto("/contacts/2")
    await page.get_by_role("button", name="Delete").click()
    assert (await page.request.get("/api/contacts/2")).ok
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_role("status").get_by_text("Anna Berg deleted")).to_be_visible()
    assert (await page.request.get("/api/contacts/2")).status == 404
    assert asked == ["Delete Anna Berg of Bergwerk Ventures? This cannot be undone."] * 2


@pytest.mark.sweep
async def test_the_firm_profile_is_updated_inside_its_frame(page: Page) -> None:
    await page.goto("/contacts/1")
    frame = page.frame_locator("iframe[title='Firm profile']")
    await frame.get_by_label("Focus").fill("Ports and ships")
    await frame.get_by_role("button", name="Update profile").click()
    await expect(frame.get_by_role("status")).to_have_text("Profile updated")
    await expect(frame.get_by_label("Focus")).to_have_value("Ports and ships")


@pytest.mark.sweep
async def test_the_contacts_can_be_downloaded(page: Page, tmp_path: Path) -> None:
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Export CSV").click()
    download = await started.value
    await download.save_as(tmp_path / "contacts.csv")
    assert download.suggested_filename == "contacts.csv"
    assert len((tmp_path / "contacts.csv").read_text("utf-8").splitlines()) == 1 + 128


_HIDING = ("behind-menu", "changed-ids", "interstitial", "look-alike")
_OTHER = sorted(DRIFTS - {"renamed-labels", "removed-button", "split", *_HIDING})


@pytest.mark.parametrize("drift", some_of([*_HIDING, *_OTHER], 0, 2))
async def test_a_person_can_still_save_a_contact(page: Page, practice: PracticeServer, drift: str) -> None:
    """Whoever looks at the labels finds the way under every drift that leaves the words and buttons."""
    practice.change(drift=[drift])
    await page.goto("/contacts/new")
    if drift == "interstitial":
        await page.get_by_role("dialog", name="What's new").get_by_role("button", name="Got it").click()
    await fill_in_nora(page)
    await page.get_by_role("button", name="3 stars").click()
    form = page.get_by_role("form", name="New contact")
    await form.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_text("Contact saved").wait_for()
    with closing(sqlite3.connect(practice.crm_database)) as db:
        kept = db.execute("SELECT name, stage, rating FROM contacts WHERE email = 'nora@lind.test'")
        assert kept.fetchall() == [("Nora Lind", "Term sheet", 3)]


async def test_the_interstitial_comes_back_with_the_next_page(page: Page) -> None:
    await page.goto("/contacts?drift=interstitial")
    dialog = page.get_by_role("dialog", name="What's new")
    await dialog.get_by_role("button", name="Got it").click()
    await expect(dialog).to_be_hidden()
    await page.get_by_role("link", name="New contact").click()
    await expect(dialog).to_be_visible()


async def test_the_cookie_banner_blocks_nothing_and_can_be_sent_away(page: Page) -> None:
    await page.goto("/contacts?drift=banner")
    banner = page.get_by_role("region", name="Cookies")
    await expect(banner).to_be_visible()
    await banner.get_by_role("button", name="Accept all").click()
    await expect(banner).to_have_count(0)
