"""What a cell shows and is pressed to be edited by a field that comes over it: it is in its record's row,
and no name of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from handrail.compile.choices.rows.pointed import first_row, placed
from handrail.compile.reading.elements import is_form_control
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Input
from handrail.sop import action as sop
from handrail.sop.locator import CssLocator, RowLocator
from handrail.sop.target import Box, Target

_NEAR: Final = 8.0
"""So far beyond the field a cell may reach, as it has a border."""


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
    """Whether the field covers what was pressed, which may be no more than the words in a cell."""
    if cell is None or field is None:
        return False
    return all(
        at + _NEAR >= over and at + size <= over + room + _NEAR
        for at, size, over, room in (
            (cell.x, cell.width, field.x, field.width),
            (cell.y, cell.height, field.y, field.height),
        )
    )


def with_edits_in_place(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with such a cell found by its place in its record's row, and its field without the text
    before it, which is of some row."""
    found = list(drafts)
    for place, draft in enumerate(drafts):
        row = row_of_edited(drafts, place)
        if draft.target is None or row is None:
            continue
        found[place] = replace(draft, target=placed(draft.target, row))
        field = drafts[place + 1].target
        for later in range(place + 1, len(drafts)):
            own = drafts[later].target
            if field is None or own is None or own.locators != field.locators:
                break
            found[later] = replace(drafts[later], target=_without_text_before(own, draft.target))
    return found


def _without_text_before(field: Target, cell: Target) -> Target:
    """The field that the page puts the pointer's cell under: what stands before it is in its row, though a
    field without a label is called by it. It has the focus."""
    beside = {fold(text) for text in (cell.near.before, *cell.near.cells) if text}
    if field.name or (field.label and fold(field.label) not in beside):
        return field
    facts: dict[str, object] = {"near": field.near.model_copy(update={"before": None, "after": None})}
    if field.label:
        focused = CssLocator(by="css", css=f"{field.tag or '*'}:focus")
        facts |= {"label": None, "locators": (focused,)}
    return field.model_copy(update=facts)
