"""The named tabs of one browser context: opened, adopted, crashed, closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from playwright.async_api import BrowserContext, Error, Page

from handrail.actuators.browser.faults import browser_gone, crash_of, lives, see_that_it_lives
from handrail.actuators.browser.guarding import Guard
from handrail.browser.inpage import InPage
from handrail.errors import PermanentError


class Tabs:
    """The tabs by their names. `answer_dialog` answers what a tab's page asks in a dialog, `on_new` hears of
    a name that means another tab than before."""

    def __init__(
        self,
        context: BrowserContext,
        inpage: InPage,
        guard: Guard | None,
        *,
        answer_dialog: Callable[[Any], Any],
        on_new: Callable[[str], None],
    ) -> None:
        self._context = context
        self._inpage = inpage
        self._guard = guard
        self._answer_dialog = answer_dialog
        self._on_new = on_new
        self._closing: set[asyncio.Task[None]] = set()
        self.pages: dict[str, Page] = {}
        """Every tab that there was, also those that are closed."""
        self.crashed: set[str] = set()

    def is_open(self, name: str) -> bool:
        return name in self.crashed or (name in self.pages and not self.pages[name].is_closed())

    def open_page(self, name: str) -> Page | None:
        """The tab's page; none where there is none now."""
        return self.pages[name] if self.is_open(name) else None

    def page(self, name: str) -> Page:
        """The tab's page. Raises PermanentError where it is not open, else the errors of a tab that crashed
        and of a browser that is gone."""
        page = self.pages.get(name)
        if name in self.crashed:
            raise crash_of(name)
        if page is None or page.is_closed():
            if not lives(self._context):
                raise browser_gone()
            raise PermanentError(f"The tab '{name}' is not open.")
        return page

    async def is_gone(self, name: str) -> bool:
        """Whether a tab of this name was there and is closed, and the browser is not."""
        if name not in self.pages or self.is_open(name):
            return False
        await see_that_it_lives(self._context)
        return True

    async def open(self, name: str) -> None:
        """An empty tab of this name."""
        await (await self.begin(name))

    async def begin(self, name: str) -> asyncio.Future[None]:
        """An empty tab of this name; what it gives ends once the tab is come into.

        Until then it may be led somewhere by HTTP where its requests are judged: the first one waits there.
        """
        if self._guard is None:
            page = await self._context.new_page()
        else:
            # Neither needs the other, and each asks the browser several times.
            page, _ = await asyncio.gather(self._context.new_page(), self._guard.watch())
        self._name(name, page)
        asked = asyncio.Event()
        coming = asyncio.ensure_future(self._come_into(page, asked))
        if self._guard is not None:
            self._guard.wait_for(coming)
        # Chromium answers for a page that is on its way to a document only when it is there.
        asking = asyncio.ensure_future(asked.wait())
        await asyncio.wait({asking, coming}, return_when=asyncio.FIRST_COMPLETED)
        asking.cancel()
        if coming.done():
            await coming
        return coming

    async def _come_into(self, page: Page, asked: asyncio.Event) -> None:
        await self._inpage.attach(page, empty=True, on_asked=asked.set)
        if self._guard is not None:
            self._guard.own(self._inpage.browser_context(page))

    async def adopt(self, name: str) -> bool:
        """Give a tab that has no name yet this one; whether there was one."""
        known = set(self.pages.values())
        others = [page for page in self._context.pages if page not in known]
        if not others:
            return False
        await self.name(name, others[0])
        return True

    async def name(self, name: str, page: Page) -> None:
        """Give a page this name, and come into it."""
        self._name(name, page)
        await self._inpage.attach(page)

    def _name(self, name: str, page: Page) -> None:
        self.pages[name] = page
        self.crashed.discard(name)
        self._on_new(name)
        page.on("dialog", self._answer_dialog)
        page.on("crash", lambda gone: self._note_crash(name, gone))

    def _note_crash(self, name: str, page: Page) -> None:
        self.crashed.add(name)
        # A crashed tab answers nothing; whoever waits for an answer hears of it when the tab is closed.
        closing = asyncio.ensure_future(_close(page))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)


async def _close(page: Page) -> None:
    with contextlib.suppress(Error):
        await page.close()
