"""Recording on the console's page, over a WebSocket: the picture of the recorder's browser goes out; mouse,
wheel, keys, files and answers to dialogs come in. To the recorder they are a person's input like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from playwright.async_api import BrowserContext, Error, async_playwright

from handrail.actuators.browser.hands import Hands, read_deed
from handrail.actuators.browser.screencast import Screencast
from handrail.console.live import greeted, is_own, say, show_frames, telling
from handrail.console.projecting import Seat
from handrail.console.recordings import Recordings
from handrail.errors import HandrailError

router = APIRouter()

_REFUSED: Final = 1008


@router.websocket("/api/console/recordings/{recording}/live")
async def live(socket: WebSocket, recording: str) -> None:
    """The browser in which the recording is made, until the console's page or the recording is gone."""
    if not is_own(socket):
        await socket.close(_REFUSED)
        return
    await socket.accept()
    greeting = await greeted(socket)
    if greeting is None or not greeting[1].may("operate"):
        await socket.close(_REFUSED)
        return
    recordings = socket.app.state.recordings
    assert isinstance(recordings, Recordings)
    with contextlib.suppress(WebSocketDisconnect):
        try:
            async with recordings.entered(recording, greeting[1].name) as (address, folder):
                await _work(socket, address, folder)
        except HandrailError as error:
            await say(socket, "none", error.message)
        except Error:
            await say(socket, "none", "The browser was closed.")
        await socket.close()


async def _work(socket: WebSocket, address: str, folder: Path) -> None:
    async with async_playwright() as playwright:
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
    seat, drawn = Seat(), asyncio.Event()
    drawn.set()
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    screencast, hands = Screencast(context, seat.show), Hands(context, told.put_nowait, folder)
    await screencast.start()
    hands.start()
    await say(socket, "live", "")
    sending = [
        asyncio.create_task(show_frames(socket, seat, drawn)),
        asyncio.create_task(telling(socket, told)),
    ]
    try:
        await _hear(socket, screencast, hands, drawn)
    finally:
        for task in sending:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)
        hands.stop()
        with contextlib.suppress(Error):
            await screencast.stop()


async def _hear(socket: WebSocket, screencast: Screencast, hands: Hands, drawn: asyncio.Event) -> None:
    """Frames that were drawn, and deeds, until the console's page goes away."""
    while True:
        text = await socket.receive_text()
        if text == "drawn":
            drawn.set()
            continue
        try:
            deed = read_deed(json.loads(text))
        except ValueError:
            await socket.send_text(json.dumps({"refused": "This is nothing that can be done in a page."}))
            continue
        if (shown := screencast.shown) is not None:
            hands.do(*shown, deed)
