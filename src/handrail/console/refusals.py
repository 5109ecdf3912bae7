"""Who could not be let in: told in the audit log, a few entries for many requests."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from handrail.errors import StoreError
from handrail.journal.audited import SignInFailed
from handrail.journal.log import note
from handrail.journal.store import JournalStore

_SECONDS: Final = 10.0
"""An address gets one entry in so many seconds, with the number of its requests: a flood fills no disk."""

_MOST_SOURCES: Final = 1000


class Refusals:
    """Counts refused requests by the address that they came from."""

    def __init__(self, store: JournalStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._why: dict[str, str] = {}
        self._told: dict[str, float] = {}

    def add(self, source: str, why: str) -> None:
        """Count a request; the first from an address is told at once, the next with those that follow."""
        with self._lock:
            if source not in self._counts and len(self._counts) >= _MOST_SOURCES:
                source = "many others"
            self._counts[source] = self._counts.get(source, 0) + 1
            self._why[source] = why
        self.flush()

    def flush(self) -> None:
        """Tell what was counted of addresses whose time has come. What cannot be told now is told later."""
        now = self._clock()
        with self._lock:
            self._told = {source: at for source, at in self._told.items() if now - at < _SECONDS}
            due = {source: count for source, count in self._counts.items() if source not in self._told}
            why = {source: self._why.pop(source) for source in due}
            for source in due:
                del self._counts[source]
                self._told[source] = now
        for source, count in due.items():
            event = SignInFailed(kind="sign_in_failed", source=source, why=why[source], count=count)
            # A request is refused whether or not that can be journaled.
            with suppress(StoreError):
                note(self._store, lambda _, event=event: event)  # type: ignore[misc]
