"""The live picture over a WebSocket: the token comes in the first message, frames go out as they are drawn.

A frame is sent when the one before it was drawn, so a slow page sees fewer frames, and never old ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect
from playwright.async_api import BrowserContext, Error

from handrail.console.asking import refuse, session_of
from handrail.console.projecting import Projector, Seat
from handrail.console.tokens import Tokens
from handrail.journal.event import SessionId
from handrail.sessions.service import Service
from handrail.sessions.users import User

router = APIRouter()

_REFUSED: Final = 1008
_PATIENCE_SECONDS: Final = 10.0
"""For the token to come."""

_NOT_HERE: Final = "The picture appears while a browser of this server works on it."
_NO_RIGHT: Final = (
    "The live picture is for operators and approvers; kept pictures, which are masked, are shown."
)


@router.websocket("/api/sessions/{session}/live")
async def live(socket: WebSocket, session: str) -> None:
    """The picture of the session's browser, whenever there is one, until the page goes away."""
    if not is_own(socket):
        await socket.close(_REFUSED)
        return
    await socket.accept()
    admitted = await _admitted(socket, session)
    if admitted is None:
        await socket.close(_REFUSED)
        return
    found, user = admitted
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    with contextlib.suppress(WebSocketDisconnect), projector.stage.looking_on(found):
        drawn = asyncio.Event()
        drawn.set()
        hearing = asyncio.create_task(_hear(socket, drawn, found, user))
        showing = asyncio.create_task(_show(socket, found, drawn))
        try:
            await asyncio.wait({hearing, showing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (hearing, showing):
                task.cancel()
            await asyncio.gather(hearing, showing, return_exceptions=True)


def is_own(socket: WebSocket) -> bool:
    """Browsers name the page that opens a socket; another site's page is not let in, whatever it knows."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def greeted(socket: WebSocket) -> tuple[dict[str, Any], User] | None:
    """The first message, and whose token it names; none where nobody's, or none came."""
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            first = json.loads(await socket.receive_text())
        token = first["token"]
    except (TimeoutError, ValueError, KeyError, TypeError, WebSocketDisconnect):
        return None
    tokens = socket.app.state.tokens
    assert isinstance(tokens, Tokens)
    user = tokens.user_of(token) if isinstance(token, str) else None
    if user is None:
        await asyncio.to_thread(refuse, socket)
        return None
    return first, user


async def _admitted(socket: WebSocket, wanted: str) -> tuple[SessionId, User] | None:
    """The session, for a user who may look on."""
    greeting = await greeted(socket)
    if greeting is None:
        return None
    user = greeting[1]
    if not _may_look(user):
        await say(socket, "none", _NO_RIGHT)
        return None
    service = socket.app.state.service
    assert isinstance(service, Service)
    try:
        return await asyncio.to_thread(session_of, service, wanted, user), user
    except HTTPException:
        return None


def _may_look(user: User) -> bool:
    # What is on the page now is not masked as kept pictures are.
    return user.may("operate") or user.may("answer")


async def _show(socket: WebSocket, session: SessionId, drawn: asyncio.Event) -> None:
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    while True:
        change = projector.stage.change()
        context = projector.stage.context(session)
        if context is None:
            await say(socket, "none", _NOT_HERE)
            await change.wait()
        else:
            await _show_until_gone(socket, projector, session, context, drawn)


async def _show_until_gone(
    socket: WebSocket, projector: Projector, session: SessionId, context: BrowserContext, drawn: asyncio.Event
) -> None:
    change = projector.stage.change()
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    try:
        async with projector.seat(session, context, told.put_nowait) as seat:
            await say(socket, "live", "")
            frames = asyncio.create_task(show_frames(socket, seat, drawn))
            tellings = asyncio.create_task(telling(socket, told))
            try:
                while projector.stage.context(session) is context and not frames.done():
                    changed = asyncio.create_task(change.wait())
                    await asyncio.wait({changed, frames}, return_when=asyncio.FIRST_COMPLETED)
                    changed.cancel()
                    change = projector.stage.change()
            finally:
                frames.cancel()
                tellings.cancel()
                await asyncio.gather(frames, tellings, return_exceptions=True)
    except Error:
        await say(socket, "none", "This browser has no live picture; kept pictures are shown.")
        await change.wait()


async def show_frames(socket: WebSocket, seat: Seat, drawn: asyncio.Event) -> None:
    """Send the newest frame whenever the one before it was drawn."""
    while True:
        frame = await seat.next()
        await drawn.wait()
        drawn.clear()
        await socket.send_bytes(frame)


async def telling(socket: WebSocket, told: asyncio.Queue[dict[str, Any]]) -> None:
    """Send whatever is not in the picture."""
    while True:
        await socket.send_text(json.dumps(await told.get()))


async def _hear(socket: WebSocket, drawn: asyncio.Event, session: SessionId, user: User) -> None:
    """Frames that were drawn, and the deeds of whoever drives."""
    projector = socket.app.state.projector
    assert isinstance(projector, Projector)
    while True:
        text = await socket.receive_text()
        if text == "drawn":
            drawn.set()
            continue
        try:
            if not user.may("operate"):
                why = f"{user.name} may not do this."
            else:
                why = projector.do(session, user.name, json.loads(text))
        except ValueError:
            why = "This is nothing that can be done in a page."
        if why:
            await socket.send_text(json.dumps({"refused": why}))


async def say(socket: WebSocket, state: str, why: str) -> None:
    """Tell how it stands with the picture."""
    await socket.send_text(json.dumps({"state": state, "why": why}))
