"""Places in a grid, as an hour in a week or a right in a table of roles, that have no name of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handrail.compile.effects.effect_class import is_done_once_from
from handrail.compile.reading.acts import differs
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import HeadingLocator
from handrail.sop.target import Target
from handrail.targeting.exact import is_by_place_alone

_PRESSES: Final = (sop.Click, sop.DoubleClick, sop.Check, sop.Uncheck)

_MANY_PLACES: Final = 10
"""Places of a grid that say nothing of themselves: fewer may be the signs of a toolbar."""

_DEPTH: Final = 4
"""What stands in a cell lies no deeper in it."""

_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")

_TIME: Final = re.compile(r"\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?", re.IGNORECASE)


def place_in_grid(drafts: Sequence[Draft], place: int, target: Target | None) -> str | None:
    """What a step always presses, in words, where other data may mean another place: a column of a row, an
    empty cell, an hour under its day, one of several times.

    `target` is the step's on other data. A cell or a time counts where something is sent from there on.
    """
    draft = drafts[place]
    shown = draft.act.target
    if shown is None or target is None or not isinstance(draft.action, _PRESSES):
        return None
    if (column := _column_beside_row(draft, shown)) is not None:
        return column
    if draft.among is not None and draft.among.column is not None:
        return f"in the column '{draft.among.column}'"
    cell = _empty_cell(draft, shown, target) if "{{" not in (target.name or "") else None
    for found, sent_later in (
        (cell or _place_in_cell(shown), True),
        (_drawn_in_column(draft, shown), False),
        (_under_heading(target), False),
        (_time_beside_others(draft, target), True),
        (_figure_beside_others(draft, target), True),
    ):
        if found is not None and (not sent_later or is_done_once_from(drafts, place, draft.page)):
            return found
    return None


def _column_beside_row(draft: Draft, target: Target) -> str | None:
    """What the name of a box says beside its row, where other boxes of the row differ in just that: "Admin"
    of "Admin Export" in the row "Export"."""
    if target.role not in {"checkbox", "switch"} or not (name := fold(target.name or "")):
        return None
    rows = {fold(row.text) for row in map(row_of, target.locators) if row is not None}
    for row in rows - {"", name}:
        rest = _beside(name, row)
        values = (view.before.values for view in draft.act.views)
        others = {
            _beside(fold(label), row) for held in values for label, value in held.items() if _is_box(value)
        }
        if rest and others - {None, "", rest}:
            return f"'{rest}'"
    return None


def _is_box(value: str) -> bool:
    return value in {"true", "false"}


def _beside(name: str, row: str) -> str | None:
    """The name without the row's, where it begins or ends with it."""
    if name.startswith(f"{row} "):
        return name.removeprefix(f"{row} ")
    return name.removesuffix(f" {row}") if name.endswith(f" {row}") else None


def _empty_cell(draft: Draft, target: Target, on_other_data: Target) -> str | None:
    """A place that shows no text, or a sign: a cell of a table, or one of many that are called something."""
    called = target.name if target.name == target.attributes.get("aria-label", target.label) else None
    said = target.text or target.name or ""
    if said != (called or "") and any(map(str.isalnum, said)):
        return None
    if (
        said.strip()
        and "{{" in str(on_other_data.locators)
        and (target.near.row or "").count(said.strip()) == 1
    ):
        # A sign that the row has once, as that which unfolds it.
        return None
    if target.tag == "td" or target.role in {"cell", "gridcell"}:
        return f"the empty cell under '{target.label}'" if target.label else "the empty cell at this place"
    among = draft.among
    many = among is not None and not (among.same or among.in_app) and among.others >= _MANY_PLACES
    return f"'{target.name}'" if many and target.role is None and target.name else None


def _place_in_cell(target: Target) -> str | None:
    """What stands in a cell of a grid without a role and is known by its place alone, as a day of a month
    that is pressed beside its number, or what is written into that day."""
    in_cell = any("[gridcell]" in around or around == "td" for around in target.ancestors[:_DEPTH])
    if target.role is not None or not in_cell or not all(map(is_by_place_alone, target.locators)):
        return None
    said, beside = target.text or target.name, target.near.before or target.near.after
    return f"'{said}'" if said else f"the place beside '{beside}'" if beside else None


def _drawn_in_column(draft: Draft, target: Target) -> str | None:
    """A box that is merely drawn, in a cell of a row: a press on it is not seen to change a thing."""
    if target.tag == "td" or target.role is not None or (target.text or "").strip() or draft.act.leads_to:
        return None
    in_table = any(row is not None and row.role == "row" for row in map(row_of, target.locators))
    if not in_table or "td" not in target.ancestors or any(map(differs, draft.act.changes)):
        return None
    return f"'{target.name}'" if target.name else "the one in this column"


def _under_heading(target: Target) -> str | None:
    """The heading that tells its row from rows of the same name under others, where other data name the row
    alone: an hour under its day."""
    rows = [row for row in map(row_of, target.locators) if row is not None]
    around = [row.within for row in rows if isinstance(row.within, HeadingLocator)]
    if not around or len(around) < len(rows) or not any("{{" in row.text for row in rows):
        return None
    return None if "{{" in around[0].text else f"under '{around[0].text}'"


def _figure_beside_others(draft: Draft, target: Target) -> str | None:
    """A command that each of several items has with a figure of its own, as its price: "Book $24"."""
    name, among = fold(target.name or ""), draft.among
    if among is None or among.same or among.in_app or target.near.row is None or "{{" in name:
        return None
    bare = _DIGITS.sub("#", name)
    alike = bool(among.beside) and all(_DIGITS.sub("#", fold(one)) == bare for one in among.beside)
    return f"'{name}'" if alike and bare != name and target.role in {"button", "link"} else None


def _time_beside_others(draft: Draft, target: Target) -> str | None:
    """A time of day that was pressed among others: it is no command."""
    name, among = (target.name or target.text or "").strip(), draft.among
    among_others = among is not None and not (among.same or among.in_app)
    return f"'{name}'" if among_others and _TIME.fullmatch(name) else None
