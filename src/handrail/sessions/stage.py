"""Where people look on: the browser contexts of the sessions that this process conducts now."""

from __future__ import annotations

import asyncio

from playwright.async_api import BrowserContext

from handrail.journal.event import SessionId
from handrail.runtime.wheel import Wheel


class Stage:
    """Knows the context of every session that is being walked in this process."""

    def __init__(self) -> None:
        self._contexts: dict[SessionId, BrowserContext] = {}
        self._wheels: dict[SessionId, Wheel] = {}
        self._changed = asyncio.Event()

    def enter(self, session: SessionId, context: BrowserContext, wheel: Wheel) -> None:
        """The session is walked in this context from now on; a person drives it by this wheel."""
        self._contexts[session], self._wheels[session] = context, wheel
        self._tell()

    def leave(self, session: SessionId) -> None:
        """The session's context is about to be closed."""
        self._contexts.pop(session, None)
        self._wheels.pop(session, None)
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
