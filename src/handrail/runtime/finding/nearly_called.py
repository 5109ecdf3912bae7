"""What is there in the place of an element that is missed by its name: an entry that is called nearly so."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from rapidfuzz import fuzz

from handrail.actuators import Actuator
from handrail.errors import TransientError
from handrail.sop.condition import Condition, ElementIs
from handrail.sop.locator import RoleLocator, TextLocator
from handrail.sop.target import Target
from handrail.sop.wording import quoted
from handrail.targeting import ElementSnapshot

_MOST: Final = 3
_LIKE: Final = 75.0
"""Of 100: so much alike are two names of which one may be meant by the other."""
_LONGEST: Final = 80


async def called_nearly(actuator: Actuator, page: str, missed: Condition) -> str:
    """A clause that names what is called nearly as the missed element is: " (there is: 'French (France)')";
    empty where it has no name, or nothing is like it."""
    target = (
        missed.target if isinstance(missed, ElementIs) and missed.state in ("visible", "present") else None
    )
    wanted = _name(target) if target is not None else ""
    if target is None or not wanted:
        return ""
    names: dict[str, float] = {}
    with suppress(TransientError):
        for candidate in await actuator.gather(page, target, brief=True):
            name = _called(candidate.element)
            if name and len(name) <= _LONGEST and (likeness := _likeness(wanted, name)) >= _LIKE:
                names[name] = max(likeness, names.get(name, 0.0))
    if not names or wanted in names:
        return ""
    best = sorted(names, key=lambda name: (-names[name], name))[:_MOST]
    return f" (there is: {', '.join(map(quoted, best))})"


def is_called_nearly(wanted: str, name: str) -> bool:
    """Whether one may be meant by the other."""
    return _likeness(wanted, name) >= _LIKE


def _name(target: Target) -> str:
    for locator in target.locators:
        match locator:
            case TextLocator(text=name) | RoleLocator(name=str(name)) if len(name) > 1:
                return " ".join(name.split())
    return ""


def _called(element: ElementSnapshot) -> str:
    return " ".join((element.name or element.text).split())


def _likeness(wanted: str, name: str) -> float:
    """Names that say more than what is wanted come before those that are spelled alike."""
    one, other = wanted.casefold(), name.casefold()
    return 100.0 if one in other.split() or other.startswith(f"{one} ") else fuzz.ratio(one, other)
