"""One case of the measure of healing, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Outcome: TypeAlias = Literal["right", "asked", "wrong"]
"""`right` is acting on the element that was meant, or refusing where it is gone; `asked` is a menu or a stop
where the element is there; `wrong` is acting on anything else."""


@dataclass(frozen=True)
class Case:
    """A target that was recorded, met again on a changed page."""

    kind: str
    """The class of change: a mutation, a drift of the practice apps, a version."""
    where: str
    """The page, and which target on it."""
    gone: bool
    """The target is not on the changed page: the right answer is to refuse."""
    outcome: Outcome
    how: str
    """`exact` where the recorded locators decided, `candidates` where scoring did, else `none`."""
    words: str = ""
    """What a person reads who looks into the case: the target, and what was acted on."""


def judge(gone: bool, acted: bool, on_the_target: bool) -> Outcome:
    if acted:
        return "right" if on_the_target and not gone else "wrong"
    return "right" if gone else "asked"
