"""Where the pointer rests on a row for its buttons to come up: that row goes by what the buttons' goes by. So
does a row of which one presses what it shows, for the list of what it may be instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from handrail.compile.choices.rows.perhaps import ENTRIES
from handrail.compile.choices.seen.among_marked import row_chosen_in
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import CssLocator, RowLocator
from handrail.sop.target import Target


def with_rows_pointed_at(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with the pointer at rest in the row of the next step, by the one name of its record; and
    with what shows a row's state, from whose list another one is chosen, by its place in the row.

    A link in a row may be called by something else that only this row says, as an address is; so may a card.
    """
    after = [after for _, after in pairwise(drafts)]
    rows = [row_chosen_in(drafts, place) for place in range(len(drafts))]
    found = zip([*map(_in_row_of, drafts, after), *drafts[-1:]], rows, strict=True)
    return [
        replace(draft, target=placed(draft.target, row))
        if row is not None and draft.target is not None
        else draft
        for draft, row in found
    ]


def _in_row_of(draft: Draft, after: Draft) -> Draft:
    target, acted_on = draft.target, after.target
    if not isinstance(draft.action, sop.Hover) or target is None or acted_on is None:
        return draft
    rows = [first_row(one) for one in (target, acted_on)]
    if draft.page != after.page or target.near.row != acted_on.near.row or None in rows:
        return draft
    if rows[0] == rows[1] and not _is_said_by_card(target, rows[0]):
        return draft
    return replace(draft, target=placed(target, rows[1]))


def first_row(target: Target) -> RowLocator | None:
    """The record's row by which the target is found before all else."""
    row = row_of(target.locators[0]) if target.locators else None
    return row if row is not None and row.role in {"row", *ENTRIES} else None


def _is_said_by_card(target: Target, row: RowLocator | None) -> bool:
    """Whether it is a text of the record's card that is not its name."""
    text = fold(target.text or "")
    told = row is not None and row.role in ENTRIES and fold(row.text) != text
    return told and target.role is None and text in map(fold, target.near.cells)


def placed(target: Target, row: RowLocator | None) -> Target:
    """The target by its place in the row alone: what it says is the record's, as are the texts beside it."""
    assert row is not None
    by_place = tuple(one for one in target.locators if isinstance(one, CssLocator) and one.within == row)
    near = target.near.model_copy(update={"before": None, "after": None})
    looks = {name: value for name, value in target.attributes.items() if name == "class"}
    unsaid: dict[str, object] = {"name": None, "text": None, "label": None, "attributes": looks, "near": near}
    if not by_place:
        unsaid |= {"role": row.role if row.role != "card" else None, "tag": None, "box": None}
    return target.model_copy(update={**unsaid, "locators": by_place or (row,)})
