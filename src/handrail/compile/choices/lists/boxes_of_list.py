"""Boxes of a list that a button opened, as kits draw lists for several choices: each is an entry of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.reading.elements import is_list_field, list_opened_by
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop

_FEWEST: Final = 3
"""One or two boxes that come up say yes or no each; in a list they are several."""
_ON_OFF: Final = frozenset({"true", "false"})


def box_of_list(drafts: Sequence[Draft], place: int) -> tuple[str, str] | None:
    """What the list is called, and what its box says that the step ticks or takes back: it came up with
    others and with nothing else to fill in, as a button was pressed, be it before other boxes of the list."""
    draft = drafts[place]
    target = draft.target
    if not _ticks_box(draft) or target is None or target.label is None:
        return None
    name, opener = fold(target.label), _opener(drafts, place)
    if opener is None or not goes_by(target.locators, name):
        return None
    list_name = list_opened_by(opener.target)
    boxes = _boxes_brought(opener)
    return (list_name, name) if list_name and len(boxes) >= _FEWEST and name in boxes else None


def _ticks_box(draft: Draft) -> bool:
    ticks = isinstance(draft.action, sop.Check | sop.Uncheck)
    return ticks and draft.target is not None and draft.target.role == "checkbox"


def _opener(drafts: Sequence[Draft], place: int) -> Draft | None:
    """The press that opened the list, with nothing but other boxes between."""
    for draft in reversed(drafts[:place]):
        if draft.page != drafts[place].page:
            return None
        if not _ticks_box(draft):
            opens = draft.target is not None and (
                draft.target.role == "button" or is_list_field(draft.target)
            )
            return draft if opens and isinstance(draft.action, sop.Click) else None
    return None


def _boxes_brought(opener: Draft) -> set[str]:
    """What the boxes are called that came up with the press; none where other fields came as well."""
    came = {
        fold(label): held
        for view in opener.act.views
        for label, held in view.after.values.items()
        if label not in view.before.values
    }
    return set(came) if _ON_OFF.issuperset(came.values()) else set()
