"""Lists of several levels, of which one comes up beside the other: what was picked in each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from handrail.compile.choices.seen.picks import (
    goes_by,
)
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop

_BETWEEN: Final = re.compile(r"\s*[/>›»→,|]\s*")
"""What fields write between the levels of what was picked."""


def levels_picked(drafts: Sequence[Draft]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Steps that pick an entry of one level each, of a list whose next level comes up beside it.

    With the label of the field that holds all of their names in the end, and the name.
    """
    for place, draft in enumerate(drafts):
        for view in draft.act.views if isinstance(draft.action, sop.Click) else ():
            for label, value in view.after.values.items():
                names = _BETWEEN.split(fold(value))
                first = place - len(names) + 1
                if len(names) < 2 or first < 1 or view.before.values.get(label) == value:
                    continue
                if [_entry(drafts[at]) for at in range(first, place + 1)] == names:
                    yield from ((first + at, (label, name)) for at, name in enumerate(names))


def _entry(draft: Draft) -> str | None:
    """What the entry is called that a step clicks on."""
    target = draft.target
    if target is None or not isinstance(draft.action, sop.Click):
        return None
    name = fold(target.text or target.name or "")
    return name if goes_by(target.locators, name) else None
