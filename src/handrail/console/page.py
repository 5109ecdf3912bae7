"""The console's page: its built files, with headers that keep it from loading or running anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handrail.policy.deeds.deed import SAFE_METHODS

STATIC: Final = Path(__file__).with_name("static")

_RULES: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": _RULES,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page has sent the request: browsers name the page that does."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc != headers.get("host")
    return headers.get("sec-fetch-site") in {"cross-site", "same-site"}


_BEHIND_A_PROXY: Final = "Where a proxy stands before the service, it must pass the header Host on."


class _Guarded:
    """Puts the headers on every answer, and refuses what another site's page sends; streams pass through as
    they come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                # What the API tells stays in no browser's files. Names of built files stay the same over
                # versions: each is asked for anew.
                is_api = scope["path"].startswith("/api/")
                headers.setdefault("Cache-Control", "no-store" if is_api else "no-cache")
            await send(message)

        if (
            scope["type"] == "http"
            and scope["method"] not in SAFE_METHODS
            and is_foreign(Headers(scope=scope))
        ):
            said = {"message": "Another site's page may not send this.", "mend": _BEHIND_A_PROXY}
            refused = JSONResponse({"error": said}, 403)
            await refused(scope, receive, sent)
            return
        await self._app(scope, receive, sent)


def serve_page(app: FastAPI) -> None:
    """Serve the page at `/`. Call it last: it answers every address that no route knows."""
    app.add_middleware(_Guarded)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="console")
