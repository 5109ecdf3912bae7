"""One mail, worked through by a person: what `recorded.sop.json` was compiled from.

`python demonstration.py DIR` starts the practice apps on their usual ports, plays the work with a real
mouse and keyboard, and records it into DIR.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Locator, Page

from handrail.recording.browser import Recorder, record
from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer
from handrail_practice.webmail.seed_mail import INVESTORS

SHOWN = INVESTORS[0]
"""The mail that is worked through; its sender is not in the CRM yet."""


async def work(recorder: Recorder, crm_url: str) -> None:
    """Read the mail, look its sender up in the CRM, add the contact, and label the mail."""
    mail = recorder.page
    await _sign_in(mail, webmail.ACCOUNT.email, webmail.ACCOUNT.password)
    await mail.get_by_role("link", name=SHOWN.subject).click()
    await mail.get_by_role("heading", level=1, name=SHOWN.subject).wait_for()
    contacts = await recorder.context.new_page()
    await contacts.goto(f"{crm_url}/sign-in")
    await _sign_in(contacts, crm.ACCOUNT.email, crm.ACCOUNT.password)
    await _type(contacts, contacts.get_by_label("Search contacts"), SHOWN.email)
    await contacts.get_by_role("button", name="Search").click()
    await contacts.get_by_text("No contact matches").wait_for()
    await contacts.get_by_role("link", name="New contact").click()
    await _type(contacts, contacts.get_by_label("Name"), SHOWN.name)
    await _type(contacts, contacts.get_by_label("Firm"), SHOWN.firm)
    await _type(contacts, contacts.get_by_label("Email"), SHOWN.email)
    await _type(contacts, contacts.get_by_label("Phone"), SHOWN.phone)
    await _choose(contacts, contacts.get_by_label("Stage"), SHOWN.stage)
    year, month, day = SHOWN.follow_up.split("-")
    # In the order in which a browser in English (US) shows a date field's parts.
    await _choose(contacts, contacts.get_by_label("Next follow-up"), f"{month}{day}{year}")
    await contacts.get_by_role("button", name="Save", exact=True).click()
    await contacts.get_by_text("Contact saved").wait_for()
    await recorder.settled()
    await mail.bring_to_front()
    await _choose(mail, mail.get_by_label("Label", exact=True), "Investor")
    await mail.get_by_role("button", name="Add label").click()
    await mail.get_by_text("Label Investor added").wait_for()
    await mail.get_by_role("link", name="Inbox").first.click()
    await mail.get_by_role("heading", level=1, name="Inbox").wait_for()
    await recorder.settled()


async def _sign_in(page: Page, email: str, password: str) -> None:
    await _type(page, page.get_by_label("Email"), email)
    await _type(page, page.get_by_label("Password"), password)
    await page.get_by_role("button", name="Sign in").click()


async def _type(page: Page, field: Locator, text: str) -> None:
    await field.click()
    await page.keyboard.type(text, delay=5)


async def _choose(page: Page, field: Locator, text: str) -> None:
    """With the keyboard, as a select and a date field take it."""
    await field.focus()
    await page.keyboard.type(text, delay=5)


async def main(folder: Path, *, headless: bool) -> None:
    with (
        tempfile.TemporaryDirectory() as apps,
        PracticeServer(Path(apps), crm_port=8021, webmail_port=8022) as server,
    ):
        async with record(f"{server.webmail_url}/sign-in", folder, headless=headless) as recorder:
            await work(recorder, server.crm_url)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--headed", action="store_true")
    asked = parser.parse_args()
    asyncio.run(main(asked.folder, headless=not asked.headed))
