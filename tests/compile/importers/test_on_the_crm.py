"""Files of other tools, compiled and run on the practice CRM as a person does it, judged by its database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer
from tests.cli.command import handrail
from tests.compile.importers.files import Json, flow, side


@pytest.fixture
def crm(tmp_path: Path) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path / "apps", apps={"crm"}) as server:
        yield server


def contact(server: PracticeServer, name: str) -> dict[str, Any]:
    with closing(sqlite3.connect(server.crm_database)) as database:
        database.row_factory = sqlite3.Row
        (row,) = database.execute("SELECT * FROM contacts WHERE name = ?", (name,)).fetchall()
        return dict(row)


def compiled_and_run(folder: Path, name: str, document: Json, *values: str) -> dict[str, Any]:
    """What `handrail compile` and `handrail run` make of the file."""
    (folder / name).write_text(json.dumps(document))
    output = folder / "x.sop.json"
    done = handrail("compile", str(folder / name), "-o", str(output), "--json", home=folder / "home")
    assert done.returncode == 0, done.stderr
    checked = handrail("check", str(output), home=folder / "home")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assigned = [part for value in values for part in ("-v", value)]
    secret = {"HANDRAIL_SECRET_PASSWORD": ACCOUNT.password}
    ran = handrail("run", str(output), *assigned, "--json", home=folder / "home", environment=secret)
    summary: dict[str, Any] = json.loads(ran.stdout)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ACCOUNT.password not in output.read_text() + done.stdout
    return summary


def arrives(url: str, title: str) -> list[Json]:
    return [{"type": "navigation", "url": url, "title": title}]


def click(*selectors: str, **more: Any) -> Json:
    found = [[selector] for selector in selectors]
    return {"type": "click", "target": "main", "selectors": found, "offsetX": 5, "offsetY": 7.5, **more}


def change(value: str, *selectors: str) -> Json:
    return {"type": "change", "value": value, "selectors": [[s] for s in selectors], "target": "main"}


def test_a_devtools_flow_adds_a_contact(crm: PracticeServer, tmp_path: Path) -> None:
    url = crm.crm_url
    document = flow(
        {"type": "setViewport", "width": 1200, "height": 800, "deviceScaleFactor": 1, "isMobile": False},
        {
            "type": "navigate",
            "url": f"{url}/",
            "assertedEvents": arrives(f"{url}/sign-in", "Sign in · Rolodesk"),
        },
        click("aria/Email", "#email", 'xpath///*[@id="email"]', "pierce/#email"),
        change(ACCOUNT.email, "aria/Email", "#email", 'xpath///*[@id="email"]', "pierce/#email"),
        change(ACCOUNT.password, "aria/Password", "#password", 'xpath///*[@id="password"]'),
        click(
            'aria/Sign in[role="button"]',
            "[data-testid='sign-in']",
            assertedEvents=arrives(f"{url}/contacts", "Contacts · Rolodesk"),
        ),
        click(
            "aria/New contact",
            "#new-contact",
            assertedEvents=arrives(f"{url}/contacts/new", "New contact · Rolodesk"),
        ),
        change("Ada Byron", "aria/Name", "#contact-name"),
        change("Byron Partners", "aria/Firm", "#contact-firm"),
        change("ada@byron.test", "aria/Email", "#contact-email"),
        change("Due diligence", "aria/Stage", "#contact-stage"),
        change("2026-12-24", "aria/Next follow-up", "#contact-follow-up"),
        {
            **click("aria/4 stars"),
            "selectors": [["#contact-rating", "aria/4 stars"], ["#contact-rating", "button:nth-of-type(4)"]],
        },
        {
            "type": "waitForElement",
            "selectors": [["#contact-rating", "[aria-pressed='true'][aria-label='4 stars']"]],
            "visible": True,
        },
        click("aria/VIP", "#contact-vip"),
        {"type": "waitForElement", "selectors": ["#contact-vip"], "properties": {"checked": True}},
        click(
            "aria/Save",
            "[data-testid='save-contact']",
            "text/Save",
            assertedEvents=arrives(f"{url}/contacts/99", "Ada Byron · Rolodesk"),
        ),
    )
    summary = compiled_and_run(tmp_path, "flow.json", document, "name=Lord Kelvin")
    assert summary["outcome"] == "done", summary
    saved = contact(crm, "Lord Kelvin")
    assert (saved["firm"], saved["stage"], saved["vip"], saved["rating"]) == (
        "Byron Partners",
        "Due diligence",
        1,
        4,
    )


def test_a_selenium_project_adds_a_contact(crm: PracticeServer, tmp_path: Path) -> None:
    document = side(
        ("open", "/"),
        ("assertTitle", "Sign in · Rolodesk"),
        ("type", "id=email", ACCOUNT.email),
        {
            "id": "p",
            "comment": "the shared account",
            "command": "type",
            "target": "id=password",
            "targets": [
                ["id=password", "id"],
                ["name=password", "name"],
                ["css=#password", "css:finder"],
                ["xpath=//input[@id='password']", "xpath:attributes"],
                ["xpath=(//form/div[2]/input)[1]", "xpath:position"],
            ],
            "value": ACCOUNT.password,
        },
        ("click", "css=.door-card .button"),
        ("waitForElementVisible", "linkText=New contact", "5000"),
        ("click", "linkText=New contact"),
        ("assertTitle", "New contact · Rolodesk"),
        ("type", "name=name", "Grace Hopper"),
        ("type", "name=firm", "Navy"),
        ("type", "name=email", "grace@navy.test"),
        ("select", "id=contact-stage", "label=Introduced"),
        ("check", "xpath=//label[contains(., 'VIP')]/preceding-sibling::input"),
        ("verifyChecked", "id=contact-vip"),
        ("click", "xpath=(//button[@id='save-contact'])[1]"),
        ("assertText", "css=h1", "Grace Hopper"),
        url=crm.crm_url,
    )
    summary = compiled_and_run(tmp_path, "crm.side", document, "name=Annie Easley")
    assert summary["outcome"] == "done", summary
    saved = contact(crm, "Annie Easley")
    assert (saved["stage"], saved["vip"]) == ("Introduced", 1)
