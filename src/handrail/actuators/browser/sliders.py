"""Sliders that a page makes itself: they are moved by keys until they say that they stand where they are to.

Where a thumb would have to be let go is a matter of the slider's size and of its ends; what its keys do to
its value is seen from the first of each. So it is with what has the role `slider` and is no native field.

Kits also draw a slider for a native one that they hide. They follow its value, and many tell the app of it
only when somebody lets go: its last step is made by a key.
"""

from __future__ import annotations

import math
from typing import Final

from playwright.async_api import Locator

from handrail.errors import PermanentError

_FAR: Final = ("PageUp", "PageDown")
_NEAR: Final = ("ArrowRight", "ArrowLeft")
_MOST_KEYS: Final = 400
_STANDS: Final = "(slider) => Number(slider.getAttribute('aria-valuenow'))"
_MOVED: Final = """(slider, { from, most }) => new Promise((moved) => {
  const until = performance.now() + most;
  const look = () => {
    const now = Number(slider.getAttribute('aria-valuenow'));
    if (now !== from || performance.now() > until) return moved(now);
    setTimeout(look, 10);
  };
  look();
})"""
_TURN_MILLIS: Final = 300


async def slide_to(slider: Locator, text: str, patience: float) -> None:
    """Move the slider to the number. Raises PermanentError for what is none, and where it ends elsewhere."""
    wanted = _number(text)
    at = float(await slider.evaluate(_STANDS, timeout=patience))
    focusable = slider.locator("xpath=descendant-or-self::*[@tabindex >= 0]").first
    # The part that takes the keys may stand within the one that says where it stands.
    held = focusable if await focusable.count() else slider
    useless: set[str] = set()
    for _ in range(_MOST_KEYS):
        if at == wanted:
            return
        key = next((one for one in _keys(wanted - at) if one not in useless), None)
        if key is None:
            break
        await held.press(key, timeout=patience)
        now = float(await slider.evaluate(_MOVED, {"from": at, "most": _TURN_MILLIS}, timeout=patience))
        if abs(wanted - now) >= abs(wanted - at):
            # It does not move it, too far, or the other way round.
            useless.add(key)
        at = now
    raise PermanentError(f"The slider cannot be set to {text}: it stands at {at:g}.")


_LAST_STEP: Final = """(field, wanted) => {
  const isHidden = (one) => {
    const { opacity, clip, clipPath, overflow } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    const isCut = overflow !== 'visible' && (width <= 1 || height <= 1);
    return opacity === '0' || clip.startsWith('rect') || clipPath.startsWith('inset') || isCut;
  };
  const around = [field, field.parentElement, field.parentElement?.parentElement].filter(Boolean);
  if (!around.some(isHidden)) return null;
  const twin = field.cloneNode();
  twin.value = wanted;
  const to = twin.value;
  twin.stepDown();
  if (twin.value !== to) return [twin.value, 'ArrowUp'];
  twin.stepUp();
  return twin.value === to ? null : [twin.value, 'ArrowDown'];
}"""
"""The value beside the one that is wanted, and the key that leads on from there; none where the field itself
is what people see, and tells of its value by itself."""


async def step_into(field: Locator, text: str, patience: float) -> None:
    """Set a native field with the role `slider`; the last step of a hidden one is made by a key."""
    last = await field.evaluate(_LAST_STEP, text, timeout=patience)
    if last is not None:
        beside, key = last
        await field.fill(beside, timeout=patience)
        await field.press(key, timeout=patience)
        if await field.input_value(timeout=patience) == text:
            return
    await field.fill(text, timeout=patience)


def _keys(way: float) -> tuple[str, str, str, str]:
    """The keys that may lead that way, those first that lead far; some sliders grow to the left."""
    up, down = _FAR
    right, left = _NEAR
    return (up, right, left, down) if way > 0 else (down, left, right, up)


def _number(text: str) -> float:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PermanentError(f"'{text}' is not a number that a slider can be set to.")
    return number
