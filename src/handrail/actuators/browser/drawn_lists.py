"""Lists that the page draws: how they are opened where something lies over their field, and how an entry is
chosen in one that was the browser's own when it was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from playwright.async_api import ElementHandle, JSHandle, Page
from playwright.async_api import Locator as PlaywrightLocator

from handrail.actuators.browser.filling import fill_in
from handrail.actuators.browser.selectors import find, find_options
from handrail.errors import PermanentError, TargetAmbiguous
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot, Match

_OPENS: Final = "(field) => field.getAttribute('aria-expanded') !== 'true'"

_SUGGESTS: Final = "(field, words) => [...(field.list?.options ?? [])].some((one) => one.value === words)"
_AT_ONCE_MILLIS: Final = 400

_UNDER_VALUE: Final = """(field) => {
  field.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = field.getBoundingClientRect();
  const hit = field.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
  if (!hit || field.contains(hit)) return false;
  let around = field;
  while (around && !around.contains(hit)) around = around.parentElement;
  const others = 'input:not([type=hidden]),select,textarea,[role=combobox],[role=dialog],dialog,a[href]';
  const pressed = hit.closest('button,[role=button],a[href],label');
  return !!around && !(pressed && around.contains(pressed)) &&
    [...around.querySelectorAll(others)].every(
      (one) => one === field || one.contains(field) || !one.checkVisibility());
}"""
"""Whether what lies over the middle of a field stands with it in a part of the page that holds nothing else
to be used: it shows what is chosen."""

_DRAWN: Final = """(field) => {
  const small = (one) => { const box = one.getBoundingClientRect(); return box.width < 4 || box.height < 4; };
  if (field.tagName !== 'SELECT') return null;
  const [box, outer] = [field.parentElement, field.parentElement?.parentElement];
  const shut = [outer, box, field].find((one) => one && small(one));
  let around = shut?.parentElement;
  while (around && small(around)) around = around.parentElement;
  return around?.querySelectorAll('select').length === 1 ? around : null;
}"""
"""What is in sight around a list of the browser's own that is not."""

_SHOWN: Final = """(field, words) => {
  const folded = (text) => (text ?? '').replace(/\\s+/g, ' ').trim().toLowerCase();
  const wanted = folded(words);
  const inSight = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
  };
  const says = (one) => folded(one.textContent) === wanted && inSight(one);
  const all = [...field.getRootNode().querySelectorAll('body *, :host *')].filter(says);
  return all.filter((one) => ![...one.children].some((inner) => all.includes(inner)));
}"""
"""The innermost elements in sight that say just these words."""

_CAME: Final = f"""async (field, {{ words, before, most }}) => {{
  const shown = {_SHOWN};
  const role = (one) => one.closest('[role=option]')?.getAttribute('role') ?? '';
  const until = performance.now() + most;
  for (;;) {{
    const came = shown(field, words).filter((one) => !before.includes(one) && !one.contains(field));
    const options = came.filter((one) => role(one) === 'option');
    const found = options.length > 0 ? options : came;
    if (found.length > 0 || performance.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }}
}}"""
"""Those that have come in sight since, once there are any; of entries that say what they are, only these."""


async def is_under_its_value(element: PlaywrightLocator, seen: ElementSnapshot, patience: float) -> bool:
    """Whether a list's field is drawn over with what is chosen in it: that is the field, to a person."""
    lists = seen.role in ("combobox", "listbox") or seen.attributes.get("aria-haspopup") == "listbox"
    if seen.tag != "input" or not lists:
        return False
    return bool(await element.evaluate(_UNDER_VALUE, timeout=patience))


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
    if match.element.attributes.get("list"):
        await _take_suggestion(field, match.element, options[0], patience)
        return
    drawn = (await field.evaluate_handle(_DRAWN, timeout=patience)).as_element()
    before = await field.evaluate_handle(_SHOWN, options[0], timeout=patience)
    if drawn is not None:
        await drawn.click(timeout=patience)
    elif await field.evaluate(_OPENS, timeout=patience):
        force = await is_under_its_value(field, match.element, patience)
        await field.click(timeout=patience, force=force)
    typed = match.element.editable and match.element.tag == "input"
    if typed and not await _came(field, options[0], before, _AT_ONCE_MILLIS):
        # Some bring up their entries only as one types.
        await fill_in(field, match.element, options[0], patience)
    entry = await _come_up(field, options[0], before, patience)
    await entry.click(timeout=patience)


async def is_drawn_instead(
    page: Page, target: Target, match: Match, options: Sequence[str], patience: float
) -> bool:
    """Whether the matched list is none of the browser's own, or one that the page keeps out of sight: kits
    keep in it only what is chosen by now, for forms to send."""
    if match.element.tag != "select":
        return True
    drawn = await find(page, target, match).evaluate_handle(_DRAWN, timeout=patience)
    counts = [await find_options(page, target, match, words).count() for words in options]
    return drawn.as_element() is not None and not all(counts)


async def _take_suggestion(
    field: PlaywrightLocator, element: ElementSnapshot, words: str, patience: float
) -> None:
    """Write what the browser's own suggestions offer, which are no part of the page. Raises PermanentError
    where they do not."""
    if not await field.evaluate(_SUGGESTS, words, timeout=patience):
        raise PermanentError(f"The field does not suggest '{words}'.", mend="Give a value that it offers.")
    await fill_in(field, element, words, patience)


async def _came(
    field: PlaywrightLocator, words: str, before: JSHandle, patience: float
) -> list[ElementHandle]:
    """The entries that have come into sight with these words."""
    asked = {"words": words, "before": before, "most": patience}
    came = await field.evaluate_handle(_CAME, asked, timeout=2 * patience)
    entries = [one.as_element() for one in (await came.get_properties()).values()]
    return [one for one in entries if one is not None]


async def _come_up(field: PlaywrightLocator, words: str, before: JSHandle, patience: float) -> ElementHandle:
    """The one entry that has come into sight with these words."""
    found = await _came(field, words, before, patience)
    if not found:
        raise PermanentError(
            f"The list is opened, and shows no option '{words}'.",
            mend="Give a value that the list offers. If it does offer it, record the step again.",
        )
    if len(found) > 1:
        raise TargetAmbiguous(
            f"The page shows {len(found)} options '{words}'.", mend="Record the step again."
        )
    return found[0]
