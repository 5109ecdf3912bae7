"""Who could not be let in: told in the audit log, a few entries for many requests."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from handrail.errors import StoreError
from handrail.journal.chain.log import note
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.audited import SignInFailed
from handrail.private import write_private

_SECONDS: Final = 10.0
"""An address gets one entry in so many seconds, with the number of its requests: a flood fills no disk."""

_MOST_SOURCES: Final = 1000
_FOLDER: Final = "refused"
"""What is counted and not told yet, a file for each process that counts."""
_LEFT_SECONDS: Final = 60.0
"""A process that lives has told what it counted long before; what lies for so long was left by one that was
killed."""


class Refusals:
    """Counts refused requests by the address that they came from."""

    def __init__(self, store: JournalStore, home: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._folder = home / _FOLDER
        self._kept = self._folder / f"{secrets.token_hex(8)}.json"
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._why: dict[str, str] = {}
        self._told: dict[str, float] = {}

    def add(self, source: str, why: str) -> None:
        """Count a request; the first from an address is told at once, the next with those that follow.

        What is only counted outlives the process, however that ends.
        """
        with self._lock:
            if source not in self._counts and len(self._counts) >= _MOST_SOURCES:
                source = "many others"
            self._count(source, why)
        self._tell()

    def flush(self) -> None:
        """Tell what was counted of addresses whose time has come, here or in a process that was killed. What
        cannot be told now is told later."""
        self._take_up()
        self._tell()

    def _count(self, source: str, why: str, count: int = 1) -> None:
        self._counts[source] = self._counts.get(source, 0) + count
        self._why[source] = why

    def _tell(self) -> None:
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
            try:
                note(self._store, lambda _, event=event: event)  # type: ignore[misc]
            except StoreError:
                # A request is refused whether or not that can be journaled.
                with self._lock:
                    self._count(source, why[source], count)
        with self._lock, suppress(StoreError, OSError):
            self._keep()

    def _keep(self) -> None:
        if not self._counts:
            self._kept.unlink(missing_ok=True)
            return
        told = [[source, count, self._why[source]] for source, count in self._counts.items()]
        # It need not be on the disk: a process that is killed takes no page of the system's with it.
        write_private(self._kept, json.dumps(told), what="What was counted", durable=False)

    def _take_up(self) -> None:
        """Count what a process has left that was killed."""
        for left in self._folder.glob("*.json"):
            mine = left.with_suffix(".taken")
            with suppress(OSError, ValueError, TypeError):
                if left == self._kept or time.time() - left.stat().st_mtime < _LEFT_SECONDS:
                    continue
                # Of several that find it, one can.
                left.rename(mine)
                told = json.loads(mine.read_text(encoding="utf-8"))
                with self._lock:
                    for source, count, why in told:
                        self._count(str(source), str(why), int(count))
                    self._keep()
                mine.unlink()
