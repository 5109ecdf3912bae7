"""Lists that a cell of a table brings up when it is pressed: what is picked there is written in the cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.choices.lists.replaced import CHOICE, Replaced, brings_up_record
from handrail.compile.choices.seen.picks import goes_by, texts_after
from handrail.compile.reading.acts import same_element
from handrail.compile.reading.elements import is_cell, is_form_control, is_text_field, name_of, undecorated
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target

_FEWEST: Final = 2
_ENTRIES: Final = (None, "listitem")


def chosen_for_cell(drafts: Sequence[Draft], place: int) -> Replaced | None:
    """The entry that the step presses, without a role that says what it is, behind a press on a cell: it came
    with the list, or stands with others in the cell's own row. Part of it may be typed between.

    Its words may stand all over the table, so that they neither came nor went, and it is saved at once.
    """
    draft = drafts[place]
    entry, opener = draft.target, _opener(drafts, place)
    if entry is None or opener is None or opener.target is None or not _is_plain(draft, entry):
        return None
    name = fold(entry.text or "")
    if brings_up_record(opener):
        return None
    listed = _came(opener, name) or _is_in_layer(entry) or _is_among_in_row(draft, entry, opener.target)
    if not listed:
        return None
    label = undecorated(opener.target.label or "") or CHOICE
    return Replaced(label, name, opener.target, "", name, goes_by(entry.locators, name))


def _opener(drafts: Sequence[Draft], place: int) -> Draft | None:
    """The press on the cell, with no more than typing into it between."""
    for draft in reversed(drafts[max(place - _FEWEST, 0) : place]):
        if draft.page != drafts[place].page:
            return None
        if isinstance(draft.action, sop.Click | sop.DoubleClick):
            return draft if is_cell(draft.target) else None
        if not (isinstance(draft.action, sop.Fill) and is_text_field(draft.target)):
            return None
    return None


def _is_plain(draft: Draft, entry: Target) -> bool:
    among = draft.among
    part_of_app = among is not None and (among.same or among.in_app)
    plain = isinstance(draft.action, sop.Click) and entry.role in _ENTRIES and bool(entry.text)
    return plain and not (part_of_app or is_form_control(entry) or draft.act.leads_to)


def _came(opener: Draft, name: str) -> bool:
    """Whether the entry came up with the press, as a text or as what says whether it is the one chosen."""
    held = (
        {fold(label) for label in view.after.values.keys() - view.before.values.keys()}
        for view in opener.act.views
    )
    came = set[str]().union(*held, map(fold, texts_after(opener)))
    return name in came and len(came - {name, name_of(opener.target)}) >= _FEWEST


def _is_in_layer(entry: Target) -> bool:
    """Whether its words tell it in what floats above the page, right in its body, where kits hang lists."""
    around = entry.locators[0].within if entry.locators else None
    return isinstance(around, CssLocator) and around.css.startswith("body > ")


def _is_among_in_row(draft: Draft, entry: Target, cell: Target) -> bool:
    among = draft.among
    rows = [row_of(one.locators[0]) if one.locators else None for one in (entry, cell)]
    in_row = rows[0] is not None and rows[0] == rows[1] and rows[0].role == "row"
    return in_row and among is not None and among.others >= _FEWEST and not is_cell(entry)


def is_cell_written_next(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the step presses a cell, and the next one writes in it, in a field of its column or row: which
    one it is says the work itself, and what is written there is given."""
    following = drafts[place + 1] if place + 1 < len(drafts) else None
    cell, field = drafts[place].target, following.target if following is not None else None
    if following is None or cell is None or field is None or not is_cell(cell):
        return False
    if isinstance(following.action, sop.Type) and same_element(cell, field):
        # In a sheet, the cell itself takes what is typed.
        return True
    writes = isinstance(following.action, sop.Fill | sop.Select | sop.Type) and is_form_control(field)
    if writes and (_rows(cell) == _rows(field) != [] or (cell.label and field.label == cell.label)):
        return True
    return bool(cell.label) and chosen_for_cell(drafts, place + 1) is not None


def _rows(target: Target) -> list[str]:
    """What the row is called that the target goes by first, if it goes by one."""
    return [row.text for row in map(row_of, target.locators[:1]) if row is not None]
