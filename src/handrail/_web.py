"""Asking one server over HTTP, and no other that it would send us on to."""

from __future__ import annotations

import urllib.request
from typing import Any


def ask(request: urllib.request.Request, *, seconds: float, most_bytes: int) -> bytes:
    """What the server answers, at most so many bytes of it; a redirect is an error.

    What is sent (a token, a key, a question) is for this server alone. Raises `urllib.error.HTTPError`, and
    OSError or ValueError where it cannot be reached.
    """
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=seconds) as answer:
        return bytes(answer.read(most_bytes))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given: Any) -> None:
        return None
