"""Putting a text into a field: at once, but for its last letter, which is typed.

Many pages look at a field again when a key is let go, and not because its text is another one; some lists
open by a key alone.
"""

from __future__ import annotations

import contextlib
import re
from typing import Final

from playwright.async_api import Error, Locator, Page

from handrail.targeting.kinds import TEXT_TYPES
from handrail.targeting.snapshot import ElementSnapshot

_LINES: Final = TEXT_TYPES | {None, "password"}
_MOST_LETTERS: Final = 0x10000
"""What is beyond them is two characters to a page."""
_LOOKING_MILLIS: Final = 1000
# A number with a point or a dash is neither.
_PARTED: Final = re.compile(
    r"\d{1,4}(?:[/:]\d{1,4}|([/.:-])\d{1,2}\1\d{1,4})(?: ?[ap]\.?m\.?)?", re.IGNORECASE
)
_PART: Final = re.compile(r"[^\W_]+")


def is_day_or_time(text: str) -> bool:
    """Whether a field may take the text in parts, of which a key changes one: the day, the hour."""
    return _PARTED.fullmatch(text) is not None


def _parts(text: str) -> list[str]:
    return [part.lstrip("0").casefold() for part in _PART.findall(text)]


def is_region(element: ElementSnapshot) -> bool:
    """An editable element that is no field."""
    return element.tag not in ("input", "textarea")


def in_keys(text: str) -> tuple[str, str]:
    """A text in two parts: what is put in at once, and the letter for which a key is pressed.

    Spaces before the letter are pressed, too: a page that keeps texts without the spaces around them shows
    one that came with a space at its end without it, and leaves alone a space that comes by itself.
    """
    last = text[-1:]
    # A letter is on some keyboard (`é`); other signs have no key of their own.
    is_key = last.isprintable() if last.isascii() else last.isalpha() and ord(last) < _MOST_LETTERS
    if not is_key:
        return text, ""
    most = text[:-1].rstrip(" ") if last != " " else text[:-1]
    # The key of a line's end does more than that, as sending the text.
    return (text, "") if most.endswith("\n") else (most, text[len(most) :])


async def press_letter(page: Page, letter: str) -> None:
    """Press the key of the last letter, and of the spaces before it, with all that a page may ask of it."""
    await press_keys(page, letter)


async def press_keys(page: Page, text: str) -> None:
    """Type on what has the focus and is no field: a letter that a plain keyboard lacks is a key, too.

    Put in as a text, it would go into the field that holds the caret, and that may be another one.
    """
    if text.isascii():
        await page.keyboard.type(text)
        return
    session = await page.context.new_cdp_session(page)
    try:
        for letter in text:
            if letter.isascii():
                await page.keyboard.type(letter)
                continue
            said = {"key": letter, "text": letter, "unmodifiedText": letter}
            await session.send("Input.dispatchKeyEvent", {"type": "keyDown", **said})
            await session.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": letter})
    finally:
        await session.detach()


async def fill_in(
    field: Locator,
    element: ElementSnapshot,
    text: str,
    patience: float,
    *,
    # Enter alone sends the text in many a chat.
    line_break: str = "Shift+Enter",
) -> None:
    """Put the text in the place of what the field holds. A region takes each line with a break before it."""
    if is_region(element):
        if await field.evaluate(_DRAWS_ITSELF, timeout=patience):
            await _write_in_editor(field, text, patience)
            return
        most, last = in_keys(text)
        first, *lines = most.split("\n")
        await field.fill(first, timeout=patience)
        for line in lines:
            await field.page.keyboard.press(line_break)
            await field.page.keyboard.insert_text(line)
        if last:
            await press_letter(field.page, last)
        return
    typed = element.tag == "textarea" or element.input_type in _LINES
    most, last = in_keys(text) if typed else (text, "")
    await field.fill(most, timeout=patience)
    if last:
        await press_letter(field.page, last)
        if element.role == "combobox" and await _stays_shut(field, patience):
            # What it opened for the text before it has been shut since.
            await field.page.keyboard.press("Backspace")
            await press_letter(field.page, last[-1])
        if typed and is_day_or_time(text):
            await _put_whole(field, text, patience)


_DRAWS_ITSELF: Final = "(region) => Boolean(region.editContext)"


async def _write_in_editor(field: Locator, text: str, patience: float) -> None:
    """Put the text into an editor that draws itself (https://www.w3.org/TR/edit-context/): only its own keys
    tell it in time what is selected."""
    await come_to(field, patience)
    for key in ("ControlOrMeta+a", "Delete"):
        await field.press(key, timeout=patience)
    await field.page.keyboard.insert_text(text)


async def _put_whole(field: Locator, text: str, patience: float) -> None:
    """Put a day or a time in anew where the field took its last key as the beginning of another one."""
    # Where the key led to another page, or the field was drawn anew, there is nothing to mend.
    with contextlib.suppress(Error):
        held = await field.input_value(timeout=min(patience, _LOOKING_MILLIS))
        if held and _parts(held) != _parts(text):
            await field.fill(text, timeout=patience)


_COME_TO: Final = """async (field) => {
  if (field.getRootNode().activeElement === field) return;
  const selection = getSelection();
  const isKept = field.contains(selection.anchorNode);
  field.focus();
  if (field.isContentEditable && !isKept) {
    let last = field;
    for (let next = last; next?.isContentEditable && getComputedStyle(next).display !== 'inline';) {
      last = next;
      next = next.lastChild instanceof HTMLElement && next.lastChild.tagName !== 'BR' ? next.lastChild : null;
    }
    const ends = last.childNodes.length - (last.lastChild?.nodeName === 'BR' ? 1 : 0);
    if (last.lastChild instanceof Text) selection.collapse(last.lastChild, last.lastChild.length);
    else selection.collapse(last, ends);
  }
  // Scripts of masks set the caret up to a tenth of a second after the field has the focus.
  const least = field.isContentEditable ? 2 : 8;
  for (let still = 0, looks = 0, last = ''; (still < 2 || looks < least) && looks < 20; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 16));
    const now = JSON.stringify([field.value, field.selectionStart, field.selectionEnd]);
    [still, last] = [now === last ? still + 1 : 0, now];
  }
}"""


async def come_to(field: Locator, patience: float) -> None:
    """Give a field the focus, and let its script draw its mask and set the caret before the first letter.

    What is typed meanwhile comes out of order; nobody types so soon. Browsers set the caret at the beginning
    of a region that holds none: a text goes on at its end.
    """
    await field.evaluate(_COME_TO, timeout=patience)


async def _stays_shut(element: Locator, patience: float) -> bool:
    """Whether a field that has the focus says that its list is shut."""
    shut = "(one) => one === document.activeElement && one.getAttribute('aria-expanded') === 'false'"
    return bool(await element.evaluate(shut, timeout=patience))
