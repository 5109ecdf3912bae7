"""What servers say in the bodies of their answers."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from playwright.async_api import Error, Request, Response

_SECONDS: Final = 2
"""So long a body that is still being sent is waited for."""


def sent_in(request: Request) -> str:
    """The body of a request."""
    try:
        return (request.post_data_buffer or b"").decode(errors="replace")
    except Error:
        return ""


async def said_in(response: Response) -> str:
    """The body of an answer; empty where nobody can have it, as once the page is gone."""
    with contextlib.suppress(Error, TimeoutError, UnicodeDecodeError):
        async with asyncio.timeout(_SECONDS):
            return await response.text()
    return ""
