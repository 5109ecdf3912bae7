"""Boxes, switches and radio buttons: how one comes to be ticked or unticked, however the page draws it."""

from __future__ import annotations

import contextlib
from typing import Final

from playwright.async_api import Error, Page, expect
from playwright.async_api import Locator as PlaywrightLocator

from handrail.actuators.browser.selectors import find
from handrail.errors import PermanentError
from handrail.sop.target import Target
from handrail.targeting import Match

_NOT_TURNED: Final = "did not change its state"

_UNDER_LABEL: Final = """async (element, most) => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const until = performance.now() + most;
  for (;;) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = element.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
    const around = element.labels?.length ? null : element.parentElement;
    const beside = around?.querySelector(':scope > label:not([for])');
    const drawnOver = hit !== element && [...(element.labels ?? []), element.closest('label'), beside].some(
      (label) => label?.contains(hit));
    if (drawnOver || !hit || element.contains(hit) || performance.now() > until) return drawnOver;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""
"""Whether a click on the middle of a control falls on its own label; what else lies there may be on its way
out, as a calendar that was picked from."""

_BESIDE_PAGE: Final = """(element) => {
  if (!element.labels?.length) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (right + scrollX <= 0 || bottom + scrollY <= 0) return true;
  const { opacity, pointerEvents, clip } = getComputedStyle(element);
  if (pointerEvents === 'none' || clip === 'rect(0px, 0px, 0px, 0px)') return true;
  if (opacity !== '0') return false;
  // In the middle nothing lies over it that the page keeps at its edge, as a bar with what to do.
  return ['nearest', 'center'].some((block) => {
    element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const hit = element.getRootNode().elementFromPoint(x, y);
    if (!hit || hit === element) return false;
    return hit.matches('input:is([type=radio],[type=checkbox])') || hit.closest('label') === null &&
      hit.parentElement?.closest(':has(input)') === element.parentElement;
  });
}"""
"""Whether the page shows something else in the place of the control: a label, or what is drawn over it, which
stands beside it in what holds both."""

_SAID: Final = """(element) => ({
  pressed: element.matches(':is([role=checkbox],[role=switch])[aria-pressed]:not([aria-checked])'),
  classes: element.matches('[role=switch]:not(input,[aria-checked],[aria-pressed])')
    ? element.className : null,
})"""
"""Whether a box says that it is ticked as buttons say that they are pressed, and the classes of a switch that
says nothing else of being on."""

_TURNS: Final = """async (element, [wanted, most]) => {
  const until = performance.now() + most;
  while (element.isConnected && performance.now() < until) {
    const state = element instanceof HTMLInputElement ? element.checked : element.ariaChecked === 'true';
    if (state === wanted) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}"""
"""Whether this very control comes to be on, or off, before the page draws another one in its place."""


async def tick(page: Page, target: Target, match: Match, wanted: bool, patience: float) -> None:
    """Have the matched box ticked, or unticked where that is not wanted; `patience` in milliseconds.

    Raises PermanentError where it was clicked and stays as it was, and what Playwright raises.
    """
    element = find(page, target, match)
    if match.element.visible and not await _is_beside_page(element, match, patience):
        said = await element.evaluate(_SAID, timeout=patience)
        if said["pressed"]:
            await _press_down(element, wanted, patience)
            return
        if said["classes"] is not None:
            await _switch_class(element, said["classes"], patience, turn=match.element.checked != wanted)
            return
        await _turn(element, wanted, patience, force=await is_under_label(element, match, patience))
    elif match.element.checked != wanted:
        # The page hides the control and draws its own: a person clicks the label.
        await find(page, target, match, by_label=True).click(timeout=patience)


async def is_under_label(element: PlaywrightLocator, match: Match, patience: float) -> bool:
    """Whether the control's own label is drawn over it: that is the control, to a person."""
    drawn_over = match.element.under_label
    if drawn_over is None:
        drawn_over = await element.evaluate(_UNDER_LABEL, patience / 2, timeout=patience)
    return bool(drawn_over)


async def _is_beside_page(element: PlaywrightLocator, match: Match, patience: float) -> bool:
    """Whether the control stands where no scrolling leads to, takes no press, or is clear and beneath others,
    as stars do that are radio buttons, and its label stands for it."""
    if match.element.box is None or match.element.under_label:
        return False
    return bool(await element.evaluate(_BESIDE_PAGE, timeout=patience))


async def _press_down(element: PlaywrightLocator, wanted: bool, patience: float) -> None:
    if (await element.get_attribute("aria-pressed", timeout=patience) == "true") == wanted:
        return
    await element.click(timeout=patience)
    try:
        await expect(element).to_have_attribute("aria-pressed", str(wanted).lower(), timeout=patience)
    except AssertionError:
        raise _not_turned(wanted) from None


async def _switch_class(element: PlaywrightLocator, classes: str, patience: float, *, turn: bool) -> None:
    """Press a switch that is drawn as on by its class alone, and wait until the page draws it anew."""
    if turn:
        await element.click(timeout=patience)
        with contextlib.suppress(AssertionError):
            # What it has become is seen by the step's criterion.
            await expect(element).not_to_have_attribute("class", classes, timeout=patience)


def _not_turned(wanted: bool) -> PermanentError:
    return PermanentError(f"It was clicked, but did not become {'ticked' if wanted else 'unticked'}.")


async def _turn(element: PlaywrightLocator, wanted: bool, patience: float, *, force: bool) -> None:
    """Click where the state is not the wanted one, and wait for it: a page may ask its server first.

    With `force` it is clicked although something lies over it. Once turned it may be called otherwise, as
    "Pause" becomes "Resume", and its own locator finds it no more.
    """
    held = await element.element_handle(timeout=patience)
    try:
        await element.set_checked(wanted, timeout=patience, force=force)
    except Error as error:
        if _NOT_TURNED not in str(error):
            raise
        if not await held.evaluate(_TURNS, [wanted, patience]):
            await turned(element, wanted, patience)


async def turned(element: PlaywrightLocator, wanted: bool, patience: float) -> None:
    """Wait until a box that was clicked has turned. Raises PermanentError where it stays as it was."""
    try:
        await expect(element).to_be_checked(checked=wanted, timeout=patience)
    except AssertionError:
        raise _not_turned(wanted) from None
