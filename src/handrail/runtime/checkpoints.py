"""Checkpoints: the points from which another process can go on with a session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from handrail.actuators import Actuator
from handrail.actuators.actuator import StorageState
from handrail.journal.event import Checkpoint, Tab
from handrail.runtime.scribe import Scribe

_MOST_SECONDS = 5.0
"""For the browser to say what it keeps; one that hangs must not hold up the end of a session."""


class Checkpoints:
    """Notes where the tabs are whenever that changed, and keeps what the browser stores, beside the work."""

    def __init__(self, actuator: Actuator, scribe: Scribe, keep: Callable[[StorageState], None]) -> None:
        self._actuator = actuator
        self._scribe = scribe
        self._keep = keep
        self._last: dict[str, Tab] = {}
        self._saving: asyncio.Task[None] | None = None
        self._again = False

    def left(self, node: str, *, always: bool) -> None:
        """A node was left. `always` where it had an effect behind which nobody may go back."""
        tabs = {
            name: Tab(url=tab.url, title=tab.title, document=tab.document)
            for name, tab in self._actuator.tabs().items()
        }
        moved = _places(tabs) != _places(self._last)
        if not tabs or not (always or moved):
            return
        self._last = tabs
        self._scribe.note(Checkpoint(kind="checkpoint", node=node, tabs=tabs))
        self._again = True
        if self._saving is None or self._saving.done():
            self._saving = asyncio.ensure_future(self._save())

    async def finish(self) -> None:
        """Keep what the browser stores as it is now."""
        self._again = True
        if self._saving is None or self._saving.done():
            self._saving = asyncio.ensure_future(self._save())
        await self._saving

    async def _save(self) -> None:
        while self._again:
            self._again = False
            try:
                async with asyncio.timeout(_MOST_SECONDS):
                    state = await self._actuator.storage_state()
            except TimeoutError:
                return
            self._keep(state)


def _places(tabs: dict[str, Tab]) -> dict[str, tuple[str, int]]:
    return {name: (tab.url, tab.document) for name, tab in tabs.items()}
