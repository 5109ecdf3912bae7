"""Lists as a page shows them: what is in view of them, and all of it, scrolled through where needed."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from handrail.actuators import Reading, Scrolled
from handrail.errors import PermanentError, TransientError
from handrail.runtime.loops.joining import begins_with, in_order, joined
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import ExtractField
from handrail.sop.target import Target

_LATE_SECONDS: Final = 0.25
"""A list that asks for more at its end begins to do so within this time."""
_STEP: Final = 0.6
"""Of the view, so that a part of what was in view stays there."""
_DRAWING_SECONDS: Final = 2.0
"""In this time a list has drawn what came into view."""


@dataclass
class Listing:
    """A list on a page; `place` is the node that goes through it, and `bound` how often it may grow."""

    crew: Crew
    page: str
    each: Target
    fields: tuple[ExtractField, ...]
    place: str
    bound: int
    scroll: bool = True
    """Whether it may be scrolled; else what is drawn is all that is seen of it. Not any more, once the page
    was seen to hold all of it at once: another page of results does so, too."""

    in_parts: bool = False
    """Whether it was seen to draw only what is in view."""

    async def drawn(self) -> Sequence[Reading]:
        """What the page holds of it now; from the top down where it uses its elements again for others."""
        read = await self.crew.stop.race(self.crew.actuator.read(self.page, self.fields, each=self.each))
        return in_order(read) if self.in_parts else read

    async def shown(self) -> Sequence[Reading]:
        """What the page holds of it once it is at rest: a list still coming is not read in part."""
        await self.crew.stop.race(self.crew.actuator.traffic.rest(self.page))
        return await self.drawn()

    async def scrolled(self, to: float | None = None) -> Scrolled | None:
        """Where it is scrolled to, after it was scrolled to a place; none where nothing scrolls it."""
        if not self.scroll:
            return None
        return await self.crew.stop.race(self.crew.actuator.scroll_list(self.page, self.each, to))

    async def whole(self) -> Sequence[Reading]:
        """All of it: what it loads at its end, and what it draws only where it is in view.

        It is left scrolled as it was. Raises PermanentError where it has no end within the bound, and
        TransientError where it changes while it is scrolled through.
        """
        first = await self.shown()
        began = await self.scrolled() if first else None
        if began is None:
            return first
        whole = await self._to_its_end(first, began)
        await self._back_to(began.top)
        return whole

    async def scanned(self) -> AsyncIterator[Sequence[Reading]]:
        """What comes into view on the way down from here, and then, where that was not all, from the top."""
        at = began = await self.scrolled()
        while at is not None:
            if at.at_end:
                await self.crew.stop.pause(_LATE_SECONDS)
                at = await self.scrolled()
                if at is None or at.at_end:
                    break
            at = await self.scrolled(at.top + at.view * _STEP)
            yield await self.shown()
        at = await self.scrolled(0) if began is not None else None
        while at is not None and began is not None:
            yield await self.shown()
            if at.at_end or at.top >= began.top:
                break
            at = await self.scrolled(at.top + at.view * _STEP)

    async def _back_to(self, top: float) -> None:
        await self.crew.stop.race(self.crew.actuator.scroll_list(self.page, self.each, top))

    async def _to_its_end(self, first: Sequence[Reading], began: Scrolled) -> Sequence[Reading]:
        found = first
        for _ in range(self.bound):
            at = await self.scrolled(began.height)
            now = await self._late(found)
            if at is None or not begins_with(now, found):
                return await self._view_by_view()
            if len(now) == len(found):
                self.scroll = len(now) > len(first)
                return now
            found, began = now, await self.scrolled() or began
        raise self._endless()

    async def _late(self, found: Sequence[Reading]) -> Sequence[Reading]:
        """What is shown, once what is behind the end had the time to come."""
        now = await self.shown()
        if len(now) == len(found) and begins_with(now, found):
            await self.crew.stop.pause(_LATE_SECONDS)
            now = await self.shown()
        return now

    async def _view_by_view(self) -> Sequence[Reading]:
        self.in_parts = True
        at = await self.scrolled(0)
        found = await self.shown()
        grown = 0
        while at is not None:
            if at.at_end:
                found = await self._drawn_to_its_end(found, at)
                now = await self.scrolled()
                if now is None or now.at_end:
                    return found
                grown += 1
                if grown > self.bound:
                    raise self._endless()
                at = now
            at, found = await self._further(at, found)
        return found

    async def _further(
        self, at: Scrolled, found: Sequence[Reading]
    ) -> tuple[Scrolled | None, Sequence[Reading]]:
        """One step down, and what is in view there joined to what was found."""
        step = at.view * _STEP
        deadline = time.monotonic() + self.crew.settings.find_seconds
        while True:
            now = await self.scrolled(at.top + step)
            patience = time.monotonic() + _DRAWING_SECONDS / 4
            while True:
                more = joined(found, await self.shown())
                if more is not None:
                    return now, more
                if time.monotonic() >= patience:
                    break
                await self.crew.stop.pause(0.05)
            if time.monotonic() >= deadline:
                raise TransientError(
                    "The list changed while it was scrolled through: what came into view does not join "
                    "what was seen before.",
                    place=f"node '{self.place}'",
                    mend='Narrow the list by a filter or search of the app, or say "scroll": false.',
                )
            # Its records may be higher than the step let them overlap.
            step /= 2

    async def _drawn_to_its_end(self, found: Sequence[Reading], at: Scrolled) -> Sequence[Reading]:
        """The last records, once the list has drawn them and asks for no more."""
        deadline = time.monotonic() + _DRAWING_SECONDS
        while True:
            await self.crew.stop.pause(_LATE_SECONDS)
            more = joined(found, await self.shown()) or found
            last = more[-1]
            short = last.top + 2 * last.height < at.height
            if (len(more) == len(found) and not short) or time.monotonic() >= deadline:
                return more
            found = more

    def _endless(self) -> PermanentError:
        return PermanentError(
            f"The list was scrolled to its end {self.bound} times, the bound, and has grown each time.",
            place=f"node '{self.place}'",
            mend='Raise its bound, narrow the list, or say "scroll": false to read what is there at once.',
        )
