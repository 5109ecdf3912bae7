"""The short way for the commonest actions: a press of the mouse, a text for a field, a choice in a list.

Before Playwright clicks, it waits two frames for the element to stand still, and asks the page a dozen
things. What the look before has seen, and one question tells now, need not be asked again; what must hold is
the same: the element is seen and enabled, stands still, nothing lies over it, and a press that falls on
anything else is kept from the page. Whatever speaks against it is left to Playwright, which waits, and tells
what it waits for.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Sequence
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Page

from handrail._model import Model
from handrail.actuators.actuator import Act
from handrail.actuators.browser.boxes import turned
from handrail.actuators.browser.filling import in_keys, is_day_or_time
from handrail.actuators.browser.letters import key_events
from handrail.actuators.browser.native_lists import chosen
from handrail.actuators.browser.selectors import find, wanted
from handrail.actuators.browser.suggesting import offers
from handrail.browser.inpage import InPage
from handrail.browser.protocol import FrameGone, tell
from handrail.errors import ElementChanged, RunError, TransientError, UnexpectedPage
from handrail.sop import action as sop
from handrail.targeting import ElementSnapshot
from handrail.targeting.kinds import SET_AT_ONCE, is_part_of_value

_ASKING_SECONDS: Final = 2.0
_AIMING_SECONDS: Final = _ASKING_SECONDS / 2
"""The page gives up before nobody waits for its answer any more."""
_SELECTING_SECONDS: Final = _ASKING_SECONDS * 3 / 4
"""As much for a field; from the asking on, as a busy page hears of it late."""
_LETTING_SECONDS: Final = 0.2
_CAME_SECONDS: Final = 0.1
"""The browser and the page answer to one key by different ways, the one as soon as the other."""
_TYPED_INTO: Final = ("input", "textarea")
_PUT: Final = SET_AT_ONCE - {"range"}
"""A kit may have drawn a slider over the native one, and listen to its keys."""
_ARRIVED: Final = ("all", "undone", None)
_OPENING_SECONDS: Final = 0.3
"""Time for a list to open that was pressed on, before anything is typed into its field."""
_SEPARATED: Final = re.compile(r"[,;]|\s$")
"""A text that a field of tags may have made into some of them, and be empty for that."""
_PRESSES: Final = 3
"""Times that an element is aimed at where the page puts it anew before each press."""
_FOCUSINGS: Final = 3
"""Times that a text is put in anew where the page took the focus away meanwhile."""


class _Aim(Model):
    """A place in the viewport, in CSS pixels; whether what is there is ticked."""

    x: float
    y: float
    checked: bool | None = None


class _Struck(Model):
    """Whether the press fell on the element, or went into a frame instead; whether the page had made
    something else of the element by then, so that no click came, and whether it had answered the press before
    that; whether the element is no more in the page, and nothing has heard of the press; whether it is ticked
    now."""

    hit: bool | None = None
    changed: bool = False
    answered: bool = False
    framed: bool = False
    gone: bool = False
    checked: bool | None = None


class DirectInput:
    """Does what can be done without waiting. `find` and `navigation` are seconds, for an element and for what
    a page does with a press."""

    def __init__(self, inpage: InPage, *, find: float, navigation: float) -> None:
        self._inpage = inpage
        self._find = find
        self._navigation = navigation
        self.pressed: Page | None = None
        """The page of the plain click that was done last, where that was the last act."""

    async def perform(self, page: Page, act: Act) -> bool:
        """Whether it was done; where not, nothing was. Raises Playwright's Error, RunError."""
        self.pressed = None
        if not _is_in_main_frame(act):
            return False
        assert act.match is not None
        match act.action:
            case sop.Click(button="left", modifiers=(), position=None, hold_seconds=0):
                done = await self._press(page, act, ticked=None)
                self.pressed = page if done else None
                return done
            case sop.Check() | sop.Uncheck() if _is_plain_box(act.match.element):
                return await self._press(page, act, ticked=isinstance(act.action, sop.Check))
            case sop.Fill(filters=True):
                return False
            case sop.Fill(value=value) if _is_set_at_once(act.match.element):
                return await self._set(page, "put", wanted(act.match), value)
            case sop.Fill(value=text) if text and _is_put_at_once(act.match.element, text):
                return await self._put(page, act, text)
            case sop.Select() if act.match.element.tag == "select":
                return await self._set(page, "choose", wanted(act.match), chosen(act.action))
            case _:
                return False

    async def see_same(self, page: Page, act: Act) -> None:
        """Raises ElementChanged where the page has made something else of the element that was judged."""
        if not _is_in_main_frame(act):
            return
        assert act.match is not None
        if await self._ask(
            page, "changed", wanted(act.match), self._find * 1000, within=self._find + _ASKING_SECONDS
        ):
            raise ElementChanged("The element changed after it was looked at.")

    async def step_aside(self, page: Page, act: Act) -> None:
        """Take the mouse off what it has unfolded by resting there and what lies over the element now."""
        if not _is_in_main_frame(act):
            return
        assert act.match is not None
        if (place := await self._ask(page, "aside", wanted(act.match))) is not None:
            moved = {"type": "mouseMoved", "button": "none", "x": place["x"], "y": place["y"]}
            await tell(self._inpage.session(page), "Input.dispatchMouseEvent", moved)

    async def _press(self, page: Page, act: Act, *, ticked: bool | None) -> bool:
        # Playwright lets time pass between the button's going down and up: what the page puts anew on and on
        # is rather aimed at again.
        for number in range(_PRESSES):
            if number > 0:
                await self.see_same(page, act)
            struck = await self._press_once(page, act, ticked)
            if not struck.gone:
                return struck.hit is not False
        return False

    async def _press_once(self, page: Page, act: Act, ticked: bool | None) -> _Struck:
        assert act.match is not None
        told = await self._ask(page, "aim", wanted(act.match), ticked, _AIMING_SECONDS * 1000)
        if told is None:
            return _Struck(hit=False)
        aim = _Aim.model_validate(told)
        if ticked is not None and aim.checked == ticked:
            return _Struck(hit=True)
        try:
            await self._click(page, aim)
            return await self._struck(page, act, ticked)
        except RunError as error:
            # The press is on its way, whatever the page makes of it; unless it was kept from the page.
            error.dispatched = not isinstance(error, ElementChanged)
            raise

    async def _struck(self, page: Page, act: Act, ticked: bool | None) -> _Struck:
        """What has become of the press; where it fell on the element, that it did what it is for."""
        assert act.match is not None and act.target is not None
        try:
            told = await self._inpage.call(page, "struck", patience=0, within=self._navigation)
        except FrameGone:
            # It leads to another page, which is there already.
            return _Struck(hit=True)
        struck = _Struck.model_validate(told)
        if struck.framed:
            raise UnexpectedPage("A frame of another page came over the element as it was clicked.")
        if struck.changed and struck.answered:
            # It may have done by the press alone what the click is for.
            raise TransientError("The page answered the press, and changed the element before its click.")
        if struck.changed:
            raise ElementChanged("The element changed as it was clicked, and the page was told of no click.")
        if struck.hit is not False and ticked is not None and struck.checked != ticked:
            # A page may ask its server first.
            await turned(find(page, act.target, act.match), ticked, self._find * 1000)
        return struck

    async def _click(self, page: Page, aim: _Aim) -> None:
        session = self._inpage.session(page)
        at = {"x": aim.x, "y": aim.y}
        left = {**at, "button": "left", "clickCount": 1}
        sent = (
            {"type": "mouseMoved", **at, "button": "none"},
            {"type": "mousePressed", **left, "buttons": 1},
            {"type": "mouseReleased", **left},
        )
        try:
            async with asyncio.timeout(self._navigation):
                await _send(session, [("Input.dispatchMouseEvent", event) for event in sent])
        except TimeoutError:
            raise TransientError(f"The page did not take the click within {self._navigation:g} s.") from None

    async def _set(self, page: Page, function: str, *asked: Any) -> bool:
        """As Playwright does it, whose own script each new page would have to read first."""
        until = (time.time() + _SELECTING_SECONDS) * 1000
        try:
            return bool(
                await self._inpage.call(page, function, *asked, until, patience=0, within=self._navigation)
            )
        except TransientError as error:
            # It may lead to another page at once.
            error.dispatched = True
            raise

    async def _put(self, page: Page, act: Act, text: str) -> bool:
        assert act.match is not None
        most, last = in_keys(text)
        opened = False
        for _ in range(_FOCUSINGS):
            until = (time.time() + _SELECTING_SECONDS) * 1000
            room = await self._ask(page, "selected", wanted(act.match), until)
            if room is None:
                await self._let_go(page)
                return False
            # Of what does not fit into one box, as a code, the page puts the rest into the next ones.
            leads_on = 0 <= room < len(text)
            try:
                arrived = await self._put_in(page, most, last, in_one_go=not leads_on)
            except Exception:
                await self._let_go(page)
                raise
            # No answer is none against it: where the text led to another page, nobody is there to ask.
            if arrived == "undone" and most and not opened and not _SEPARATED.search(text):
                opened = True
                await self._open(page, act)
                continue
            if arrived in _ARRIVED:
                return True
        raise TransientError("The page took the focus away from the field while it was filled in.")

    async def _open(self, page: Page, act: Act) -> None:
        """Press the field: some lists let nobody type before that, as a person opens them. Where it cannot be
        pressed, what it holds is for the step's criterion to see."""
        assert act.match is not None and act.target is not None
        with contextlib.suppress(Error):
            await find(page, act.target, act.match).click(timeout=self._find * 1000)
        await asyncio.sleep(_OPENING_SECONDS)

    async def _put_in(self, page: Page, most: str, last: str, *, in_one_go: bool) -> Any:
        """Whether it arrived, in the page's words."""
        session = self._inpage.session(page)
        sent = [("Input.insertText", {"text": most})] if most else []
        if last:
            keys = (event for letter in last for event in key_events(letter))
            sent += [("Input.dispatchKeyEvent", event) for event in keys]
        if in_one_go:
            sending = asyncio.ensure_future(_send(session, sent))
            if last:
                return await self._came(page, last[-1], sending)
            await sending
        else:
            for method, params in sent:
                await tell(session, method, params)
        return await self._ask(page, "arrived")

    async def _came(self, page: Page, last: str, sending: Awaitable[Any]) -> Any:
        """The same, asked along with what is sent: the page answers when the last key is let go."""
        answer = asyncio.ensure_future(self._ask(page, "came", last))
        try:
            await sending
            if (await asyncio.wait({answer}, timeout=_CAME_SECONDS))[0]:
                return answer.result()
            # A frame has the focus, or the page kept the key to itself.
            return await self._ask(page, "arrived")
        finally:
            answer.cancel()

    async def _let_go(self, page: Page) -> None:
        """Let other elements have what is typed from now on; a busy page hears of it later."""
        await self._ask(page, "arrived", within=_LETTING_SECONDS)

    async def _ask(self, page: Page, function: str, *asked: Any, within: float = _ASKING_SECONDS) -> Any:
        """What the page says now; none where it has no answer."""
        try:
            return await self._inpage.call(page, function, *asked, patience=0, within=within)
        except (TransientError, RuntimeError):
            return None


async def _send(session: CDPSession, messages: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Messages in one go, which the browser takes in this order. What one of them fails by is raised once all
    are answered: one that is still under way would reach whatever has the focus by then."""
    sending = (tell(session, method, params) for method, params in messages)
    for answer in await asyncio.gather(*sending, return_exceptions=True):
        if isinstance(answer, BaseException):
            raise answer


def _is_in_main_frame(act: Act) -> bool:
    """Whether it is done to an element, and one of the page's own document."""
    return act.match is not None and act.target is not None and not act.target.frame


def _is_plain_box(element: ElementSnapshot) -> bool:
    """A box that is drawn by the browser, in sight, with nothing of its label over it."""
    return element.tag == "input" and element.visible and element.under_label is False


def _is_set_at_once(element: ElementSnapshot) -> bool:
    return element.tag == "input" and element.input_type in _PUT


def _is_plain_field(element: ElementSnapshot) -> bool:
    # Some lists open by a key alone, and all are waited for before one picks from them.
    plain = not offers(element) and not is_part_of_value(element.role, region=False)
    return element.tag in _TYPED_INTO and plain


def _is_put_at_once(element: ElementSnapshot, text: str) -> bool:
    # What a field of a kit makes of a day is looked at afterwards.
    return _is_plain_field(element) and (element.input_type == "password" or not is_day_or_time(text))
