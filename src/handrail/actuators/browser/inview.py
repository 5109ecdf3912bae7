"""Bringing an element into view ahead of a press, so that the page has seen the scrolling before it."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator as PlaywrightLocator
from playwright.async_api import Page

from handrail.sop.target import Box
from handrail.targeting import Match

_COME: Final = """async (element) => {
  const drawn = () => new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => resolve());
  });
  const place = () => { const { x, y } = element.getBoundingClientRect(); return `${x} ${y}`; };
  let last = '';
  for (let looks = 0; place() !== last && looks < 30; looks++) {
    last = place();
    await drawn();
  }
  const before = place();
  element.scrollIntoViewIfNeeded();
  if (place() !== before) { await drawn(); await drawn(); }
}"""
"""The browser tells a page of scrolling with the next picture that it draws of it."""
_NEAR: Final = 60
"""So near to the edge, in pixels, what moves as the page settles may be moved out of view."""


async def come_into_view(page: Page, element: PlaywrightLocator, match: Match, patience: float) -> None:
    """Have the matched element in view, and its page told so, where it was not; `patience` in milliseconds.

    What a press opens, as a list, many pages close when they are scrolled: told of it only afterwards, they
    close what the press has just opened. People scroll first and press later.
    """
    box = match.element.box
    if box is not None and match.element.visible and not _is_well_within(box, page):
        await element.evaluate(_COME, timeout=patience)


def _is_well_within(box: Box, page: Page) -> bool:
    size = page.viewport_size
    if size is None:
        return True
    beside = box.x >= 0 and box.x + box.width <= size["width"]
    return beside and box.y >= _NEAR and box.y + box.height <= size["height"] - _NEAR
