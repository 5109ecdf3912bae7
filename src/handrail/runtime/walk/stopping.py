"""What is called to a run from outside: stop, skip, step by step, another branch, a person at the wheel.

It is noticed between two actions, never inside one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple, TypeVar

from handrail.errors import Driven, ExplorationEnded, HandrailError, SkippedByPerson, Stopped, Waiting
from handrail.runtime.walk.wheel import Wheel

T = TypeVar("T")


class Call(NamedTuple):
    """Something that a person wants of a run while it goes on."""

    id: int
    verb: Literal["step", "skip", "give-up", "branch"]
    """To be asked before every step, or not any more; to go on without an optional node; to end an
    exploration; to take a decision's way."""
    by: str
    node: str = ""
    on: bool = True
    """Of `step`: whether to be asked from now on."""
    outcome: str = ""
    """Of `branch`: the way to take."""
    why: str = ""


class StopSignal:
    """Raised once, by a person or a limit; the engine notices it at the next safe point.

    It carries also what people call to single nodes; `pending` holds those that were not reached yet.
    """

    def __init__(self) -> None:
        self._raised = asyncio.Event()
        self._noticed = asyncio.Event()
        self._why = ""
        self._park = False
        self._here = ""
        self._exploring = ""
        self.pending: list[Call] = []
        self.stepping: bool | None = None
        """Whether a person wants to be asked before every step; none where nobody said anything."""
        self._may_be_driven = False
        self._finishing: float | None = None
        """Seconds for which a stop waits, within an effect that happens once."""
        self._waiting: asyncio.TimerHandle | None = None
        self.wheel = Wheel(told=self._look)

    def stop(self, why: str, *, park: bool = False) -> None:
        """Ask the run to stop, or with `park` to wait so that it can be taken up again; the first reason
        counts, but a stop goes before a wait."""
        if not self._raised.is_set() or (self._park and not park):
            self._why, self._park = why, park
            self._raised.set()
            if self._finishing is not None and self._waiting is None:
                self._waiting = asyncio.get_running_loop().call_later(self._finishing, self._wait_no_more)
            self._look()

    def _wait_no_more(self) -> None:
        self._finishing = None
        self._look()

    def call(self, call: Call) -> None:
        """Take in what a person wants of a node; it holds once, when the walk is there."""
        if call.verb == "step":
            self.stepping = call.on
            self.pending = [other for other in self.pending if other.verb != "step"]
        if call.verb == "give-up" and call.node not in (self._exploring, self._here):
            # Nobody explores there any more; where the walk is, it may be about to.
            return
        self.pending.append(call)
        self._look()

    def arrive(self, node: str) -> None:
        """The walk is at this node now."""
        self._here = node
        self._forget_given_up()
        self._look()

    def explore(self, node: str) -> None:
        """The node's way is being explored; with the empty name, no longer."""
        if not node:
            self.pending = [call for call in self.pending if call.verb != "give-up"]
        self._exploring = node
        self._look()

    def _forget_given_up(self) -> None:
        """An exploration elsewhere is over."""
        self.pending = [call for call in self.pending if call.verb != "give-up" or call.node == self._here]

    def step_no_more(self) -> None:
        """A person has said yes to all further steps."""
        self.stepping = None
        self.pending = [call for call in self.pending if call.verb != "step"]

    def branch(self, node: str) -> Call | None:
        """The way that a person wants of the decision; it is theirs once."""
        found = next((call for call in self.pending if call.verb == "branch" and call.node == node), None)
        if found is not None:
            self.pending.remove(found)
        return found

    @contextmanager
    def giving_way(self, give: bool = True) -> Iterator[None]:
        """For as long as the block lasts, a person who wants to drive is let do so; or is not, between an
        action and what shows that it was done."""
        before, self._may_be_driven = self._may_be_driven, give
        self._look()
        try:
            yield
        finally:
            self._may_be_driven = before
            self._look()

    @contextmanager
    def finishing(self, seconds: float) -> Iterator[None]:
        """For as long as the block lasts, a stop is not noticed, but for so many seconds at the most: whether
        an effect was done that happens once is looked at, as nobody could tell it later."""
        if not self._raised.is_set():
            self._finishing = seconds
        try:
            yield
        finally:
            self._finishing = None
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None
            self._look()

    async def come(self) -> None:
        """Wait until the run is to stop."""
        await self._raised.wait()

    @property
    def raised(self) -> bool:
        return self._raised.is_set()

    @property
    def why(self) -> HandrailError:
        """What the run stops with, once the signal was given."""
        return Waiting(self._why) if self._park else Stopped(self._why)

    def check(self) -> None:
        """Raises Stopped, or Waiting for one to be parked, once the signal was given; SkippedByPerson or
        ExplorationEnded where a person ends the node that the walk is at, Driven where one may drive now."""
        if self._noticed.is_set():
            raise self._error()

    def _look(self) -> None:
        stopped = self._raised.is_set() and self._finishing is None
        if stopped or self._ending() is not None or self._driven():
            self._noticed.set()
        else:
            self._noticed.clear()

    def _driven(self) -> bool:
        return self._may_be_driven and self.wheel.wish is not None

    def _ending(self) -> Call | None:
        wanted = {("skip", self._here), ("give-up", self._exploring)}
        return next((call for call in self.pending if (call.verb, call.node) in wanted), None)

    def _error(self) -> HandrailError:
        ending = self._ending()
        if ending is None and not self._raised.is_set():
            return Driven("A person takes over.")
        if self._raised.is_set() or ending is None:
            return self.why
        self.pending.remove(ending)
        self._look()
        because = f": {ending.why}" if ending.why else "."
        if ending.verb == "skip":
            return SkippedByPerson(f"{ending.by} skipped this step{because}")
        return ExplorationEnded(f"{ending.by} ended the exploration{because}")

    async def race(self, harmless: Coroutine[Any, Any, T]) -> T:
        """Await something without effect, and give it up when something is called. Raises as `check`."""
        if self._noticed.is_set():
            harmless.close()
            raise self._error()
        work = asyncio.ensure_future(harmless)
        # What it fails of once it is given up is nobody's concern any more.
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        watch = asyncio.ensure_future(self._noticed.wait())
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
        """Wait, at most until something is called. Raises as `check` then."""
        try:
            async with asyncio.timeout(seconds):
                await self._noticed.wait()
        except TimeoutError:
            return
        self.check()
