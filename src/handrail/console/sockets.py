"""A person's page on a WebSocket: who is let in, the picture that goes out, and what is heard.

The token comes in the first message. A frame is sent when the one before it was drawn, so a slow page sees
fewer frames, and never old ones.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from handrail.console.admission import Admission
from handrail.console.asking import refuse
from handrail.console.tokens import Tokens
from handrail.sessions.conducting.projecting import Seat
from handrail.sessions.service.users import User

_REFUSED: Final = 1008
_PATIENCE_SECONDS: Final = 10.0
"""For the token to come."""


async def let_in(socket: WebSocket) -> tuple[dict[str, Any], User] | None:
    """The first message, and whose token it names; none where it was turned away."""
    if not _is_own(socket):
        await turn_away(socket)
        return None
    await socket.accept()
    greeting = await _greeted(socket)
    if greeting is None:
        await turn_away(socket)
    return greeting


async def while_admitted(
    socket: WebSocket, token: str, may: Callable[[User], bool], work: Coroutine[Any, Any, None]
) -> None:
    """Do this with the page for as long as its token holds and its user may; then the socket is closed.

    Raises what the work raises.
    """
    tokens = socket.app.state.tokens
    assert isinstance(tokens, Tokens)
    if not await Admission(tokens, token, may).during(work):
        await turn_away(socket)


async def turn_away(socket: WebSocket) -> None:
    """Close it for who has no right to it."""
    await socket.close(_REFUSED)


async def end(socket: WebSocket) -> None:
    """Close it, where that was not done."""
    if socket.application_state is not WebSocketState.DISCONNECTED:
        await socket.close()


def _is_own(socket: WebSocket) -> bool:
    """Browsers name the page that opens a socket; another site's page is not let in, whatever it knows."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def _greeted(socket: WebSocket) -> tuple[dict[str, Any], User] | None:
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


async def tell(socket: WebSocket, /, **told: object) -> None:
    """Send what is not in the picture."""
    await socket.send_text(json.dumps(told))


async def say(socket: WebSocket, state: str, why: str) -> None:
    """Tell how it stands with the picture."""
    await tell(socket, state=state, why=why)


class Screen:
    """The picture on the person's page."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._drawn = asyncio.Event()
        self._drawn.set()

    async def heard(self, idle_seconds: float | None = None) -> AsyncIterator[str]:
        """What comes from the page, except that a frame was drawn; ends where nothing comes for so long."""
        while True:
            try:
                async with asyncio.timeout(idle_seconds):
                    text = await self._socket.receive_text()
            except TimeoutError:
                return
            if text == "drawn":
                self._drawn.set()
            else:
                yield text

    @asynccontextmanager
    async def showing(
        self, seat: Seat, told: asyncio.Queue[dict[str, Any]] | None = None
    ) -> AsyncIterator[asyncio.Task[None]]:
        """Meanwhile the frames of a seat go out, in the task that is given, and beside them what is told."""
        frames = asyncio.create_task(self._show(seat))
        sending = [frames]
        if told is not None:
            sending.append(asyncio.create_task(self._pass_on(told)))
        try:
            yield frames
        finally:
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    async def _show(self, seat: Seat) -> None:
        while True:
            frame = await seat.next()
            await self._drawn.wait()
            self._drawn.clear()
            await self._socket.send_bytes(frame)

    async def _pass_on(self, told: asyncio.Queue[dict[str, Any]]) -> None:
        while True:
            await tell(self._socket, **await told.get())
