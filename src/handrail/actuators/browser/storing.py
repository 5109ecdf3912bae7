"""What a context keeps of cookies and local storage, read and put back for a session that goes on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

from playwright.async_api import BrowserContext, Error, Page

from handrail.actuators.seen import StorageState
from handrail.browser.inpage import InPage
from handrail.browser.protocol import FrameGone, caller_known
from handrail.browser.storage import StoredOrigin, note_origin
from handrail.errors import TransientError


class Storing:
    """The storage of one context, with what pages told of theirs so far."""

    def __init__(self, context: BrowserContext, inpage: InPage) -> None:
        self._context = context
        self._inpage = inpage
        self._origins: dict[str, StoredOrigin] = {}

    async def state(self, pages: Iterable[Page]) -> StorageState | None:
        """See `Actuator.storage_state`; of the origins that were these pages' when it was asked."""
        for page in pages:
            if not page.is_closed() and page.url.startswith("http"):
                with contextlib.suppress(FrameGone, TransientError, Error):
                    note_origin(self._origins, await self._inpage.call(page, "kept", within=2))
        try:
            with caller_known("BrowserContext.cookies"):
                cookies = list(await self._context.cookies())
        except Error:
            return None
        return {"cookies": cookies, "origins": list(self._origins.values())}

    async def put(self, state: StorageState | None) -> None:
        """See `Actuator.put_storage`."""
        given: StorageState = state or {}
        origins = [
            {"origin": one["origin"], "localStorage": one["localStorage"]} for one in given.get("origins", ())
        ]
        kept: Any = {"cookies": given.get("cookies", []), "origins": origins}
        await self._context.set_storage_state(kept)
        self._origins.clear()
