"""Where people look on: the browser contexts of the sessions that this process conducts now."""

from __future__ import annotations

import asyncio

from playwright.async_api import BrowserContext

from handrail.journal.event import SessionId


class Stage:
    """Knows the context of every session that is being walked in this process."""

    def __init__(self) -> None:
        self._contexts: dict[SessionId, BrowserContext] = {}
        self._changed = asyncio.Event()

    def enter(self, session: SessionId, context: BrowserContext) -> None:
        """The session is walked in this context from now on."""
        self._contexts[session] = context
        self._tell()

    def leave(self, session: SessionId) -> None:
        """The session's context is about to be closed."""
        self._contexts.pop(session, None)
        self._tell()

    def context(self, session: SessionId) -> BrowserContext | None:
        """The session's context; none while it is not walked here."""
        return self._contexts.get(session)

    def change(self) -> asyncio.Event:
        """What is set when a session enters or leaves, for the first time after this call."""
        return self._changed

    def _tell(self) -> None:
        # Whoever waits now hears of it; whoever asks later waits for the next change.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
