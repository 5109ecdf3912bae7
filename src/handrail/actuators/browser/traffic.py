"""What pages have under way with their servers: waited for, so that nothing of it is cut off or missed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import Error, Frame, Page, Request

from handrail.actuators.browser.scripts import Scripts
from handrail.actuators.traces import SeenResponse
from handrail.browser.inpage import InPage
from handrail.browser.protocol import FrameGone, caller_known
from handrail.errors import TransientError
from handrail.policy.deeds.addresses import done_by_asking
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.policy.deeds.hosts import same_site
from handrail.sop.domains import host_of

_MATTERS: Final = frozenset({"document", "xhr", "fetch", "ping", "script"})
"""What is worth waiting for: it changes what the page shows, or what its servers know."""

_REST_SECONDS: Final = 3.0
_PASSING_SECONDS: Final = 2.0
_KNOWN_SECONDS: Final = 0.05
"""Enough for what is known without asking."""

_SCRIPTS_SECONDS: Final = 2.0
_FOREIGN_SCRIPT_SECONDS: Final = 0.5

_UNREAD_SECONDS: Final = 0.5

_BY_SCRIPT: Final = frozenset({"xhr", "fetch"})


class PageTraffic:
    """See `Traffic`: that of one session's pages.

    The browser tells of a document once that it is idle, when it was loaded. What its scripts ask for later
    is looked for among the page's last hundred requests: listening to all of them would cost every run.
    `opened` gives the tab of a name where it is open, `pressed` the tab that the last act pressed in.
    """

    def __init__(
        self,
        inpage: InPage,
        opened: Callable[[str], Page | None],
        pressed: Callable[[], Page | None],
        scripts: Scripts | None = None,
    ) -> None:
        self._inpage = inpage
        self._opened = opened
        self._pressed = pressed
        self._scripts = scripts
        self._over: WeakSet[Request] = WeakSet()
        self._late: WeakSet[Request] = WeakSet()
        """Scripts that a key has waited for: once is enough."""
        self._never_loaded: WeakKeyDictionary[Frame, str] = WeakKeyDictionary()
        """Frames that were waited for in vain, with the address that they had."""

    async def rest(self, page: str) -> None:
        """See `Traffic.rest`; the page is left as it is when it is closed, too."""
        if (at := self._opened(page)) is None:
            return
        with contextlib.suppress(Error, TimeoutError, TransientError):
            async with asyncio.timeout(_REST_SECONDS):
                while not (at.is_closed() or await self._is_at_rest(at)):
                    pass

    async def answered(self, page: str, *, seconds: float) -> bool:
        """See `Traffic.answered`; what the scripts make of an answer is waited for, too."""
        if self._scripts is None or not self._scripts.asked or (at := self._opened(page)) is None:
            return False
        with contextlib.suppress(Error, TimeoutError, TransientError, FrameGone):
            async with asyncio.timeout(seconds):
                while not at.is_closed():
                    by_script = [r for r in await _requests(at) if r.resource_type in _BY_SCRIPT]
                    under_way = [r for r in by_script[-self._scripts.asked :] if r not in self._over]
                    if not under_way:
                        break
                    await asyncio.gather(*map(self._end_of, under_way))
                    # The answer may have them ask for more.
                    await self._inpage.call(at, "change", 0)
        return True

    async def passed_over(self, page: str, *, leads: bool) -> bool:
        """See `Traffic.passed_over`; not where something is under way still: that may come of the click."""
        at = self._opened(page)
        if at is None or self._pressed() is not at:
            return False
        try:
            async with asyncio.timeout(_PASSING_SECONDS):
                await asyncio.gather(*map(self._end_of, await self._under_way(at)))
                return bool(
                    await self._inpage.call(at, "passedOver", leads, patience=0, within=_PASSING_SECONDS)
                )
        except (Error, TimeoutError, TransientError, FrameGone):
            return False

    async def quiet(self, page: str, *, seconds: float) -> bool:
        """See `Traffic.quiet`; what is asked for on and on never ends."""
        if (at := self._opened(page)) is None:
            return False
        waited = False
        try:
            async with asyncio.timeout(seconds):
                while under_way := await self._under_way(at):
                    waited = True
                    await asyncio.gather(*map(self._end_of, under_way))
                    await self._inpage.call(at, "change", 0)
                # Asking Playwright costs three messages a frame.
                loading = at.frames if self._inpage.is_loading(at) else []
                return waited or any(await asyncio.gather(*map(self._loaded, loading)))
        except (Error, TimeoutError, TransientError, FrameGone):
            return True

    def asked(self) -> int | None:
        """See `Traffic.asked`; not even the page's document was held where nothing can be."""
        return (self._scripts.held or None) if self._scripts is not None else None

    async def has_scripts(self, at: Page) -> None:
        """Wait a moment until none of the scripts that the page has asked for is on its way.

        Some pages ask for those of a field as it is entered: they say what a key does there. What measures or
        advertises may never come: one of another site is waited for less.
        """
        with contextlib.suppress(Error, TimeoutError, TransientError, FrameGone):
            async with asyncio.timeout(_SCRIPTS_SECONDS):
                while coming := await self._scripts_coming(at):
                    await asyncio.gather(*(self._script_comes(at, one) for one in coming))
                    # As it runs, a script may ask for others.
                    await self._inpage.call(at, "change", 0)

    async def _scripts_coming(self, at: Page) -> list[Request]:
        under_way = await self._under_way(at)
        return [one for one in under_way if one.resource_type == "script" and one not in self._late]

    async def _script_comes(self, at: Page, script: Request) -> None:
        is_own = same_site(host_of(at.url), host_of(script.url))
        # What is no key waits for it as long as for anything.
        self._late.add(script)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SCRIPTS_SECONDS if is_own else _FOREIGN_SCRIPT_SECONDS):
                await _ended(script)
                self._over.add(script)

    async def answers(self, page: str, *, since: float) -> tuple[SeenResponse, ...] | None:
        """See `Traffic.answers`."""
        if (at := self._opened(page)) is None:
            return None
        try:
            async with asyncio.timeout(_PASSING_SECONDS):
                asked = await _requests(at)
                if asked and not await _is_before(asked[0], since):
                    # Of a page's requests the last ones are known, a hundred at the most.
                    return None
                sent = [request for request in asked if _may_do_something(request)]
                answers = await asyncio.gather(*(request.response() for request in sent))
        except (Error, TimeoutError):
            return None
        if not all(answers):
            return None
        # When it was sent is known of what was answered.
        return tuple(
            SeenResponse(r.method, urlsplit(r.url).path, answer.status, document=_is_document_of(at, r))
            for r, answer in zip(sent, answers, strict=True)
            if answer is not None and r.timing["startTime"] >= since * 1000
        )

    async def of_age(self, page: str, *, seconds: float) -> None:
        """See `Traffic.of_age`."""
        if (at := self._opened(page)) is None:
            return
        with contextlib.suppress(Error):
            documents = [one for one in await _requests(at) if _is_document_of(at, one)]
            if documents:
                came = documents[-1].timing
                age = time.time() - (came["startTime"] + max(came["responseEnd"], 0)) / 1000
                await asyncio.sleep(max(0.0, min(seconds, seconds - age)))

    async def sent(self, page: str) -> frozenset[Request] | None:
        """See `Traffic.sent`; of the page's last hundred requests."""
        if (at := self._opened(page)) is None:
            return None
        try:
            asked = await _requests(at)
        except Error:
            return None
        return frozenset(request for request in asked if request.method not in SAFE_METHODS)

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
        asked = _of_this_document(page, await _requests(page))
        return [request for request in asked if self._matters(request)]

    async def _is_at_rest(self, page: Page) -> bool:
        """Whether nothing is under way; where something was, it is at its end now."""
        try:
            # After a turn of its scripts the browser has heard of what they have just set going.
            await self._inpage.call(page, "change", 0)
        except FrameGone:
            return False
        await self._inpage.settle(page, _REST_SECONDS)
        await page.wait_for_load_state("networkidle", timeout=0)
        under_way = await self._under_way(page)
        await asyncio.gather(*map(self._end_of, under_way))
        return not under_way

    def _matters(self, request: Request) -> bool:
        if request.resource_type not in _MATTERS or request in self._over:
            return False
        # Of those since the last time that was asked, Playwright was told of the end.
        return request.timing["responseEnd"] < 0 and request.failure is None

    async def _end_of(self, request: Request) -> None:
        try:
            await _ended(request)
        finally:
            # What was waited for in vain once is not waited for again.
            self._over.add(request)


async def _requests(page: Page) -> list[Request]:
    """The page's last hundred requests. Whoever asks for them is told of all that follow, at four messages
    each, until nobody listens any more."""
    with caller_known("Page.requests"):
        asked = await page.requests()
        page.on("request", _unheard)
        page.remove_listener("request", _unheard)
    return asked


def _unheard(request: Request) -> None:
    pass


async def _ended(request: Request) -> None:
    # The sizes are known when all of the answer is there; a request that failed has none.
    with contextlib.suppress(Error, TimeoutError), caller_known("Request.sizes"):
        if request.resource_type != "fetch":
            await request.sizes()
        elif await request.response() is not None:
            # Of an answer that no script reads, browsers never tell that it is all there.
            await asyncio.wait_for(request.sizes(), _UNREAD_SECONDS)


def _of_this_document(page: Page, asked: list[Request]) -> list[Request]:
    """The requests since the last one for a document of the page's own; the browser does not tell of how
    those of an earlier document ended."""
    for place in range(len(asked) - 1, -1, -1):
        if _is_document_of(page, asked[place]):
            return asked[place:]
    return asked


def _may_do_something(request: Request) -> bool:
    return request.method not in SAFE_METHODS or bool(done_by_asking(request.url))


async def _is_before(request: Request, since: float) -> bool:
    """Whether it was sent before then, which is known of what was answered."""
    return await request.response() is not None and 0 < request.timing["startTime"] < since * 1000


def _is_document_of(page: Page, asked: Request) -> bool:
    return asked.resource_type == "document" and _is_pages_own(page, asked)


def _is_pages_own(page: Page, request: Request) -> bool:
    try:
        return request.frame == page.main_frame
    except Error:
        # A tab that is only opening has no frame yet.
        return True
