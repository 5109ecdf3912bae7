"""The live picture of a session's browser over a WebSocket, and the deeds of whoever drives it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, Final

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect
from playwright.async_api import BrowserContext, Error

from handrail.console.asking import session_of
from handrail.console.projecting import Projector
from handrail.console.sockets import NO_DEED, Screen, let_in, say, tell, turn_away
from handrail.journal.event import SessionId
from handrail.sessions.service import Service
from handrail.sessions.users import User

router = APIRouter()

_NOT_HERE: Final = "The picture appears while a browser of this server works on it."
_NO_RIGHT: Final = (
    "The live picture is for operators and approvers; kept pictures, which are masked, are shown."
)


@router.websocket("/api/sessions/{session}/live")
async def live(socket: WebSocket, session: str) -> None:
    """The picture of the session's browser, whenever there is one, until the page goes away."""
    greeting = await let_in(socket)
    if greeting is None:
        return
    user = greeting[1]
    found = await _admitted(socket, session, user)
    if found is None:
        await turn_away(socket)
        return
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    with contextlib.suppress(WebSocketDisconnect), projector.stage.looking_on(found):
        screen = Screen(socket)
        hearing = asyncio.create_task(_hear(socket, screen, found, user))
        showing = asyncio.create_task(_show(socket, screen, found))
        try:
            await asyncio.wait({hearing, showing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (hearing, showing):
                task.cancel()
            await asyncio.gather(hearing, showing, return_exceptions=True)


async def _admitted(socket: WebSocket, wanted: str, user: User) -> SessionId | None:
    """The session, for a user who may look on."""
    if not _may_look(user):
        await say(socket, "none", _NO_RIGHT)
        return None
    service = socket.app.state.service
    assert isinstance(service, Service)
    try:
        return await asyncio.to_thread(session_of, service, wanted, user)
    except HTTPException:
        return None


def _may_look(user: User) -> bool:
    # What is on the page now is not masked as kept pictures are.
    return user.may("operate") or user.may("answer")


async def _show(socket: WebSocket, screen: Screen, session: SessionId) -> None:
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    while True:
        change = projector.stage.change()
        context = projector.stage.context(session)
        if context is None:
            await say(socket, "none", _NOT_HERE)
            await change.wait()
        else:
            await _show_until_gone(socket, screen, projector, session, context)


async def _show_until_gone(
    socket: WebSocket, screen: Screen, projector: Projector, session: SessionId, context: BrowserContext
) -> None:
    change = projector.stage.change()
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    try:
        async with projector.seat(session, context, told.put_nowait) as seat:
            await say(socket, "live", "")
            async with screen.showing(seat, told) as frames:
                while projector.stage.context(session) is context and not frames.done():
                    changed = asyncio.create_task(change.wait())
                    await asyncio.wait({changed, frames}, return_when=asyncio.FIRST_COMPLETED)
                    changed.cancel()
                    change = projector.stage.change()
    except Error:
        await say(socket, "none", "This browser has no live picture; kept pictures are shown.")
        await change.wait()


async def _hear(socket: WebSocket, screen: Screen, session: SessionId, user: User) -> None:
    """The deeds of whoever drives."""
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    async for text in screen.heard():
        try:
            if not user.may("operate"):
                why = f"{user.name} may not do this."
            else:
                why = projector.do(session, user.name, json.loads(text))
        except ValueError:
            why = NO_DEED
        if why:
            await tell(socket, refused=why)
