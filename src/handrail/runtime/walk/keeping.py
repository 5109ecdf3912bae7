"""What is kept of the moment before an action, so that it can be undone later."""

from __future__ import annotations

from typing import Final, NamedTuple

from handrail.runtime.walk.exact import Found
from handrail.sop import action as sop_action
from handrail.sop.action import Action
from handrail.sop.target import Target

_GIVES_A_VALUE: Final = (
    sop_action.Fill,
    sop_action.Type,
    sop_action.Paste,
    sop_action.Select,
    sop_action.Check,
    sop_action.Uncheck,
    sop_action.Upload,
)
_MOST_LOCATORS: Final = 4


class Kept(NamedTuple):
    """The element that the action gives a value to, and what it held."""

    target: Target | None = None
    old_value: str | None = None
    secret: bool | None = None


def kept_before(action: Action, found: Found | None, *, secret: bool) -> Kept:
    """What to journal before the action is done. Of a field that takes a secret the value is left out."""
    if found is None or not isinstance(action, _GIVES_A_VALUE):
        return Kept()
    element = found.match.element
    if isinstance(action, sop_action.Upload) and element.tag != "input":
        # What the app made of the files stands in no field that could be emptied.
        return Kept()
    hidden = secret or element.masked
    return Kept(_pin(found), None if hidden else element.value, hidden or None)


def _pin(found: Found) -> Target:
    """Enough of the element to find it again, and to know that it is the one."""
    target, element = found.target, found.match.element
    return Target(
        role=target.role or element.role,
        name=target.name,
        tag=target.tag or element.tag,
        input_type=target.input_type,
        frame=target.frame,
        shadow=target.shadow,
        locators=target.locators[:_MOST_LOCATORS],
    )
