"""Where people look on: the browser contexts of the sessions that this process conducts now."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.async_api import BrowserContext

from handrail.journal.events.event import SessionId
from handrail.runtime.walk.wheel import Wheel

KEEP_SECONDS: Final = 900.0
"""How long a session that needs a person keeps its browser for whoever looks on, unless another time is
given."""

_PATIENCE_SECONDS: Final = 15.0
"""Whoever has gone for so long (a page that is loaded anew, a phone between networks) still looks on."""


class Stage:
    """Knows the context of every session that is being walked in this process."""

    def __init__(self, *, keep_seconds: float = KEEP_SECONDS) -> None:
        """A session that needs a person keeps its browser for so long while somebody looks on."""
        self.keep_seconds: Final = keep_seconds
        self._contexts: dict[SessionId, BrowserContext] = {}
        self._wheels: dict[SessionId, Wheel] = {}
        self._changed = asyncio.Event()
        self._onlookers: Counter[SessionId] = Counter()
        self._left: dict[SessionId, float] = {}

    @contextmanager
    def looking_on(self, session: SessionId) -> Iterator[None]:
        """Somebody who could answer looks at the session, for as long as the context lasts."""
        self._onlookers[session] += 1
        try:
            yield
        finally:
            self._onlookers[session] -= 1
            self._left[session] = time.monotonic()
            if not self._onlookers[session]:
                del self._onlookers[session]

    def is_watched(self, session: SessionId) -> bool:
        """Whether somebody looks at the session now, or did a moment ago."""
        left = self._left.get(session)
        return bool(self._onlookers[session]) or (
            left is not None and time.monotonic() - left < _PATIENCE_SECONDS
        )

    def enter(self, session: SessionId, context: BrowserContext, wheel: Wheel) -> None:
        """The session is walked in this context from now on; a person drives it by this wheel."""
        self._contexts[session], self._wheels[session] = context, wheel
        self._tell()

    def leave(self, session: SessionId) -> None:
        """The session's context is about to be closed."""
        self._contexts.pop(session, None)
        self._wheels.pop(session, None)
        self._left.pop(session, None)
        self._tell()

    def context(self, session: SessionId) -> BrowserContext | None:
        """The session's context; none while it is not walked here."""
        return self._contexts.get(session)

    def wheel(self, session: SessionId) -> Wheel | None:
        """The session's wheel; none while it is not walked here."""
        return self._wheels.get(session)

    def change(self) -> asyncio.Event:
        """What is set when a session enters or leaves, for the first time after this call."""
        return self._changed

    def _tell(self) -> None:
        # Whoever waits now hears of it; whoever asks later waits for the next change.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
