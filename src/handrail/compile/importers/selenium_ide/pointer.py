"""What Selenium IDE's recorder writes about the mouse: presses in pieces, and clicks that say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from handrail.compile.importers.selenium_ide.state import Command

_DOWN: Final = frozenset({"mousedown", "mousedownat"})
_BETWEEN: Final = frozenset({"mousemove", "mousemoveat", "mouseover", "mouseout"})
_UP: Final = frozenset({"mouseup", "mouseupat"})
_CLICKS: Final = frozenset({"click", "clickat"})
_OPTION: Final = re.compile(r"(^|[ >/=])option([:\[.][^ >/]*)?$")
_WHOLE_PAGE: Final = re.compile(r"(css=|xpath=)?(/html)?/{0,2}(html|body)|tagName=(html|body)", re.IGNORECASE)
_SETTING: Final = frozenset({"type", "sendkeys", "select", "editcontent"})


@dataclass(frozen=True)
class Press:
    """The commands from the button going down to its coming up."""

    commands: tuple[Command, ...]
    clicked_after: bool
    """It came up where it went down, and the file holds the click besides."""

    @classmethod
    def at(cls, commands: Sequence[Command], place: int) -> Press | None:
        """The press that begins here; none where another command comes between down and up."""
        if commands[place].name not in _DOWN:
            return None
        for end in range(place + 1, len(commands)):
            command = commands[end]
            if command.off or command.name not in _BETWEEN | _UP:
                return None
            if command.name in _UP:
                following = commands[end + 1] if end + 1 < len(commands) else None
                still = command.value == commands[place].value
                clicked = following is not None and following.name in _CLICKS and not following.off
                return cls(tuple(commands[place : end + 1]), still and clicked)
        return None

    @property
    def goes_elsewhere(self) -> bool:
        """The button comes up over another element: that is a drag."""
        return self.commands[0].target != self.commands[-1].target

    def as_drag(self) -> Command:
        """The one command that means the same."""
        drag = Command(self.commands[0].source)
        drag.name, drag.value = "draganddroptoobject", self.commands[-1].target
        return drag


def is_noise(commands: Sequence[Command], place: int) -> str | None:
    """Why a click does nothing of its own; none for one that does."""
    click = commands[place]
    if click.name not in _CLICKS or click.comment or click.source["opensWindow"].flag():
        return None
    if _WHOLE_PAGE.fullmatch(click.target.strip()):
        return "it goes to the page as a whole, and would hit whatever is in its middle"
    before = next((other for other in reversed(commands[:place]) if not other.off), None)
    if before is not None and before.name == "select" and _OPTION.search(click.target):
        return "the command before it chooses the option"
    after = next((other for other in commands[place + 1 :] if not other.off), None)
    if after is not None and after.name in _SETTING and after.target == click.target:
        return "it only puts the cursor into the field that the next command sets"
    return None
