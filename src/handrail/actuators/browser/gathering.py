"""Candidates of a page: from all its frames, described whole, and outlined for a person to choose."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from playwright.async_api import Page
from pydantic import TypeAdapter

from handrail.actuators.browser.camera import Camera
from handrail.actuators.browser.selectors import locators
from handrail.browser import FrameGone, FrameId, InPage
from handrail.browser.protocol import Json
from handrail.errors import TransientError
from handrail.sop.target import FrameStep, Target
from handrail.targeting import Candidate, ElementSnapshot
from handrail.targeting.kinds import family
from handrail.targeting.recorded import exact_row

_MOST: Final = 2500
_SEEN: Final = TypeAdapter(tuple[ElementSnapshot, ...])
_CONTROL_FAMILIES: Final = frozenset({"field", "tick", "press"})


class Gathering:
    """The candidates that were gathered last on a page, and where they are."""

    def __init__(self, inpage: InPage, page: Page, camera: Camera) -> None:
        self._inpage = inpage
        self._page = page
        self._camera = camera
        self._frames: dict[tuple[FrameStep, ...], FrameId | None] = {}

    async def gather(self, target: Target, *, brief: bool = False) -> tuple[Candidate, ...]:
        """The elements of every document of the page that are of the target's kind."""
        row = exact_row(target)
        request: dict[str, Json] = {
            "role": target.role,
            "tag": target.tag,
            "any": family(target.role, target.tag) not in _CONTROL_FAMILIES,
            "most": _MOST,
            "brief": brief,
            "row": None if row is None else locators((row,))[0],
        }
        found: list[Candidate] = []
        for frame in self._inpage.frames(self._page):
            with contextlib.suppress(FrameGone, TransientError):
                path = await path_of(self._inpage, self._page, frame)
                seen = await self._inpage.told(self._page, "gather", request, frame=frame, patience=1)
                self._frames[path] = frame
                found += [
                    Candidate(place=place, element=element, frame=path)
                    for place, element in enumerate(_SEEN.validate_json(seen or "[]"))
                ]
        return tuple(found)

    async def describe(self, candidate: Candidate) -> Target | None:
        """A candidate as a target; none once it is gone."""
        frame = self._frames.get(candidate.frame)
        with contextlib.suppress(FrameGone, TransientError):
            described = await self._inpage.call(self._page, "described", candidate.place, frame=frame)
            if described is not None:
                target = Target.model_validate(described)
                near = target.near.model_copy(update={"cells": ()})
                return target.model_copy(update={"frame": candidate.frame, "near": near})
        return None

    async def marked(self, candidates: Sequence[Candidate]) -> bytes | None:
        """A picture with the candidates outlined and numbered from 1; the page is left as it was."""
        by_frame: dict[FrameId | None, list[list[int]]] = {}
        for number, candidate in enumerate(candidates, start=1):
            frame = self._frames.get(candidate.frame)
            by_frame.setdefault(frame, []).append([candidate.place, number])
        try:
            for frame, places in by_frame.items():
                await self._inpage.call(self._page, "mark", places, frame=frame)
            return await self._camera.take(self._page)
        except (FrameGone, TransientError):
            return None
        finally:
            for frame in by_frame:
                with contextlib.suppress(FrameGone, TransientError):
                    await self._inpage.call(self._page, "unmark", frame=frame)


async def path_of(inpage: InPage, page: Page, frame: FrameId) -> tuple[FrameStep, ...]:
    """The `<iframe>` elements from the page down to a frame. Raises FrameGone where one of them has gone."""
    if frame == inpage.main_frame(page):
        return ()
    parent = inpage.parent_of(page, frame)
    outer = await path_of(inpage, page, parent) if parent else ()
    owner = await inpage.describe_frame_owner(page, frame)
    return (*outer, FrameStep.model_validate(owner))
