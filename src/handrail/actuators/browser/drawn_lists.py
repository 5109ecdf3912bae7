"""Choosing in a list that the page draws, where it was the browser's own when it was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from playwright.async_api import Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.actuators.browser.selectors import find, find_alone
from handrail.errors import PermanentError, TargetAmbiguous
from handrail.sop.locator import RoleLocator
from handrail.sop.target import Target
from handrail.targeting import Match

_OPENS: Final = "(field) => field.getAttribute('aria-expanded') !== 'true'"


async def choose_in_drawn(
    page: Page, target: Target, match: Match, options: Sequence[str], patience: float
) -> None:
    """Open the list and press the one entry that is called so.

    Raises PermanentError where it shows none, or several are to be chosen; TargetAmbiguous where two are so.
    """
    if len(options) != 1 or not options[0]:
        raise PermanentError(
            "The list is none of the browser's own any more: one entry can be chosen in it.",
            mend="Record the step again.",
        )
    field = find(page, target, match)
    if await field.evaluate(_OPENS, timeout=patience):
        await field.click(timeout=patience)
    entries = find_alone(page, target.frame, RoleLocator(by="role", role="option", name=options[0]))
    try:
        await entries.first.wait_for(timeout=patience)
    except PlaywrightTimeout:
        raise PermanentError(
            f"The list is opened, and shows no option '{options[0]}'.",
            mend="Give a value that the list offers. If it does offer it, record the step again.",
        ) from None
    if (count := await entries.count()) > 1:
        raise TargetAmbiguous(
            f"The page shows {count} options '{options[0]}'.", mend="Record the step again."
        )
    await entries.click(timeout=patience)
