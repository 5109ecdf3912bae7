"""The only item that a search left of a drawn list, pressed as a whole: it is what was sought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.compile.choices.alike.entries_named import called_by_part
from handrail.compile.choices.rows.perhaps import ENTRIES
from handrail.compile.reading.known import fold, holds_name, is_telling
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import RowLocator, TextLocator

_PRESSING = (sop.Click, sop.DoubleClick, sop.RightClick)


def with_items_called_as_sought(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with items that say more than what was searched for found by that alone: what else they
    say is the recorded record's."""
    return [_called_as_sought(drafts, place) for place in range(len(drafts))]


def _called_as_sought(drafts: Sequence[Draft], place: int) -> Draft:
    draft, value = drafts[place], _sought_before(drafts, place)
    target = draft.target
    if target is None or not value or not isinstance(draft.action, _PRESSING):
        return draft
    if target.role is not None and target.role not in ENTRIES:
        return draft
    said = fold(target.text or "")
    if said == value or not holds_name(said, value) or not _is_said_alone(drafts[place - 1], value):
        return draft
    role = target.role
    by = (
        TextLocator(by="text", text=value)
        if role is None
        else RowLocator(by="row", role=role, text=value, exact=True)
    )
    return replace(draft, target=called_by_part(target, value, by))


def _sought_before(drafts: Sequence[Draft], place: int) -> str:
    """What was typed right before, be it sent by a key or a button; empty where nothing was."""
    for earlier in reversed(drafts[max(place - 2, 0) : place]):
        if earlier.page != drafts[place].page:
            return ""
        if isinstance(earlier.action, sop.Fill):
            value = fold(earlier.action.value)
            return value if is_telling(value) else ""
    return ""


def _is_said_alone(search: Draft, value: str) -> bool:
    """Whether the list that the search left has a part that says just what was sought, and others went."""
    return any(value in map(fold, view.after.texts) and bool(view.after.gone) for view in search.act.views)
