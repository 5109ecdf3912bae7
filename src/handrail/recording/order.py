"""The one order of what pages tell and of what the browser says of itself.

A page tells what can wait, as a letter that was typed, a moment late, together with what follows. What the
browser says by itself about what came of it, as a dialog or a response, could overtake it: that is held until
the page has told what it had to.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

Told = dict[str, Any]
Work = Coroutine[Any, Any, None]


class _Held(NamedTuple):
    at: float
    work: Work
    began: float


class Order:
    """Gives work on, each piece behind what came before it."""

    def __init__(self, put: Callable[[Work], None]) -> None:
        self._put = put
        self._held: deque[_Held] = deque()
        self._waiting: set[asyncio.Task[None]] = set()

    def told(self, message: str, hear: Callable[[Sequence[Told]], Work]) -> None:
        """A page's message: how many of its lines had waited, and the lines."""
        waited, *lines = json.loads(message)
        while self._held:
            said = self._held.popleft()
            late = max(_before(said.at, lines[:waited]), _before(said.began, lines))
            if late:
                self._put(hear(lines[:late]))
            lines, waited = lines[late:], max(0, waited - late)
            self._put(said.work)
        if lines:
            self._put(hear(lines))

    def said(self, work: Work, told: Callable[[], Work], *, began: float = 0) -> None:
        """What the browser says of itself. `told` has the page tell what may be the cause of it.

        `began` is the moment in milliseconds at which it began: what the page tells of from before came
        before, however late it is told.
        """
        held = _Held(now(), work, began)
        self._held.append(held)
        task = asyncio.ensure_future(self._after(told(), held.at))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _after(self, told: Work, moment: float) -> None:
        await told
        self.release(moment)

    def put(self, work: Work) -> None:
        """What comes behind everything that is known so far."""
        self.release()
        self._put(work)

    def release(self, until: float = float("inf")) -> None:
        """Hold nothing any more that was said until then, in milliseconds."""
        while self._held and self._held[0].at <= until:
            self._put(self._held.popleft().work)


def now() -> float:
    """The moment, in milliseconds, as pages tell it."""
    return time.time() * 1000


def _before(moment: float, lines: Sequence[Told]) -> int:
    """How many lines, from the first on, were told before the moment. What describes targets has no time."""
    return sum(1 for _ in takewhile(lambda line: line.get("t", 0) <= moment, lines))
