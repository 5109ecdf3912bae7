"""Controls in rows that pick no record: fields of a form in a table, heads of columns, what adds a line."""

from __future__ import annotations

from handrail.compile.effects.words import changing_word
from handrail.compile.reading.elements import name_of, undecorated
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.sop.locator import RowLocator
from handrail.sop.target import Target, tag_of

_FEW_FIELDS = 2
_CELLS_OF_RECORD = 3


def is_field_of_form(draft: Draft, row: RowLocator) -> bool:
    """Whether it is the part of a form for one field, where each has a part with its name as a heading."""
    before = draft.act.before
    if row.role != "card" or before is None:
        return False
    headings = {undecorated(heading) for heading in before.headings}
    named = headings.intersection(map(undecorated, before.values))
    return len(named) >= _FEW_FIELDS and undecorated(row.text) in headings


def lists_records(target: Target, row: RowLocator) -> bool:
    """Whether it says nothing of itself, and its form calls it by the record of its row (`delete[ada]`): that
    has a heading, and the row says more of it, so that it is no caption."""
    says = target.name or target.label
    return not says and row.column is not None and len(target.near.cells) >= _CELLS_OF_RECORD


def column_of_choice(draft: Draft, row: str) -> str | None:
    """What the column is called of which one button is chosen, in a table whose rows are captions of fields:
    `Sort on` in the row `Title:`."""
    target = draft.target
    if target is None or target.role != "radio" or not row.endswith(":"):
        return None
    return undecorated(name_of(target)) or None


def is_in_head(target: Target) -> bool:
    """Whether it stands over a column; the heading of a row in a body stands before its record."""
    around = (target.tag or "", f"[{target.role}]", *target.ancestors)
    tags = set(map(tag_of, around))
    return any("[columnheader]" in one for one in around) or ("th" in tags and "tbody" not in tags)


def is_of_column(target: Target) -> bool:
    """A control in what says that it is a column's heading, as one that filters the list by that column."""
    return target.role == "button" and any("[columnheader]" in one for one in target.ancestors)


def adds_to_table(target: Target, row: RowLocator) -> bool:
    """A row that is nothing but a command of the table itself, as "Add another line" below the others."""
    alone = fold(row.text) == fold(name_of(target)) and set(target.near.cells) <= {row.text}
    no_address = target.attributes.get("href", "#") == "#"
    return alone and no_address and target.role in {"link", "button"} and changing_word(row.text) is not None
