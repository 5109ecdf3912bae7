"""What scripts of a page ask its server for because of a press (`fetch`, XMLHttpRequest), held until it is
judged: a deed that nobody granted is not sent, as a form that leads there is not.

Pages are watched from the first press on, and each of their requests by a script takes half a millisecond
more. What came of a press may be sent when the next one is done already: so the last but one has a say, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, NamedTuple

from playwright.async_api import CDPSession, Error

from handrail.errors import Blocked

Sending = Callable[[str, str, str], None]
"""Judges a request by its method, its address and its body. Raises Blocked."""

_PRESSING: Final = frozenset(
    {"click", "double_click", "right_click", "press", "drag", "check", "uncheck", "select", "download"}
)
_LATE_SECONDS: Final = 3.0
_HARMLESS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_PATTERNS: Final = [{"urlPattern": "*", "resourceType": kind} for kind in ("XHR", "Fetch")]


class _Press(NamedTuple):
    at: float
    judge: Sending


class Scripts:
    """Watches the pages of one session. `refused` is told what was not sent."""

    def __init__(self, refused: Callable[[Blocked], None]) -> None:
        self._refused = refused
        self._watched: set[CDPSession] = set()
        self._presses: tuple[_Press, ...] = ()
        self._tasks: set[asyncio.Task[None]] = set()

    async def acting(self, kind: str, judge: Sending, sessions: Iterable[CDPSession]) -> None:
        """An action of this kind begins on a page with these protocol sessions: its own, and those of frames
        that live in processes of their own."""
        if kind not in _PRESSING:
            self.rest()
            return
        now = time.monotonic()
        late = tuple(press for press in self._presses[-1:] if now - press.at < _LATE_SECONDS)
        self._presses = (*late, _Press(now, judge))
        new = [session for session in sessions if session not in self._watched]
        if new:
            await asyncio.gather(*map(self._watch, new))

    def rest(self) -> None:
        """What pages send from now on is not because of a press."""
        self._presses = ()

    async def _watch(self, session: CDPSession) -> None:
        self._watched.add(session)
        session.on("close", lambda gone: self._watched.discard(gone))
        session.on("Fetch.requestPaused", lambda event: self._do(self._paused(session, event)))
        with contextlib.suppress(Error):
            await session.send("Fetch.enable", {"patterns": _PATTERNS})

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _paused(self, session: CDPSession, event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        with contextlib.suppress(Error):
            if self._refuses(event["request"]):
                await session.send("Fetch.failRequest", {**request, "errorReason": "Aborted"})
            else:
                await session.send("Fetch.continueRequest", request)

    def _refuses(self, request: dict[str, Any]) -> bool:
        if request["method"] in _HARMLESS:
            return False
        first: Blocked | None = None
        for press in reversed(self._presses):
            try:
                press.judge(request["method"], request["url"], request.get("postData", ""))
            except Blocked as blocked:
                first = first or blocked
            else:
                return False
        if first is not None:
            self._refused(first)
        return first is not None
