"""A page to ask the in-page script in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page

from handrail.browser import LaunchedBrowser
from tests.conftest import Browsers


class SharedPage:
    """One page for all tests of a process, each of which has documents of its own: to begin a page takes
    as long as what most tests ask in it."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._page: Page | None = None

    async def ready(self) -> Page:
        if self._page is None or self._page.is_closed():
            launched = await self._browsers.ready()
            assert launched.browser is not None
            self._page = await launched.browser.new_page()
            return self._page
        await self._page.goto("about:blank")
        # Nothing is under the pointer, as in a page that it has never been in.
        await self._page.mouse.move(-1, -1)
        return self._page


@pytest.fixture(scope="session")
def shared_page(browsers: Browsers) -> SharedPage:
    return SharedPage(browsers)


@pytest.fixture
async def page(shared_page: SharedPage) -> Page:
    """An empty page."""
    return await shared_page.ready()


@pytest.fixture
async def own_page(launched: LaunchedBrowser) -> AsyncIterator[Page]:
    """For a test that changes the page's context, or listens to it."""
    assert launched.browser is not None
    page = await launched.browser.new_page()
    yield page
    await page.close()
