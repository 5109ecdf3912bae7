"""What has the focus, where an action names no element: in which frame, and whether it is anything at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.async_api import Frame, Page

from handrail.errors import TargetNotFound

_FOCUSED: Final = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const page = at === document.body || at === document.documentElement;
  return page && !at.isContentEditable && document.designMode !== 'on' ? null : at;
}"""


async def see_focus(page: Page, judge: Callable[[str], None], *, led: bool) -> None:
    """See that a text without an element of its own goes to an element, and to no foreign page in a frame.

    Where nothing has the focus, letters are an app's shortcuts. `led` says that steps have just acted on this
    very document: some sheets hear the keys of the whole page, and know which cell was meant. `judge` raises
    Blocked for the address of a frame that nothing may be sent to. Raises TargetNotFound.
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
