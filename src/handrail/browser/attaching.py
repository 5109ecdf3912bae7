"""Bringing the in-page script into every tab and frame of a browser context, as they come and go.

What it is asked there is asked elsewhere; what it tells by itself goes to the listener.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

from playwright.async_api import BrowserContext, CDPSession, Error, Frame, Page

from handrail.browser.callers import given_by
from handrail.browser.early import EarlyTabs
from handrail.browser.protocol import hear, let_go, send, tell
from handrail.browser.worlds import FrameId, Tab

BINDING: Final = "handrailTell"

_ADD: Final = "Page.addScriptToEvaluateOnNewDocument"

Listener = Callable[[Page, FrameId, str], None]
"""Receives what the script tells by itself: the page, the frame and the message."""


class AttachedTabs:
    """The tabs of one context that the script is in, under the name of its world."""

    def __init__(
        self,
        context: BrowserContext,
        source: str,
        world: str,
        listener: Listener | None,
        on_given: Callable[[str], None] | None = None,
    ) -> None:
        self.tabs: dict[Page, Tab] = {}
        self._context = context
        self._source = source
        self._world = world
        self._listener = listener
        self._on_given = on_given
        self._attaching: set[asyncio.Task[None]] = set()
        self._early = EarlyTabs(self._commands(), BINDING)
        self._closed: dict[Page, FrameId] = {}
        self._held: dict[Page, Tab] = {}
        """Those that are being come into."""

    async def watch_opening(self, page: Page) -> None:
        """Come into every tab that is opened beside an attached one before Playwright tells of it."""
        tab = self.tabs.get(page)
        if self._context.browser is not None:
            await self._early.watch(self._context.browser, tab.browser_context if tab is not None else "")

    async def attach(
        self, page: Page, *, empty: bool = False, on_asked: Callable[[], None] | None = None
    ) -> None:
        """Bring the script into a page: its documents now and all that follow. Twice is harmless.

        Into an `empty` one it comes once it is asked for there, or with the first document. `on_asked` is
        called when all is asked of the browser, and it has not answered.
        """
        if page in self.tabs:
            return
        try:
            await self._attach(page, empty, on_asked)
        except Error:
            self._tell_of_closed(page)
            raise
        finally:
            self._held.pop(page, None)

    async def come_into_empty(self, tab: Tab) -> None:
        """The script is wanted in an empty page that it did not come into. Raises FrameGone where the page is
        closed."""
        if tab.empty is None:
            return
        before, tab.empty = tab.empty, None
        await send(tab.main, _ADD, self._script(at_once=True))
        await send(tab.main, "Page.removeScriptToEvaluateOnNewDocument", {"identifier": before})

    async def _attach(self, page: Page, empty: bool, on_asked: Callable[[], None] | None) -> None:
        session = await self._context.new_cdp_session(page)
        tab = self.tabs[page] = self._held[page] = Tab(page, session)
        tab.listen("frameattached", lambda frame: self._follow(tab, frame))
        tab.listen("framenavigated", lambda frame: self._follow(tab, frame))
        tab.listen("close", self._forget)
        info, _ = await asyncio.gather(
            tell(session, "Target.getTargetInfo", {}), self._equip(tab, session, empty, on_asked)
        )
        tab.browser_context = info["targetInfo"].get("browserContextId", "")
        early = await self._early.hand_over(info["targetInfo"]["targetId"])
        held, tab.held = tab.held or [], None
        # While it was handed over, both heard it.
        for told in (*(told for told in early if told not in held), *held):
            self._tell(page, *told)
        for frame in page.frames:
            await self._attach_frame(tab, frame)
        tab.swaps = bool(tab.swaps or tab.subsessions)

    def _tell_of_closed(self, page: Page) -> None:
        """What a tab told that was closed before it could be come into."""
        if not page.is_closed():
            return
        tab = self._held.get(page)
        held, early = (tab.held if tab else None) or [], self._early.closed()
        messages = [*early[1], *(told for told in held if told not in early[1])] if early else held
        if messages:
            self._closed[page] = early[0] if early else held[0][0]
        for message in messages:
            self._tell(page, *message)

    def _forget(self, page: Page) -> None:
        if tab := self.tabs.pop(page, None):
            tab.end_waiting()
            if self._listener is not None and tab.main_frame:
                # What it has told may not be heard yet.
                self._closed[page] = tab.main_frame

    async def detach(self, release: Callable[[Page, FrameId], Awaitable[None]]) -> None:
        """Take the script out of all pages again; each frame is released first."""
        await self._early.end()
        for page, tab in list(self.tabs.items()):
            for frame in list(tab.worlds):
                await release(page, frame)
            self._forget(page)
            tab.unlisten()
            for session in (*tab.subsessions.values(), tab.main):
                await let_go(session)

    def main_frame(self, page: Page) -> FrameId:
        """The frame of the page itself, also of one that is closed."""
        return self._closed.get(page) or self.tabs[page].main_frame

    def _follow(self, tab: Tab, frame: Frame) -> None:
        if frame.parent_frame is None or tab.swaps is False:
            return
        task = asyncio.ensure_future(self._attach_frame(tab, frame))
        self._attaching.add(task)
        task.add_done_callback(self._attaching.discard)

    async def _attach_frame(self, tab: Tab, frame: Frame) -> None:
        """Frames of other sites live in processes of their own, with a protocol session of their own."""
        if frame.parent_frame is None or frame in tab.subsessions:
            return
        try:
            session = await self._context.new_cdp_session(frame)
        except Error:
            return
        tab.subsessions[frame] = session

        def forget(_: CDPSession) -> None:
            tab.subsessions.pop(frame, None)

        session.on("close", forget)
        with contextlib.suppress(Error):
            await self._equip(tab, session)

    def _stopped_loading(self, tab: Tab, frame: str) -> None:
        tab.arrived(frame)
        tab.load_ended(frame)

    def _detached(self, tab: Tab, event: dict[str, Any]) -> None:
        """A frame is gone, or moved into a process of its own. Asking each new frame whether it did would
        cost two messages a frame, on pages where none ever does."""
        tab.load_ended(event["frameId"])
        if event.get("reason") != "swap":
            return
        tab.swaps = True
        for frame in tab.page.frames:
            self._follow(tab, frame)

    async def _equip(
        self,
        tab: Tab,
        session: CDPSession,
        empty: bool = False,
        on_asked: Callable[[], None] | None = None,
    ) -> None:
        hear(
            session, "Runtime.executionContextCreated", lambda e: self._world_made(tab, session, e["context"])
        )
        hear(session, "Runtime.executionContextDestroyed", lambda e: tab.world_lost(session, e))
        hear(session, "Runtime.executionContextsCleared", lambda _: tab.worlds_lost(session))
        hear(session, "Page.frameRequestedNavigation", lambda e: tab.leaving(e))
        hear(session, "Page.frameNavigated", lambda e: tab.loaded(e["frame"]["id"]))
        hear(session, "Page.navigatedWithinDocument", lambda e: tab.arrived(e["frameId"]))
        hear(session, "Page.frameStartedLoading", lambda e: tab.load_began(e["frameId"]))
        hear(session, "Page.frameStoppedLoading", lambda e: self._stopped_loading(tab, e["frameId"]))
        hear(session, "Page.frameAttached", lambda e: tab.nested(e["frameId"], e["parentFrameId"]))
        hear(session, "Page.frameDetached", lambda e: self._detached(tab, e))
        # Sent in one go, answered in order. The runtime comes first: only then does a binding reach a new
        # world in a document that is there.
        if self._listener is not None:
            hear(session, "Runtime.bindingCalled", lambda e: self._told(tab, session, e))
        if self._on_given is not None:
            hear(session, "Runtime.consoleAPICalled", lambda e: self._noted(tab, session, e))
        commands = self._commands(at_once=not empty)
        sends = [tell(session, method, params) for method, params in commands.items()]
        answering = asyncio.gather(self._note_frames(tab, session), *sends)
        if on_asked is not None:
            # By then each of them was begun, and begins by sending.
            await asyncio.sleep(0)
            on_asked()
        _, *answers = await answering
        if empty:
            tab.empty = answers[list(commands).index(_ADD)]["identifier"]

    def _script(self, *, at_once: bool) -> dict[str, Any]:
        return {"source": self._source, "worldName": self._world, "runImmediately": at_once}

    def _commands(self, *, at_once: bool = True) -> dict[str, dict[str, Any]]:
        """What brings the script into a tab."""
        binding = {"name": BINDING, "executionContextName": self._world}
        return {
            "Runtime.enable": {},
            **({"Runtime.addBinding": binding} if self._listener is not None else {}),
            "Page.enable": {},
            _ADD: self._script(at_once=at_once),
        }

    async def _note_frames(self, tab: Tab, session: CDPSession) -> None:
        tree = (await tell(session, "Page.getFrameTree", {}))["frameTree"]
        tab.main_frame = tab.main_frame or FrameId(tree["frame"]["id"])
        tab.note_tree(tree)

    def _world_made(self, tab: Tab, session: CDPSession, context: dict[str, Any]) -> None:
        if context["name"] == self._world:
            tab.world_made(session, context)

    def _told(self, tab: Tab, session: CDPSession, event: dict[str, Any]) -> None:
        if event["name"] != BINDING:
            return
        for frame, world in tab.worlds.items():
            if world == (session, event["executionContextId"]):
                if tab.held is None:
                    self._tell(tab.page, frame, event["payload"])
                else:
                    tab.held.append((frame, event["payload"]))
                return

    def _noted(self, tab: Tab, session: CDPSession, event: dict[str, Any]) -> None:
        note = given_by(event)
        if note and self._on_given and (session, event["executionContextId"]) in tab.worlds.values():
            self._on_given(note)

    def _tell(self, page: Page, frame: FrameId, message: str) -> None:
        if self._listener is not None:
            self._listener(page, frame, message)
