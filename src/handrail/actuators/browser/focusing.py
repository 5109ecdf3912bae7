"""What has the focus, where an action names no element: in which frame, and whether it is anything at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.async_api import Frame, Page

from handrail.actuators.actuator import Act
from handrail.errors import TargetNotFound
from handrail.sop.action import Back, Click, DoubleClick, Forward, Open, Press, Type

_FOCUSED: Final = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const page = at === document.body || at === document.documentElement;
  return page && !at.isContentEditable && document.designMode !== 'on' ? null : at;
}"""


class Led:
    """Which document of each tab, by its number, steps have led to: one on which they pressed something last,
    or that the last one of them brought."""

    def __init__(self) -> None:
        self._on: dict[str, int] = {}
        self._comes: set[str] = set()
        """Tabs whose document the last step may still bring."""

    def done(self, act: Act, on: int) -> None:
        """It was done while the tab had its document `on`."""
        match act.action:
            case Click() | DoubleClick() | Press() | Type():
                self._on[act.page] = on
            case Open() | Back() | Forward():
                self.forget(act.page)
            case _:
                return
        if act.answers is not None:
            # What is no step's, as to open once more where a session goes on, leads nowhere.
            self._comes |= {act.page} if act.opens is None else {act.page, act.opens}

    def seen(self, page: str, document: int) -> None:
        """What a step was to bring is there."""
        if page in self._comes:
            self._comes.discard(page)
            self._on[page] = document

    def to(self, page: str, document: int) -> bool:
        """Whether steps have led to this document."""
        return page in self._comes or self._on.get(page) == document

    def forget(self, page: str | None = None) -> None:
        """Nobody knows any more where the focus is: in one tab, or in all."""
        for name in [page] if page is not None else [*self._on, *self._comes]:
            self._on.pop(name, None)
            self._comes.discard(name)


async def see_focus(page: Page, judge: Callable[[str], None], *, led: bool) -> None:
    """See that a text without an element of its own goes to an element, and to no foreign page in a frame.

    Where nothing has the focus, letters are an app's shortcuts. `led` says that steps have just led to this
    document: some sheets hear the keys of the whole page, and know which cell was meant; some boards bring up
    their search for any letter. `judge` raises Blocked for the address of a frame that nothing may be sent
    to. Raises TargetNotFound.
    """
    frame: Frame | None = page.main_frame
    while frame is not None:
        focused = (await frame.evaluate_handle(_FOCUSED)).as_element()
        if focused is None:
            if led:
                return
            raise TargetNotFound(
                "Nothing on the page has the focus, so nothing was typed.",
                mend="Add a step before it that presses what the text belongs in, or give it a target.",
            )
        frame = await focused.content_frame()
        if frame is not None:
            judge(frame.url)
