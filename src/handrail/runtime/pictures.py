"""Pictures of the page at effects: taken beside the work where that is safe, kept as artefacts."""

from __future__ import annotations

import asyncio
from typing import Literal

from handrail.actuators import Actuator
from handrail.journal.artefacts import Artefacts
from handrail.journal.event import Artefact, Pictured
from handrail.runtime.scribe import Scribe

Moment = Literal["before", "after", "failure"]


class Pictures:
    """Takes pictures one at a time. A picture asked for while another is being taken is left out: the
    steps are closer together than pictures can show."""

    def __init__(self, actuator: Actuator, artefacts: Artefacts, scribe: Scribe) -> None:
        self._actuator = actuator
        self._artefacts = artefacts
        self._scribe = scribe
        self._taking: asyncio.Task[None] | None = None

    def take(self, node: str, page: str, moment: Moment) -> None:
        """Begin a picture beside the work."""
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
        image = await self._actuator.picture(page)
        if image is not None:
            picture: Artefact = self._artefacts.put(image, ".jpg")
            self._scribe.note(Pictured(kind="pictured", node=node, moment=moment, picture=picture))
