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
from handrail.journal.artefacts import Artefacts
from handrail.journal.event import Artefact, Pictured
from handrail.runtime.scribe import Scribe

_SPARING_SECONDS = 1.0
_MOST_UNREAD = 12
"""Pictures that wait in memory to be read; beyond that, those taken beside the work are left out."""

Moment = Literal["before", "after", "failure"]


class Hidden(NamedTuple):
    """A picture without what is personal in it, and how much of each kind that was."""

    image: bytes
    counts: Mapping[str, int]


Hide = Callable[[bytes], Awaitable[Hidden]]


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
        self._hiding: set[asyncio.Task[None]] = set()
        self._last = 0.0

    async def begin(self, node: str, page: str, moment: Moment, *, sparing: bool = False) -> None:
        """Begin a picture beside the work: the browser is told of it before this returns."""
        if sparing and time.monotonic() - self._last < _SPARING_SECONDS:
            return
        if len(self._hiding) >= _MOST_UNREAD:
            return
        if self._taking is None or self._taking.done():
            begun = asyncio.Event()
            self._taking = asyncio.ensure_future(self._keep(node, page, moment, begun.set))
            self._taking.add_done_callback(lambda _: begun.set())
            # Else the next step's action would be sent first, and be seen in the picture.
            await begun.wait()

    async def taken(self, node: str, page: str, moment: Moment) -> None:
        """A picture of this very moment."""
        await self._taken()
        await self._keep(node, page, moment)

    async def finish(self) -> None:
        """Wait for the picture that is being taken, and for those that are being read."""
        await self._taken()
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

    async def _taken(self) -> None:
        if self._taking is not None:
            await self._taking
            self._taking = None

    async def _keep(
        self, node: str, page: str, moment: Moment, begun: Callable[[], None] | None = None
    ) -> None:
        if not self._wanted:
            return
        self._last = time.monotonic()
        image = await self._actuator.picture(page, begun=begun)
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
