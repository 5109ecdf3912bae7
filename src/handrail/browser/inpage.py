"""Asking the in-page script: it runs in an isolated world in every frame of a browser context.

The page's own scripts can neither see nor change what runs there. The same script serves the recorder
(which gets the page's messages through a binding) and the run (which asks it questions).
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from playwright.async_api import BrowserContext, CDPSession, Page

from handrail.browser.attaching import AttachedTabs, Listener
from handrail.browser.protocol import LETTING_GO_SECONDS, FrameGone, Json, evaluate, of_document, send
from handrail.browser.worlds import FrameId, Tab
from handrail.errors import TransientError

WORLD = "handrail"
RECORDER_WORLD = "handrail-recorder"
"""Where the recorder works while a run looks at the same pages: neither finds the other's script."""
ENGINE = "handrail"


@cache
def inpage_source() -> str:
    """The built script; its source is the `inpage` folder of the repository."""
    return _built("inpage.js")


@cache
def recorder_source() -> str:
    """The script with what hears a person's input, which is more than a quarter of it."""
    return _built("recorder.js")


@cache
def selector_engine() -> str:
    """The script's locators as a Playwright selector engine, to be registered under the name ENGINE."""
    return f"(() => {{ {_built('selector.js')}; return handrail.engine; }})()"


def _built(name: str) -> str:
    return files("handrail.browser").joinpath(name).read_text(encoding="utf-8")


_OPAQUE: Final = "://"
"""What the protocol calls the origin of a sandboxed document, or one out of a `data:` address."""
_REPLACED_SECONDS: Final = 0.1
"""How long a picture may still come of a document that was replaced."""
_MAX_LABEL: Final = 60
"""Longer texts before a frame are no label of what is in it."""


class InPage:
    """The in-page script in all pages of one context.

    `listener` receives what the script tells by itself: the page, the frame and the message; without one, it
    is the script of a run, which captures nothing. `on_given` receives the notes of values that a program
    from outside of the page has given to fields.
    `prelude` is evaluated after the script in every frame (the recorder switches its capture on there).
    """

    def __init__(
        self,
        context: BrowserContext,
        *,
        listener: Listener | None = None,
        on_given: Callable[[str], None] | None = None,
        prelude: str = "",
        world: str = WORLD,
    ) -> None:
        source = recorder_source() if listener is not None else inpage_source()
        self._attached = AttachedTabs(context, f"{source};{prelude}", world, listener, on_given)
        self._tabs: Mapping[Page, Tab] = self._attached.tabs

    async def watch_opening(self, page: Page) -> None:
        """Come into every tab that is opened beside an attached one before Playwright tells of it."""
        await self._attached.watch_opening(page)

    async def attach(
        self, page: Page, *, empty: bool = False, on_asked: Callable[[], None] | None = None
    ) -> None:
        """Bring the script into a page: its documents now and all that follow. Twice is harmless.

        Into an `empty` page, as a new tab is one, it comes when something is asked there. `on_asked` is
        called when the browser was asked for all of it, and has not answered.
        """
        await self._attached.attach(page, empty=empty, on_asked=on_asked)

    async def detach(self) -> None:
        """Take the script out of all pages again: what listened listens no more, and no new document gets
        it."""

        async def release(page: Page, frame: FrameId) -> None:
            with contextlib.suppress(FrameGone, TransientError, RuntimeError):
                await self.call(page, "release", frame=frame, patience=0.1, within=LETTING_GO_SECONDS)

        await self._attached.detach(release)

    async def settle(self, page: Page, timeout: float) -> None:
        """Wait until the page is not on its way to another document.

        Raises TransientError after `timeout` seconds, FrameGone where the page is closed.
        """
        tab = self._tabs.get(page)
        if tab is None or tab.settled.is_set():
            return
        try:
            async with tab.within(timeout):
                await tab.settled.wait()
        except TimeoutError:
            raise TransientError(f"The next page did not come within {timeout:g} s.") from None

    def took_request(self, page: Page) -> bool:
        """Whether the page itself asked for its latest document (a link, a form, a script); asks once.

        What a person does outside of the page (the address bar, the back button) is not asked by the page.
        """
        tab = self._tabs.get(page)
        if tab is None:
            return True
        asked, tab.asked_by_page = tab.asked_by_page, False
        return asked

    async def picture(self, page: Page) -> bytes:
        """A JPEG of the viewport as it is now. Raises FrameGone where the page is closed, or its document was
        replaced before the browser took it."""
        asked = send(
            self.session(page),
            "Page.captureScreenshot",
            {"format": "jpeg", "quality": 60, "optimizeForSpeed": True},
        )
        shot = await of_document(asked, lambda: self.documents(page), _REPLACED_SECONDS)
        return base64.b64decode(shot["data"])

    def session(self, page: Page) -> CDPSession:
        """The protocol session of an attached page. Raises FrameGone where the page is closed."""
        tab = self._tabs.get(page)
        if tab is None:
            raise FrameGone("The page is closed.")
        return tab.main

    def documents(self, page: Page) -> int:
        """How many documents the page's main frame has had since the script came into it."""
        tab = self._tabs.get(page)
        return tab.documents if tab is not None else 0

    def is_loading(self, page: Page) -> bool:
        """Whether a document of the page may not be loaded yet; of frames that live in processes of their own
        that is not known."""
        tab = self._tabs.get(page)
        return tab is None or tab.loading is None or bool(tab.loading or tab.subsessions)

    async def origin(self, page: Page) -> tuple[str, int | None, bool]:
        """Where the document came from: its address, the server's status (none where it was not reached), and
        whether it came by an address or a link. Raises FrameGone where it is being replaced."""
        tab = self._tabs.get(page)
        if tab is None:
            raise FrameGone("The page is closed.")
        history = await send(tab.main, "Page.getNavigationHistory", {})
        entry = history["entries"][history["currentIndex"]]
        opened = entry["transitionType"] not in ("form_submit", "reload")
        if page.url.startswith("chrome-error:"):
            return entry["url"], None, opened
        session, world = await self._world(page, None, 5)
        status = await evaluate(
            session,
            world,
            "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0",
            by_value=True,
        )
        return page.url, int(status or 200), opened

    def browser_context(self, page: Page) -> str:
        """The browser's own name for the context that an attached page is in."""
        tab = self._tabs.get(page)
        return tab.browser_context if tab is not None else ""

    def is_top(self, frame: str) -> bool | None:
        """Whether the frame is that of an attached page itself; none where nobody has told of it yet."""
        for tab in self._tabs.values():
            if frame == tab.main_frame:
                return True
            if frame in tab.parents:
                return False
        return None

    def main_frame(self, page: Page) -> FrameId:
        return self._attached.main_frame(page)

    def frames(self, page: Page) -> tuple[FrameId, ...]:
        """Every frame of the page that has a document now, the main one first."""
        tab = self._tabs.get(page)
        if tab is None:
            return ()
        return tuple(sorted(tab.worlds, key=lambda frame: frame != tab.main_frame))

    def is_there(self, page: Page, frame: FrameId) -> bool:
        """Whether the frame has a document that can be asked."""
        tab = self._tabs.get(page)
        return tab is not None and frame in tab.worlds

    def origin_of(self, page: Page, frame: FrameId | None) -> str:
        """The origin of a frame's document (the main one's by default); empty for one that has none."""
        tab = self._tabs.get(page)
        origin = tab.origins.get(frame or tab.main_frame, "") if tab is not None else ""
        return "" if origin == _OPAQUE else origin

    def is_reached(self, page: Page, frame: FrameId) -> bool:
        """Whether the script in the frame around it reaches into this one: both are of one origin."""
        parent, worlds = self._tabs[page].parents.get(frame), self._tabs[page].worlds
        if parent not in worlds or frame not in worlds or worlds[parent][0] is not worlds[frame][0]:
            return False
        return self.origin_of(page, frame) == self.origin_of(page, parent)

    def parent_of(self, page: Page, frame: FrameId) -> FrameId | None:
        return self._tabs[page].parents.get(frame)

    async def call(
        self,
        page: Page,
        function: str,
        *args: Json,
        frame: FrameId | None = None,
        patience: float = 5,
        within: float = 30,
    ) -> Json:
        """Call `handrail.<function>(...args)` in a frame (the main one by default).

        Waits up to `patience` seconds for a document to be there. Raises FrameGone when the document is
        replaced before it answers, TransientError when there is no answer `within` seconds.
        """
        answer = await self.told(page, function, *args, frame=frame, patience=patience, within=within)
        return None if answer is None else json.loads(answer)

    async def told(
        self,
        page: Page,
        function: str,
        *args: Json,
        frame: FrameId | None = None,
        patience: float = 5,
        within: float = 30,
    ) -> str | None:
        """As `call`, for an answer that is validated as the text of JSON that it comes as."""
        # The answer travels as one string: the protocol is slow at taking objects apart.
        call = f"handrail.{function}({','.join(json.dumps(arg) for arg in args)})"
        session, world = await self._world(page, frame, patience)
        try:
            async with self._tabs[page].within(within):
                answer: str | None = await evaluate(
                    session, world, f"Promise.resolve({call}).then(JSON.stringify)", by_value=True
                )
        except TimeoutError:
            raise TransientError(
                f"The page did not answer within {within:g} s: its scripts are busy."
            ) from None
        return answer

    async def _world(self, page: Page, frame: FrameId | None, patience: float) -> tuple[CDPSession, int]:
        tab = self._tabs.get(page)
        if tab is None:
            raise FrameGone("The page is closed.")
        wanted = frame or tab.main_frame
        if tab.empty is not None:
            await self._attached.come_into_empty(tab)
        try:
            async with asyncio.timeout(patience):
                while wanted not in tab.worlds:
                    tab.changed.clear()
                    await tab.changed.wait()
        except TimeoutError:
            raise FrameGone("The page did not load a document in time.") from None
        return tab.worlds[wanted]

    async def frame_within(
        self, page: Page, parent: FrameId | None, locators: Sequence[Json]
    ) -> FrameId | None:
        """The frame whose `<iframe>` element the first fitting locator finds alone; None if none does."""
        session, world = await self._world(page, parent, 5)
        owner = await evaluate(
            session, world, f"handrail.frameElement({json.dumps(list(locators))})", by_value=False
        )
        if owner is None:
            return None
        node = await send(session, "DOM.describeNode", {"objectId": owner})
        frame_id = node["node"].get("frameId")
        return FrameId(frame_id) if frame_id else None

    async def describe_frame_owner(self, page: Page, frame: FrameId) -> Json:
        """What tells the `<iframe>` element that holds a frame, as its parent sees it: the facts of a
        `FrameStep`; none for a page's own document."""
        parent = self.parent_of(page, frame)
        if parent is None:
            return None
        session, world = await self._world(page, parent, 5)
        owner = await send(session, "DOM.getFrameOwner", {"frameId": frame})
        node = await send(
            session,
            "DOM.resolveNode",
            {"backendNodeId": owner["backendNodeId"], "executionContextId": world},
        )
        answer = await send(
            session,
            "Runtime.callFunctionOn",
            {
                "objectId": node["object"]["objectId"],
                "functionDeclaration": "function () { return handrail.describe(this); }",
                "returnByValue": True,
            },
        )
        owner = answer["result"].get("value")
        attributes = owner.get("attributes", {})
        before = owner.get("near", {}).get("before", "")
        return {
            "locators": owner["locators"],
            "name": attributes.get("name"),
            "label": before if 0 < len(before) <= _MAX_LABEL else None,
            "url": attributes.get("src"),
        }
