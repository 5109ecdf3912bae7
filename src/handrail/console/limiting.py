"""Rate limits: so many requests a minute for each token and each address, told with 429 and Retry-After."""

from __future__ import annotations

import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handrail._model import Model

_MOST_KEYS: Final = 10_000
_HEALTH: Final = {"/healthz", "/readyz"}


class RateLimits(Model):
    """Requests a minute; as many may come at once after a time of rest."""

    per_token: int = 1200
    per_address: int = 3000
    sign_ins: int = 30
    """Requests without a good token, and openings of signed links, of each address."""


class Buckets:
    """How much each key has left: `rate` a minute, and never more than one minute's."""

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = max(1, rate)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one: 0 where there was one, else the seconds until there is."""
        left = self._now(key)
        if left < 1:
            return (1 - left) * 60 / self._rate
        self._keep(key, left - 1)
        return 0

    def wait(self, key: str) -> float:
        """The seconds until there is one; none is taken."""
        left = self._now(key)
        return 0 if left >= 1 else (1 - left) * 60 / self._rate

    def _now(self, key: str) -> float:
        left, at = self._left.get(key, (float(self._rate), self._clock()))
        return min(float(self._rate), left + (self._clock() - at) * self._rate / 60)

    def _keep(self, key: str, left: float) -> None:
        self._left[key] = (left, self._clock())
        self._left.move_to_end(key)
        while len(self._left) > _MOST_KEYS:
            # Whoever was not heard of for the longest time has rested.
            self._left.popitem(last=False)


class Limited:
    """The limits around an app. One process counts for itself."""

    def __init__(self, app: ASGIApp, limits: RateLimits, is_good: Callable[[str], bool]) -> None:
        """`is_good` says of a token whether it is somebody's."""
        self._app = app
        self._is_good = is_good
        self._tokens = Buckets(limits.per_token)
        self._addresses = Buckets(limits.per_address)
        self._strangers = Buckets(limits.sign_ins)
        self._known: OrderedDict[str, None] = OrderedDict()
        """Digests of tokens that were good."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or scope["path"] in _HEALTH:
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        given = Headers(scope=scope).get("authorization", "")
        key = _key(given)
        counted = _is_counted(scope)
        # The token of a socket comes in its first message.
        stranger = counted and scope["type"] == "http"
        seconds = self._wait(address, given, key) if stranger else 0
        # What is good has its own part of the address: strangers there use none of it up.
        seconds = seconds or self._addresses.take(f"{address} {key in self._known}")
        if key is not None and not seconds:
            seconds = self._tokens.take(key)
        if seconds:
            await _refuse(scope, receive, send, seconds)
            return
        if scope["type"] == "websocket" or not counted:
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._learn(address, key, int(message["status"]), scope["path"])
            await send(message)

        await self._app(scope, receive, sent)

    def _wait(self, address: str, given: str, key: str | None) -> float:
        """The seconds that a stranger has to wait; a good token that was not seen before is no stranger's.

        It is looked up only where the address has used up what strangers have.
        """
        if key in self._known:
            return 0
        seconds = self._strangers.wait(address)
        if not seconds or key is None or not self._is_good(given.partition(" ")[2].strip()):
            return seconds
        self._keep(key)
        return 0

    def _keep(self, key: str) -> None:
        self._known[key] = None
        self._known.move_to_end(key)
        while len(self._known) > _MOST_KEYS:
            self._known.popitem(last=False)

    def _learn(self, address: str, key: str | None, status: int, path: str) -> None:
        if status == 401 or key is None or path.startswith(("/answer/", "/sign-in")):
            self._strangers.take(address)
        elif status < 400:
            self._keep(key)
        if status == 401 and key is not None:
            self._known.pop(key, None)


def _is_counted(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith(("/api/", "/answer/", "/sign-in"))


def _key(given: str) -> str | None:
    return hashlib.sha256(given.encode("utf-8", "surrogatepass")).hexdigest() if given else None


async def _refuse(scope: Scope, receive: Receive, send: Send, seconds: float) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013})
        return
    answer = JSONResponse(
        {"error": {"message": "Too many requests.", "mend": f"Try again in {math.ceil(seconds)} s."}},
        429,
        {"Retry-After": str(max(1, math.ceil(seconds)))},
    )
    await answer(scope, receive, send)
