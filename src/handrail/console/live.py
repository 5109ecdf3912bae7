"""The live picture of a session's browser over a WebSocket, and the deeds of whoever drives it.

A session of this process stands on its stage; one that another process of the home conducts is seen through
that one's window.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, Final

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect
from playwright.async_api import BrowserContext, Error

from handrail.console.asking import sees, session_of
from handrail.console.sockets import Screen, let_in, say, tell, turn_away, while_admitted
from handrail.journal.events.event import SessionId
from handrail.sessions.conducting.projecting import Projector
from handrail.sessions.conducting.window import AGAIN_SECONDS, NO_DEED, NO_PICTURE, View, look_in
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User

router = APIRouter()

LOOK_SECONDS: Final = 0.5
"""How often it is looked whether another process has begun to conduct the session."""

_NOT_HERE: Final = "The picture appears while a browser on this machine works on it."
_NO_RIGHT: Final = (
    "The live picture is for operators and approvers; kept pictures, which are masked, are shown."
)


@router.websocket("/api/sessions/{session}/live")
async def live(socket: WebSocket, session: str) -> None:
    """The picture of the session's browser, whenever there is one, until the page goes away."""
    greeting = await let_in(socket)
    if greeting is None:
        return
    first, user = greeting
    found = await _admitted(socket, session, user)
    if found is None:
        await turn_away(socket)
        return
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    with contextlib.suppress(WebSocketDisconnect), projector.stage.looking_on(found):
        onlooker = _Onlooker(socket, found, user, projector)

        def may(now: User) -> bool:
            return _may_look(now) and sees(_service(socket), found, now)

        await while_admitted(socket, first["token"], may, onlooker.until_gone())


async def _admitted(socket: WebSocket, wanted: str, user: User) -> SessionId | None:
    """The session, for a user who may look on."""
    if not _may_look(user):
        await say(socket, "none", _NO_RIGHT)
        return None
    try:
        return await asyncio.to_thread(session_of, _service(socket), wanted, user)
    except HTTPException:
        return None


def _may_look(user: User) -> bool:
    # What is on the page now is not masked as kept pictures are.
    return user.may("operate") or user.may("answer")


def _service(socket: WebSocket) -> Service:
    service = socket.app.state.service
    assert isinstance(service, Service)
    return service


async def _wait(change: asyncio.Event, seconds: float) -> None:
    """Until it comes, so long at the most."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await change.wait()


class _Onlooker:
    """A person's page that looks at one session."""

    def __init__(self, socket: WebSocket, session: SessionId, user: User, projector: Projector) -> None:
        self._socket = socket
        self._screen = Screen(socket)
        self._session = session
        self._user = user
        self._projector = projector
        self._view: View | None = None
        """What it sees of another process."""

    async def until_gone(self) -> None:
        """Show the picture and do what is wished, until the page goes away."""
        tasks = {asyncio.create_task(self._hear()), asyncio.create_task(self._show())}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _show(self) -> None:
        """The picture, wherever the session is conducted, until the page goes away."""
        stage, waiting = self._projector.stage, False
        while True:
            change = stage.change()
            if (context := stage.context(self._session)) is not None:
                await self._show_here(context)
                waiting = False
            elif await self._show_elsewhere():
                waiting = False
            else:
                if not waiting:
                    await say(self._socket, "none", _NOT_HERE)
                waiting = True
                await _wait(change, LOOK_SECONDS)

    async def _show_here(self, context: BrowserContext) -> None:
        stage = self._projector.stage
        change = stage.change()
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        try:
            async with self._projector.seat(self._session, context, told.put_nowait) as seat:
                await say(self._socket, "live", "")
                async with self._screen.showing(seat, told) as frames:
                    while stage.context(self._session) is context and not frames.done():
                        changed = asyncio.create_task(change.wait())
                        await asyncio.wait({changed, frames}, return_when=asyncio.FIRST_COMPLETED)
                        changed.cancel()
                        change = stage.change()
        except Error:
            await say(self._socket, "none", NO_PICTURE)
            await _wait(change, AGAIN_SECONDS)

    async def _show_elsewhere(self) -> bool:
        """Whether another process of the home showed it, and does so no more."""
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        folder = _service(self._socket).place.folder(self._session)
        async with look_in(folder, told.put_nowait) as view:
            if view is None:
                return False
            self._view = view
            try:
                async with self._screen.showing(view.seat, told) as frames:
                    await asyncio.wait({view.over, frames}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._view = None
        return True

    async def _hear(self) -> None:
        """The deeds of whoever drives."""
        async for text in self._screen.heard():
            try:
                why = await self._do(json.loads(text))
            except ValueError:
                why = NO_DEED
            if why:
                await tell(self._socket, refused=why)

    async def _do(self, deed: object) -> str:
        """Do it; why not, where that is known at once. Raises ValueError for what is no deed."""
        if not self._user.may("operate"):
            return f"{self._user.name} may not do this."
        if self._view is not None:
            await self._view.do(self._user.name, deed)
            return ""
        return self._projector.do(self._session, self._user.name, deed)
