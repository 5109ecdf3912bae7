"""Pictures of the page at effects: taken beside the work where that is safe, kept as artefacts.

Where personal data is to be blacked out, a picture is read in a thread of its own while the run goes on, and
nothing of it is on disk before that is done.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from handrail.actuators import Actuator
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.events.event import Artefact, Pictured
from handrail.runtime.walk.scribe import Scribe

_SPARING_SECONDS = 1.0
_EARLY_SECONDS = 0.5
"""How old a picture may be that was begun before it was asked for."""
_MOST_UNREAD = 12
"""Pictures that wait in memory to be read; beyond that, those taken beside the work are left out."""

Moment = Literal["before", "after", "failure"]


class Hidden(NamedTuple):
    """A picture without what is personal in it, and how much of each kind that was."""

    image: bytes
    counts: Mapping[str, int]


Hide = Callable[[bytes], Awaitable[Hidden]]


class _Early(NamedTuple):
    """A picture that was begun while the step before came to its end."""

    page: str
    began: float
    image: asyncio.Task[bytes | None]


class Pictures:
    """Takes pictures one at a time. One that is asked for beside the work is left out while another is being
    taken, and where `sparing` within a second after the last: then the next picture shows both steps."""

    def __init__(
        self,
        actuator: Actuator,
        artefacts: Artefacts,
        scribe: Scribe,
        *,
        hide: Hide | None = None,
        wanted: bool = True,
    ) -> None:
        """`hide` blacks out what is personal; without `wanted` no picture is kept at all."""
        self._actuator = actuator
        self._artefacts = artefacts
        self._scribe = scribe
        self._hide = hide
        self._wanted = wanted
        self._taking: asyncio.Task[None] | None = None
        self._early: _Early | None = None
        self._hiding: set[asyncio.Task[None]] = set()
        self._last = 0.0

    async def begin(self, node: str, page: str, moment: Moment, *, sparing: bool = False) -> None:
        """Begin a picture beside the work: the browser is told of it before this returns."""
        if sparing and time.monotonic() - self._last < _SPARING_SECONDS:
            return
        if len(self._hiding) >= _MOST_UNREAD:
            return
        if self._is_free():
            begun = asyncio.Event()
            self._taking = asyncio.ensure_future(self._keep(node, page, moment, begun.set))
            self._taking.add_done_callback(lambda _: begun.set())
            # Else the next step's action would be sent first, and be seen in the picture.
            await begun.wait()

    async def expect(self, page: str) -> None:
        """The page's next picture is that before an effect: nothing is done before it. It is begun at once,
        so that the effect waits less for it."""
        if self._wanted and self._is_free():
            image = asyncio.ensure_future(self._actuator.picture(page))
            self._early = _Early(page, time.monotonic(), image)
            # The browser is told before what is to be reckoned until then.
            await asyncio.sleep(0)

    async def taken(self, node: str, page: str, moment: Moment) -> None:
        """A picture of this very moment; before an effect, one that was begun for it is recent enough."""
        await self._taken()
        early, self._early = self._early, None
        if early is not None and not _serves(early, page, moment):
            await _left(early)
            early = None
        await self._keep(node, page, moment, early=early)

    async def finish(self) -> None:
        """Wait for the picture that is being taken, and for those that are being read."""
        await self._taken()
        early, self._early = self._early, None
        if early is not None:
            await _left(early)
        while self._hiding:
            await asyncio.gather(*self._hiding)

    async def kept(self, image: bytes) -> Artefact | None:
        """Keep a picture that was taken, once it is read where it must be; none where none are kept."""
        if not self._wanted:
            return None
        if self._hide is not None:
            image = (await self._hide(image)).image
        return self._artefacts.put(image, ".jpg")

    def path(self, picture: Artefact) -> Path:
        """Where a kept picture lies, for a person to open."""
        return self._artefacts.path(picture)

    def _is_free(self) -> bool:
        under_way = (self._taking, self._early.image if self._early is not None else None)
        return all(task is None or task.done() for task in under_way)

    async def _taken(self) -> None:
        if self._taking is not None:
            await self._taking
            self._taking = None

    async def _keep(
        self,
        node: str,
        page: str,
        moment: Moment,
        begun: Callable[[], None] | None = None,
        *,
        early: _Early | None = None,
    ) -> None:
        if not self._wanted:
            return
        self._last = time.monotonic()
        image = await early.image if early is not None else None
        image = image or await self._actuator.picture(page, begun=begun)
        if image is None:
            return
        if self._hide is None:
            self._note(node, moment, image, None)
            return
        task = asyncio.ensure_future(self._hidden(self._hide, node, moment, image))
        self._hiding.add(task)
        task.add_done_callback(self._hiding.discard)

    async def _hidden(self, hide: Hide, node: str, moment: Moment, image: bytes) -> None:
        hidden = await hide(image)
        self._note(node, moment, hidden.image, dict(hidden.counts))

    def _note(self, node: str, moment: Moment, image: bytes, hidden: dict[str, int] | None) -> None:
        picture = self._artefacts.put(image, ".jpg")
        self._scribe.note(Pictured(kind="pictured", node=node, moment=moment, picture=picture, hidden=hidden))


def _serves(early: _Early, page: str, moment: Moment) -> bool:
    recent = time.monotonic() - early.began < _EARLY_SECONDS
    return moment == "before" and early.page == page and recent


async def _left(early: _Early) -> None:
    """Nobody wants it; what it veils in the page is unveiled first."""
    await asyncio.gather(early.image, return_exceptions=True)
