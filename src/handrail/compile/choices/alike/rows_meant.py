"""The row or item of a list that a step is in, where it tells what the step is on from its like."""

from __future__ import annotations

from handrail.compile.choices.alike.entries_named import chooses_card
from handrail.compile.choices.rows.perhaps import ENTRIES
from handrail.compile.choices.seen.among_marked import sends
from handrail.compile.effects.words import COUNTS_CHOSEN, is_mere_command
from handrail.compile.reading.elements import is_in_navigation, name_of, undecorated
from handrail.compile.reading.known import MIN_LENGTH, fold, holds_name, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import told_at_once
from handrail.compile.reading.steps import Draft
from handrail.sop.action import Click, Hover
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Target

_WITH_COMMANDS = ENTRIES | {"treeitem"}
"""Items that have commands of their own; pressing one itself is for the list, or the tree, to judge."""
_STATES = frozenset({"combobox", "checkbox", "switch"})
_SEVERAL = 2
_CODE = 2
"""Letters that departments and countries are called by."""


def _goes_by_command(target: Target, row: RowLocator) -> bool:
    """A row that begins with what is pressed, and where nothing but a command stands behind that: "Add", in a
    table of the app's parts, names no record."""
    cells = target.near.cells
    begins = bool(cells) and fold(cells[0]) == fold(name_of(target))
    # Commands may stand beside each other, and be all that the rows say.
    own = fold(row.text) == fold(name_of(target))
    return (begins or own) and is_mere_command(row.text)


def row_meant(draft: Draft, *, own_box: bool, says_state: bool = False) -> RowLocator | None:
    """The row that tells what the step is on from its like: a table's, or an entry whose buttons each has, be
    it called by a state that no other record is in (`says_state`)."""
    target = draft.target
    if target is None or not target.locators:
        return None
    first = row_of(target.locators[0])
    if first is not None and first.role == "row":
        return None if _goes_by_command(target, first) else first
    around = (row for row in map(row_of, target.locators) if row is not None and row.role in _WITH_COMMANDS)
    if says_state and (item := next(around, None)) is not None:
        # That it is the only one of its state on the page is by chance.
        return item
    if first is not None and first.role in ENTRIES and target.locators == (first,):
        # The pointer rests on it for the command of the next step.
        return first if isinstance(draft.action, Hover) else None
    if chooses_card(target) or (not own_box and _is_in_each_item(target, first)):
        return first
    if told_at_once(draft.act) and (item := _named_with_item(target)) is not None:
        return item
    if says_of_item(draft):
        return first
    if target.role not in ("button", "link") or not isinstance(draft.action, Click):
        return None
    name = fold(name_of(target))
    among = draft.among
    in_app = among is not None and among.in_app
    if is_in_navigation(target) and (among is None or not among.same):
        # A part of the app's menu has a heading, and entries of its own; entries of records have the same.
        return None
    for locator in target.locators:
        row = locator.within
        if not isinstance(row, RowLocator) or row.role not in _WITH_COMMANDS or fold(row.text) == name:
            continue
        if target.text and fold(row.text) in fold(target.text):
            # The entry is a command with a longer name: "Delete", which is "Delete selected pages".
            continue
        alone = locator.model_copy(update={"within": None}) in target.locators
        # Pages show the commands of the item alone that the pointer is over: the others have them, too.
        alone = alone and not (among is not None and among.same and not in_app)
        # An entry of the app's menu may say how many there are to do, and that is no record's name.
        if not alone or (fold(row.text) in name and not in_app):
            return row
    return None


def _named_with_item(target: Target) -> RowLocator | None:
    """The item that says several things, the first of which its list or box for its state is named with as
    well: "Stage of Desk Lamp". A part of a form may be headed by what its fields' names begin with."""
    name, first = fold(target.label or target.name or ""), [*map(fold, target.near.cells[:1])]
    if target.role not in _STATES or len(target.near.cells) <= _SEVERAL:
        return None
    around = (row for row in map(row_of, target.locators) if row is not None and row.role in _WITH_COMMANDS)
    return next((row for row in around if [fold(row.text)] == first and name.endswith(f" {first[0]}")), None)


def says_of_item(draft: Draft) -> bool:
    """Whether something was pressed that says a thing of its item's record, and of the others something else:
    the item is selected so. The entries of one list stand in one item with each other."""
    target, among = draft.target, draft.among
    row = row_of(target.locators[0]) if target is not None and target.locators else None
    if target is None or target.role or row is None or row.role not in _WITH_COMMANDS or among is None:
        return False
    cells, said, others = [*map(fold, target.near.cells)], fold(target.text or ""), [*map(fold, among.beside)]
    if among.in_app or among.same or len(others) < _SEVERAL or len(cells) < _SEVERAL or not said:
        return False
    # Figures are no cells, and of a row that is cut off nobody knows whether the others stand in it.
    around = fold(target.near.row or "…")
    beside = around.endswith("…") or any(holds_name(around, one) for one in others)
    return said != fold(row.text) and not beside and not {said, *others} & set(cells)


def sets_state_in_item(draft: Draft) -> bool:
    """Whether it is one of the buttons by which an item of a list is given another state, told to the server
    at once: what stands before them is said of the item's record, and no caption of a field."""
    target = draft.target
    if target is None or target.role != "button" or not target.locators or not sends(draft):
        return False
    row, group = row_of(target.locators[0]), undecorated(target.near.group or "")
    in_item = row is not None and row.role in _WITH_COMMANDS and undecorated(row.text) != group
    return in_item and group in map(fold, target.near.cells)


def state_pressed(draft: Draft) -> tuple[str, str] | None:
    """What a record's state is called, and which is pressed of the toggle buttons in its row or item of
    which another was on, told to the server at once: ("Status", "Active")."""
    target, among = draft.target, draft.among
    if target is None or among is None or not among.one_on or not target.locators or not sends(draft):
        return None
    row, name, group = row_of(target.locators[0]), fold(name_of(target)), undecorated(target.near.group or "")
    if row is None or not name:
        return None
    # What stands before them in the item is said of the record as well, and is no caption.
    return (group if group and group not in map(fold, target.near.cells) else "state", name)


def _is_in_each_item(target: Target, row: RowLocator | None) -> bool:
    """Whether each item of a list has it: a list for choosing, or a field in an item that says several
    things, without a label, or a box of a name that others have as well, in an item that says more than a
    line of a form does."""
    if row is None or row.role not in ENTRIES:
        return False
    written = target.role in {"textbox", "spinbutton"} and len(target.near.cells) >= _SEVERAL
    nameless = (written or target.role == "combobox") and not target.name and not target.label
    return nameless or (target.role in {"checkbox", "switch"} and _is_named_in_item_alone(target, row))


def _is_named_in_item_alone(target: Target, row: RowLocator) -> bool:
    """Whether the name finds it in its item alone, which is called otherwise and says more than both."""
    name, first = fold(name_of(target)), target.locators[0]
    everywhere = first.model_copy(update={"within": None})
    if not isinstance(first, RoleLocator) or not first.name or everywhere in target.locators:
        return False
    besides = fold(target.near.row or "").replace(fold(row.text), "", 1).replace(name, "", 1)
    return name != fold(row.text) and any(map(str.isalpha, besides))


def may_name_row(text: str) -> bool:
    """Whether a row can be called so: by a short number or two letters as well (#7, "HR"), where nothing else
    tells the row, but not by the dashes of a list in which nothing is chosen."""
    is_short = (text.isdigit() and len(text) == MIN_LENGTH) or (text.isalpha() and len(text) == _CODE)
    is_numbered = text.startswith("#") and text[1:].isdigit()
    telling = is_telling(text) and any(map(str.isalnum, text)) and not COUNTS_CHOSEN.fullmatch(text)
    return is_short or is_numbered or telling
