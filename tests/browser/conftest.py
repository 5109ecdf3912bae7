"""A page to ask the in-page script in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page

from handrail.browser import LaunchedBrowser


@pytest.fixture
async def page(launched: LaunchedBrowser) -> AsyncIterator[Page]:
    assert launched.browser is not None
    page = await launched.browser.new_page()
    yield page
    await page.close()
