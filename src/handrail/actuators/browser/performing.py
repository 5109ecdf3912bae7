"""How each action is performed with Playwright, whose waiting and actionability checks are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Error, FloatRect, Page, Position
from playwright.async_api import Locator as PlaywrightLocator

from handrail.actuators.actuator import Act, Performed
from handrail.actuators.browser.boxes import is_under_label, tick
from handrail.actuators.browser.counting import count_to
from handrail.actuators.browser.dragging import drag
from handrail.actuators.browser.drawn_lists import choose_in_drawn, is_drawn_instead, is_under_its_value
from handrail.actuators.browser.editors import see_taken_over
from handrail.actuators.browser.filling import come_to, fill_in, is_region, press_keys
from handrail.actuators.browser.filtering import wait_for_list, watch_list
from handrail.actuators.browser.history import traverse
from handrail.actuators.browser.inview import come_into_view
from handrail.actuators.browser.native_lists import chosen, option_of
from handrail.actuators.browser.selectors import find
from handrail.actuators.browser.sliders import slide_to, step_into
from handrail.actuators.browser.suggesting import may_offer, note_typed, offers, wait_for_offers
from handrail.errors import PermanentError, TransientError
from handrail.sop import action as sop
from handrail.targeting.kinds import is_part_of_value

Perform = Callable[[Page, Act, float, float, Path], Awaitable[Performed]]
"""(page, act, milliseconds for the element, milliseconds for navigation, folder for downloads)"""

_NOTHING = Performed()

_INTERRUPTED = "interrupted by another navigation to"
_BROWSERS_ERROR_PAGE = f'{_INTERRUPTED} "chrome-error:'
_OPENINGS = 3
"""So often an address is opened, where another page came in between."""


def _element(page: Page, act: Act) -> PlaywrightLocator:
    if act.target is None or act.match is None:
        raise PermanentError(f"The action '{act.action.do}' needs a target.")
    return find(page, act.target, act.match)


def _position(place: tuple[float, float] | None) -> Position | None:
    return None if place is None else {"x": place[0], "y": place[1]}


async def _open(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Open)
    url = act.action.url
    for again in range(_OPENINGS):
        try:
            await page.goto(url, timeout=navigation, wait_until="domcontentloaded")
            break
        except Error as error:
            # What took the place of ours was still coming: where an earlier step led, the browser's own page
            # of a failure, or the same address, which it tries again by itself.
            if again + 1 == _OPENINGS or _INTERRUPTED not in str(error):
                raise
            if _BROWSERS_ERROR_PAGE in str(error):
                continue
            await page.wait_for_load_state("domcontentloaded", timeout=navigation)
            if page.url == url:
                break
    return _NOTHING


async def _history(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    match act.action:
        case sop.Back():
            await traverse(page, -1, navigation)
        case sop.Forward():
            await traverse(page, 1, navigation)
        case _:
            await page.reload(timeout=navigation, wait_until="domcontentloaded")
    return _NOTHING


async def _click(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Click)
    element = _element(page, act)
    button = act.match if act.match is not None and act.match.element.tag == "button" else None
    under = False
    if act.match is not None:
        await come_into_view(page, element, act.match, patience)
        under = await is_under_its_value(element, act.match.element, patience)
    await element.click(
        button=act.action.button,
        modifiers=act.action.modifiers or None,
        position=_position(act.action.position),
        delay=act.action.hold_seconds * 1000,
        timeout=patience + act.action.hold_seconds * 1000,
        force=under or (button is not None and await is_under_label(element, button, patience)),
    )
    return _NOTHING


async def _double_click(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.DoubleClick)
    await _element(page, act).dblclick(
        modifiers=act.action.modifiers or None, position=_position(act.action.position), timeout=patience
    )
    return _NOTHING


async def _right_click(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.RightClick)
    await _element(page, act).click(
        button="right",
        modifiers=act.action.modifiers or None,
        position=_position(act.action.position),
        timeout=patience,
    )
    return _NOTHING


async def _hover(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    element = _element(page, act)
    if act.match is not None and act.match.element.tag == "tr":
        # The middle of a row may lie in the gap between two of its cells, which is the table's.
        element = element.locator("td,th").first
    await element.hover(timeout=patience)
    return _NOTHING


async def _fill(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Fill) and act.match is not None and act.target is not None
    if act.match.element.tag == "select":
        # Files of other tools say only that a value was set: on the page it turns out to be a native select.
        await _element(page, act).select_option(act.action.value, timeout=patience)
    elif act.match.element.counted:
        await count_to(page, act.target, act.match, act.action.value, patience)
    elif act.match.element.role == "slider" and act.match.element.tag != "input":
        await slide_to(_element(page, act), act.action.value, patience)
    elif act.match.element.input_type == "range":
        await step_into(_element(page, act), act.action.value, patience)
    elif is_part_of_value(act.match.element.role, region=is_region(act.match.element)):
        await _element(page, act).press_sequentially(act.action.value, timeout=patience)
    else:
        if act.match.element.tag == "input" and not act.match.element.editable:
            # Some lists take letters once they are open.
            await _element(page, act).click(timeout=patience)
        if act.action.filters:
            await watch_list(_element(page, act), patience)
        await fill_in(_element(page, act), act.match.element, act.action.value, patience)
        await see_taken_over(_element(page, act), act.match, patience)
        if offers(act.match.element):
            await note_typed(_element(page, act), patience)
        if act.action.filters:
            await wait_for_list(_element(page, act), patience)
    return _NOTHING


async def _type(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Type)
    if act.match is None:
        await press_keys(page, act.action.text)
        return _NOTHING
    if is_part_of_value(act.match.element.role, region=is_region(act.match.element)):
        # It begins anew by itself, and what is cleared before would count as its first digit.
        await _element(page, act).press_sequentially(act.action.text, timeout=patience)
        return _NOTHING
    if act.action.replaces and is_region(act.match.element):
        await fill_in(_element(page, act), act.match.element, act.action.text, patience, line_break="Enter")
        await see_taken_over(_element(page, act), act.match, patience)
        return _NOTHING
    await come_to(_element(page, act), patience)
    if act.action.replaces:
        await _element(page, act).select_text(timeout=patience)
    if is_region(act.match.element) and not act.match.element.editable:
        await _element(page, act).focus(timeout=patience)
        await press_keys(page, act.action.text)
    else:
        await _element(page, act).press_sequentially(act.action.text, timeout=patience)
        await see_taken_over(_element(page, act), act.match, patience)
    if act.match is not None and offers(act.match.element):
        await note_typed(_element(page, act), patience)
    return _NOTHING


async def _press(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Press)
    if act.match is None:
        await page.keyboard.press(act.action.keys)
    else:
        element = _element(page, act)
        unsaid = may_offer(act.match.element, act.action.keys)
        if unsaid or offers(act.match.element):
            await wait_for_offers(element, act.action.keys, patience, unsaid=unsaid)
        await element.press(act.action.keys, timeout=patience)
    return _NOTHING


async def _select(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Select) and act.target is not None and act.match is not None
    words = chosen(act.action)
    if await is_drawn_instead(page, act.target, act.match, words, patience):
        await choose_in_drawn(page, act.target, act.match, words, patience)
        return _NOTHING
    # Whoever chooses has left the field before: some pages take over only then what was typed there.
    await _element(page, act).focus(timeout=patience)
    options = [await option_of(page, act.target, act.match, one, patience) for one in words]
    await _element(page, act).select_option(element=options, timeout=patience)
    return _NOTHING


async def _check(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert act.match is not None and act.target is not None
    await tick(page, act.target, act.match, isinstance(act.action, sop.Check), patience)
    return _NOTHING


async def _upload(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Upload) and act.match is not None
    # Of several, an empty one is none: other data has fewer. What names none at all empties the field.
    files = [Path(name) for name in act.action.files if name]
    if act.action.files and not files:
        raise PermanentError("There is no file to upload.", mend="Give its path.")
    missing = next((file for file in files if not file.is_file()), None)
    if missing is not None:
        raise PermanentError(f"The file '{missing}' to upload is not there.", mend="Give its path.")
    if act.match.element.tag == "input":
        await _element(page, act).set_input_files(files, timeout=patience)
        return _NOTHING
    if act.action.drop:
        await _drop(page, _element(page, act), files, patience)
        return _NOTHING
    async with page.expect_file_chooser(timeout=patience) as chooser:
        await _element(page, act).click(timeout=patience)
    await (await chooser.value).set_files(files, timeout=patience)
    return _NOTHING


async def _drop(page: Page, element: PlaywrightLocator, files: list[Path], patience: float) -> None:
    """As a person drops files from a folder's window: the page gets a trusted drop."""
    await element.scroll_into_view_if_needed(timeout=patience)
    box = await element.bounding_box(timeout=patience)
    if box is None:
        raise TransientError("The element to drop the files on is not visible.")
    session = await page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(file.resolve()) for file in files], "dragOperationsMask": 1}
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "data": data}
    try:
        for kind in ("dragEnter", "dragOver", "drop"):
            await session.send("Input.dispatchDragEvent", {"type": kind, **at})
    finally:
        await session.detach()


async def _download(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Download)
    async with page.expect_download(timeout=navigation) as coming:
        await _element(page, act).click(modifiers=act.action.modifiers or None, timeout=patience)
    download = await coming.value
    path = _free_path(folder / Path(download.suggested_filename).name)
    await download.save_as(path)
    return Performed(download=path, source=download.url)


def _free_path(path: Path) -> Path:
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


async def _drag(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Drag) and act.onto is not None
    onto = find(page, *act.onto)
    grip, position = act.action.grip, act.action.position
    await drag(page, _element(page, act), onto, position, patience, was=act.onto[0].box, grip=grip)
    return _NOTHING


async def _scroll(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Scroll)
    where: dict[str, Any] = {"x": act.action.x, "y": act.action.y, "end": act.action.to_end}
    script = (
        "(e, w) => { const s = e ?? document.scrollingElement;"
        " s.scrollTo(w.x, w.end ? s.scrollHeight : w.y); }"
    )
    if act.match is not None:
        await _element(page, act).evaluate(script, where, timeout=patience)
        return _NOTHING
    size: FloatRect = await page.evaluate("() => ({x: 0, y: 0, width: innerWidth, height: innerHeight})")
    await page.mouse.move(size["width"] / 2, size["height"] / 2)
    await page.evaluate(f"(w) => ({script})(null, w)", where)
    return _NOTHING


async def _close_tab(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    await page.close()
    return _NOTHING


async def _switch_tab(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    await page.bring_to_front()
    return _NOTHING


async def _wait(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    # The completion criterion is what waits.
    return _NOTHING


async def _copy(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert act.match is not None
    value = act.match.element.value
    return Performed(text=act.match.element.text if value is None else value)


_PASTE = """(element, text) => {
  element.focus();
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const how = {clipboardData: data, bubbles: true, cancelable: true, composed: true};
  return element.dispatchEvent(new ClipboardEvent('paste', how));
}"""


async def _paste(page: Page, act: Act, patience: float, navigation: float, folder: Path) -> Performed:
    assert isinstance(act.action, sop.Paste)
    # An editor of its own takes the event and cancels it; any other field takes the text.
    if await _element(page, act).evaluate(_PASTE, act.action.text, timeout=patience):
        await page.keyboard.insert_text(act.action.text)
    await see_taken_over(_element(page, act), act.match, patience)
    return _NOTHING


PERFORM: dict[type[object], Perform] = {
    sop.Open: _open,
    sop.Back: _history,
    sop.Forward: _history,
    sop.Reload: _history,
    sop.Click: _click,
    sop.DoubleClick: _double_click,
    sop.RightClick: _right_click,
    sop.Hover: _hover,
    sop.Fill: _fill,
    sop.Type: _type,
    sop.Press: _press,
    sop.Select: _select,
    sop.Check: _check,
    sop.Uncheck: _check,
    sop.Upload: _upload,
    sop.Download: _download,
    sop.Drag: _drag,
    sop.Scroll: _scroll,
    sop.SwitchTab: _switch_tab,
    sop.CloseTab: _close_tab,
    sop.Wait: _wait,
    sop.Copy: _copy,
    sop.Paste: _paste,
}
