"""The tabs of a recording: what their pages tell, and what the browser says of them, in one order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Download, Error, Page, Response

from handrail.browser import WORLD, FrameGone, FrameId, InPage
from handrail.browser.answers import said_in, sent_in
from handrail.browser.protocol import let_go
from handrail.errors import StoreError, TransientError
from handrail.policy.deeds.operations import is_told_within, says_failed
from handrail.recording.event import RecordedEvent, RecordedFile
from handrail.recording.hearing import Hearing
from handrail.recording.hidden import Hidden, asks_for_secret, asks_whose
from handrail.recording.order import Order, now
from handrail.recording.pictures import Photographer
from handrail.recording.requests import answered, first_of, may_do_something
from handrail.recording.scribe import Scribe, Told
from handrail.recording.store import RecordingWriter
from handrail.recording.tab import Tab
from handrail.secrets.forms import MASK

_DOWNLOAD_SECONDS = 20
_ANSWER_SECONDS = 3
_ENTER_SECONDS = 10
_CHANGE_SECONDS = 5


class Pages:
    """Writes the events of all tabs of a context."""

    def __init__(
        self,
        context: BrowserContext,
        writer: RecordingWriter,
        on_event: Callable[[RecordedEvent], None] | None,
        *,
        world: str = WORLD,
    ) -> None:
        self._context = context
        self._writer = writer
        self._heard: list[tuple[Any, Any, Callable[..., None]]] = []
        self._sessions: list[CDPSession] = []
        self._inpage = InPage(
            context,
            listener=self._told,
            on_given=lambda note: self._hearing.given.add(note),
            prelude=f"handrail.capture({now()})",
            world=world,
        )
        self.hidden = Hidden()
        self._scribe = Scribe(writer, self.hidden, on_event)
        self._photographer = Photographer(self._inpage, writer, self.hidden)
        self._hearing = Hearing(self._inpage, writer, self._scribe, self._photographer)
        self._tabs: dict[Page, Tab] = {}
        self._files: set[asyncio.Future[None]] = set()
        self._work: asyncio.Queue[Coroutine[Any, Any, None]] = asyncio.Queue()
        self._order = Order(self._enqueue)
        self._worker = asyncio.ensure_future(self._write_in_order())
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._finished = False

    @property
    def count(self) -> int:
        """How many events are on disk."""
        return self._scribe.count

    async def begin(self, *pages: Page) -> None:
        """Record these tabs, which are open already, and every one that is opened later."""
        context = self._context
        self._listen(context, "page", self._opened)
        self._listen(context, "response", self._responded)
        self._listen(context, "close", lambda _: self._close("the browser was closed"))
        if context.browser is not None:
            self._listen(context.browser, "disconnected", lambda _: self._close("the browser was closed"))
        for page in pages:
            await self._enter(self._welcome(page, there=True))
        if pages:
            await self._inpage.watch_opening(pages[0])

    def _listen(self, to: Any, event: str, listener: Callable[..., None]) -> None:
        to.on(event, listener)
        self._heard.append((to, event, listener))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._order.put(work)

    def _enqueue(self, work: Coroutine[Any, Any, None]) -> None:
        if self._finished:
            work.close()
        else:
            self._work.put_nowait(work)

    def _opened(self, page: Page) -> None:
        """Bring the recorder into a tab at once: a person may act in it before all that was done elsewhere is
        written."""
        if page in self._tabs:
            return
        tab = self._welcome(page, there=False)
        tab.entered = asyncio.ensure_future(self._come_into(tab))

    def _welcome(self, page: Page, *, there: bool) -> Tab:
        tab = self._tabs[page] = Tab(f"p{len(self._tabs) + 1}", page, there=there)
        self._listen(page, "dialog", lambda dialog: None)
        self._listen(page, "download", lambda download: self._saves(tab, download))
        self._listen(page, "close", lambda _: self._closes(tab))
        self._listen(page, "crash", lambda _: self._spawn(self._crashed(tab)))
        self._listen(page, "websocket", lambda socket: self._listen(socket, "framesent", tab.sent))
        return tab

    async def _come_into(self, tab: Tab) -> None:
        """Its opening is told of behind the act that it comes of, and before all that it tells."""
        tab.waiting = []
        entering = asyncio.ensure_future(self._enter(tab))
        with contextlib.suppress(Error):
            opener = await tab.page.opener()
            tab.opener = self._tabs.get(opener) if opener else None
        if tab.opener is not None:
            await self._flush(tab.opener)
        self._spawn(self._adopt(tab))
        waiting, tab.waiting = tab.waiting, None
        for frame, message in waiting:
            self._told(tab.page, frame, message)
        await entering

    async def _adopt(self, tab: Tab) -> None:
        opener = tab.opener.id if tab.opener is not None else None
        self._scribe.write(tab, {"kind": "tab_opened", "opener": opener, "by_person": opener is None})

    async def _enter(self, tab: Tab) -> None:
        """Listen in a tab's documents; one may be closed again before it could be looked at."""
        entering = self._inpage.attach(tab.page), self._watch_dialogs(tab)
        # Both come to their end: what a tab tells that is closed meanwhile is told by then.
        failed = [one for one in await asyncio.gather(*entering, return_exceptions=True) if one is not None]
        for one in failed:
            if not isinstance(one, Error | FrameGone):
                raise one
        if not failed:
            tab.main = self._inpage.main_frame(tab.page)

    async def _watch_dialogs(self, tab: Tab) -> None:
        session = await self._context.new_cdp_session(tab.page)
        self._sessions.append(session)
        open_now: list[dict[str, Any]] = []
        session.on("Page.javascriptDialogOpening", lambda event: open_now.append(event))

        def closed(event: dict[str, Any]) -> None:
            if not open_now:
                return
            opened = open_now.pop()
            text = event.get("userInput") or None
            if text is not None and opened["type"] == "prompt" and asks_for_secret(opened["message"]):
                if not asks_whose(opened["message"]):
                    self.hidden.learn(text, whole=True)
                text = MASK
            told = {
                "kind": "dialog",
                "dialog": opened["type"],
                "message": opened["message"],
                "accepted": bool(event["result"]),
                "text": text if opened["type"] == "prompt" and event["result"] else None,
            }
            self._order.said(self._note(tab, told), lambda: self._flush(tab), began=now())

        session.on("Page.javascriptDialogClosed", closed)
        await session.send("Page.enable")

    async def _write_in_order(self) -> None:
        while True:
            work = await self._work.get()
            try:
                await self._write(work)
            except StoreError as error:
                # A recording that cannot be written any more ends at once, while somebody can still see why.
                if not self._end.done():
                    self._end.set_exception(error)
            finally:
                self._work.task_done()

    async def _write(self, work: Coroutine[Any, Any, None]) -> None:
        if self._end.done() and self._end.exception() is not None:
            work.close()
            return
        try:
            await work
        except StoreError:
            raise
        except Exception as error:
            tab = next(iter(self._tabs.values()), None)
            if tab is not None:
                what = f"an event could not be kept: {type(error).__name__}"
                self._scribe.write(tab, {"kind": "raw", "what": what})

    def _told(self, page: Page, frame: FrameId, message: str) -> None:
        if self.hidden.overhears(message):
            return
        tab = self._tabs.get(page)
        if tab is not None and tab.waiting is not None:
            tab.waiting.append((frame, message))
        elif tab is not None:
            self._order.told(message, lambda lines: self._hearing.hear(tab, frame, lines))

    async def _note(self, tab: Tab, told: Told) -> None:
        self._scribe.write(tab, told)

    def _responded(self, response: Response) -> None:
        request = response.request
        document = request.is_navigation_request()
        if not document and not may_do_something(request):
            return
        try:
            tab = self._tabs.get(request.frame.page)
        except Error:
            return
        if tab is None or not response.url.startswith("http"):
            return
        if document and request.redirected_from is not None and request.frame == tab.page.main_frame:
            tab.led_on = (response.url, first_of(request).url)
        heard, sent = now(), request.timing["startTime"]
        told = answered(response, heard)
        within = is_told_within(sent_in(request))
        body = asyncio.ensure_future(said_in(response)) if within else None
        self._order.said(self._note_answer(tab, told, body), lambda: self._flush(tab), began=sent)

    async def _note_answer(self, tab: Tab, told: Told, body: asyncio.Future[str] | None) -> None:
        failed = {"failed": True} if body is not None and says_failed(await body) else {}
        self._scribe.write(tab, {**told, **failed})

    def _saves(self, tab: Tab, download: Download) -> None:
        async def begin() -> None:
            # Nothing waits for a file: it may be slow, or never come.
            keeping = asyncio.ensure_future(self._keep(tab, download, tab.last_deed or self._scribe.count))
            self._files.add(keeping)
            keeping.add_done_callback(self._files.discard)

        # What a page holds itself (`data:`, `blob:`) is there sooner than the press on it is told.
        self._order.said(begin(), lambda: self._flush(tab), began=now())

    async def _keep(self, tab: Tab, download: Download, after: int) -> None:
        content: bytes | None = None
        # A program that drives the browser may have taken the file for itself.
        with contextlib.suppress(Error, TimeoutError, OSError):
            async with asyncio.timeout(_DOWNLOAD_SECONDS):
                content = await asyncio.to_thread(Path(await download.path()).read_bytes)
        self._spawn(self._downloaded(tab, download, after, content))

    async def _downloaded(self, tab: Tab, download: Download, after: int, content: bytes | None) -> None:
        name = self.hidden.masked(download.suggested_filename)
        file = RecordedFile(name=name, size=0) if content is None else self._writer.put_file(name, content)
        told = {"kind": "download", "from_url": download.url, "file": file.model_dump(), "after": after}
        await self._note(tab, told)

    def _closes(self, tab: Tab) -> None:
        """What a tab has told comes before its end, and some of it is known only once it was come into."""
        if tab.entered is None or tab.entered.done():
            self._spawn(self._closed(tab))
        else:
            tab.entered.add_done_callback(lambda _: self._spawn(self._closed(tab)))

    async def _closed(self, tab: Tab) -> None:
        if not tab.arrivals and tab.page.url.startswith("http"):
            what = "the window was closed before the recorder could listen in it"
            self._scribe.write(tab, {"kind": "raw", "what": what})
        self._scribe.write(tab, {"kind": "tab_closed"})
        if all(other.page.is_closed() for other in self._tabs.values()):
            self._close("the last tab was closed")

    async def _crashed(self, tab: Tab) -> None:
        tab.crashed = True
        self._scribe.write(tab, {"kind": "interrupted", "what": "the page crashed"})

    def _close(self, why: str) -> None:
        if not self._end.done():
            self._end.set_result(why)

    async def ended(self) -> str:
        """Wait for the end of the last tab, or of the browser."""
        return await asyncio.shield(self._end)

    async def settled(self) -> None:
        """Wait until all that was done is written, and what it changed."""
        await self._all_entered()
        for tab in list(self._tabs.values()):
            if not tab.answers:
                continue
            await self._flush(tab)
            self._order.release()
            await self._work.join()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_CHANGE_SECONDS):
                    await self._hearing.settled(tab)
        await self._all_kept()
        await self._photographer.done()

    async def _all_kept(self) -> None:
        """Wait until all is written, the files that are being downloaded as well."""
        await self._work.join()
        while self._files:
            await asyncio.wait(self._files)
        await self._work.join()

    async def _all_entered(self) -> set[asyncio.Future[None]]:
        """Wait for the tabs that are being come into, not without end; those that hang."""
        entering = [tab.entered for tab in self._tabs.values() if tab.entered is not None]
        if not entering:
            return set()
        return (await asyncio.wait(entering, timeout=_ENTER_SECONDS))[1]

    async def _flush(self, tab: Tab) -> None:
        """A round trip through the page, behind which comes nothing that it has to tell so far."""
        if tab.answers:
            await asyncio.gather(*(self._flush_frame(tab, frame) for frame in self._inpage.frames(tab.page)))

    async def _flush_frame(self, tab: Tab, frame: FrameId) -> None:
        with contextlib.suppress(TransientError, Error):
            await self._inpage.call(tab.page, "flush", frame=frame, patience=0.1, within=_ANSWER_SECONDS)

    async def finish(self, *, go_on: bool = False) -> str:
        """Write what is still in hand; says why the recording ended.

        With `go_on` the pages are left as if nobody had listened, for somebody who goes on with them; without
        it they are about to be closed.
        """
        if not self._end.done():
            await self.settled()
        for hanging in await self._all_entered():
            hanging.cancel()
        self._order.release()
        await self._all_kept()
        self._finished = True
        self._worker.cancel()
        if go_on:
            await self._let_go()
        return self._end.result() if self._end.done() else "finished"

    async def _let_go(self) -> None:
        """Leave the pages as if nobody had listened: somebody else may go on with them."""
        for to, event, listener in self._heard:
            to.remove_listener(event, listener)
        self._heard.clear()
        if self._end.done():
            return
        await self._inpage.detach()
        for session in self._sessions:
            await let_go(session)
