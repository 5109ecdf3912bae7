"""The item of a list that several steps are on: where a later one finds it by a name that other data give,
the earlier ones are on that item as well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from handrail.compile.choices.rows.perhaps import ENTRIES
from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import RowLocator
from handrail.sop.target import Neighbourhood, Target

_TEXT: Final = 6
"""Words that no label has."""
_CODE: Final = re.compile(r"[A-Z]{1,5}[-–/#. ]?\d[\w-]*")
"""What records are numbered by, and no part of an app is called: "PO-31"."""
Item = tuple[str, str, str]
"""The page, as what the item is looked for, and what it is called."""


def last_places(drafts: Sequence[Draft], rows: Iterable[RowLocator | None]) -> dict[Item, int]:
    """Item of a list → the last step that is on whichever other data name; `rows` are those of the steps that
    are."""
    items = (_item(draft, row) for draft, row in zip(drafts, rows, strict=True))
    return {item: place for place, item in enumerate(items) if item is not None}


def meant_later(drafts: Sequence[Draft], place: int, last: Mapping[Item, int]) -> str | None:
    """What the item is called that the step is in, or opens by its name, where one of the `last` steps on it
    comes later."""
    draft = drafts[place]
    target = draft.target
    row = row_of(target.locators[0]) if target is not None and target.locators else None
    item = _item(draft, row)
    if item is not None:
        return item[2] if last.get(item, -1) > place else None
    name = _opened(draft)
    picked = any(last.get((draft.page, role, name), -1) > place for role in ENTRIES)
    return name if picked or (_CODE.fullmatch(name) and _is_worked_in(drafts[place:], name)) else None


def _is_worked_in(drafts: Sequence[Draft], name: str) -> bool:
    """Whether a later step on the first one's page is in an item of this name, be it found without that."""
    later = [
        one.target.locators for one in drafts[1:] if one.page == drafts[0].page and one.target is not None
    ]
    rows = [row for ways in later for row in map(row_of, ways) if row is not None and row.role in ENTRIES]
    return any(fold(row.text) == name for row in rows)


def _opened(draft: Draft) -> str:
    """What is pressed to open one of several items says its name, and nothing else."""
    among, target = draft.among, draft.target
    if (
        not isinstance(draft.action, sop.Click)
        or target is None
        or among is None
        or among.in_app
        or among.same
    ):
        return ""
    name = fold(target.text or target.name or "")
    return name if goes_by(target.locators, name) else ""


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


def stands_behind_data(target: Target | None) -> bool:
    """Whether what stands before a field without a label is what its item says of its record, or a text."""
    if target is None or target.name or target.label or target.placeholder or not target.locators:
        return False
    row, before = row_of(target.locators[0]), fold(target.near.before or "")
    if len(before.split()) >= _TEXT:
        return True
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
