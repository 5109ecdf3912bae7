"""The drift variants of the practice apps: shown on the app as it is, run on each variant of it.

Where the variant takes away the button that a workflow needs, the right answer is to stop.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page

from benchmarks.drifting.case import Case
from benchmarks.drifting.shown import Rows, Workflow, case_of, judge_rows, run, show
from handrail.browser import LaunchedBrowser
from handrail.sessions.service.place import Place
from handrail_practice import crm, webmail
from handrail_practice.demonstration import OTHERS, SHOWN, add_contact
from handrail_practice.drift import DRIFTS, WAYS
from handrail_practice.serve import AppName, PracticeServer

TOGETHER = ("changed-ids", "moved", "renamed-labels")
SLOW_SECONDS = 0.6
_CRM = (
    "SELECT name, firm, email, phone, stage, follow_up, vip, rating, notes FROM contacts",
    "SELECT c.name, a.text FROM activities a JOIN contacts c ON c.id = a.contact_id WHERE a.kind = 'note'",
    "SELECT 'look-alike', action FROM look_alike_clicks",
)
_WEBMAIL = (
    "SELECT folder, subject FROM mails",
    "SELECT recipient, subject, body FROM mails WHERE folder = 'sent'",
    "SELECT 'look-alike', action FROM look_alike_clicks",
)


@dataclass(frozen=True)
class Practised:
    """A workflow in one of the apps; `needs_button` where it needs the one that `removed-button` takes."""

    app: AppName
    workflow: Workflow
    needs_button: bool


async def _sign_in(page: Page, email: str, password: str) -> None:
    await page.get_by_label("Email").click()
    await page.keyboard.type(email)
    await page.get_by_label("Password").click()
    await page.keyboard.type(password)
    await page.get_by_role("button", name="Sign in").click()


async def _note(page: Page) -> None:
    await _sign_in(page, crm.ACCOUNT.email, crm.ACCOUNT.password)
    await page.get_by_label("Search contacts").click()
    await page.keyboard.type("Anne Berg")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name="Anne Berg").first.click()
    await page.get_by_role("button", name="Add note").click()
    await page.get_by_label("Note", exact=True).click()
    await page.keyboard.type("Called, and wrote.")
    await page.get_by_role("button", name="Save note").click()
    await page.get_by_text("Called, and wrote.").first.wait_for()


async def _send(page: Page) -> None:
    await _sign_in(page, webmail.ACCOUNT.email, webmail.ACCOUNT.password)
    await page.get_by_role("link", name="Compose").first.click()
    await page.get_by_label("To", exact=True).click()
    await page.keyboard.type("nora@quist.test")
    await page.get_by_label("Subject").click()
    await page.keyboard.type("Minutes")
    await page.get_by_role("textbox", name="Message").click()
    await page.keyboard.type("As promised.")
    await page.get_by_role("button", name="Send", exact=True).click()
    await page.get_by_text("sent").first.wait_for()


async def _archive(page: Page) -> None:
    await _sign_in(page, webmail.ACCOUNT.email, webmail.ACCOUNT.password)
    await page.get_by_label("Search mail").click()
    await page.keyboard.type("Agenda for Monday")
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name="Agenda for Monday").click()
    await page.get_by_role("button", name="Archive", exact=True).click()
    await page.get_by_text("Mail archived").wait_for()


def workflows() -> tuple[Practised, ...]:
    other, crm_word, mail_word = OTHERS[0], crm.ACCOUNT.password, webmail.ACCOUNT.password
    added = (
        other.name, other.firm, other.email, other.phone, other.stage, other.follow_up, 1, 4, other.notes,
    )  # fmt: skip
    values = {getattr(SHOWN, name): getattr(other, name) for name in vars(SHOWN)}
    mail = {"nora@quist.test": "tomas@meridian.test", "Minutes": "Agenda", "As promised.": "For Monday."}
    return (
        Practised(
            "crm",
            Workflow(
                "add a contact", "/sign-in", add_contact_shown, crm_word, values, frozenset({(*added, 1)})
            ),
            needs_button=True,
        ),
        Practised(
            "crm",
            Workflow(
                "note on a contact", "/sign-in", _note, crm_word,
                {"Anne Berg": "Jon Smith", "Called, and wrote.": "Wants the deck."},
                frozenset({("Jon Smith", "Wants the deck.", 1)}),
            ),
            needs_button=False,
        ),
        Practised(
            "webmail",
            Workflow(
                "send a mail", "/sign-in", _send, mail_word, mail,
                frozenset({("sent", "Agenda", 1), (*mail.values(), 1)}),
            ),
            needs_button=True,
        ),
        Practised(
            "webmail",
            Workflow(
                "archive a mail", "/sign-in", _archive, mail_word, {"Agenda for Monday": "Numbers for July"},
                frozenset({("archive", "Numbers for July", 1)}),
                frozenset({("inbox", "Numbers for July", 1)}),
            ),
            needs_button=True,
        ),
    )  # fmt: skip


async def add_contact_shown(page: Page) -> None:
    await add_contact(page, SHOWN)


def _rows(server: PracticeServer, app: AppName) -> Rows:
    """What the app's database holds; a click on a look-alike is a row like any other."""
    database = server.crm_database if app == "crm" else server.webmail_database
    with closing(sqlite3.connect(database)) as connection:
        found = Counter(
            row for query in (_CRM if app == "crm" else _WEBMAIL) for row in connection.execute(query)
        )
    # What was written twice must not look like what was written once.
    return frozenset((*row, times) for row, times in found.items())


async def practice_cases(
    folder: Path, place: Place, launched: LaunchedBrowser, drifts: Sequence[str]
) -> AsyncIterator[Case]:
    """Every workflow, shown once and run on every variant."""
    with PracticeServer(folder / "apps", slow_seconds=SLOW_SECONDS) as server:
        for practised in workflows():
            workflow, app = practised.workflow, practised.app
            url = server.crm_url if app == "crm" else server.webmail_url
            server.change()
            sop = await show(workflow, url, folder)
            for drift in drifts:
                server.reset()
                server.change(drift=drift.split(","))
                before = _rows(server, app)
                summary = await run(workflow, sop, place, launched)
                gone = practised.needs_button and drift == "removed-button"
                outcome = judge_rows(workflow, before, _rows(server, app), summary, gone)
                yield case_of(f"practice: {drift}", workflow, gone, outcome, summary)


def all_drifts() -> tuple[str, ...]:
    """Those in which the thing itself is other; other ways to it are measured by `benchmarks/explore.py`."""
    return (*sorted(DRIFTS - WAYS), ",".join(TOGETHER))
