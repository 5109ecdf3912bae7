"""Pictures of a page on which what must not be seen is painted over, in every document that may show it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection

from playwright.async_api import Page

from handrail.browser.inpage import InPage
from handrail.browser.protocol import FrameGone
from handrail.browser.worlds import FrameId

Values = Callable[[FrameId], Collection[str] | None]
"""What a document must not show besides what its fields for secrets hold; None where it is not asked."""


async def veiled_picture(
    inpage: InPage,
    page: Page,
    values: Values,
    *,
    patience: float,
    within: float,
    ready: Callable[[], None] | None = None,
) -> bytes | None:
    """A JPEG of the viewport; none where the page came to show one of the values before it was veiled.

    `ready` is called once all is veiled. `patience` and `within` are seconds as in `InPage.call`. Raises
    FrameGone where the page is closed, TransientError where it does not answer: then nobody knows what it
    shows.
    """
    try:
        await _tell(inpage, page, "veil", values, patience, within)
        if ready is not None:
            ready()
        image = await inpage.picture(page)
    finally:
        bare = await _tell(inpage, page, "unveil", values, patience, within)
    return None if bare else image


async def _tell(
    inpage: InPage, page: Page, function: str, values: Values, patience: float, within: float
) -> bool:
    """Ask every document that has values and that the one around it does not reach; whether one says yes."""

    async def ask(frame: FrameId, hidden: list[str]) -> bool:
        # A document that is gone is in no picture, and the one that takes its place is asked behind it.
        with contextlib.suppress(FrameGone):
            return bool(
                await inpage.call(page, function, hidden, frame=frame, patience=patience, within=within)
            )
        return False

    asked = [
        ask(frame, sorted(hidden))
        for frame in inpage.frames(page)
        if (hidden := values(frame)) is not None and not inpage.is_reached(page, frame)
    ]
    return any(await asyncio.gather(*asked))
