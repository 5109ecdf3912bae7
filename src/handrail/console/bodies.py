"""What a request may hold: what is too long is refused before it is read, or while it comes, and so is a text
that nobody could be told again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Final

from fastapi import HTTPException, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handrail.console.asking import token_of
from handrail.console.tokens import Tokens
from handrail.errors import StoreError

MOST_BYTES: Final = 20_000_000
"""Of any request; a file that is dropped on the console is the longest."""

STRANGERS_BYTES: Final = 100_000
"""Of a request without a good token: a sign-in, the answer of a signed link."""

_HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""How JSON writes it; a whole pair does as well."""

_TOO_LONG: Final = "This request is too long."

# What is still on its way is not waited for.
_END: Final = {"Connection": "close"}


class Bounded:
    """The bounds around an app; whatever reads a body reads no more than these."""

    def __init__(self, app: ASGIApp, tokens: Tokens) -> None:
        self._app = app
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = cache(lambda: self._most(HTTPConnection(scope)))
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and _is_too_long(int(announced), most):
            await JSONResponse({"error": {"message": _TOO_LONG}}, 413, _END)(scope, receive, send)
            return
        came = 0

        async def received() -> Message:
            nonlocal came
            message = await receive()
            if message["type"] == "http.request":
                came += len(message.get("body", b""))
                if _is_too_long(came, most):
                    raise HTTPException(413, _TOO_LONG, _END)
            return message

        await self._app(scope, received, send)

    def _most(self, request: HTTPConnection) -> int:
        try:
            known = self._tokens.user_of(token_of(request)) is not None
        except StoreError:
            # Whoever asks for less is told of it.
            known = False
        return MOST_BYTES if known else STRANGERS_BYTES


class WholeSigns(APIRoute):
    """A route whose JSON holds no half of a sign: once kept, it would break all answers that tell of it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            return await handle(_WithWholeSigns(request.scope, request.receive))

        return handled


class _WithWholeSigns(Request):
    async def json(self) -> Any:
        told = await super().json()
        if _HALF.search(await self.body()) is not None:
            try:
                json.dumps(told, ensure_ascii=False).encode()
            except UnicodeEncodeError:
                raise HTTPException(422, "A text holds half of a sign.") from None
        return told


def _is_too_long(size: int, most: Callable[[], int]) -> bool:
    # Whose token it is costs a look into a file, and matters to long ones alone.
    return size > MOST_BYTES or (size > STRANGERS_BYTES and size > most())
