"""Pictures of pages at rest: what a person saw before the next thing they did."""

from __future__ import annotations

import asyncio
import contextlib

from playwright.async_api import Error

from handrail.browser import FrameGone, InPage
from handrail.browser.veiling import veiled_picture
from handrail.errors import StoreError, TransientError
from handrail.recording.hidden import Hidden
from handrail.recording.store import RecordingWriter
from handrail.recording.tab import Tab

_PATIENCE_SECONDS = 5.0
_VEILING_PATIENCE = 0.1
_ANSWER_SECONDS = 2.0


class Photographer:
    """Takes one picture at a time, of the tab that came to rest last."""

    def __init__(self, inpage: InPage, writer: RecordingWriter, hidden: Hidden) -> None:
        self._inpage = inpage
        self._writer = writer
        self._hidden = hidden
        self._task: asyncio.Task[None] | None = None
        self._next: Tab | None = None

    def wants(self, tab: Tab) -> None:
        """The tab has come to rest: its picture is worth taking."""
        self._next = tab
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._take())

    async def done(self) -> None:
        """Wait for the pictures that are still to be taken."""
        if self._task is not None:
            await self._task

    async def _take(self) -> None:
        while self._next is not None:
            tab, self._next = self._next, None
            # A disk that takes no picture may take the events still; if not, they end the recording.
            with contextlib.suppress(Error, FrameGone, TransientError, TimeoutError, StoreError):
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    await self._take_one(tab)

    async def _take_one(self, tab: Tab) -> None:
        if not tab.answers:
            return
        before = (tab.acts, tab.arrivals, self._hidden.heard)
        values = self._hidden.veiled()
        jpeg = await veiled_picture(
            self._inpage, tab.page, lambda frame: values, patience=_VEILING_PATIENCE, within=_ANSWER_SECONDS
        )
        # What was done meanwhile may be in the picture already, and so may be what was being typed: pages
        # tell that before they show anything of it.
        if jpeg is None or await self._half_typed(tab):
            return
        if values == self._hidden.veiled() and before == (tab.acts, tab.arrivals, self._hidden.heard):
            tab.picture = self._writer.put_picture(jpeg)

    async def _half_typed(self, tab: Tab) -> bool:
        """Whether somebody is at the first signs of a secret, which nothing can be veiled by."""
        if not self._hidden.heard:
            return False
        frames = self._inpage.frames(tab.page)
        asked = (
            self._inpage.call(
                tab.page, "halfTyped", frame=frame, patience=_VEILING_PATIENCE, within=_ANSWER_SECONDS
            )
            for frame in frames
        )
        return any(await asyncio.gather(*asked))
