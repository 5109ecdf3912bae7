"""A small web app on loopback for tests: it serves the pages it is given and logs what it receives."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Received:
    """One request as it came in; `form` holds URL-encoded fields, `body` the bytes."""

    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    """By name in small letters."""


@dataclass(frozen=True)
class Answer:
    """What is sent back; `None` as a status cuts the connection without an answer."""

    body: str | bytes = ""
    status: int | None = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Page = str | Answer | Callable[[Received], str | Answer]


def redirect(to: str) -> Answer:
    return Answer(status=303, headers={"location": to})


class App:
    """Serves `pages` (path → HTML or a function) while the context lasts."""

    def __init__(self, pages: Mapping[str, Page], host: str = "127.0.0.1") -> None:
        self.pages = dict(pages)
        self.received: list[Received] = []
        app = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                app._serve(self)

            def do_POST(self) -> None:
                app._serve(self)

            def do_PUT(self) -> None:
                app._serve(self)

            def do_PATCH(self) -> None:
                app._serve(self)

            def do_DELETE(self) -> None:
                app._serve(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.host = f"{host}:{self._server.server_port}"
        self.url = f"http://{self.host}"
        # Stopping waits for the next poll.
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def posts(self, path: str) -> list[dict[str, str]]:
        """The forms that were posted to a path."""
        return [r.form for r in self.received if r.method == "POST" and r.path == path]

    def page_at(self, path: str) -> Page:
        """What answers a request for a path; an app that has more paths than it can list says so here."""
        return self.pages.get(path, Answer("not here", 404))

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        body = handler.rfile.read(int(handler.headers.get("content-length") or 0))
        form: dict[str, str] = {}
        if "urlencoded" in (handler.headers.get("content-type") or ""):
            form = dict(parse_qsl(body.decode(), keep_blank_values=True))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        request = Received(handler.command, parts.path, dict(parse_qsl(parts.query)), form, body, headers)
        if parts.path != "/favicon.ico":
            self.received.append(request)
        page = self.page_at(parts.path)
        answer = page(request) if callable(page) else page
        if isinstance(answer, str):
            answer = Answer(answer)
        if answer.status is None:
            handler.close_connection = True
            handler.connection.close()
            return
        content = answer.body.encode() if isinstance(answer.body, str) else answer.body
        handler.send_response(answer.status)
        if not any(re.fullmatch("content-type", name, re.IGNORECASE) for name in answer.headers):
            handler.send_header("content-type", "text/html; charset=utf-8")
        for name, value in answer.headers.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
