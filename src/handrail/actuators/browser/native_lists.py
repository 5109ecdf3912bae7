"""The options of a native list: which are meant, and which element each is."""

from __future__ import annotations

from playwright.async_api import ElementHandle, Error, Page
from playwright.async_api import Locator as PlaywrightLocator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.actuators.browser.selectors import find, find_options
from handrail.errors import PermanentError, TargetAmbiguous
from handrail.sop import action as sop
from handrail.sop.target import Target
from handrail.targeting import Match

_OPTIONS = """(list) => Array.from(list.options ?? [])
  .filter((option) => !option.disabled).map((option) => option.label)"""
_SHOWN_OPTIONS = 10
_LONGEST_OPTION = 40


def chosen(action: sop.Select) -> list[str]:
    """The options to choose. Of several, an empty one is none: other data has fewer. A single one may be the
    list's own blank entry."""
    options = action.options
    return [option for option in options if option] if len(options) > 1 else list(options)


async def option_of(page: Page, target: Target, match: Match, words: str, patience: float) -> ElementHandle:
    """The option that is called so.

    Playwright's own way takes the first whose value *or* words fit, which may be another one.
    """
    options = find_options(page, target, match, words)
    try:
        await options.first.wait_for(state="attached", timeout=patience)
    except PlaywrightTimeout:
        if not await find(page, target, match).count():
            raise
        offered = await _offered(find(page, target, match))
        raise PermanentError(
            f"The list has no option '{words}'.", mend=f"Give a value that the list offers{offered}."
        ) from None
    if await options.count() > 1:
        values = [str(value) for value in await options.evaluate_all("(all) => all.map((one) => one.value)")]
        raise TargetAmbiguous(
            f"The list has {len(values)} options '{words}'.",
            mend=f"Say which by its value: {', '.join(repr(value) for value in values)}.",
        )
    return await options.element_handle(timeout=patience)


async def _offered(element: PlaywrightLocator) -> str:
    """The first options of a native list that may be chosen, as the end of a sentence; empty for none."""
    try:
        words: list[str] = await element.evaluate(_OPTIONS)
    except Error:
        return ""
    shown = [f"'{' '.join(one.split())[:_LONGEST_OPTION]}'" for one in words if one.strip()]
    more = f" and {len(shown) - _SHOWN_OPTIONS} more" if len(shown) > _SHOWN_OPTIONS else ""
    return f": {', '.join(shown[:_SHOWN_OPTIONS])}{more}" if shown else ""
