"""Picking a date in a calendar that the page draws: turning it to the month, then pressing the day.

What its buttons do is not known beforehand; it is seen from the month that each of them leads to. Where they
take too long, its heading may lead to sheets of years. A calendar without any button is turned by the wheel:
its months stand one below the other.
"""

from __future__ import annotations

import contextlib
import time
from datetime import date
from typing import Final, Literal, TypeAlias

from playwright.async_api import Error, Page
from playwright.async_api import Locator as PlaywrightLocator
from pydantic import TypeAdapter

from handrail._model import Model
from handrail.actuators.browser.gathering import path_of
from handrail.actuators.browser.selectors import find_alone
from handrail.actuators.browser.years import TURN_SECONDS, Years, press
from handrail.browser import FrameGone, FrameId, InPage
from handrail.errors import PermanentError, UnexpectedPage, VariableError
from handrail.sop.dates import read_date
from handrail.sop.locator import Locator
from handrail.sop.target import FrameStep

_MOST_TURNS: Final = 240
_OPENING_SECONDS: Final = 2.0
_LOOK_SECONDS: Final = 0.3
_YEAR: Final = 12
_MANY_PRESSES: Final = 12
"""Where arrows need more, the way over the years is tried first."""


_ENTRY: Final[TypeAdapter[Locator | None]] = TypeAdapter(Locator | None)

_Button: TypeAlias = str
"""Its locator as text. Where it stands would not do: a longer name of a month moves it to the other side."""


class _Choice(Model):
    """What can be chosen in a list of years or months, or written into a field."""

    at: Locator
    option: str
    is_field: bool
    is_drawn: bool
    """The page draws the list itself; the option is the number of the year or month."""


class _Seen(Model):
    """What a document shows of calendars; see `calendar.ts`."""

    state: Literal["none", "several", "one"]
    over: bool
    """It lies above the page."""
    off: int
    """How many months it is away from the wanted one; 0 where it shows it."""
    day: Locator | None
    earlier: tuple[Locator, ...]
    later: tuple[Locator, ...]
    middle: Locator | None
    """A day in the middle of the first sheet that it shows."""
    height: int
    """How high that sheet is, in pixels."""
    choices: tuple[_Choice, ...]
    """What lists and fields are to be set to, the years first."""
    headings: tuple[Locator, ...]
    """What may lead to sheets of years."""


class Calendar:
    """The one that a page shows."""

    def __init__(self, inpage: InPage, page: Page, *, find: float) -> None:
        self._inpage = inpage
        self._page = page
        self._find = find
        self._frame: FrameId | None = None
        self._path: tuple[FrameStep, ...] = ()
        self._steps: dict[_Button, int] = {}
        """How many months each of the buttons that were tried leads on; 0 for those that lead nowhere."""
        self._idle: _Button | None = None
        """The button that was pressed last, where nothing came of it."""
        self._chosen: set[_Choice] = set()
        self._led: set[_Button] = set()
        """The headings that were tried."""

    async def pick(self, text: str, opener: PlaywrightLocator | None) -> None:
        """Pick the date, in the calendar that `opener` opens where it is not open.

        Raises PermanentError for a text that is no date, and where the day cannot be chosen, UnexpectedPage
        where there is no calendar, or more than one.
        """
        day = _read(text)
        seen = await self._open(day, opener)
        for _ in range(_MOST_TURNS):
            if seen.off == 0:
                break
            seen = await self._turn(day, seen)
        if seen.off != 0:
            raise PermanentError(f"{day:%B %Y} is too far from the month that the calendar shows.")
        if seen.day is None:
            raise PermanentError(f"The calendar does not offer {day.isoformat()}.")
        await self._element(seen.day).click(timeout=self._find * 1000)

    async def _open(self, day: date, opener: PlaywrightLocator | None) -> _Seen:
        if opener is None:
            return await self._appear(day, self._find, over=False)
        before: _Seen | None = None
        with contextlib.suppress(UnexpectedPage):
            before = await self._appear(day, 0, over=True)
        await opener.click(timeout=self._find * 1000)
        opened = await self._opened(day, before)
        if opened is None and before is not None:
            # It was its own, open from a try before: what opens it has closed it.
            await opener.click(timeout=self._find * 1000)
            opened = await self._opened(day, None)
        return opened or await self._appear(day, self._find, over=False)

    async def _opened(self, day: date, before: _Seen | None) -> _Seen | None:
        """The calendar above the page since the press; the one from `before` only where no other comes, as it
        may be that of another field, and on its way out."""
        deadline = time.monotonic() + _OPENING_SECONDS
        while True:
            seen: _Seen | None = None
            with contextlib.suppress(UnexpectedPage):
                seen = await self._appear(day, _OPENING_SECONDS if before is None else 0, over=True)
            if (seen is not None and seen != before) or time.monotonic() >= deadline:
                return seen

    async def _appear(self, day: date, seconds: float, *, over: bool) -> _Seen:
        """Wait for a calendar in one of the page's documents; `over`: one that lies above the page."""
        deadline = time.monotonic() + seconds
        while True:
            states = set()
            for frame in self._inpage.frames(self._page):
                with contextlib.suppress(FrameGone):
                    path = await path_of(self._inpage, self._page, frame)
                    told = await self._look(day, frame, None, _LOOK_SECONDS)
                    states.add(told.state)
                    if told.state == "one" and (told.over or not over):
                        self._frame, self._path = frame, path
                        return told
            if time.monotonic() >= deadline:
                break
        what = "several calendars" if "several" in states else "no calendar that says which month it shows"
        raise UnexpectedPage(f"The page shows {what}.", mend="Open the calendar in the step before.")

    async def _look(self, day: date, frame: FrameId | None, off: int | None, seconds: float) -> _Seen:
        asked = (day.year, day.month, day.day, off, seconds * 1000)
        return _Seen.model_validate(await self._inpage.call(self._page, "calendar", *asked, frame=frame))

    async def _turn(self, day: date, seen: _Seen) -> _Seen:
        """A choice in a list of years or months, else a press of a button, else a turn of the wheel."""
        if (choice := next((one for one in seen.choices if one not in self._chosen), None)) is not None:
            self._chosen.add(choice)
            return await self._choose(day, choice, seen)
        chosen = self._best(seen)
        heading = next((one for one in seen.headings if _key(one) not in self._led), None)
        if heading is not None and self._is_long(chosen, seen.off):
            self._led.add(_key(heading))
            return await self._by_years(day, heading)
        if chosen is None:
            return await self._roll(day, seen)
        now = await self._press(day, chosen, seen.off)
        if now is not None and now.state != "one":
            # It led to something else, as to a list of years: it leads back as well.
            self._steps[_key(chosen)] = 0
            now = await self._press(day, chosen, None)
            if now is None or now.state != "one":
                raise UnexpectedPage("The calendar disappeared while it was being turned.")
        now = now or seen
        self._note(_key(chosen), seen.off - now.off)
        return now

    def _note(self, button: _Button, step: int) -> None:
        """What a press of the button has led to. One that leads to the month of today does so once; another
        may be slow once."""
        self._steps.setdefault(button, step)
        if step == 0 and button == self._idle:
            self._steps[button] = 0
        self._idle = button if step == 0 else None

    def _is_long(self, button: Locator | None, off: int) -> bool:
        """Whether the button, which was tried, would have to be pressed many times."""
        step = self._steps.get(_key(button)) if button is not None else 1
        return step is not None and abs(off) > _MANY_PRESSES * abs(step)

    async def _by_years(self, day: date, heading: Locator) -> _Seen:
        """Over the sheets of years and months that the heading leads to, as far as they lead."""
        frame = self._frame
        await Years(self._inpage, self._page, frame, self._path, find=self._find).lead_to(day, heading)
        now = await self._look(day, frame, None, TURN_SECONDS)
        if now.state != "one":
            # It leads back, as it led there.
            await press(self._element(heading), self._find)
            now = await self._look(day, frame, None, TURN_SECONDS)
        if now.state != "one":
            raise UnexpectedPage("The calendar disappeared while it was being turned.")
        return now

    async def _roll(self, day: date, seen: _Seen) -> _Seen:
        """One turn of the wheel over its days, by no more than the months that are left."""
        now: _Seen | None = None
        if seen.middle is not None:
            await self._element(seen.middle).hover(timeout=self._find * 1000)
            months = max(-_YEAR, min(_YEAR, seen.off))
            await self._page.mouse.wheel(0, months * seen.height)
            now = await self._look(day, self._frame, seen.off, TURN_SECONDS)
        if now is None or now.state != "one" or now.off == seen.off:
            raise PermanentError(f"The calendar cannot be turned to {day:%B %Y}.")
        return now

    async def _choose(self, day: date, choice: _Choice, seen: _Seen) -> _Seen:
        element, timeout = self._element(choice.at), self._find * 1000
        try:
            if choice.is_field:
                await element.fill(choice.option, timeout=timeout)
                # Some listen for keys alone; this one changes nothing.
                await element.press("End", timeout=timeout)
            elif choice.is_drawn:
                await self._choose_entry(element, int(choice.option))
            else:
                await element.select_option(label=choice.option, timeout=timeout)
        except Error:
            # Nothing came of it; its buttons are left.
            return seen
        now = await self._look(day, self._frame, seen.off, TURN_SECONDS)
        if now.state != "one":
            raise UnexpectedPage("The calendar disappeared while it was being turned.")
        return now

    async def _choose_entry(self, opener: PlaywrightLocator, number: int) -> None:
        """Open a list of the page's own making, and press the year or month of this number in it."""
        await opener.click(timeout=self._find * 1000)
        asked = (number, TURN_SECONDS * 1000)
        told = await self._inpage.call(self._page, "calendarEntry", *asked, frame=self._frame)
        entry = _ENTRY.validate_json(told)
        if entry is None:
            await self._page.keyboard.press("Escape")
            return
        await self._element(entry).click(timeout=self._find * 1000)

    async def _press(self, day: date, button: Locator, off: int | None) -> _Seen | None:
        """What there is to be seen after a press; none where the button cannot be pressed."""
        if not await press(self._element(button), self._find):
            return None
        return await self._look(day, self._frame, off, TURN_SECONDS)

    def _best(self, seen: _Seen) -> Locator | None:
        """The button to press: of those that lead not too far the one that leads furthest, else one that has
        not been tried, on the side of the wanted month first and the nearest to the heading.

        Where the month is years away, a button that leads a year on is looked for.
        """
        wanted = seen.off > 0
        fitting: list[tuple[int, Locator]] = []
        for buttons in (seen.later, seen.earlier) if wanted else (seen.earlier, seen.later):
            untried = [button for button in buttons if _key(button) not in self._steps]
            steps = [(self._steps.get(_key(button), 0), button) for button in buttons]
            fitting += [
                (abs(step), button)
                for step, button in steps
                if step != 0 and (step > 0) == wanted and abs(step) <= abs(seen.off)
            ]
            longest = max((length for length, _ in fitting), default=0)
            if untried and (longest == 0 or longest < _YEAR <= abs(seen.off)):
                return untried[0]
            if fitting:
                break
        return max(fitting, key=lambda one: one[0])[1] if fitting else None

    def _element(self, locator: Locator) -> PlaywrightLocator:
        return find_alone(self._page, self._path, locator)


def _key(button: Locator) -> _Button:
    return button.model_dump_json()


def _read(text: str) -> date:
    try:
        moment = read_date(text)
    except VariableError as error:
        raise PermanentError(f"'{text}' is not a date.", mend=error.mend) from error
    return date(moment.year, moment.month, moment.day)
