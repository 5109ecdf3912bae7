"""One live picture for all who look at a session: begun with the first of them, ended with the last."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Error

from handrail.actuators.browser.hands import Hands, Tell, read_deed
from handrail.actuators.browser.screencast import Screencast
from handrail.journal.events.event import SessionId
from handrail.sessions.conducting.stage import Stage


class Seat:
    """What one onlooker sees: the newest frame, and never an older one."""

    def __init__(self, tell: Tell = lambda told: None) -> None:
        self._frame: bytes | None = None
        self._came = asyncio.Event()
        self.tell = tell

    def show(self, frame: bytes) -> None:
        """A new frame, in place of one that was not looked at."""
        self._frame = frame
        self._came.set()

    async def next(self) -> bytes:
        """The newest frame that was not taken yet."""
        await self._came.wait()
        self._came.clear()
        assert self._frame is not None
        return self._frame


@dataclass
class _Show:
    context: BrowserContext
    screencast: Screencast
    hands: Hands
    seats: set[Seat] = field(default_factory=set)
    last: bytes | None = None
    """For whoever comes while the page stands still."""

    def tell(self, told: dict[str, Any]) -> None:
        for seat in self.seats:
            seat.tell(told)

    def paint(self, frame: bytes) -> None:
        self.last = frame
        for seat in self.seats:
            seat.show(frame)


class Projector:
    """Shows the browsers that are on a stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._shows: dict[SessionId, _Show] = {}
        self._lock = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def seat(
        self, session: SessionId, context: BrowserContext, tell: Tell = lambda told: None
    ) -> AsyncIterator[Seat]:
        """A seat before the session's browser; `tell` takes what is not in the picture.

        Raises playwright's Error where it cannot be shown.
        """
        seat = Seat(tell)
        show = await self._enter(session, context, seat)
        try:
            yield seat
        finally:
            await self._leave(session, show, seat)

    async def _enter(self, session: SessionId, context: BrowserContext, seat: Seat) -> _Show:
        async with self._lock:
            show = self._shows.get(session)
            # A session that was taken up again has another browser context.
            if show is None or show.context is not context:
                painted: list[_Show] = []
                screencast = Screencast(context, lambda frame: painted[0].paint(frame))
                hands = Hands(context, lambda told: painted[0].tell(told), _folder_for(context))
                show = _Show(context, screencast, hands)
                painted.append(show)
                await screencast.start()
                show.hands.start()
                self._shows[session] = show
            show.seats.add(seat)
            if show.last is not None:
                seat.show(show.last)
            return show

    async def _leave(self, session: SessionId, show: _Show, seat: Seat) -> None:
        async with self._lock:
            show.seats.discard(seat)
            if show.seats:
                return
            if self._shows.get(session) is show:
                del self._shows[session]
            show.hands.stop()
            with contextlib.suppress(Error):
                await show.screencast.stop()

    def do(self, session: SessionId, user: str, document: object) -> str:
        """Do a person's deed in the session's browser; why not, where it is not theirs. Raises ValueError for
        what is no deed."""
        wheel, show = self.stage.wheel(session), self._shows.get(session)
        if wheel is None or not wheel.driver:
            return "Nobody has taken the session over."
        if wheel.driver != user:
            return f"{wheel.driver} drives."
        deed = read_deed(document)
        wheel.touch()
        shown = show.screencast.shown if show is not None else None
        if show is not None and shown is not None:
            show.hands.do(*shown, deed)
        return ""


def _folder_for(context: BrowserContext) -> Path:
    """For files that a person gives the page, which may read them as long as it is there."""
    folder = tempfile.mkdtemp(prefix="handrail-given-")
    context.once("close", lambda _: shutil.rmtree(folder, ignore_errors=True))
    return Path(folder)
