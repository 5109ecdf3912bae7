"""Asking one server over HTTP, and no other that it would send us on to."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import urllib.request
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_PATIENCE: Final = 3.0
"""So many times as long as one silence may last, the whole answer may take."""


def ask(request: urllib.request.Request, *, seconds: float, most_bytes: int) -> bytes:
    """What the server answers, at most so many bytes of it; a redirect is an error.

    What is sent (a token, a key, a question) is for this server alone. `seconds` is how long it may say
    nothing; one that goes on letter by letter is cut off as well. Raises `urllib.error.HTTPError`, and
    OSError or ValueError where it cannot be reached, or does not answer as a server does.
    """
    deadline = _Deadline(seconds * _PATIENCE)
    opener = urllib.request.build_opener(_NoRedirect, _Plain(deadline), _Secure(deadline))
    try:
        with deadline, opener.open(request, timeout=seconds) as answer:
            content = bytes(answer.read(most_bytes))
    except http.client.HTTPException as error:
        raise OSError(f"its answer is none: {type(error).__name__}") from error
    if deadline.passed:
        raise TimeoutError("its answer did not end")
    return content


def travels_safely(address: str) -> bool:
    """Whether what is sent there is encrypted, or stays on this machine. A host that only begins like this
    machine's, or a name before an `@`, is another one."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    )


class _Deadline:
    """Ends a connection that takes too long."""

    def __init__(self, seconds: float) -> None:
        self.passed = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _pass(self) -> None:
        self.passed = True
        for connected in self._sockets:
            with contextlib.suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)

    def watched(self, kind: type[http.client.HTTPConnection]) -> Callable[..., http.client.HTTPConnection]:
        """Makes connections of a kind that this ends."""
        sockets = self._sockets

        class Watched(kind):  # type: ignore[valid-type, misc]
            def connect(self) -> None:
                super().connect()
                sockets.append(self.sock)

        return Watched


class _Plain(urllib.request.HTTPHandler):
    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._deadline.watched(http.client.HTTPConnection), req)


class _Secure(urllib.request.HTTPSHandler):
    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._deadline.watched(http.client.HTTPSConnection), req)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given: Any) -> None:
        return None
