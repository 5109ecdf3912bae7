"""Pictures of the page at effects: taken beside the work where that is safe, kept as artefacts."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Literal

from handrail.actuators import Actuator
from handrail.journal.artefacts import Artefacts
from handrail.journal.event import Artefact, Pictured
from handrail.runtime.scribe import Scribe

_SPARING_SECONDS = 1.0

Moment = Literal["before", "after", "failure"]


class Pictures:
    """Takes pictures one at a time. One that is asked for beside the work is left out while another is being
    taken, and where `sparing` within a second after the last: then the next picture shows both steps."""

    def __init__(self, actuator: Actuator, artefacts: Artefacts, scribe: Scribe) -> None:
        self._actuator = actuator
        self._artefacts = artefacts
        self._scribe = scribe
        self._taking: asyncio.Task[None] | None = None
        self._last = 0.0

    def take(self, node: str, page: str, moment: Moment, *, sparing: bool = False) -> None:
        """Begin a picture beside the work."""
        if sparing and time.monotonic() - self._last < _SPARING_SECONDS:
            return
        if self._taking is None or self._taking.done():
            self._taking = asyncio.ensure_future(self._keep(node, page, moment))

    async def taken(self, node: str, page: str, moment: Moment) -> None:
        """A picture of this very moment."""
        await self.finish()
        await self._keep(node, page, moment)

    async def finish(self) -> None:
        """Wait for the picture that is being taken."""
        if self._taking is not None:
            await self._taking
            self._taking = None

    async def _keep(self, node: str, page: str, moment: Moment) -> None:
        self._last = time.monotonic()
        image = await self._actuator.picture(page)
        if image is not None:
            picture = self.keep(image)
            self._scribe.note(Pictured(kind="pictured", node=node, moment=moment, picture=picture))

    def keep(self, image: bytes) -> Artefact:
        """Keep a picture that was taken."""
        return self._artefacts.put(image, ".jpg")

    def path(self, picture: Artefact) -> Path:
        """Where a kept picture lies, for a person to open."""
        return self._artefacts.path(picture)
