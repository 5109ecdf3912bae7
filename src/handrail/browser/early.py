"""The in-page script in a tab before Playwright tells of it.

Playwright tells of a popup once its document has come; on a busy machine it has been pressed by then. The
browser itself tells of the tab before it asks for the document. It is entered at once, and what its pages
tell is kept until somebody has come into it in the ordinary way.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, CDPSession, Error

from handrail.browser.protocol import let_go
from handrail.browser.worlds import FrameId

Message = tuple[FrameId, str]
"""The frame that told it, and what it told."""


@dataclass(eq=False)
class _Target:
    entered: asyncio.Future[str | None]
    """The protocol session, once the tab is entered; none where it was closed before."""
    frames: dict[int, FrameId] = field(default_factory=dict)
    told: list[Message] = field(default_factory=list)
    gone: bool = False


class EarlyTabs:
    """Tabs that nobody has come into yet. `commands` is what brings the script in, `binding` how it tells."""

    def __init__(self, commands: Mapping[str, dict[str, Any]], binding: str) -> None:
        self._commands = commands
        self._binding = binding
        self._session: CDPSession | None = None
        self._targets: dict[str, _Target] = {}
        self._by_session: dict[str, _Target] = {}
        self._context: str | None = None
        self._sent = 0

    async def watch(self, browser: Browser, browser_context: str) -> None:
        """Enter every tab that is opened in a browser context from now on, until `end`."""
        self._session = session = await browser.new_browser_cdp_session()
        session.on("Target.targetCreated", lambda e: self._created(session, e["targetInfo"]))
        session.on("Target.targetDestroyed", lambda e: self._destroyed(e["targetId"]))
        session.on("Target.attachedToTarget", self._entered)
        session.on("Target.receivedMessageFromTarget", self._received)
        await session.send("Target.setDiscoverTargets", {"discover": True, "filter": [{"type": "page"}]})
        # The browser has told of the tabs that were there before it answered.
        self._context = browser_context

    async def end(self) -> None:
        if self._session is not None:
            session, self._session = self._session, None
            await let_go(session)

    async def hand_over(self, target: str) -> list[Message]:
        """What a tab has told so far; it is somebody else's from now on."""
        early = self._targets.pop(target, None)
        if early is None or self._session is None:
            return []
        entered = await early.entered
        if entered is not None:
            with contextlib.suppress(Error):
                await self._session.send("Target.detachFromTarget", {"sessionId": entered})
        return early.told

    def closed(self) -> tuple[FrameId, list[Message]] | None:
        """The main frame of the first tab that was closed before anybody came into it, and what it told."""
        for target, early in self._targets.items():
            if early.gone:
                del self._targets[target]
                return FrameId(target), early.told
        return None

    def _created(self, session: CDPSession, info: dict[str, Any]) -> None:
        if info.get("browserContextId") == self._context:
            entering = asyncio.ensure_future(self._enter(session, info["targetId"]))
            self._targets[info["targetId"]] = _Target(entering)

    def _destroyed(self, target: str) -> None:
        if target in self._targets:
            self._targets[target].gone = True

    async def _enter(self, session: CDPSession, target: str) -> str | None:
        try:
            # Nothing is awaited on the way: the page is coming.
            answer, *_ = await asyncio.gather(
                session.send("Target.attachToTarget", {"targetId": target, "flatten": False}),
                *(self._send(session, target, *command) for command in self._commands.items()),
            )
        except Error:
            return None
        entered: str = answer["sessionId"]
        return entered

    def _entered(self, event: dict[str, Any]) -> None:
        early = self._targets.get(event["targetInfo"]["targetId"])
        if early is not None:
            self._by_session[event["sessionId"]] = early

    async def _send(self, session: CDPSession, target: str, method: str, params: dict[str, Any]) -> None:
        self._sent += 1
        message = json.dumps({"id": self._sent, "method": method, "params": params})
        await session.send("Target.sendMessageToTarget", {"targetId": target, "message": message})

    def _received(self, event: dict[str, Any]) -> None:
        early = self._by_session.get(event["sessionId"])
        message = json.loads(event["message"])
        params = message.get("params", {})
        if early is None:
            return
        if message.get("method") == "Runtime.executionContextCreated":
            context = params["context"]
            early.frames[context["id"]] = FrameId(context["auxData"]["frameId"])
        elif message.get("method") == "Runtime.bindingCalled" and params["name"] == self._binding:
            early.told.append((early.frames[params["executionContextId"]], params["payload"]))
