"""Pointing: the element at a place of a page, through its frames, shown and described; nothing is acted."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from playwright.async_api import Page

from handrail._model import Model
from handrail.actuators.browser.gathering import path_of
from handrail.browser import FrameGone, FrameId, InPage
from handrail.errors import TransientError
from handrail.sop.target import Box, FrameStep, Target

_DEEPEST: Final = 8
"""So many frames within each other are looked through."""
_GLANCE_SECONDS: Final = 2.0
"""Where the pointer passes, a late answer is of no use any more."""
_PICK_SECONDS: Final = 15.0


class Pointed(NamedTuple):
    """What a person means who points at a place."""

    box: Box
    """In CSS pixels of the window."""
    role: str
    """Its role, or its tag where it has none."""
    name: str


class PointedField(Model):
    """What can be read of each item of a list that was pointed at."""

    words: str
    """What the page calls it."""
    column: str | None
    target: Target | None
    attribute: str | None


class PointedList(NamedTuple):
    """A list, pointed at by one of its items."""

    elements: Target
    boxes: tuple[Box, ...]
    """Of the items in sight and beyond, in CSS pixels of the window."""
    chosen: int
    """Which of them was pointed at."""
    fields: tuple[PointedField, ...]


class _Place(NamedTuple):
    """A point in the document that holds it."""

    frame: FrameId | None
    x: float
    y: float
    seen: dict[str, Any]


class _Found(NamedTuple):
    """What the document that holds a point tells of what lies there."""

    place: _Place
    path: tuple[FrameStep, ...]
    told: dict[str, Any]


class Pointing:
    """Looks at places of one page; they are in CSS pixels of its window."""

    def __init__(self, inpage: InPage, page: Page) -> None:
        self._inpage = inpage
        self._page = page

    async def at(self, x: float, y: float) -> Pointed | None:
        """The element there; none where there is no document, or it is being replaced."""
        found = await self._place(x, y, _GLANCE_SECONDS)
        if found is None:
            return None
        return Pointed(_moved(found.seen["box"], found, x, y), found.seen["role"], found.seen["name"])

    async def listed(self, x: float, y: float) -> PointedList | None:
        """The list one of whose items lies there; none where nothing there is one of several."""
        found = await self._found("listedAt", x, y)
        if found is None:
            return None
        place, path, told = found
        return PointedList(
            elements=Target(locators=told["locators"], frame=path),
            boxes=tuple(_moved(box, place, x, y) for box in told["boxes"]),
            chosen=told["chosen"],
            fields=tuple(PointedField.model_validate(field) for field in told["fields"]),
        )

    async def describe(self, x: float, y: float) -> Target | None:
        """The element there as a recording describes it; none where there is none."""
        found = await self._found("describedAt", x, y)
        if found is None:
            return None
        return Target.model_validate(found.told).model_copy(update={"frame": found.path})

    async def _found(self, function: str, x: float, y: float) -> _Found | None:
        place = await self._place(x, y, _PICK_SECONDS)
        if place is None:
            return None
        try:
            told = await self._ask(function, place.x, place.y, place.frame, _PICK_SECONDS)
            if told is None:
                return None
            path = () if place.frame is None else await path_of(self._inpage, self._page, place.frame)
        except (FrameGone, TransientError):
            return None
        return _Found(place, path, told)

    async def _place(self, x: float, y: float, seconds: float) -> _Place | None:
        frame: FrameId | None = None
        found: _Place | None = None
        try:
            for _ in range(_DEEPEST):
                seen = await self._ask("pointed", x, y, frame, seconds)
                if seen is None:
                    return found
                found = _Place(frame, x, y, seen)
                inner = seen["frame"]
                if inner is None:
                    return found
                frame = await self._inpage.frame_within(self._page, frame, inner["locators"])
                if frame is None or not self._inpage.is_there(self._page, frame):
                    return found
                x, y = x - inner["x"], y - inner["y"]
        except (FrameGone, TransientError):
            return None
        return found

    async def _ask(self, function: str, x: float, y: float, frame: FrameId | None, seconds: float) -> Any:
        return await self._inpage.call(self._page, function, x, y, frame=frame, patience=1, within=seconds)


def _moved(box: dict[str, float], found: _Place, x: float, y: float) -> Box:
    """A box of the document that holds the place, where it lies in the window."""
    own = Box.model_validate(box)
    return own.model_copy(update={"x": own.x + x - found.x, "y": own.y + y - found.y})
