"""The live picture of a browser context: frames of the tab that was opened last, as Chromium paints them.

Nothing of it is kept. It exists in Chromium only (CDP `Page.startScreencast`).
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypedDict

from playwright.async_api import BrowserContext, CDPSession, Error, Page

WIDTH: Final = 1280
HEIGHT: Final = 800
_QUALITY: Final = 60
_BETWEEN: Final = 1 / 25
"""Seconds from one frame to the next, at least: more than an eye needs takes the time of the work."""


class _Metadata(TypedDict):
    deviceWidth: float
    deviceHeight: float


class _Frame(TypedDict):
    data: str
    sessionId: int
    metadata: _Metadata


class Screencast:
    """Shows frames (JPEG, at most 1280 × 800) from `start` until `stop`. It follows new tabs."""

    def __init__(self, context: BrowserContext, show: Callable[[bytes], None]) -> None:
        self._context = context
        self._show = show
        self._page: Page | None = None
        self._cdp: CDPSession | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._lock = asyncio.Lock()
        self._running = False
        self._size = (0.0, 0.0)
        self._due = 0.0
        """When the frame after the last one may come."""

    async def start(self) -> None:
        """Begin to show. Raises playwright's Error in a browser that has no screencast."""
        self._running = True
        self._context.on("page", self._opened)
        pages = self._context.pages
        if pages:
            await self._follow(pages[-1])

    @property
    def shown(self) -> tuple[Page, CDPSession, tuple[float, float]] | None:
        """The tab that is shown, its protocol session, and its width and height in CSS pixels; none before
        the first frame."""
        if self._page is None or self._cdp is None or not self._size[0]:
            return None
        return self._page, self._cdp, self._size

    async def stop(self) -> None:
        """Show no more."""
        self._running = False
        self._context.remove_listener("page", self._opened)
        async with self._lock:
            await self._drop()
        for task in self._tasks:
            task.cancel()

    def _opened(self, page: Page) -> None:
        self._begin(self._follow(page))

    def _closed(self, page: Page) -> None:
        others = [each for each in self._context.pages if each is not page]
        if page is self._page and others:
            self._begin(self._follow(others[-1]))

    async def _follow(self, page: Page) -> None:
        async with self._lock:
            if not self._running or page.is_closed():
                return
            await self._drop()
            cdp = await self._context.new_cdp_session(page)
            self._page, self._cdp = page, cdp
            page.once("close", self._closed)
            cdp.on("Page.screencastFrame", lambda frame: self._painted(cdp, frame))
            await cdp.send(
                "Page.startScreencast",
                {"format": "jpeg", "quality": _QUALITY, "maxWidth": WIDTH, "maxHeight": HEIGHT},
            )

    async def _drop(self) -> None:
        cdp, self._cdp, self._page = self._cdp, None, None
        if cdp is not None:
            # The tab may be gone already.
            with contextlib.suppress(Error):
                await cdp.detach()

    def _painted(self, cdp: CDPSession, frame: _Frame) -> None:
        if self._running and cdp is self._cdp:
            self._size = (frame["metadata"]["deviceWidth"], frame["metadata"]["deviceHeight"])
            self._show(base64.b64decode(frame["data"]))
            self._begin(self._acknowledge(cdp, frame["sessionId"]))

    async def _acknowledge(self, cdp: CDPSession, number: int) -> None:
        # Chromium sends the next frame only after this.
        now = time.monotonic()
        self._due = max(now, self._due + _BETWEEN)
        await asyncio.sleep(self._due - now)
        await cdp.send("Page.screencastFrameAck", {"sessionId": number})

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        # A tab that closes meanwhile has nothing more to show.
        with contextlib.suppress(Error):
            await work
