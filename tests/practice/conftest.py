"""Both practice apps served, put back to their seed data for each test, and visitors signed in to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Page

from handrail.browser import LaunchedBrowser
from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer
from tests.practice.visitor import Visitor


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path_factory.mktemp("practice"), slow_seconds=0.2) as server:
        yield server


@pytest.fixture
def practice(served: PracticeServer) -> PracticeServer:
    served.reset()
    served.change()
    return served


@pytest.fixture
def rolodesk(practice: PracticeServer) -> Iterator[Visitor]:
    with Visitor(practice.crm_url) as visitor:
        yield visitor.sign_in(crm.ACCOUNT)


@pytest.fixture
def postbox(practice: PracticeServer) -> Iterator[Visitor]:
    with Visitor(practice.webmail_url) as visitor:
        yield visitor.sign_in(webmail.ACCOUNT)


@pytest.fixture
async def page(launched: LaunchedBrowser, practice: PracticeServer) -> AsyncIterator[Page]:
    """A browser's page, signed in to the CRM."""
    assert launched.browser is not None
    page = await launched.browser.new_page(base_url=practice.crm_url)
    await page.goto("/")
    await page.get_by_label("Email").fill(crm.ACCOUNT.email)
    await page.get_by_label("Password").fill(crm.ACCOUNT.password)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Contacts").wait_for()
    yield page
    await page.close()
