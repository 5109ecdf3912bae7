"""Numbers that a page lets nobody type: a button beside one is pressed until it is the one that is wanted."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator, Page

from handrail.actuators.browser.selectors import find, find_counter
from handrail.errors import PermanentError
from handrail.sop.numbers import Number, given_number
from handrail.sop.target import Target
from handrail.targeting import Match

_MOST_PRESSES: Final = 500
_TURN_MILLIS: Final = 3000
_READ: Final = "(number) => (number.value ?? number.textContent).trim()"
_MOVED: Final = f"""async (number, {{ from, most }}) => {{
  const read = {_READ};
  const until = performance.now() + most;
  while (number.isConnected && read(number) === from && performance.now() < until) {{
    await new Promise((resolve) => setTimeout(resolve, 10));
  }}
}}"""
"""Waits until it is another one; where the page has drawn it anew, that is looked for again."""


async def count_to(page: Page, target: Target, match: Match, text: str, patience: float) -> None:
    """Press the number's buttons until it is `text`.

    Raises PermanentError for what is no number, and where the buttons do not lead to it: they end before it,
    or step over it.
    """
    wanted = _number(text)
    if wanted is None:
        raise PermanentError(f"'{text}' is not a number that can be counted to.")
    number = find(page, target, match)
    shown = await _read(number, patience)
    for _ in range(_MOST_PRESSES):
        at = _number(shown)
        if at is None or at == wanted:
            break
        button = find_counter(page, target, match, "plus" if at < wanted else "minus")
        # One that is disabled has come to its end.
        if not await button.is_enabled(timeout=patience):
            break
        await button.click(timeout=patience)
        await number.evaluate(_MOVED, {"from": shown, "most": _TURN_MILLIS}, timeout=patience)
        before, shown = at, await _read(number, patience)
        now = _number(shown)
        if now is None or abs(wanted - now) >= abs(wanted - before):
            break
    if _number(shown) != wanted:
        raise PermanentError(f"The number cannot be set to {text}: it stands at {shown}.")


async def _read(number: Locator, patience: float) -> str:
    return str(await number.evaluate(_READ, timeout=patience))


def _number(text: str) -> Number | None:
    return given_number(text.replace("\u2212", "-"))
