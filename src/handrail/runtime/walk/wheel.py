"""Who drives a session: the walk, or a person who has taken it over. People call to it from anywhere in the
process; the walk looks at it between two actions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, Protocol

from handrail.journal.events.event import Artefact

IDLE_SECONDS: Final = 900.0
"""How long a person may do nothing at the wheel before the session is put aside."""

BEHIND: Final = "next"
"""Said in place of a step's id: the step where the walk stood is done, and the next one is to come."""

Stuck = Literal["take_over", "again", "stop"]


@dataclass(frozen=True)
class Wish:
    """A person wants to drive."""

    by: str
    why: str = ""


@dataclass(frozen=True)
class Return:
    """The wheel is given back."""

    by: str
    at: str | None = None
    """The step to go on with, where the person says so."""


@dataclass(frozen=True)
class Recordings:
    """Where what people do at the wheel of one session is kept."""

    folder: Path
    browser: str
    keep: Callable[[bytes, str], Artefact]
    """Keeps a file under its content address; the second argument is its suffix."""
    cover: Callable[[Path], None]
    """Takes out of a recording that is finished what the home does not keep."""
    typed: Callable[[Collection[str], Collection[str]], None]
    """Keeps secrets that people typed, with the hosts whose pages are open, for whoever goes on."""

    def next(self) -> int:
        """The number of the next recording."""
        numbers = [int(path.name) for path in self.folder.glob("*") if path.name.isdigit()]
        return max(numbers, default=0) + 1

    def path(self, number: int) -> Path:
        """The folder of a recording."""
        return self.folder / str(number)


class Attendant(Protocol):
    """A person at the terminal that a run was started from."""

    @property
    def name(self) -> str: ...

    async def stuck(self, label: str, why: str) -> Stuck:
        """What to do about a step that cannot be done."""
        ...

    async def hands_back(self, told: str) -> str | None:
        """Wait until the person at the terminal hands back; gives the step that they name. `told` says who
        drives, and why."""
        ...


@dataclass
class Wheel:
    """One session's wheel in one process."""

    idle_seconds: float = IDLE_SECONDS
    address: str = ""
    """Where another program reaches the browser."""
    attendant: Attendant | None = None
    wish: Wish | None = None
    driver: str = ""
    """The person who drives now; empty while the walk does."""
    watched: Callable[[], bool] = lambda: False
    """Whether somebody who could help looks on now."""
    keep_seconds: float = 0.0
    """How long a step that is stuck keeps its browser for whoever looks on."""
    known: frozenset[tuple[str, int]] = frozenset()
    """Nodes with the numbers of visits that were walked before: on the way back through them nobody waits."""
    told: Callable[[], None] = lambda: None
    """Called when a person wants to drive."""
    clock: Callable[[bool], None] = lambda running: None
    """Stops the time of the run while a person drives."""
    _return: Return | None = None
    _returned: asyncio.Event = field(default_factory=asyncio.Event)
    _touched: float = 0.0

    def want(self, by: str, why: str = "") -> None:
        """A person wants to drive; who drives already keeps the wheel."""
        if not self.driver:
            self.wish = self.wish or Wish(by, why)
            self.told()

    def begin(self, by: str) -> None:
        """The person drives from now on."""
        self.wish, self.driver, self._return = None, by, None
        self._returned.clear()
        self.touch()
        self.clock(False)

    def end(self) -> None:
        """The walk drives again."""
        self.driver = ""
        self.clock(True)

    def touch(self) -> None:
        """The person did something."""
        self._touched = time.monotonic()

    def give_back(self, by: str, at: str | None = None) -> None:
        """The person lets go of the wheel, or calls off the wish for it."""
        self.wish = None
        self._return = Return(by, at)
        self._returned.set()

    async def given_back(self) -> Return:
        """Wait until the person lets go."""
        await self._returned.wait()
        assert self._return is not None
        return self._return

    async def idle(self) -> None:
        """Wait until the person has done nothing for too long."""
        left = self.idle_seconds
        while left > 0:
            await asyncio.sleep(left)
            left = self._touched + self.idle_seconds - time.monotonic()
