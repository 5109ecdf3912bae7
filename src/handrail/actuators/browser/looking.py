"""Asking a tab's page what stands on it, and again where its document is replaced meanwhile."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence, Set
from typing import Any

from playwright.async_api import Error, Page

from handrail.actuators.browser.faults import crash_of, see_that_it_lives
from handrail.actuators.browser.selectors import locators
from handrail.actuators.seen import Look, Message, Reading, Scrolled
from handrail.browser.inpage import InPage
from handrail.browser.protocol import FrameGone, Json
from handrail.browser.worlds import FrameId
from handrail.errors import TabClosed, TransientError, UnexpectedPage
from handrail.sop.condition import Condition
from handrail.sop.locator import Locator, RowLocator
from handrail.sop.node import ExtractField
from handrail.sop.target import FrameStep, Target
from handrail.targeting import is_weak

_SAYING_SECONDS = 2.0


class Looking:
    """Of one session: `crashed` are the names of the tabs that are gone; `find` and `navigation` are seconds
    for an element, and for a document."""

    def __init__(self, inpage: InPage, crashed: Set[str], *, find: float, navigation: float) -> None:
        self._inpage = inpage
        self._crashed = crashed
        self._find = find
        self._navigation = navigation
        self._titles: dict[str, tuple[str, int, str]] = {}
        """Of the tabs by name: the address and the document that were looked at last, and their title."""

    async def look(
        self,
        name: str,
        at: Page,
        *,
        conditions: tuple[Condition, ...] = (),
        target: Target | None = None,
        timeout: float,
        again: bool = False,
        await_target: bool = True,
        frame: tuple[FrameStep, ...] = (),
    ) -> Look:
        """See `Actuator.look`; every target in one call lives in the same frame."""
        deadline = time.monotonic() + timeout
        path = target.frame if target is not None else frame
        found = target.locators if target is not None else None
        request: dict[str, Json] = {
            "conditions": [condition.model_dump(exclude_none=True) for condition in conditions],
            "locators": None if found is None else locators(found),
            "strong": _deciding(found or ()) if await_target else 0,
            "again": again,
        }
        while True:
            left = max(0.0, deadline - time.monotonic())
            request["timeout"] = left * 1000
            try:
                await self._inpage.settle(at, self._navigation)
                frame_id = await self.frame(at, path, deadline)
                within = left + self._navigation
                seen = await self._inpage.call(at, "look", request, frame=frame_id, within=within)
                looked = Look.model_validate(seen)
                if frame_id is None:
                    self._titles[name] = (looked.url, self._inpage.documents(at), looked.title)
                return looked
            except FrameGone as gone:
                if name in self._crashed:
                    raise crash_of(name) from gone
                if at.is_closed():
                    await see_that_it_lives(at.context)
                    raise TabClosed(f"The tab '{name}' was closed.") from gone
                if time.monotonic() > deadline + self._navigation:
                    raise TransientError("The page kept changing.") from gone

    def title(self, name: str, at: Page) -> str:
        """The title of what a tab shows; empty where nobody has looked at that yet."""
        url, document, title = self._titles.get(name, ("", 0, ""))
        return title if (url, document) == (at.url, self._inpage.documents(at)) else ""

    async def messages(self, at: Page) -> tuple[Message, ...]:
        """See `Actuator.messages`; of all frames."""
        said: list[Json] = []
        for frame in self._inpage.frames(at):
            with contextlib.suppress(FrameGone, TransientError, Error):
                said += await self._inpage.call(
                    at, "messages", frame=frame, patience=0, within=_SAYING_SECONDS
                )
        return tuple(dict.fromkeys(map(Message.model_validate, said)))

    async def read(
        self, name: str, at: Page, fields: tuple[ExtractField, ...], *, each: Target | None = None
    ) -> tuple[Reading, ...]:
        """See `Actuator.read`; fields of a page that stands in a frame are read there."""
        request: dict[str, Json] = {
            "each": None if each is None else locators(each.locators),
            "fields": [
                {
                    "name": field.name,
                    "locators": None if field.target is None else locators(field.target.locators),
                    "column": field.column,
                    "attribute": field.attribute,
                }
                for field in fields
            ],
        }
        framed = next((field.target.frame for field in fields if field.target is not None), ())
        path = each.frame if each is not None else framed
        found = await self._call(name, at, path, "read", request)
        return tuple(Reading.model_validate(record) for record in found)

    async def scroll_list(self, name: str, at: Page, each: Target, to: float | None) -> Scrolled | None:
        """See `Actuator.scroll_list`."""
        request: dict[str, Json] = {"each": locators(each.locators), "to": to}
        found = await self._call(name, at, each.frame, "scrolling", request)
        return None if found is None else Scrolled.model_validate(found)

    async def seek(self, name: str, at: Page, target: Target, seconds: float) -> bool:
        """See `Actuator.seek`."""
        strong = [spec for spec in target.locators if not is_weak(spec)]
        # A cell that only its place in its row tells is there when the row is.
        strong = strong or [spec.within for spec in target.locators if isinstance(spec.within, RowLocator)]
        if not strong:
            return False
        request: dict[str, Json] = {"locators": locators(strong), "timeout": seconds * 1000}
        return bool(await self._call(name, at, target.frame, "seeking", request))

    async def _call(
        self, name: str, at: Page, path: tuple[FrameStep, ...], function: str, request: dict[str, Json]
    ) -> Any:
        """What a function of the page's script says, once the page stays while it is asked."""
        deadline = time.monotonic() + self._find
        while True:
            await self._inpage.settle(at, self._navigation)
            try:
                frame_id = await self.frame(at, path, deadline)
                return await self._inpage.call(at, function, request, frame=frame_id)
            except FrameGone as gone:
                if name in self._crashed:
                    raise crash_of(name) from gone
                if at.is_closed() or time.monotonic() > deadline + self._navigation:
                    raise TransientError("The page disappeared while it was being read.") from gone

    async def frame(self, page: Page, path: tuple[FrameStep, ...], deadline: float) -> FrameId | None:
        """The frame at the end of a path; none for the page. Raises UnexpectedPage after `deadline`."""
        frame: FrameId | None = None
        for step in path:
            found = await self._inpage.frame_within(page, frame, locators(step.locators))
            while found is None:
                if time.monotonic() > deadline:
                    raise UnexpectedPage(f"The frame '{step.name or step.url}' is not on the page.")
                await self._inpage.call(page, "change", 100, frame=frame)
                found = await self._inpage.frame_within(page, frame, locators(step.locators))
            frame = found
        return frame


def _deciding(found: Sequence[Locator]) -> int:
    """How many locators, from the front, may end the waiting: the strong ones, which come first."""
    return sum(not is_weak(spec) for spec in found) or len(found)
