"""The item of a list that several steps are on: where a later one finds it by a name that other data give,
the earlier ones are on that item as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from handrail.compile.known import fold
from handrail.compile.located import row_of
from handrail.compile.perhaps import ENTRIES
from handrail.compile.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import RowLocator
from handrail.sop.target import Neighbourhood, Target

Item = tuple[str, str, str]
"""The page, as what the item is looked for, and what it is called."""


def last_places(drafts: Sequence[Draft], rows: Iterable[RowLocator | None]) -> dict[Item, int]:
    """Item of a list → the last step that is on whichever other data name; `rows` are those of the steps that
    are."""
    items = (_item(draft, row) for draft, row in zip(drafts, rows, strict=True))
    return {item: place for place, item in enumerate(items) if item is not None}


def meant_later(drafts: Sequence[Draft], place: int, last: Mapping[Item, int]) -> str | None:
    """What the item is called that the step is in, where one of the `last` steps on it comes later."""
    target = drafts[place].target
    row = row_of(target.locators[0]) if target is not None and target.locators else None
    item = _item(drafts[place], row)
    return item[2] if item is not None and last.get(item, -1) > place else None


def edited_in(drafts: Sequence[Draft], place: int) -> RowLocator | None:
    """The item in which a step presses what is merely drawn, and the next one works: what it says is edited
    in its place. In a line of a form the caption stands right before."""
    draft, following = drafts[place], drafts[place + 1] if place + 1 < len(drafts) else None
    target, among = draft.target, draft.among
    if not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None or target.role is not None:
        return None
    if following is None or following.page != draft.page or (among is not None and among.in_app):
        return None
    row = row_of(target.locators[0]) if target.locators else None
    if row is None or row.role not in ENTRIES or fold(row.text) in map(fold, _words_at(target)):
        return None
    if is_beside_others(draft):
        # Values beside each other in one item are the choices of a field.
        return None
    everywhere = target.locators[0].model_copy(update={"within": None})
    ways = following.target.locators if following.target is not None else ()
    return row if everywhere not in target.locators and row in map(row_of, ways) else None


def says_of_item(target: Target | None) -> bool:
    """Whether what stands before a field without a label is what its item says of its record."""
    if target is None or target.name or target.label or not target.locators:
        return False
    row, before = row_of(target.locators[0]), fold(target.near.before or "")
    return row is not None and row.role in ENTRIES and before in map(fold, target.near.cells)


def is_beside_others(draft: Draft) -> bool:
    """Whether another one of those alike stands right before or behind what the step presses."""
    near = draft.target.near if draft.target is not None else Neighbourhood()
    beside = set(map(fold, draft.among.beside)) if draft.among is not None else set()
    return not beside.isdisjoint(fold(said) for said in (near.before, near.after) if said)


def _words_at(target: Target) -> tuple[str, ...]:
    return tuple(said for said in (target.text, target.name, target.near.before) if said)


def _item(draft: Draft, row: RowLocator | None) -> Item | None:
    return (draft.page, row.role, fold(row.text)) if row is not None and row.role in ENTRIES else None
