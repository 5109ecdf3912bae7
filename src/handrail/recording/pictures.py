"""Pictures of pages at rest: what a person saw before the next thing they did."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from playwright.async_api import Error

from handrail.browser import FrameGone, FrameId, InPage
from handrail.errors import TransientError
from handrail.recording.hidden import Hidden
from handrail.recording.store import RecordingWriter
from handrail.recording.tab import Tab

_PATIENCE_SECONDS = 5.0
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
            with contextlib.suppress(Error, FrameGone, TransientError, TimeoutError):
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    await self._take_one(tab)

    async def _take_one(self, tab: Tab) -> None:
        if not tab.answers:
            return
        before = (tab.acts, tab.arrivals)
        values = self._hidden.veiled()
        bare = False
        try:
            if values:
                await self._ask(tab, "veil", values)
            jpeg = await self._inpage.picture(tab.page)
        finally:
            if values:
                bare = await self._ask(tab, "unveil", values)
        # What was done meanwhile may be in the picture already, and so may be what was being typed: pages
        # tell that before they show anything of it.
        if not bare and values == self._hidden.veiled() and before == (tab.acts, tab.arrivals):
            tab.picture = self._writer.put_picture(jpeg)

    async def _ask(self, tab: Tab, function: str, *args: Any) -> bool:
        """Ask every document of the tab that the one around it does not reach; whether one says yes."""

        async def one(frame: FrameId) -> bool:
            # A document that is gone is in no picture.
            with contextlib.suppress(FrameGone):
                return bool(
                    await self._inpage.call(
                        tab.page, function, *args, frame=frame, patience=0.1, within=_ANSWER_SECONDS
                    )
                )
            return False

        frames = self._inpage.frames(tab.page)
        asked = [frame for frame in frames if not self._inpage.is_reached(tab.page, frame)]
        return any(await asyncio.gather(*map(one, asked)))
