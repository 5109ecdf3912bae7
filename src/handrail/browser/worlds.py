"""One page as the DevTools protocol tells of it: its frames, and the isolated world in each of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, NewType

from playwright.async_api import CDPSession, Frame, Page

from handrail.browser.protocol import FrameGone

FrameId = NewType("FrameId", str)


class Tab:
    """One page's protocol sessions and the isolated worlds found through them."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self.main = session
        self.main_frame = FrameId("")
        self.browser_context = ""
        """The browser's own name for the context that the page is in."""
        self.worlds: dict[FrameId, tuple[CDPSession, int]] = {}
        self.origins: dict[FrameId, str] = {}
        """Of the documents that the frames have or had last."""
        self.parents: dict[FrameId, FrameId] = {}
        self.subsessions: dict[Frame, CDPSession] = {}
        self.swaps: bool | None = None
        """Whether frames of the page live in processes of their own; none until it is known."""
        self.changed = asyncio.Event()
        self.held: list[tuple[FrameId, str]] | None = []
        """What the page told while it was come into; none once it is."""
        self.settled = asyncio.Event()
        """Set while the main frame is not on its way to another document."""
        self.settled.set()
        self.asked_by_page = False
        self.empty: str | None = None
        """Of an empty page that the script has not come into, under what the browser keeps the script for the
        first document."""
        self.documents = 0
        """How many documents the main frame has had."""
        self.loading: set[str] | None = None
        """The frames whose documents are being loaded; none until the page was heard to have loaded once."""
        self._heard: list[tuple[Any, Callable[..., None]]] = []
        self._limits: set[asyncio.Timeout] = set()
        self._closed = False

    @contextlib.asynccontextmanager
    async def within(self, seconds: float) -> AsyncIterator[None]:
        """Wait for the page for so long: a browser that is killed never answers.

        Raises TimeoutError after that, FrameGone as soon as the page is closed.
        """
        try:
            async with asyncio.timeout(seconds) as limit:
                self._limits.add(limit)
                try:
                    yield
                finally:
                    self._limits.discard(limit)
        except TimeoutError:
            if self._closed:
                raise FrameGone("The page is closed.") from None
            raise

    def end_waiting(self) -> None:
        """The page is closed: whatever waits for it does so no more."""
        self._closed = True
        now = asyncio.get_running_loop().time()
        for limit in self._limits:
            limit.reschedule(now)

    def listen(self, event: Any, listener: Callable[..., None]) -> None:
        """Hear of what happens to the page, until `unlisten`."""
        self.page.on(event, listener)
        self._heard.append((event, listener))

    def unlisten(self) -> None:
        """Hear of nothing more."""
        for event, listener in self._heard:
            self.page.remove_listener(event, listener)
        self._heard.clear()

    def note_tree(self, tree: dict[str, Any]) -> None:
        """Take in which frames there are, from the root down."""
        frame = tree["frame"]
        if frame.get("parentId"):
            self.nested(frame["id"], frame["parentId"])
        for child in tree.get("childFrames", ()):
            self.note_tree(child)

    def nested(self, frame: str, parent: str) -> None:
        """A frame hangs in another."""
        self.parents[FrameId(frame)] = FrameId(parent)

    def leaving(self, event: dict[str, Any]) -> None:
        """The page itself asks for another document."""
        if event["frameId"] == self.main_frame and event.get("disposition") == "currentTab":
            self.settled.clear()
            self.asked_by_page = True

    def loaded(self, frame: str) -> None:
        """A frame has another document."""
        if frame == self.main_frame:
            self.documents += 1
            self.empty = None
        self.arrived(frame)

    def load_began(self, frame: str) -> None:
        """A frame's document, and what belongs to it, is being loaded."""
        if self.loading is not None:
            self.loading.add(frame)

    def load_ended(self, frame: str) -> None:
        """A frame has all that it waited for, has given it up, or is gone."""
        if self.loading is not None:
            self.loading.discard(frame)
        elif frame == self.main_frame:
            self.loading = set()

    def arrived(self, frame: str) -> None:
        """A frame is not on its way any more."""
        if frame == self.main_frame:
            self.settled.set()

    def world_made(self, session: CDPSession, context: dict[str, Any]) -> None:
        """The script has come into a frame's document."""
        frame = FrameId(context["auxData"]["frameId"])
        self.worlds[frame] = (session, context["id"])
        self.origins[frame] = context["origin"]
        self.changed.set()

    def world_lost(self, session: CDPSession, event: dict[str, Any]) -> None:
        """A document is gone, and the script with it."""
        lost = event["executionContextId"]
        for frame, world in list(self.worlds.items()):
            if world == (session, lost):
                del self.worlds[frame]

    def worlds_lost(self, session: CDPSession) -> None:
        """All documents of a process are gone."""
        for frame, (owner, _) in list(self.worlds.items()):
            if owner is session:
                del self.worlds[frame]
