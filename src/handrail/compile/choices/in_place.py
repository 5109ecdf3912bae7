"""What a cell shows and is pressed to be edited by a field that comes over it: it is in its record's row,
and no name of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from handrail.compile.choices.pointed import first_row, placed
from handrail.compile.reading.elements import is_form_control
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Input
from handrail.sop import action as sop
from handrail.sop.locator import RowLocator
from handrail.sop.target import Box, Target

_NEAR: Final = 8.0
"""So far from the cell's corner the field's may lie, as it has a border."""


def is_edited_in_place(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the pressed words are what a field holds that comes over them, and what the next step changes.

    The first field of a record that was opened holds the record's name as well; it lies elsewhere.
    """
    draft = drafts[place]
    target, following = draft.act.target, drafts[place + 1] if place + 1 < len(drafts) else None
    if following is None or not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None:
        return False
    event, field = following.act.event, following.act.target
    if following.page != draft.page or not isinstance(event, Input) or field is None:
        return False
    said = fold(target.text or target.name or "")
    if not said or said != fold(event.before or "") or is_form_control(target):
        return False
    return draft.act.leads_to is None and target.frame == field.frame and _lies_over(target.box, field.box)


def row_of_edited(drafts: Sequence[Draft], place: int) -> RowLocator | None:
    """The row of the record whose value is edited so."""
    target = drafts[place].target
    return first_row(target) if target is not None and is_edited_in_place(drafts, place) else None


def _lies_over(cell: Box | None, field: Box | None) -> bool:
    if cell is None or field is None:
        return False
    return abs(cell.x - field.x) <= _NEAR and abs(cell.y - field.y) <= _NEAR


def with_edits_in_place(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with such a cell found by its place in its record's row, and its field without the text
    before it, which is of some row."""
    found = list(drafts)
    for place, draft in enumerate(drafts):
        row = row_of_edited(drafts, place)
        if draft.target is None or row is None:
            continue
        # Nothing but how it looks tells that it is a value's cell.
        cell = placed(draft.target, row).model_copy(update={"attributes": draft.target.attributes})
        found[place] = replace(draft, target=cell)
        field = drafts[place + 1].target
        for later in range(place + 1, len(drafts)):
            own = drafts[later].target
            if field is None or own is None or own.locators != field.locators:
                break
            found[later] = replace(drafts[later], target=_without_text_before(own))
    return found


def _without_text_before(field: Target) -> Target:
    if field.name or field.label:
        return field
    return field.model_copy(update={"near": field.near.model_copy(update={"before": None})})
