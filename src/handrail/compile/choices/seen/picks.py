"""What a step picks: an option or entry of a list, one of a group; and which field holds it since."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence

from handrail.compile.effects.words import TURNING
from handrail.compile.reading.elements import is_cell, keys_of, undecorated
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop.locator import Locator
from handrail.sop.target import Target, tag_of
from handrail.targeting.recorded import leads_nowhere

ENTRY_ROLES = frozenset({None, "treeitem", "menuitemcheckbox", "menuitemradio", "listitem"})
"""What entries are called in lists for choosing whose entries are no options."""


_TAKING_AWAY = frozenset(
    "close remove delete clear dismiss deselect unselect schließen entfernen löschen abwählen "
    "cerrar quitar eliminar fermer supprimer retirer chiudi rimuovi".split()
)
"""What a sign is called that takes away the entry it stands in."""
_CLOSE = 2
"""So many elements lie around an entry within its list at most."""


def written_otherwise(draft: Draft, sought: Iterable[str]) -> str | None:
    """What a step's link is called that was sought, and is written in another way there: `coffee_machine`."""
    target = draft.target
    if not isinstance(draft.action, sop.Click) or target is None or target.role != "link":
        return None
    name = fold(target.name or target.text or "").strip(string.punctuation)
    letters = letters_of(name)
    otherwise = any(letters == letters_of(value) and fold(value) != name for value in sought)
    return name if otherwise and is_telling(name) else None


def letters_of(text: str) -> str:
    """A text without anything between its letters, whatever their case."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def value_shown(draft: Draft) -> tuple[str, str] | None:
    """What a field is called and shows that has no control of its own: one clicks on its value to choose
    another, and the two are all that there is in its part of the form. What all rows say is a command."""
    target = draft.target
    if draft.among is not None and draft.among.same:
        return None
    if not isinstance(draft.action, sop.Click) or target is None or target.label:
        return None
    link = target.role == "link" and leads_nowhere(target.attributes.get("href", "#"))
    caption, value = target.near.before, target.text or (target.name if link else None)
    if not caption or not value or not (link or target.role is None):
        return None
    line, said = fold(target.near.row or ""), f"{fold(caption)} {fold(value)}"
    # Behind it, a caption may stand once more for those who do not see the first one.
    if line != said and not (link and line == f"{said} {fold(caption)}"):
        return None
    row = row_of(target.locators[0]) if target.locators else None
    if row is None or row.column is not None:
        # Under headings of columns, what stands before it is no caption, but the record's name.
        return None
    names = {fold(caption), fold(value)} if link else {fold(caption)}
    return (caption, fold(value)) if fold(row.text) in names else None


def picked_option(draft: Draft) -> str | None:
    """The name of the option, where a step clicks on one in a list that the page made itself."""
    target = draft.target
    if not isinstance(draft.action, sop.Click) or target is None or not _is_option(target):
        return None
    name = fold(target.name or target.text or "")
    return name if name and goes_by(target.locators, name) else None


def entry_taken(drafts: Sequence[Draft], place: int) -> str | None:
    """The entry that Enter takes of a list, after its name was begun to be typed into the field that the list
    is searched in, which shows it behind those chosen before. Where all of it was typed, nothing tells."""
    if place == 0 or place >= len(drafts):
        return None
    typing, enter = drafts[place - 1], drafts[place]
    target, after = typing.target, enter.act.after
    if not isinstance(enter.action, sop.Press) or enter.action.keys != "Enter" or after is None:
        return None
    if not isinstance(typing.action, sop.Fill) or target is None or enter.target is None:
        return None
    same = set(enter.target.locators) & set(target.locators)
    if not same or not any("[combobox]" in around for around in target.ancestors):
        return None
    earlier = (draft.act.after for draft in reversed(drafts[: place - 1]) if draft.page == typing.page)
    states = (typing.act.before, *earlier, enter.act.before)
    before = next((state.values for state in states if state is not None), {})
    typed = fold(typing.action.value).casefold()
    for label in keys_of(target):
        held, shown = fold(before.get(label, "")), fold(after.values.get(label, ""))
        entry = shown.removeprefix(held).strip() if shown.startswith(held) else ""
        if typed and typed in entry.casefold() and typed != entry.casefold():
            return entry
    return None


def _is_first_offered(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the key comes to the first entry that is offered for what was typed before it."""
    typed, moving = drafts[place - 1] if place else drafts[0], drafts[place]
    down = isinstance(moving.action, sop.Press) and moving.action.keys == "ArrowDown"
    return down and isinstance(typed.action, sop.Fill | sop.Type) and typed.target == moving.target


def chosen_by_arrows(drafts: Sequence[Draft], place: int) -> str | None:
    """What a field holds since Enter took the entry that arrow keys came to; none where nothing changed."""
    moving, enter = drafts[place - 1] if place else drafts[0], drafts[place]
    arrows = isinstance(moving.action, sop.Press) and moving.action.keys in {"ArrowDown", "ArrowUp"}
    takes = isinstance(enter.action, sop.Press) and enter.action.keys == "Enter"
    before, after = enter.act.before, enter.act.after
    if not (arrows and takes) or enter.target is None or moving.target != enter.target:
        return None
    if before is None or after is None or _is_first_offered(drafts, place - 1):
        return None
    shown = ((after.values.get(label, ""), before.values.get(label)) for label in keys_of(enter.target))
    return next((now for now, then in shown if now not in {"", MASK, then}), None)


def picked_of_group(draft: Draft, *, in_form: bool) -> tuple[str, str] | None:
    """What a group of radio buttons is called, or of buttons of which one is on, and the one that the step
    chooses.

    One in each row of a table chooses the row, unless the table is a form (`in_form`).
    """
    target = draft.target
    if not isinstance(draft.action, sop.Check | sop.Click) or target is None:
        return None
    # Of a button, only what it says since then: that it is chosen, or that it is taken back. What a page
    # draws among its like without saying what it is, is no command where something is asked there.
    told = draft.act.turned is not None or _is_drawn_among_like(draft)
    if target.role != "radio" and (not told or draft.act.leads_to is not None):
        return None
    rows = (row_of(locator) for locator in target.locators)
    # One that is hidden behind what a kit draws has no name for the ear, and its label all the same.
    labelled = target.label if target.role == "radio" else None
    name, group = fold(target.name or labelled or target.text or ""), undecorated(target.near.group or "")
    if labelled and not any(map(str.isalnum, name)):
        # A star, of which the label says the number.
        name = fold(labelled)
    if not group and target.input_type == "radio" and "name" in target.attributes:
        # The browser itself holds these together, whatever they are called.
        group = undecorated(target.near.heading or "") or "choice"
    if not group or not name or (not in_form and any(row is not None and row.role == "row" for row in rows)):
        return None
    # A name that says a paragraph is cut short, and what finds the button is its whole label.
    names = (name, fold(labelled or ""))
    return next(((group, one) for one in names if one and goes_by(target.locators, one)), None)


def _is_drawn_among_like(draft: Draft) -> bool:
    target, among = draft.target, draft.among
    return (
        target is not None
        and target.role is None
        and among is not None
        and bool(among.beside)
        and not among.same
    )


def names_term(target: Target) -> bool:
    """Whether it stands in a line of a description list and says what that is about ("Change country"): the
    line is one of the record that the list describes, and each record has it."""
    term = fold(target.near.cells[0]).casefold() if target.near.cells else ""
    described = any(tag_of(around) == "dl" for around in target.ancestors)
    return described and term != "" and term in fold(target.name or "").casefold()


def taken_by_name(draft: Draft) -> str | None:
    """What the button of an entry says that it takes away: "Remove Fragile", right behind "Fragile"."""
    target = draft.target
    if not isinstance(draft.action, sop.Click) or target is None or target.role != "button":
        return None
    said, words = fold(target.near.before or ""), fold(target.name or "").split()
    for verb, rest in ((words[:1], words[1:]), (words[-1:], words[:-1])):
        takes = bool(rest) and " ".join(rest) == said and _TAKING_AWAY.issuperset(map(str.casefold, verb))
        if takes and is_telling(said) and draft.act.leads_to is None:
            return said
    return None


def taken_away(draft: Draft) -> str | None:
    """What an entry among its like says that goes with the step, as a tag does when its sign is pressed."""
    if (named := taken_by_name(draft)) is not None:
        return named
    target = draft.target
    row = row_of(target.locators[0]) if target is not None and target.locators else None
    if not isinstance(draft.action, sop.Click) or row is None or row.role in {"row", "menuitem", "treeitem"}:
        # A menu goes as one of its commands is given, and a tree as one of its entries is chosen.
        return None
    gone = {fold(text) for view in draft.act.views for text in view.after.gone}
    said = fold(row.text)
    if target is not None and (target.name or target.text) in TURNING:
        # What it said before is a choice that another one took the place of.
        return None
    return said if said in gone and is_telling(said) and draft.act.leads_to is None else None


def _is_option(target: Target) -> bool:
    """An option, or what stands for one: a list for choosing whose entries are links."""
    if target.role == "option":
        return True
    return target.role == "link" and any("[listbox]" in around for around in target.ancestors[:_CLOSE])


def goes_by(locators: Iterable[Locator], name: str) -> bool:
    """Whether the name is what leads to the element, be it said by a picture and by the words below it."""
    names = {name, f"{name} {name}"}
    return any(not names.isdisjoint(map(str, locator.model_dump().values())) for locator in locators)


def field_given(draft: Draft, value: str) -> str | None:
    """The label of a field that holds the value since the step; one that came up for it only edits it."""
    for view in draft.act.views:
        for label, held in view.after.values.items():
            if fold(held) == value and view.before.values.get(label, held) != held:
                return label
    return None


def came_to_hold(draft: Draft, label: str, value: str) -> bool:
    """Whether the field holds the value since the step; an empty one may be called by its example."""
    views = (
        (view.before.values.get(label, ""), view.after.values.get(label, "")) for view in draft.act.views
    )
    return any(fold(before) != fold(now) == value for before, now in views)


def field_shown_by(draft: Draft, shown: str) -> str | None:
    """The label of the field that held just what was shown before the step, and holds another value since: a
    button that is called by nothing but its field's value."""
    for view in draft.act.views:
        for label, held in view.before.values.items():
            if fold(held) == fold(shown) != fold(label) and view.after.values.get(label, held) != held:
                return label
    return None


def field_beside(draft: Draft, opener: Target | None) -> str | None:
    """The label before what opened the list, where that is a mere part of its field, as an arrow that a font
    draws for a word: the field holds another value since the step."""
    if opener is None or opener.role or opener.name or opener.label or not opener.near.before:
        return None
    label = opener.near.before
    held = ((view.before.values.get(label), view.after.values.get(label)) for view in draft.act.views)
    changed = any(before is not None and after and before != after for before, after in held)
    return label if changed else None


def ticked_for_field(draft: Draft) -> tuple[str, str] | None:
    """The label of another field that has the box's name in it since the step ticks that, or no more since it
    unticks it, and the name: a list for choosing several, whose entries have boxes."""
    target, action = draft.target, draft.action
    if not isinstance(action, sop.Check | sop.Uncheck) or target is None or target.role != "checkbox":
        return None
    name = fold(target.label or target.name or "")
    if not name or not goes_by(target.locators, name):
        return None
    own = keys_of(target)
    for view in draft.act.views:
        for label, held in view.after.values.items():
            if label in own or label not in view.before.values:
                continue
            before, after = set(_parts(view.before.values[label])), set(_parts(held))
            if (after - before, before - after) in (({name}, set()), (set(), {name})):
                return label, name
    return None


def _parts(held: str) -> Iterator[str]:
    return filter(None, map(fold, held.split(",")))


def texts_after(draft: Draft) -> tuple[str, ...]:
    """The texts that came with the step."""
    return tuple(text for change in draft.act.changes for text in change.state.texts)


def column_edited(drafts: Sequence[Draft], place: int) -> str:
    """What the column is called in whose cell the step before opened the field that this one fills in."""
    if place == 0:
        return ""
    before, target = drafts[place - 1], drafts[place].target
    cell = before.target if isinstance(before.action, sop.Click | sop.DoubleClick | sop.Press) else None
    if cell is None or target is None or not is_cell(cell) or is_cell(target) or _beside(cell, target):
        return ""
    cell_rows, rows = ([row_of(locator) for locator in one.locators] for one in (cell, target))
    same_row = any(row is not None and row in cell_rows for row in rows)
    return undecorated(cell.label or "") if same_row else ""


def _beside(cell: Target, field: Target) -> bool:
    """The field stands in another column: the cell opened all of its row."""
    one, other = cell.box, field.box
    return one is not None and other is not None and (
        other.x >= one.x + one.width or one.x >= other.x + other.width
    )  # fmt: skip
