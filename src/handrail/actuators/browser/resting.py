"""Rest: a page that has nothing under way with its servers, so that nothing of it is cut off or missed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import Error, Frame, Page, Request

from handrail.actuators.browser.scripts import Scripts
from handrail.browser.inpage import InPage
from handrail.browser.protocol import FrameGone
from handrail.errors import TransientError
from handrail.policy.deed import SAFE_METHODS

_MATTERS: Final = frozenset({"document", "xhr", "fetch", "ping", "script"})
"""What is worth waiting for: it changes what the page shows, or what its servers know."""

_PASSING_SECONDS: Final = 2.0
_KNOWN_SECONDS: Final = 0.05
"""Enough for what is known without asking."""

_BY_SCRIPT: Final = frozenset({"xhr", "fetch"})


class Resting:
    """Waits for the pages of one session to have nothing under way.

    The browser tells of a document once that it is idle, when it was loaded. What its scripts ask for later
    is looked for among the page's last hundred requests: listening to all of them would cost every run.
    """

    def __init__(self, inpage: InPage) -> None:
        self._inpage = inpage
        self._over: WeakSet[Request] = WeakSet()
        self._never_loaded: WeakKeyDictionary[Frame, str] = WeakKeyDictionary()
        """Frames that were waited for in vain, with the address that they had."""

    async def rest(self, page: Page, *, seconds: float) -> None:
        """Wait until the page has loaded and none of its requests is under way; after so many seconds at the
        most, or when it is closed, it is left as it is."""
        with contextlib.suppress(Error, TimeoutError, TransientError):
            async with asyncio.timeout(seconds):
                while not (page.is_closed() or await self._is_at_rest(page, seconds)):
                    pass

    async def answered(self, page: Page, scripts: Scripts, *, seconds: float) -> None:
        """Wait until the page's scripts have the answers to what they asked for last, since the last action
        began, and have made of them what they make; after so many seconds at the most, it is left."""
        with contextlib.suppress(Error, TimeoutError, TransientError, FrameGone):
            async with asyncio.timeout(seconds):
                while not page.is_closed():
                    by_script = [r for r in await page.requests() if r.resource_type in _BY_SCRIPT]
                    under_way = [r for r in by_script[-scripts.asked :] if r not in self._over]
                    if not under_way:
                        return
                    await asyncio.gather(*map(self._end_of, under_way))
                    # The answer may have them ask for more.
                    await self._inpage.call(page, "change", 0)

    async def quiet(self, page: Page, *, seconds: float) -> bool:
        """Wait until nothing that the page has asked for is under way, as far as the browser has heard of it;
        after so many seconds it is left, as what is asked for on and on never ends. Whether anything was."""
        waited = False
        try:
            async with asyncio.timeout(seconds):
                while under_way := await self._under_way(page):
                    waited = True
                    await asyncio.gather(*map(self._end_of, under_way))
                    await self._inpage.call(page, "change", 0)
                loading = await asyncio.gather(*map(self._loaded, page.frames))
                return waited or any(loading)
        except (Error, TimeoutError, TransientError, FrameGone):
            return True

    async def has_scripts(self, page: Page, *, seconds: float) -> None:
        """Wait until none of the scripts that the page has asked for is on its way; after so many seconds it
        is left. Some pages ask for those of a field as it is entered: they say what a key does there."""
        with contextlib.suppress(Error, TimeoutError, TransientError, FrameGone):
            async with asyncio.timeout(seconds):
                while coming := [one for one in await self._under_way(page) if one.resource_type == "script"]:
                    await asyncio.gather(*map(self._end_of, coming))
                    # As it runs, a script may ask for others.
                    await self._inpage.call(page, "change", 0)

    async def _loaded(self, frame: Frame) -> bool:
        """Wait until the frame's document is loaded; whether it was not. What was waited for in vain once, as
        a document with a picture that never comes, is not waited for again."""
        if self._never_loaded.get(frame) == frame.url:
            return False
        loading = asyncio.ensure_future(frame.wait_for_load_state(timeout=0))
        try:
            # Of one that is loaded, Playwright knows it without asking.
            await asyncio.wait({loading}, timeout=_KNOWN_SECONDS)
            waited = not loading.done()
            await loading
        except Error:
            # It was taken away meanwhile.
            return True
        except asyncio.CancelledError:
            self._never_loaded[frame] = frame.url
            raise
        finally:
            loading.cancel()
        return waited

    async def _under_way(self, page: Page) -> list[Request]:
        asked = _of_this_document(page, await page.requests())
        return [request for request in asked if self._matters(request)]

    async def passed_over(self, page: Page) -> bool:
        """Whether the page may have passed over the last click, as it awaited an answer. Not where something
        is under way still: that may come of the click."""
        try:
            async with asyncio.timeout(_PASSING_SECONDS):
                await asyncio.gather(*map(self._end_of, await self._under_way(page)))
                return bool(await self._inpage.call(page, "passedOver", patience=0, within=_PASSING_SECONDS))
        except (Error, TimeoutError, TransientError, FrameGone):
            return False

    async def _is_at_rest(self, page: Page, seconds: float) -> bool:
        """Whether nothing is under way; where something was, it is at its end now."""
        try:
            # After a turn of its scripts the browser has heard of what they have just set going.
            await self._inpage.call(page, "change", 0)
        except FrameGone:
            return False
        await self._inpage.settle(page, seconds)
        await page.wait_for_load_state("networkidle", timeout=0)
        under_way = await self._under_way(page)
        await asyncio.gather(*map(self._end_of, under_way))
        return not under_way

    def _matters(self, request: Request) -> bool:
        return request.resource_type in _MATTERS and request not in self._over

    async def _end_of(self, request: Request) -> None:
        # The sizes are known when all of the answer is there; a request that failed has none.
        try:
            await request.sizes()
        except Error:
            pass
        finally:
            # What was waited for in vain once is not waited for again.
            self._over.add(request)


async def of_age(page: Page, seconds: float) -> None:
    """Wait until the page's document has been there for so many seconds."""
    with contextlib.suppress(Error):
        documents = [one for one in await page.requests() if _is_document_of(page, one)]
        if documents:
            came = documents[-1].timing
            age = time.time() - (came["startTime"] + max(came["responseEnd"], 0)) / 1000
            await asyncio.sleep(max(0.0, min(seconds, seconds - age)))


async def sent(page: Page) -> frozenset[Request] | None:
    """Those of the page's last hundred requests that do more than read; none where it cannot be asked."""
    try:
        asked = await page.requests()
    except Error:
        return None
    return frozenset(request for request in asked if request.method not in SAFE_METHODS)


def _of_this_document(page: Page, asked: list[Request]) -> list[Request]:
    """The requests since the last one for a document of the page's own; the browser does not tell of how
    those of an earlier document ended."""
    for place in range(len(asked) - 1, -1, -1):
        if _is_document_of(page, asked[place]):
            return asked[place:]
    return asked


def _is_document_of(page: Page, asked: Request) -> bool:
    return asked.resource_type == "document" and _is_pages_own(page, asked)


def _is_pages_own(page: Page, request: Request) -> bool:
    try:
        return request.frame == page.main_frame
    except Error:
        # A tab that is only opening has no frame yet.
        return True
