"""Stopping a run between two actions, never inside one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from handrail.errors import Stopped, Waiting

T = TypeVar("T")


class StopSignal:
    """Raised once, by a person or a limit; the engine notices it at the next safe point."""

    def __init__(self) -> None:
        self._raised = asyncio.Event()
        self._why = ""
        self._park = False
        self._aborted_by: str | None = None

    def stop(self, why: str, *, park: bool = False) -> None:
        """Ask the run to stop, or with `park` to wait so that it can be taken up again; the first reason
        counts, but a stop goes before a wait."""
        if not self._raised.is_set() or (self._park and not park):
            self._why, self._park = why, park
            self._raised.set()

    def abort_exploration(self, by: str) -> None:
        """End the exploration that is under way, if there is one: what it was for is the person's again."""
        self._aborted_by = by

    def exploration_ended_by(self) -> str | None:
        """Who aborted the exploration since this was asked last; none where nobody did."""
        by, self._aborted_by = self._aborted_by, None
        return by

    @property
    def raised(self) -> bool:
        return self._raised.is_set()

    def check(self) -> None:
        """Raises Stopped, or Waiting for one to be parked, once the signal was given."""
        if self._raised.is_set():
            raise self._error()

    def _error(self) -> Stopped | Waiting:
        return Waiting(self._why) if self._park else Stopped(self._why)

    async def race(self, harmless: Coroutine[Any, Any, T]) -> T:
        """Await something without effect, and give it up when the signal comes. Raises Stopped then."""
        if self._raised.is_set():
            harmless.close()
            raise self._error()
        work = asyncio.ensure_future(harmless)
        watch = asyncio.ensure_future(self._raised.wait())
        try:
            await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            raise self._error()
        finally:
            watch.cancel()
            if not work.done():
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)

    async def pause(self, seconds: float) -> None:
        """Wait, at most until the signal comes. Raises Stopped then."""
        try:
            async with asyncio.timeout(seconds):
                await self._raised.wait()
        except TimeoutError:
            return
        self.check()
