"""Editors that write what stands in them into a hidden field of their form, some a moment after the last key.

What is sent before that lacks the text, and nobody presses a button so soon.
"""

from __future__ import annotations

import contextlib
from typing import Final

from playwright.async_api import Error, Locator

from handrail.actuators.browser.filling import is_region
from handrail.targeting import Match

_MOST_MILLIS: Final = 1000
"""An editor that keeps its text in another way, as escaped or only once the form is sent, costs no more."""

_TAKEN_OVER: Final = r"""async (region, most) => {
  const editable = '[contenteditable=true],[contenteditable=""]';
  const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');
  const isHidden = (field) => field.type === 'hidden' || !field.checkVisibility({ visibilityProperty: true });
  const ofOther = (one) => one !== region && !one.contains(region) && !region.contains(one);
  let keepers = [];
  for (let around = region.parentElement; around && !keepers.length; around = around.parentElement) {
    if (around.matches('form,body') || [...around.querySelectorAll(editable)].some(ofOther)) return;
    keepers = [...around.querySelectorAll('input[type=hidden],textarea')].filter(isHidden);
  }
  const held = (field) => letters(field.value.replace(/<[^>]*>|&\w+;|\\[nrt]/g, ''));
  const said = region.innerText.split('\n').map(letters).filter(Boolean);
  const until = performance.now() + most;
  while (keepers.length && performance.now() < until) {
    const values = keepers.filter((field) => field.isConnected).map(held);
    if (values.some((value) => said.every((line) => value.includes(line)))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""


async def see_taken_over(region: Locator, match: Match | None, patience: float) -> None:
    """Wait until a hidden field beside an editor, and beside no other, holds what stands in it."""
    if match is None or not is_region(match.element) or not match.element.editable:
        return
    # Where the text leads to another page, or the editor is drawn anew, there is nothing to wait for.
    with contextlib.suppress(Error):
        await region.evaluate(_TAKEN_OVER, _MOST_MILLIS, timeout=min(patience, _MOST_MILLIS))
