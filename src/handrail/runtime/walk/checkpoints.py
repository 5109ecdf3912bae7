"""Checkpoints: the points from which another process can go on with a session."""

from __future__ import annotations

import asyncio
import contextlib
import copy
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from handrail.actuators import Actuator
from handrail.actuators.seen import OpenTab, StorageState
from handrail.actuators.traces import SeenResponse
from handrail.errors import StoreError
from handrail.journal.events.event import Checkpoint, Tab
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.runtime.walk.scribe import Scribe

_MOST_SECONDS = 5.0
"""For the browser to say what it keeps; one that hangs must not hold up the end of a session."""


class Checkpoints:
    """Notes where the tabs are whenever that changed, and keeps what the browser stores, beside the work."""

    def __init__(
        self,
        actuator: Actuator,
        scribe: Scribe,
        keep: Callable[[StorageState, int | None], None],
        kept: int = 0,
    ) -> None:
        """`keep` gets what the browser stores, with the number of the checkpoint that it was at, if at one;
        the last of an earlier process was `kept`."""
        self._number = kept
        self._unkept: int | None = None
        self._actuator = actuator
        self._scribe = scribe
        self._keep = keep
        self._last = self._before = self._places()
        self._sent: dict[str, int] = {}
        """Tab → the document that came as the answer to a form, without being led on."""
        self._saving: asyncio.Task[None] | None = None
        self._again = False
        self._stored: tuple[StorageState, bool] | None = None
        """What was kept last, and whether it was for a checkpoint."""

    def entered(self) -> None:
        """A node was entered."""
        self._before = self._places()

    def left(self, node: str, *, always: bool) -> None:
        """A node was left. `always` where it had an effect behind which nobody may go back."""
        places = self._places()
        if not places or not (always or places != self._last):
            return
        self._last = places
        tabs = {name: self._noted(name, tab) for name, tab in self._actuator.tabs().items()}
        self._number += 1
        if self._unkept is None:
            # Checkpoints that follow each other faster than the browser answers share what it keeps.
            self._unkept = self._number
        self._scribe.note(Checkpoint(kind="checkpoint", node=node, tabs=tabs, storage=self._number))
        self._again = True
        if self._saving is None or self._saving.done():
            self._saving = asyncio.ensure_future(self._save())

    def _noted(self, name: str, tab: OpenTab) -> Tab:
        loaded = self._document(name) != tab.document
        if loaded and _was_sent(self._actuator.traces.responses, urlsplit(tab.url).path):
            self._sent[name] = tab.document
        sent = self._sent.get(name) == tab.document
        return Tab(url=tab.url, title=tab.title, loaded=loaded, sent=sent)

    def restored(self) -> None:
        """The tabs are those of the checkpoint that the walk went back to."""
        self._last = self._before = self._places()

    def _places(self) -> dict[str, tuple[str, int]]:
        return {name: (tab.url, tab.document) for name, tab in self._actuator.tabs().items()}

    def _document(self, name: str) -> int | None:
        before = self._before.get(name)
        return before[1] if before is not None else None

    async def finish(self) -> None:
        """Keep what the browser stores as it is now."""
        self._again = True
        if self._saving is None or self._saving.done():
            self._saving = asyncio.ensure_future(self._save())
        await self._saving

    async def drop(self) -> None:
        """Nobody will go on with the session: what is being kept need not be."""
        if self._saving is not None and not self._saving.done():
            self._saving.cancel()
            await asyncio.gather(self._saving, return_exceptions=True)

    async def _save(self) -> None:
        while self._again:
            self._again = False
            number, self._unkept = self._unkept, None
            try:
                async with asyncio.timeout(_MOST_SECONDS):
                    state = await self._actuator.storage_state()
            except TimeoutError:
                return
            if state is None or self._stored in ((state, True), (state, number is not None)):
                # Nothing is known, or nothing is new: what was kept at an earlier one holds here, too.
                continue
            # Where it cannot be kept, the journal cannot be written either, and that is told.
            with contextlib.suppress(StoreError):
                self._keep(state, number)
                self._stored = copy.deepcopy(state), number is not None


def _was_sent(responses: Sequence[SeenResponse], path: str) -> bool:
    """Whether the document at the path answers what was sent there, and was not asked for by its address."""
    came = next((one for one in reversed(responses) if one.document and one.path == path), None)
    return came is not None and came.method not in SAFE_METHODS and 200 <= came.status < 300
