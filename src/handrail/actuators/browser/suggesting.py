"""Fields that offer something while one types: their list is waited for before a key picks from it.

Such lists come late, since the page waits for the typing to end or asks its server. A person sees what
is offered; who presses Enter at once takes what was offered for the text before.
"""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator

from handrail.targeting.kinds import TEXT_TYPES
from handrail.targeting.snapshot import ElementSnapshot

_MOVING: Final = frozenset({"ArrowDown", "ArrowUp"})
_PICKING: Final = _MOVING | {"Enter", "Tab"}
_QUIET_MILLIS: Final = 600
"""So long nothing has come: most wait for 300 to 500 ms after the last letter."""
_MOST_MILLIS: Final = 2000

_TYPED: Final = "(field) => { field[Symbol.for('handrail.typed')] = performance.now(); }"

_RESTED: Final = """(field, { quiet, most, unsaid }) => new Promise((rested) => {
  const [mark, last_text] = [Symbol.for('handrail.typed'), Symbol.for('handrail.rested')];
  const began = performance.now();
  const fresh = unsaid && field.value && field.value !== field[last_text];
  const typed = field[mark] ?? (fresh ? began : undefined);
  delete field[mark];
  field[last_text] = field.value;
  if (typed === undefined) return rested();
  let last = typed;
  const observer = new MutationObserver(() => { last = performance.now(); });
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(field.getRootNode(), what);
  const look = () => {
    const now = performance.now();
    if (now - last < quiet && now - began < most) return setTimeout(look, Math.min(quiet - (now - last), 50));
    observer.disconnect();
    rested();
  };
  look();
})"""


def offers(element: ElementSnapshot) -> bool:
    """Whether the field says that it offers something for what is typed into it."""
    return element.role == "combobox" and element.tag != "select"


def may_offer(element: ElementSnapshot, keys: str) -> bool:
    """Whether the keys move in what the field offers, though it says nothing of it: in a line of text they
    lead nowhere else. Enter may take of it where the page wants no suggestions of the browser there."""
    if element.tag != "input" or element.input_type not in TEXT_TYPES:
        return False
    return keys in _MOVING or (
        keys == "Enter" and element.attributes.get("autocomplete") == "off" and not offers(element)
    )


async def note_typed(field: Locator, patience: float) -> None:
    """Something was typed into it just now."""
    await field.evaluate(_TYPED, timeout=patience)


async def wait_for_offers(field: Locator, keys: str, patience: float, *, unsaid: bool) -> None:
    """Wait, where the key picks, until the page has been quiet since something was typed into the field.

    With `unsaid`, what the field holds anew was typed just now, if nobody noted when.
    """
    if keys in _PICKING:
        limits = {"quiet": _QUIET_MILLIS, "most": _MOST_MILLIS, "unsaid": unsaid}
        await field.evaluate(_RESTED, limits, timeout=patience)
