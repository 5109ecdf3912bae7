"""The tabs of a recording: what their pages tell, and what the browser says of them, in one order."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Download, Error, Page, Response
from pydantic import TypeAdapter, ValidationError

from handrail.browser import FrameGone, FrameId, InPage
from handrail.errors import TransientError
from handrail.recording.event import PageState, RecordedEvent, RecordedFile
from handrail.recording.store import RecordingWriter
from handrail.sop.target import FrameStep

_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)
_DOWNLOAD_SECONDS = 20
_MOST_TEXTS = 40
_ANSWER_SECONDS = 3
_CAUSES = {
    "click",
    "double_click",
    "context_menu",
    "input",
    "select",
    "check",
    "upload",
    "drag_drop",
    "hover",
    "key_down",
    "submitted",
    "dialog",
    "scroll",
    "navigated",
}

Told = dict[str, Any]


@dataclass
class _Tab:
    """What is known of one tab while it is recorded."""

    id: str
    page: Page
    url: str = ""
    title: str = ""
    state: PageState | None = None
    texts: frozenset[str] = frozenset()
    """The short texts that the page showed at the last look."""
    picture: str | None = None
    cause: int | None = None
    """`seq` of the last event that may have changed the page and whose change was not yet told."""
    crashed: bool = False
    documents: int = 0
    frames: dict[FrameId, tuple[FrameStep, ...]] = field(default_factory=dict)
    told_state: asyncio.Event = field(default_factory=asyncio.Event)


class Pages:
    """Writes the events of all tabs of a context."""

    def __init__(
        self,
        context: BrowserContext,
        writer: RecordingWriter,
        on_event: Callable[[RecordedEvent], None] | None,
    ) -> None:
        self._context = context
        self._writer = writer
        self._on_event = on_event
        self._inpage = InPage(context, listener=self._told, prelude="handrail.capture()")
        self._began = time.time() * 1000
        self._tabs: dict[Page, _Tab] = {}
        self._work: asyncio.Queue[Coroutine[Any, Any, None]] = asyncio.Queue()
        self._parts: dict[str, bytearray] = {}
        self._worker = asyncio.ensure_future(self._write_in_order())
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._picturing: asyncio.Task[None] | None = None
        self._finished = False
        self.count = 0

    async def begin(self, page: Page) -> None:
        """Record this tab, and every one that is opened later."""
        context = self._context
        context.on("page", lambda opened: self._spawn(self._adopt(opened)))
        context.on("response", self._responded)
        context.on("close", lambda _: self._close("the browser was closed"))
        if context.browser is not None:
            context.browser.on("disconnected", lambda _: self._close("the browser was closed"))
        await self._adopt(page)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._finished:
            work.close()
        else:
            self._work.put_nowait(work)

    async def _adopt(self, page: Page) -> None:
        if page in self._tabs:
            return
        tab = self._tabs[page] = _Tab(f"p{len(self._tabs) + 1}", page)
        page.on("dialog", lambda dialog: None)
        page.on("download", lambda download: self._spawn(self._downloaded(tab, download)))
        page.on("close", lambda _: self._spawn(self._closed(tab)))
        page.on("crash", lambda _: self._spawn(self._crashed(tab)))
        if len(self._tabs) > 1:
            opener = await page.opener()
            known = self._tabs.get(opener) if opener else None
            self._write(
                tab, {"kind": "tab_opened", "opener": known.id if known else None, "by_person": known is None}
            )
        try:
            await self._watch_dialogs(tab)
            await self._inpage.attach(page)
        except (Error, FrameGone):
            # Closed again before it could be looked at.
            return

    async def _watch_dialogs(self, tab: _Tab) -> None:
        session = await self._context.new_cdp_session(tab.page)
        open_now: list[dict[str, Any]] = []
        session.on("Page.javascriptDialogOpening", lambda event: open_now.append(event))

        def closed(event: dict[str, Any]) -> None:
            if not open_now:
                return
            opened = open_now.pop()
            text = event.get("userInput") or None
            told = {
                "kind": "dialog",
                "dialog": opened["type"],
                "message": opened["message"],
                "accepted": bool(event["result"]),
                "text": text if opened["type"] == "prompt" and event["result"] else None,
            }
            self._spawn(self._note(tab, told))

        session.on("Page.javascriptDialogClosed", closed)
        await session.send("Page.enable")

    async def _write_in_order(self) -> None:
        while True:
            work = await self._work.get()
            try:
                await work
            except (Error, FrameGone, ValidationError, KeyError) as error:
                tab = next(iter(self._tabs.values()), None)
                if tab is not None:
                    self._write(
                        tab, {"kind": "raw", "what": f"an event could not be kept: {type(error).__name__}"}
                    )
            finally:
                self._work.task_done()

    def _told(self, page: Page, frame: FrameId, message: str) -> None:
        self._spawn(self._hear(page, frame, json.loads(message)))

    async def _hear(self, page: Page, frame: FrameId, told: Told) -> None:
        tab = self._tabs.get(page)
        if tab is None:
            return
        match told["kind"]:
            case "file_part":
                self._parts.setdefault(told["id"], bytearray()).extend(base64.b64decode(told["data"]))
            case "document":
                self._navigated(tab, told)
            case "in_page":
                self._moved_in_page(tab, told)
            case "state":
                self._changed(tab, told)
            case _:
                await self._input(tab, frame, told)

    async def _input(self, tab: _Tab, frame: FrameId, told: Told) -> None:
        path = await self._frame_path(tab, frame)
        if path:
            steps = [step.model_dump(mode="json", exclude_none=True) for step in path]
            for key in ("target", "onto"):
                if told.get(key):
                    told[key]["frame"] = steps
            told["url"], told["title"] = tab.url, tab.title
        if told["kind"] == "upload":
            told["files"] = [self._file(file) for file in told["files"]]
        await self._note(tab, told)

    def _file(self, told: Told) -> Told:
        content = self._parts.pop(told.pop("part", ""), None)
        if content is None:
            return told
        return self._writer.put_file(told["name"], bytes(content)).model_dump()

    async def _frame_path(self, tab: _Tab, frame: FrameId) -> tuple[FrameStep, ...]:
        """The `<iframe>` elements from the page down to a frame; kept, since a frame may vanish."""
        if frame == self._inpage.main_frame(tab.page):
            return ()
        if frame not in tab.frames:
            parent = self._inpage.parent_of(tab.page, frame)
            outer = await self._frame_path(tab, parent) if parent else ()
            with contextlib.suppress(FrameGone):
                owner = await self._inpage.describe_frame_owner(tab.page, frame)
                attributes = owner.get("attributes", {})
                step = FrameStep.model_validate(
                    {
                        "locators": owner["locators"],
                        "name": attributes.get("name"),
                        "url": attributes.get("src"),
                    }
                )
                tab.frames[frame] = (*outer, step)
        return tab.frames.get(frame, ())

    async def _note(self, tab: _Tab, told: Told) -> None:
        self._write(tab, told)

    def _write(self, tab: _Tab, told: Told) -> None:
        now = told.pop("t", None) or time.time() * 1000
        tab.url = told.setdefault("url", tab.url)
        tab.title = told.setdefault("title", tab.title)
        self.count += 1
        told |= {"seq": self.count, "t": round(max(0.0, now - self._began), 1), "page": tab.id}
        if told["kind"] in _CAUSES and tab.picture:
            told["picture"] = tab.picture
        try:
            event = _EVENT.validate_python(_without_none(told))
        except ValidationError as error:
            what = f"a '{told['kind']}' could not be kept ({error.error_count()} faults)"
            event = _EVENT.validate_python(
                {"kind": "raw", "seq": self.count, "t": told["t"], "page": tab.id, "what": what}
            )
        self._writer.append(event)
        if event.kind in _CAUSES and not (
            # What follows of itself belongs to the event that it follows from.
            event.kind == "navigated" and event.cause in {"consequence", "in_page"} and tab.cause is not None
        ):
            tab.cause = event.seq
            tab.told_state.clear()
        if self._on_event is not None:
            self._on_event(event)

    def _navigated(self, tab: _Tab, told: Told) -> None:
        asked = self._inpage.took_request(tab.page)
        kind = told.pop("navigation")
        url = told["url"]
        tab.documents += 1
        tab.frames.clear()
        tab.picture = None
        if url == "about:blank":
            return
        cause = {"reload": "reload", "back_forward": "back_forward"}.get(kind, "address")
        if asked or (tab.id != "p1" and tab.documents == 1):
            cause = "consequence"
        told |= {"kind": "navigated", "to": url, "cause": cause}
        self._write(tab, told)

    def _moved_in_page(self, tab: _Tab, told: Told) -> None:
        how = told.pop("how")
        back = how == "traverse"
        told |= {"kind": "navigated", "to": told["url"], "cause": "back_forward" if back else "in_page"}
        self._write(tab, told)

    def _changed(self, tab: _Tab, told: Told) -> None:
        state = PageState.model_validate(told.pop("state"))
        fresh = tuple(text for text in state.texts if text not in tab.texts)[:_MOST_TEXTS]
        tab.texts = frozenset(state.texts)
        state = state.model_copy(update={"texts": fresh})
        before, tab.state = tab.state, state
        if tab.cause is not None:
            told |= {
                "kind": "changed",
                "after": tab.cause,
                "before_state": before or PageState(url=state.url),
                "state": state,
            }
            self._write(tab, told)
            tab.cause = None
        tab.told_state.set()
        if self._picturing is None or self._picturing.done():
            self._picturing = asyncio.ensure_future(self._picture(tab))

    async def _picture(self, tab: _Tab) -> None:
        documents = tab.documents
        with contextlib.suppress(Error, FrameGone, TimeoutError):
            async with asyncio.timeout(3):
                jpeg = await self._inpage.picture(tab.page)
            if documents == tab.documents:
                tab.picture = self._writer.put_picture(jpeg)

    def _responded(self, response: Response) -> None:
        request = response.request
        document = request.is_navigation_request()
        if not document and (request.method == "GET" or request.resource_type not in {"xhr", "fetch"}):
            return
        try:
            tab = self._tabs.get(request.frame.page)
        except Error:
            return
        if tab is None or not response.url.startswith("http"):
            return
        told = {
            "kind": "response",
            "method": request.method,
            "request_url": response.url,
            "status": response.status,
            "document": document,
        }
        self._spawn(self._note(tab, told))

    async def _downloaded(self, tab: _Tab, download: Download) -> None:
        name = download.suggested_filename
        file = RecordedFile(name=name, size=0)
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(_DOWNLOAD_SECONDS):
                path = Path(await download.path())
                file = self._writer.put_file(name, await asyncio.to_thread(path.read_bytes))
        await self._note(tab, {"kind": "download", "from_url": download.url, "file": file.model_dump()})

    async def _closed(self, tab: _Tab) -> None:
        self._write(tab, {"kind": "tab_closed"})
        if all(other.page.is_closed() for other in self._tabs.values()):
            self._close("the last tab was closed")

    async def _crashed(self, tab: _Tab) -> None:
        tab.crashed = True
        self._write(tab, {"kind": "interrupted", "what": "the page crashed"})

    def _close(self, why: str) -> None:
        if not self._end.done():
            self._end.set_result(why)

    async def ended(self) -> str:
        """Wait for the end of the last tab, or of the browser."""
        return await asyncio.shield(self._end)

    async def settled(self) -> None:
        """Wait until all that was done is written, and what it changed."""
        for tab in list(self._tabs.values()):
            if tab.page.is_closed() or tab.crashed:
                continue
            with contextlib.suppress(TransientError, Error):
                # A round trip through the page puts this behind everything that it has told so far.
                await self._inpage.call(tab.page, "pause", 0, within=_ANSWER_SECONDS)
            await self._work.join()
            if tab.cause is not None and not tab.crashed:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        await tab.told_state.wait()
        await self._work.join()
        if self._picturing is not None:
            await self._picturing

    async def finish(self) -> str:
        """Write what is still in hand; says why the recording ended."""
        if not self._end.done():
            await self.settled()
        await self._work.join()
        self._finished = True
        self._worker.cancel()
        return self._end.result() if self._end.done() else "finished"


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_none(item) for item in value]
    return value
