"""Tables that are forms: each row is called by what its field is for, and is there on other data as well."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, dropwhile

from handrail.compile.reading.addresses import path_of
from handrail.compile.reading.elements import is_form_control, name_of, undecorated
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target

_CELL_IN_ROW = re.compile(r".*(?:^| > )(td(?::nth-of-type\(\d+\))?) > (?!.*\btd\b)")
_AROUND_TABLE = 4
"""The page, its path, the table, and what that stands in."""


def rows_of_forms(drafts: Sequence[Draft]) -> dict[int, str]:
    """Step → the words of its row, where a table is a form: several rows are filled in, in one column.

    Each row is called by what its field is for, then, and is there on other data as well. A row in
    which a box is ticked or a command given besides is a record's: each of its fields is looked for in that.
    So is one under whose column's heading records' names stand, beside fields that go by a heading, too.
    """
    records = {(_table_of(draft), row) for draft in drafts if (row := _row_of_record(draft))}
    columns: defaultdict[tuple[object, ...], dict[int, str]] = defaultdict(dict)
    labels: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
    for place, draft in enumerate(drafts):
        target, row = draft.target, _row_words(draft)
        if target is None or not row or not isinstance(draft.action, sop.Fill | sop.Paste | sop.Select):
            continue
        if (
            is_form_control(target)
            and (_table_of(draft), row) not in records
            and not _names_record(target, row)
        ):
            columns[draft.page, path_of(draft.act.event.url), name_of(target)][place] = row
            if undecorated(row) == undecorated(name_of(target)):
                labels[_table_of(draft)].add(row)
    filled = {
        place: row for rows in columns.values() if len(set(rows.values())) > 1 for place, row in rows.items()
    }
    forms = {_table_of(drafts[place]) for place in filled}
    for draft in drafts:
        # A row that says more is a record, which has a choice in it besides.
        if (asked := _row_of_choices(draft)) and draft.target and _asks_alone(draft.target, asked):
            labels[_table_of(draft)].add(asked)
    forms |= {table for table, rows in labels.items() if len(rows) > 1}
    chosen = (place for place, draft in enumerate(drafts) if _table_of(draft) in forms)
    choices = {place: row for place in chosen if (row := _row_of_choices(drafts[place]))}
    return captioned_rows(drafts) | filled | choices


def captioned_rows(drafts: Sequence[Draft]) -> dict[int, str]:
    """Step → the caption of its row, where a table has controls of different kinds in one column: those of
    records are alike, and its rows are the lines of a form."""
    lines: defaultdict[tuple[object, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    places: defaultdict[tuple[object, ...], dict[int, str]] = defaultdict(dict)
    for place, draft in enumerate(drafts):
        target = draft.act.target
        if target is None or draft.act.leads_to is not None:
            continue
        caption, column = _caption(target), _column_of(target)
        if caption is not None and column is not None:
            # So many elements around each are known, and what holds a table may be cut short.
            table = (*_table_of(draft)[:_AROUND_TABLE], column)
            lines[table][caption].add(f"{target.role or target.tag} {target.input_type}")
            places[table][place] = caption
    forms = (
        table
        for table, rows in lines.items()
        if any(one.isdisjoint(other) for one, other in combinations(rows.values(), 2))
    )
    return {place: caption for table in forms for place, caption in places[table].items()}


def _names_record(target: Target, row: str) -> bool:
    """Whether the row goes by what stands under a heading, as "Article" is, and the field by another one: a
    list of records that is edited in its place."""
    found = row_of(target.locators[0]) if target.locators else None
    return bool(found and found.column and target.label) and undecorated(row) != undecorated(
        target.label or ""
    )


def _caption(target: Target) -> str | None:
    """What the first cell of its row says, where the row goes by that."""
    row = next((found for found in map(row_of, target.locators) if found is not None), None)
    first = fold(target.near.cells[0]) if target.near.cells else ""
    own = fold(target.text or target.name or "")
    return first if row is not None and row.role == "row" and own != first == fold(row.text) else None


def _column_of(target: Target) -> str | None:
    """The cell of its row that the element stands in, by its place."""
    css = (one.css for one in target.locators if isinstance(one, CssLocator))
    return next((found[1] for one in css if (found := _CELL_IN_ROW.match(one))), None)


def _table_of(draft: Draft) -> tuple[object, ...]:
    """Where the table is that the step's row belongs to."""
    ancestors = draft.target.ancestors if draft.target is not None else ()
    above = list(dropwhile(lambda one: one.split("#")[0] != "tr", ancestors))
    return draft.page, path_of(draft.act.event.url), *above[1:]


def _row_of_record(draft: Draft) -> str:
    """The words of the row in which a box is ticked, or a command given."""
    target = draft.target
    if target is None:
        return ""
    ticks = isinstance(draft.action, sop.Check | sop.Uncheck) and target.role != "radio"
    commands = isinstance(draft.action, sop.Click) and target.role in {"button", "link"}
    return _row_words(draft) if ticks or commands else ""


def _row_of_choices(draft: Draft) -> str:
    """The words of the row, where it holds radio buttons and is called by what is chosen by them."""
    target = draft.target
    if target is None or target.role != "radio" or not isinstance(draft.action, sop.Check | sop.Click):
        return ""
    row = _row_words(draft)
    return row if row and undecorated(row) == undecorated(target.near.group or "") else ""


def _asks_alone(radio: Target, asked: str) -> bool:
    """Whether the row says nothing but what it asks, and the answers."""
    name = fold(radio.name or "")
    answer = rf"(?<!\w){re.escape(name)}(?!\w)"
    return tuple(one for one in radio.near.cells if not name or not re.search(answer, one)) == (asked,)


def _row_words(draft: Draft) -> str:
    """What the row of a table is called that the step's field stands in; failing that, all that it says."""
    target = draft.target
    row = row_of(target.locators[0]) if target is not None and target.locators else None
    if row is not None:
        return fold(row.text) if row.role == "row" else ""
    said = target.near.row if target is not None and "tr" in target.ancestors else None
    # Amounts alone are what the page makes of what is filled in there.
    return fold(said) if said and any(map(str.isalpha, said)) else ""
