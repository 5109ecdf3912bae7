"""Dragging as a hand does it: on a way, and with a rest before what is held is let go.

A page makes room while something is dragged over it, some at a clock of their own; what is let go in the
moment of its arrival falls where the page last thought that it was.
"""

from __future__ import annotations

import math
from typing import Final

from playwright.async_api import FloatRect, Locator, Page

from handrail.errors import TransientError
from handrail.sop.target import Box

_STEP_PIXELS: Final = 4
_FEWEST_STEPS: Final = 10
_MOST_STEPS: Final = 50
_RESTING_FRAMES: Final = 8
_REST: Final = """frames => new Promise(rested => {
  const frame = () => (frames-- > 0 ? requestAnimationFrame(frame) : rested());
  frame();
})"""


async def drag(
    page: Page,
    held: Locator,
    onto: Locator,
    position: tuple[float, float] | None,
    patience: float,
    was: Box | None = None,
    grip: tuple[float, float] | None = None,
) -> None:
    """Drag an element and let it go on another one, at a place in it or at its centre; where the place lies
    outside of it by now, at the one that is to it as that was when it `was` of another size. `grip` is where
    it is taken hold of.

    Raises TransientError where there is nothing to be seen of the other one.
    """
    await onto.scroll_into_view_if_needed(timeout=patience)
    start = await _box_of(held, patience)
    at = _place_in(start, grip, was)
    area = await _box_of(onto, patience)
    await held.hover(timeout=patience, position=None if grip is None else {"x": at[0], "y": at[1]})
    await page.mouse.down()
    try:
        # Where it is now: it may make room on the way. In an area, things are drawn up as one goes over it.
        box = area if area == start else await _box_of(onto, patience)
        x, y = _place_in(box, position, was)
        way = math.dist((start["x"] + at[0], start["y"] + at[1]), (box["x"] + x, box["y"] + y))
        steps = min(max(int(way / _STEP_PIXELS), _FEWEST_STEPS), _MOST_STEPS)
        await page.mouse.move(box["x"] + x, box["y"] + y, steps=steps)
        await page.evaluate(_REST, _RESTING_FRAMES)
        # What has come beneath the pointer meanwhile says only now whether it takes what is held.
        await page.mouse.move(box["x"] + x, box["y"] + y)
    finally:
        await page.mouse.up()


async def _box_of(element: Locator, patience: float) -> FloatRect:
    box = await element.bounding_box(timeout=patience)
    if box is None:
        raise TransientError("The element to drag, or to drag onto, is not visible.")
    return box


def _place_in(now: FloatRect, position: tuple[float, float] | None, was: Box | None) -> tuple[float, float]:
    width, height = now["width"], now["height"]
    if position is not None and position[0] <= width and position[1] <= height:
        return position
    if position is None or was is None or not (was.width and was.height):
        return width / 2, height / 2
    return min(1.0, position[0] / was.width) * width, min(1.0, position[1] / was.height) * height
