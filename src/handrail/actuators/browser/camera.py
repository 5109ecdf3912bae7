"""Pictures of pages in which no secret can be read that was typed there.

Fields for secrets are concealed before anything is typed. What an app shows of a secret elsewhere, as a key
that is to be copied, is covered while the picture is taken.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import Page

from handrail.browser import FrameGone, FrameId, InPage
from handrail.errors import TransientError
from handrail.sop import action as sop

_SHORTEST: Final = 3
"""Letters; what is shorter stands in words that are no secret."""
_PATIENCE_SECONDS: Final = 2.0


class Camera:
    """Takes the pictures of one session's pages."""

    def __init__(self, inpage: InPage) -> None:
        self._inpage = inpage
        self._typed: defaultdict[str, set[str]] = defaultdict(set)

    def typed(self, url: str, action: sop.Action) -> None:
        """A secret is typed into a page: none of another host or site is told of it."""
        text = action.value if isinstance(action, sop.Fill) else getattr(action, "text", "")
        if len(text) >= _SHORTEST:
            self._typed[_host(url)].add(text)

    async def take(self, page: Page) -> bytes:
        """A JPEG of the viewport as it is now.

        Raises FrameGone where the page is closed, TransientError where it does not answer: then nobody knows
        what it shows.
        """
        values = sorted(self._typed.get(_host(page.url), ()))
        covered: list[FrameId] = []
        try:
            for frame in self._inpage.frames(page, of_its_site=True) if values else ():
                with contextlib.suppress(FrameGone):
                    covered.append(frame)
                    await self._inpage.call(page, "cover", values, frame=frame, within=_PATIENCE_SECONDS)
            return await self._inpage.picture(page)
        finally:
            for frame in covered:
                with contextlib.suppress(TransientError):
                    await self._inpage.call(
                        page, "uncover", frame=frame, patience=0.1, within=_PATIENCE_SECONDS
                    )


def _host(url: str) -> str:
    return urlsplit(url).netloc
