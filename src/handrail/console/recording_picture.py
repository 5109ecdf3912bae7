"""Recording on the console's page, over a WebSocket: the picture of the recorder's browser goes out; mouse,
wheel, keys, files and answers to dialogs come in. To the recorder they are a person's input like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from playwright.async_api import BrowserContext, Error

from handrail.actuators.browser.hands import Hands, read_deed
from handrail.actuators.browser.screencast import Screencast
from handrail.browser.driver import started_driver
from handrail.console.recordings import Recordings
from handrail.console.sockets import Screen, end, let_in, say, tell, turn_away, while_admitted
from handrail.errors import HandrailError
from handrail.sessions.conducting.projecting import Seat
from handrail.sessions.conducting.window import NO_DEED
from handrail.sessions.service.users import User

router = APIRouter()


@router.websocket("/api/console/recordings/{recording}/live")
async def live(socket: WebSocket, recording: str) -> None:
    """The browser in which the recording is made, until the console's page or the recording is gone."""
    greeting = await let_in(socket)
    if greeting is None:
        return
    user = greeting[1]
    if not _may_record(user):
        await turn_away(socket)
        return
    recordings = socket.app.state.recordings
    assert isinstance(recordings, Recordings)
    with contextlib.suppress(WebSocketDisconnect):
        try:
            work = _enter(socket, recordings, recording, user)
            await while_admitted(socket, greeting[0]["token"], _may_record, work)
        except HandrailError as error:
            await say(socket, "none", error.message)
        except Error:
            await say(socket, "none", "The browser was closed.")
        await end(socket)


def _may_record(user: User) -> bool:
    return user.may("operate")


async def _enter(socket: WebSocket, recordings: Recordings, recording: str, user: User) -> None:
    async with recordings.entered(recording, user.name) as (address, folder):
        await _work(socket, address, folder)


async def _work(socket: WebSocket, address: str, folder: Path) -> None:
    async with started_driver() as playwright:
        # Downloads stay the recorder's, and files that are given go in as a person's.
        browser = await playwright.chromium.connect_over_cdp(address, is_local=True, no_defaults=True)
        gone = asyncio.Event()
        browser.on("disconnected", lambda _: gone.set())
        ending = asyncio.create_task(gone.wait())
        working = asyncio.create_task(_show(socket, browser.contexts[0], folder))
        try:
            await asyncio.wait({ending, working}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
            if not working.done():
                working.cancel()
            await asyncio.wait({working})
        if not working.cancelled():
            await working
        await say(socket, "none", "The browser was closed.")


async def _show(socket: WebSocket, context: BrowserContext, folder: Path) -> None:
    seat, screen = Seat(), Screen(socket)
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    screencast, hands = Screencast(context, seat.show), Hands(context, told.put_nowait, folder)
    await screencast.start()
    hands.start()
    try:
        await say(socket, "live", "")
        async with screen.showing(seat, told):
            await _hear(socket, screen, screencast, hands)
    finally:
        hands.stop()
        with contextlib.suppress(Error):
            await screencast.stop()


async def _hear(socket: WebSocket, screen: Screen, screencast: Screencast, hands: Hands) -> None:
    """Deeds, until the console's page goes away."""
    async for text in screen.heard():
        try:
            deed = read_deed(json.loads(text))
        except ValueError:
            await tell(socket, refused=NO_DEED)
            continue
        if (shown := screencast.shown) is not None:
            hands.do(*shown, deed)
