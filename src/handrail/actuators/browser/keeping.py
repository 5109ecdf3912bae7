"""Keys, texts and pastes for an element go to no other one, wherever the page takes the focus meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Page

from handrail.actuators.actuator import Act
from handrail.actuators.browser.selectors import wanted
from handrail.browser.inpage import InPage
from handrail.browser.worlds import FrameId
from handrail.errors import PermanentError, TransientError, UnexpectedPage
from handrail.sop.action import Fill, Paste, Press, Type

KEPT: Final = (Fill, Type, Press, Paste)
_ASKING_SECONDS: Final = 2.0
_LETTING_SECONDS: Final = 0.2
_LONGEST_MILLIS: Final = 60_000
"""For a page whose handrail is gone by then."""


@asynccontextmanager
async def kept(inpage: InPage, page: Page, frame: FrameId | None, act: Act) -> AsyncIterator[None]:
    """Keep what is typed within from every element but the act's own, and what the page leads on to.

    Raises UnexpectedPage where a dialog keeps it from the element, TransientError where the page took the
    focus away otherwise and nothing has come to the element, PermanentError where a part has.
    """
    assert act.match is not None
    with contextlib.suppress(TransientError, RuntimeError):
        asked = (wanted(act.match), _LONGEST_MILLIS)
        await inpage.call(page, "keep", *asked, frame=frame, patience=0, within=_ASKING_SECONDS)
    try:
        yield
    except BaseException:
        await _arrived(inpage, page, frame, _LETTING_SECONDS)
        raise
    arrived = await _arrived(inpage, page, frame, _ASKING_SECONDS)
    if arrived == "none" or (arrived == "some" and _takes_all_anew(act)):
        await _see_no_dialog(inpage, page, frame, act)
        raise TransientError("The page took the focus away from the element while keys were pressed for it.")
    if arrived == "some":
        cut = PermanentError(
            "The page took the focus away while the text was typed, so that a part of it is missing.",
            mend="See what the element holds now; a step before it may wait until the page is at rest.",
        )
        cut.dispatched = True
        raise cut


async def _see_no_dialog(inpage: InPage, page: Page, frame: FrameId | None, act: Act) -> None:
    """Raises UnexpectedPage where a modal dialog keeps all that is done from what it stands before."""
    assert act.match is not None
    shut_out = False
    with contextlib.suppress(TransientError, RuntimeError):
        asked = wanted(act.match)
        shut_out = bool(
            await inpage.call(page, "shutOut", asked, frame=frame, patience=0, within=_ASKING_SECONDS)
        )
    if shut_out:
        raise UnexpectedPage(
            "An open dialog keeps the element from taking any input.",
            mend="Add a step that closes it, or run --headed to see it.",
        )


def _takes_all_anew(act: Act) -> bool:
    return isinstance(act.action, Fill) or (isinstance(act.action, Type) and act.action.replaces)


async def _arrived(inpage: InPage, page: Page, frame: FrameId | None, seconds: float) -> object:
    """No answer is none against it: where the keys led to another page, nobody is there to ask."""
    with contextlib.suppress(TransientError, RuntimeError):
        return await inpage.call(page, "arrived", frame=frame, patience=0, within=seconds)
    return None
