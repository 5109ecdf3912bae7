"""Fields whose text decides what the page lists: it is waited for that the list has been drawn anew.

Pages filter once the typing has paused, or once a server has answered: what is opened or ticked in the list
before is gone with it then. A person sees the list change.
"""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator

_QUIET_MILLIS: Final = 80
"""A list that was drawn in parts is whole when so long nothing has come."""
_MOST_MILLIS: Final = 1200
"""Most pages wait for 200 to 500 ms after the last letter. Where the same is listed again, nothing comes."""

_WATCH: Final = """(field) => {
  const says = (node) => (node.textContent ?? '').trim() !== '';
  const redraws = ({ type, target, addedNodes, removedNodes, attributeName }) => {
    if (field.contains(target)) return false;
    if (type === 'childList') return [...addedNodes, ...removedNodes].some(says);
    if (target.contains(field)) return false;
    return type === 'characterData' || attributeName !== 'class' || !target.checkVisibility();
  };
  const seen = { last: null };
  const observer = new MutationObserver((records) => {
    if (records.some(redraws)) seen.last = performance.now();
  });
  const what = { childList: true, characterData: true, attributeFilter: ['hidden', 'style', 'class'] };
  observer.observe(field.getRootNode(), { subtree: true, ...what });
  field[Symbol.for('handrail.filtered')] = { seen, end: () => observer.disconnect() };
}"""

_REDRAWN: Final = """(field, { quiet, most }) => new Promise((redrawn) => {
  const mark = Symbol.for('handrail.filtered');
  const watch = field[mark];
  delete field[mark];
  if (!watch) return redrawn();
  const began = performance.now();
  const look = () => {
    const now = performance.now();
    const rested = watch.seen.last !== null && now - watch.seen.last >= quiet;
    if (!rested && now - began < most) return setTimeout(look, 20);
    watch.end();
    redrawn();
  };
  look();
})"""


async def watch_list(field: Locator, patience: float) -> None:
    """From now on, see whether the page draws something anew beside the field."""
    await field.evaluate(_WATCH, timeout=patience)


async def wait_for_list(field: Locator, patience: float) -> None:
    """Wait until it has, or a moment has gone by without."""
    await field.evaluate(_REDRAWN, {"quiet": _QUIET_MILLIS, "most": _MOST_MILLIS}, timeout=patience)
