"""The way to a month that is years away: over the sheets of years and months behind a calendar's heading."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from playwright.async_api import Error, Page
from playwright.async_api import Locator as PlaywrightLocator

from handrail._model import Model
from handrail.actuators.browser.selectors import find_alone
from handrail.browser import FrameId, InPage
from handrail.sop.locator import Locator
from handrail.sop.target import FrameStep

_MOST_SHEETS: Final = 120
TURN_SECONDS: Final = 2.0
"""So long a calendar may take to show something else after a press."""


class _Sheet(Model):
    """What a document shows in place of a calendar's days; see `years.ts`."""

    first: int | None
    last: int | None
    year: Locator | None
    month: Locator | None
    of: int | None
    headings: tuple[Locator, ...]
    earlier: tuple[Locator, ...]
    later: tuple[Locator, ...]

    @property
    def at(self) -> int | None:
        """The year that tells how far it was turned."""
        return self.of if self.first is None else self.first


async def press(button: PlaywrightLocator, seconds: float) -> bool:
    """Whether a calendar's button could be pressed."""
    try:
        await button.click(timeout=seconds * 1000)
    except Error:
        return False
    return True


class Years:
    """The sheets of the calendar in one document, and what was seen of their buttons."""

    def __init__(
        self, inpage: InPage, page: Page, frame: FrameId | None, path: Sequence[FrameStep], *, find: float
    ) -> None:
        self._inpage = inpage
        self._page = page
        self._frame = frame
        self._path = path
        self._find = find
        self._steps: dict[Locator, int] = {}
        """How many years each of the buttons that were tried leads on; 0 for those that lead nowhere."""
        self._tried: set[tuple[Locator, _Sheet]] = set()
        """The headings that were pressed, each on the sheet that it stands over."""

    async def lead_to(self, day: date, heading: Locator) -> None:
        """Press the heading, then the year and the month, until days are shown or nothing leads on."""
        pressed, before, told = heading, None, ""
        for _ in range(_MOST_SHEETS):
            if not await press(find_alone(self._page, self._path, pressed), self._find):
                return
            asked = (day.year, day.month, told, TURN_SECONDS * 1000)
            told = str(await self._inpage.call(self._page, "calendarYears", *asked, frame=self._frame))
            sheet = _Sheet.model_validate_json(told)
            if before is not None and before.at is not None and pressed in (*before.earlier, *before.later):
                self._steps[pressed] = (sheet.at or before.at) - before.at
            following = self._following(day.year, sheet)
            if following is None:
                return
            pressed, before = following, sheet

    def _following(self, year: int, sheet: _Sheet) -> Locator | None:
        """What to press on the sheet."""
        if sheet.year is not None:
            return sheet.year
        if sheet.first is None and sheet.of in (None, year):
            return sheet.month
        if sheet.first is None:
            for heading in sheet.headings:
                if (heading, sheet) not in self._tried:
                    self._tried.add((heading, sheet))
                    return heading
        later = sheet.at is not None and year > sheet.at
        buttons = (*sheet.later, *sheet.earlier) if later else (*sheet.earlier, *sheet.later)
        towards = [one for one in buttons if self._steps.get(one, 0) * (1 if later else -1) > 0]
        untried = [one for one in buttons if one not in self._steps]
        return next(iter((*towards, *untried)), None)
