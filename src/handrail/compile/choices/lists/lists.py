"""Lists that a page made itself for choosing: which field or button opened one, and what was picked in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handrail.compile.choices.lists.cell_lists import chosen_for_cell
from handrail.compile.choices.lists.levels import levels_picked
from handrail.compile.choices.lists.menus import offers_values, state_offered, state_taken
from handrail.compile.choices.lists.over_form import chosen_below_field, chosen_over_form, chosen_within_field
from handrail.compile.choices.lists.replaced import Replaced, came_and_gone, replaced_by
from handrail.compile.choices.lists.searched_lists import (
    is_offered_for,
    is_sought_by,
    searches_list,
    typed_into,
)
from handrail.compile.choices.seen.picks import (
    ENTRY_ROLES,
    came_to_hold,
    entry_taken,
    field_beside,
    field_given,
    field_shown_by,
    goes_by,
    picked_option,
    texts_after,
    value_shown,
)
from handrail.compile.choices.seen.said_before import value_of_line
from handrail.compile.choices.seen.seen_next import look_since
from handrail.compile.reading.elements import (
    is_drawn_for_field,
    is_form_control,
    is_in_dialog,
    is_list_field,
    is_text_field,
    keys_of,
    list_opened_by,
    name_of,
    undecorated,
)
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.target import Target

_WANTS_MORE: Final = re.compile(
    r"\w\s+(to|as|by|nach|als|zu|vers|comme|como|para)\s*(\.\.\.|…|:)?$"
    r"|\w\s+(in|into|on|with|for|auf|an|dans|à|en|a)\s*(\.\.\.|…|:)$"
    r"|^(change|set|choose|select|pick|assign|switch) \w|^(cambiar|elegir|seleccionar|asignar) \w"
    r"|^(changer|choisir|sélectionner|attribuer) \w|\w (ändern|wählen|auswählen|setzen|zuweisen|wechseln)$",
    re.IGNORECASE,
)
"""Without a sign behind them, those of the second line also end "Sign in" and "Turn on"."""

_PLAIN_NAME: Final = re.compile(r"(?:[\w .,&'’-]|(?<=\d):(?=\d))+")
"""A name without anything in brackets or behind a stroke, by which a list may not search; or a time."""


def _is_among(draft: Draft) -> bool:
    """Whether the step presses one of several alike."""
    return draft.among is not None and draft.among.others > 0


class Lists:
    """The lists of one recording."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._drafts = drafts
        self.picks: set[int] = set()
        """The steps that pick something out of a list, as far as they were looked at."""
        self._levels = dict(levels_picked(drafts))
        self._replaced: dict[int, Replaced | None] = {}

    def choice(self, place: int) -> tuple[str, str] | None:
        """What is chosen for, and what, where the step picks an entry of a list."""
        if self._offers_what_was_typed(place):
            return None
        option = picked_option(self._drafts[place]) or self.picked_entry(place)
        option = option or self._unfolded(place) or self._picked_radio(place)
        if option:
            return self.name_of_list(place), option
        if (state := self._state_taken(place)) is not None:
            return state
        return self.picked_for_field(place) or self._wanted_by_command(place)

    def _offers_what_was_typed(self, place: int) -> bool:
        """Whether the entry offers to take what was typed right before as it is: `Create "Acme"`."""
        target, before = self._drafts[place].target, self._drafts[place - 1]
        typed = typed_into(before)
        if place == 0 or target is None or not typed or not is_text_field(before.target):
            return False
        quoted = rf"[\"'“”„‘‚«‹]\s?{re.escape(typed)}\s?[\"'“”’»›]"
        return re.search(quoted, fold(target.name or target.text or "")) is not None

    def picked_entry(self, place: int) -> str | None:
        """The text of an entry, not said to be an option, in a list that a field opened for choosing."""
        draft = self._drafts[place]
        target, opener = draft.target, self._opener(place)
        # An entry of a list for several says that it is ticked.
        if not isinstance(draft.action, sop.Click | sop.Check) or target is None or opener is None:
            return None
        if target.role not in ENTRY_ROLES or is_form_control(target) or target.tag in {"label", "button"}:
            return None
        name = fold(target.text or target.name or "")
        shown = {fold(text) for at in range(opener, place) for text in texts_after(self._drafts[at])}
        # Its accessible name may end with that of an icon, as of the arrow to what it unfolds.
        called = goes_by(target.locators, name) or fold(target.name or "").startswith(f"{name} ")
        return name if name in shown and called else None

    def _unfolded(self, place: int) -> str | None:
        """The entry that the step unfolds in a tree that a field opened: what is picked after it may lie in
        another one."""
        draft = self._drafts[place]
        target, opener = draft.target, self._opener(place)
        row = row_of(target.locators[0]) if target is not None and target.locators else None
        if target is None or row is None or row.role != "treeitem" or target.role not in {None, "button"}:
            return None
        if opener is None or not isinstance(draft.action, sop.Click):
            return None
        shown = {fold(text) for at in range(opener, place) for text in texts_after(self._drafts[at])}
        return fold(row.text) if fold(row.text) in shown else None

    def _picked_radio(self, place: int) -> str | None:
        """The radio button of a group without a name that came up as a button was pressed: a list in all but
        its roles, as a sheet of actions is."""
        draft, before = self._drafts[place], self._drafts[place - 1]
        target = draft.target
        if place == 0 or target is None or target.role != "radio" or target.near.group:
            return None
        if not isinstance(before.action, sop.Click) or before.page != draft.page:
            return None
        name = fold(target.name or target.text or "")
        came = map(fold, texts_after(before))
        return name if name in came and goes_by(target.locators, name) else None

    def _wanted_by_command(self, place: int) -> tuple[str, str] | None:
        """A command whose words want to be gone on with, as "Move to…" or "Change status", or that brings up
        nothing but values, and the entry that is clicked on of the list: a folder, say, and no command."""
        draft, before = self._drafts[place], self._drafts[place - 1]
        if place == 0 or not isinstance(draft.action, sop.Click):
            return None
        if not isinstance(before.action, sop.Click | sop.Hover):
            return None
        target, command = draft.target, fold(name_of(before.target) or name_of(before.act.target))
        name = fold(target.text or target.name or "") if target is not None else ""
        if target is None or not name or before.page != draft.page:
            return None
        values = offers_values(before, draft, name)
        if not (values or _WANTS_MORE.search(command)):
            return None
        if is_form_control(target) or target.tag == "label" or not goes_by(target.locators, name):
            return None
        views = before.act.views
        came = any(view.after.counts.keys() - view.before.counts.keys() for view in views)
        # What a dialog offers may stand on the page behind it as well.
        came |= is_in_dialog(target) and any({*view.after.dialogs} - {*view.before.dialogs} for view in views)
        # What the pointer rested on is recorded only where that brought up what is pressed next.
        came |= values and isinstance(before.action, sop.Hover)
        return (command, name) if came or name in map(fold, texts_after(before)) else None

    def _state_taken(self, place: int) -> tuple[str, str] | None:
        """The state that a record is given by the menu that its badge brings up."""
        draft, before = self._drafts[place], self._drafts[place - 1]
        if place == 0 or not isinstance(draft.action, sop.Click) or not state_offered(before, draft):
            return None
        name = fold(name_of(draft.target))
        found = draft.target is not None and goes_by(draft.target.locators, name)
        state = state_taken(draft, name) if found else None
        return ("state", state) if state is not None else None

    def picked_for_field(self, place: int) -> tuple[str, str] | None:
        """Label of a field and its new value, where that is what the step clicked on, which came up right
        before: a list for choosing that says nothing of itself. Or that came after the look behind what was
        typed into the field, as answers of a server do."""
        if place in self._levels:
            return self._levels[place]
        if (choice := self.replaced_by(place)) is not None and choice.told:
            return choice.label, choice.name
        over = self.chosen_over_form(place)
        if over is not None and over.told:
            return over.label, over.name
        draft, before = self._drafts[place], self._drafts[place - 1]
        if place == 0 or before.page != draft.page or not isinstance(draft.action, sop.Click):
            return None
        target = draft.target
        name = fold(target.name or target.text or "") if target is not None else ""
        if target is None or not name or is_form_control(target) or not goes_by(target.locators, name):
            return None
        label = field_given(draft, name)
        if label and name in map(fold, texts_after(before)):
            return label, name
        # A button is there at all times, and gives the field what it always gives. Entries may be links that
        # lead nowhere, as in a menu.
        entry = target.role in ENTRY_ROLES or (target.role == "link" and draft.act.leads_to is None)
        if not entry or target.tag in {"label", "button"}:
            return None
        if label and is_sought_by(before, label, name):
            return f"{label} choice", name
        # Behind a press on the field itself, its words may stand all over the page.
        if label and before.target is not None and label in keys_of(before.target) and _is_among(draft):
            return undecorated(before.target.near.before or "") or label, name
        if (sought := self._sought_behind(place, name)) is not None:
            return undecorated(sought), name
        # A field that shows what was chosen beside itself holds nothing in the end.
        called = name_of(before.target)
        return (f"{called} choice", name) if called and is_offered_for(before, called, name) else None

    def _sought_behind(self, place: int, name: str) -> str | None:
        """The field that holds the name now, which was sought in what came up as the field was pressed, such
        as a window to search in."""
        opener = self._drafts[place - 2] if place > 1 else None
        typed = typed_into(self._drafts[place - 1]).casefold()
        if opener is None or opener.target is None or opener.page != self._drafts[place].page:
            return None
        if not typed or f" {typed}" not in f" {name.casefold()}":
            return None
        return next(
            (label for label in keys_of(opener.target) if came_to_hold(self._drafts[place], label, name)),
            None,
        )

    def replaced_by(self, place: int) -> Replaced | None:
        """The entry, and what shows it now, where its words take the place of what was said before."""
        if place >= len(self._drafts):
            return None
        if place not in self._replaced:
            self._replaced[place] = replaced_by(self._drafts, place)
        return self._replaced[place]

    def chosen_over_form(self, place: int) -> Replaced | None:
        """The entry of a list that lies over a form or within its field, and the field that it was opened
        for."""
        if self.replaced_by(place) is not None:
            return None
        ways = (chosen_over_form, chosen_within_field, chosen_below_field, chosen_for_cell)
        return next((found for way in ways if (found := way(self._drafts, place)) is not None), None)

    def searched_in(self, place: int) -> str:
        """What the list is for in whose own field the step types, to pick from it right after."""
        replaced = self.replaced_by(place + 1)
        return replaced.label if replaced is not None and is_text_field(self._drafts[place].target) else ""

    def closes(self, place: int) -> bool:
        """Whether the list that the step picks from is put away by it: one for a single choice."""
        at, option = self._opener(place), picked_option(self._drafts[place]) or self.picked_entry(place)
        if at is None or option is None:
            return False
        came, gone = came_and_gone(self._drafts[at : place + 1])
        others = came - {option}
        # What a search took away before was not put away by the step.
        return others <= gone and bool(others & came_and_gone(self._drafts[place : place + 1])[1])

    def begun_choice(self, place: int, value: str) -> tuple[str, bool] | None:
        """The option that is picked next and whose name was begun to be typed, and whether it is all that the
        field holds then: where it is, both steps are given one value."""
        draft = self._drafts[place]
        following = self._drafts[place + 1] if place + 1 < len(self._drafts) else None
        if following is None or following.page != draft.page or draft.target is None:
            return None
        replaced = self.replaced_by(place + 1) or chosen_for_cell(self._drafts, place + 1)
        entry = self.picked_entry(place + 1) or self._given_whole(place)
        if entry is not None and not entry.startswith(fold(value)):
            # Whether such a list finds its entries by their names as they are written, nothing tells.
            entry = None
        option = picked_option(following) or entry or (replaced and replaced.name)
        option = option or entry_taken(self._drafts, place + 1)
        picked = self.picked_for_field(place + 1) if option is None else None
        typed = fold(value).casefold()
        begun = option if picked is None else picked[1]
        if begun is None or not typed or f" {typed}" not in f" {begun.casefold()}":
            return None
        if option is None:
            return begun, False
        late = look_since(self._drafts, place + 1)
        after = following.act.after if late is None else late.after
        held = {label: fold(text) for label, text in after.values.items()} if after is not None else {}
        now: tuple[str | None, ...] = tuple(map(held.get, keys_of(draft.target)))
        # Where the list is searched in, some fields are empty again, and show what was chosen beside it.
        empties = is_list_field(draft.target) and "" in now
        if after is not None and self.closes(place + 1):
            now = (*now, fold(after.beside.get(draft.target.label or "", "")))
        within = any("[combobox]" in around for around in draft.target.ancestors)
        searched = replaced is not None or self.searched_list(place) is not None
        beside = empties or within or searched
        whole = option in now or (beside and option.casefold().startswith(typed))
        return option, whole and _PLAIN_NAME.fullmatch(option) is not None

    def _given_whole(self, place: int) -> str | None:
        """What the step's field holds since the next one, which picked it of a list without roles."""
        target, given = self._drafts[place].target, self.picked_for_field(place + 1)
        if target is None or given is None:
            return None
        return given[1] if field_given(self._drafts[place + 1], given[1]) in keys_of(target) else None

    def _opener(self, place: int) -> int | None:
        """The step on the field whose list was opened, where nothing but picking in it came between."""
        for at in range(place - 1, -1, -1):
            draft = self._drafts[at]
            if draft.page != self._drafts[place].page:
                return None
            if is_list_field(draft.target) or is_drawn_for_field(draft.target):
                return at
            if not isinstance(draft.action, sop.Click | sop.Check | sop.Scroll) or at not in self.picks:
                return None
        return None

    def _stood_there(self, opener: int, target: Target) -> bool:
        """Whether the option is one of a list that was there at all times, and did not come with the press on
        the opener of another one."""
        group, opened = target.near.group, list_opened_by(self._drafts[opener].target)
        came = map(fold, texts_after(self._drafts[opener]))
        return bool(group) and undecorated(group or "") != opened and fold(name_of(target)) not in came

    def searched_list(self, place: int) -> str | None:
        """What the list is called that the step before opened, and in whose own field this one types: one
        without a name, or one for searching that came up with the list and says no more than that."""
        draft, before = self._drafts[place], self._drafts[place - 1]
        clicks = isinstance(before.action, sop.Click) and before.page == draft.page
        if place == 0 or not clicks or not isinstance(draft.action, sop.Fill):
            return None
        following = self._drafts[place + 1] if place + 1 < len(self._drafts) else None
        if name_of(draft.target) and not searches_list(draft, before, following):
            return None
        picks = following is not None and picked_option(following) is not None
        return (list_opened_by(before.target) or None) if picks else None

    def name_of_list(self, place: int) -> str:
        """What the list is called that an option is picked from: after the field or button that opened it."""
        if place and (searched := self.searched_list(place - 1)) is not None:
            return searched
        opener, target = self._opener(place), self._drafts[place].target
        at = opener if opener is not None else place - 1
        while opener is None and at > 0 and at in self.picks:
            at -= 1
        if target is not None and target.near.group and (opener is None or self._stood_there(opener, target)):
            # It stood there before, and nothing opened it.
            return undecorated(target.near.group)
        before = self._drafts[at] if place else None
        if before is not None and before.page == self._drafts[place].page and name_of(before.target):
            typed = isinstance(before.action, sop.Fill | sop.Type | sop.Paste)
            shown = None if typed else field_shown_by(self._drafts[place], name_of(before.target))
            if shown is None and (own := value_shown(before)) is not None:
                return undecorated(own[0])
            if before.target and target and value_of_line(before.target, target):
                return undecorated(before.target.near.group or "")
            shown = shown or field_beside(self._drafts[place], before.target)
            return f"{name_of(before.target)} choice" if typed else shown or list_opened_by(before.target)
        return (target.near.section or target.near.heading or "choice") if target else "choice"
