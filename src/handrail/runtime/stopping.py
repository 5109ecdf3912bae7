"""Stopping a run, or giving a person the wheel, between two actions and never inside one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from handrail.errors import Driven, Stopped, Waiting
from handrail.runtime.wheel import Wheel

T = TypeVar("T")


class StopSignal:
    """Raised once, by a person or a limit; the engine notices it at the next safe point."""

    def __init__(self) -> None:
        self._called = asyncio.Event()
        self._stopped = False
        self._why = ""
        self._park = False
        self._may_be_driven = False
        self.wheel = Wheel(told=self._tell)

    def stop(self, why: str, *, park: bool = False) -> None:
        """Ask the run to stop, or with `park` to wait so that it can be taken up again; the first reason
        counts, but a stop goes before a wait."""
        if not self._stopped or (self._park and not park):
            self._stopped, self._why, self._park = True, why, park
            self._called.set()

    def _tell(self) -> None:
        if self._may_be_driven and self.wheel.wish is not None:
            self._called.set()

    @contextmanager
    def giving_way(self) -> Iterator[None]:
        """For as long as the block lasts, a person who wants to drive is let do so."""
        self._may_be_driven = True
        self._tell()
        try:
            yield
        finally:
            self._may_be_driven = False
            if not self._stopped:
                self._called.clear()

    @contextmanager
    def holding_on(self) -> Iterator[None]:
        """For as long as the block lasts, nobody is given the wheel: an action and what shows that it was
        done belong together."""
        before, self._may_be_driven = self._may_be_driven, False
        if not self._stopped:
            self._called.clear()
        try:
            yield
        finally:
            self._may_be_driven = before
            self._tell()

    async def come(self) -> None:
        """Wait until the signal is given."""
        await self._called.wait()

    @property
    def raised(self) -> bool:
        return self._stopped

    def check(self) -> None:
        """Raises Stopped, or Waiting for one to be parked, once the signal was given; Driven where a person
        wants to drive, and may now."""
        if self._called.is_set():
            raise self._error()

    def _error(self) -> Stopped | Waiting | Driven:
        if not self._stopped:
            return Driven("A person takes over.")
        return Waiting(self._why) if self._park else Stopped(self._why)

    async def race(self, harmless: Coroutine[Any, Any, T]) -> T:
        """Await something without effect, and give it up when the signal comes. Raises Stopped then."""
        if self._called.is_set():
            harmless.close()
            raise self._error()
        work = asyncio.ensure_future(harmless)
        watch = asyncio.ensure_future(self._called.wait())
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
                await self._called.wait()
        except TimeoutError:
            return
        self.check()
