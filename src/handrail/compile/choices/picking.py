"""Which steps pick something out of a list that other data may call otherwise, by what is known so far."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from handrail.compile.choices.alike.among import entry_pressed
from handrail.compile.choices.alike.boards import card_dragged
from handrail.compile.choices.alike.drags import dragged
from handrail.compile.choices.alike.rows_meant import (
    may_name_row,
    row_meant,
    sets_state_in_item,
    state_pressed,
)
from handrail.compile.choices.lists.boxes_of_list import box_of_list
from handrail.compile.choices.lists.found_by_typing import begins_word, found_by_typing
from handrail.compile.choices.lists.lists import Lists
from handrail.compile.choices.lists.menus import kept_of_list
from handrail.compile.choices.lists.replaced import is_in_record_s_row
from handrail.compile.choices.marks.boxes import row_chosen, ticks_record
from handrail.compile.choices.marks.calendars import field_of_day, is_date_given
from handrail.compile.choices.marks.scales import chosen_on_scale, time_chosen
from handrail.compile.choices.rows.in_place import row_of_edited
from handrail.compile.choices.rows.no_record import (
    adds_to_table,
    column_of_choice,
    is_field_of_form,
    is_in_head,
    is_of_column,
    lists_records,
)
from handrail.compile.choices.rows.perhaps import record_set_in_row, row_set
from handrail.compile.choices.rows.same_item import Item, edited_in, last_places, meant_later
from handrail.compile.choices.rows.selecting import called_beside, entry_selected, is_called_by_line
from handrail.compile.choices.seen.picks import (
    names_term,
    picked_of_group,
    taken_away,
    ticked_for_field,
    value_shown,
    written_otherwise,
)
from handrail.compile.choices.seen.records_opened import (
    address_behind,
    noun_behind,
    opens_record,
    picked_record,
    short_name,
)
from handrail.compile.choices.seen.seen_next import entry_with_menu, opened_beside, switched_on
from handrail.compile.choices.seen.told_since import told_since
from handrail.compile.reading.addresses import noun_of_page, route_of, slug
from handrail.compile.reading.elements import (
    is_form_control,
    is_in_dialog,
    name_of,
    undecorated,
)
from handrail.compile.reading.known import Known, Reading, Slot, fold, holds_name, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.narrowing import Narrowing, begins_with_sought
from handrail.compile.reading.steps import Draft
from handrail.sop.action import Check, Click, Fill, RightClick, Uncheck
from handrail.sop.locator import RowLocator
from handrail.sop.target import Target


@dataclass(frozen=True)
class Pick:
    """What a step picks: its name, and what the variable is called that other data give it by."""

    name: str
    label: str
    description: str
    is_option: bool = False
    """It is an option of the list that is called by the label."""


class Picking:
    """Looks for picks in the steps of one recording, one after the other, as values become known."""

    def __init__(
        self,
        drafts: Sequence[Draft],
        lists: Lists,
        known: Known,
        narrowing: Narrowing,
        form_rows: Mapping[int, str],
        boxes: Container[int],
    ) -> None:
        self._drafts = drafts
        self._lists = lists
        self._known = known
        self._narrowing = narrowing
        self._form_rows = form_rows
        self._boxes = boxes

    def pick(self, place: int, draft: Draft, sought: Sequence[str], ticked: str | None) -> Pick | None:
        """What the step picks out of a list, unless a value says it already; `sought` was searched for, and
        `ticked` is as `entry_ticked` gives it."""
        if (held := dragged(draft)) is not None:
            return None if self._is_known(held) else Pick(held, "record", "The record to drag, by its name.")
        in_form = place in self._form_rows
        choice = ticked_for_field(draft)
        if choice is None and ticked is not None:
            known = self._is_known(ticked)
            return None if known else Pick(ticked, "entry", "The entry of the list, by its name.")
        choice = choice or self._lists.choice(place) or state_pressed(draft)
        if not sets_state_in_item(draft):
            choice = choice or picked_of_group(draft, in_form=in_form)
            choice = choice or chosen_on_scale(draft, in_form=in_form) or time_chosen(draft)
            choice = choice or switched_on(self._drafts, place)
        if choice is None and place not in self._boxes:
            choice = box_of_list(self._drafts, place)
        # A mere sign (📌, ×) is no name that other data could give.
        if choice is not None and any(letter.isalnum() for letter in choice[1]):
            label, name = choice
            known = self._is_known(name, besides_choices=True)
            return None if known else Pick(name, label, f"Option of '{label}'.", is_option=True)
        if draft.target is not None and (
            names_term(draft.target) or self._is_sought_and_numbered(draft.target)
        ):
            return None
        if (card := card_dragged(draft)) is not None:
            return None if self._is_known(card) else Pick(card, "card", "The card to drag, by its name.")
        record = picked_record(draft, told_since(self._drafts, place)) or written_otherwise(draft, sought)
        record = record or opened_beside(self._drafts, place) or entry_with_menu(draft)
        entry = None if record else entry_pressed(self._drafts, place)
        if entry is not None and not entry.is_command and (asked := _asked_of_entry(draft)):
            known = self._is_known(entry.name, besides_choices=True)
            return None if known else Pick(entry.name, asked, f"Option of '{asked}'.", is_option=True)
        row = None if in_form else self._sought_by_part(place, draft) or self._picked_row(place, draft)
        row = row or record_set_in_row(self._drafts, place)
        if entry is not None and entry.is_command:
            row = row or entry.name
        elif entry is not None:
            record = entry.name
        elif not (record or row or in_form):
            row = meant_later(self._drafts, place, self._items)
        taken = None if record else taken_away(draft)
        taken = taken if taken is not None and may_name_row(taken) else None
        name_picked = record or taken or row
        found = found_by_typing(self._drafts, place) or kept_of_list(draft) if name_picked is None else None
        if found is not None:
            label, name = found
            return Pick(name, label, f"Option of '{label}'.", is_option=True)
        if name_picked is None or self._is_known(name_picked):
            return None
        if taken is not None:
            return Pick(name_picked, "entry", "The entry to take away, by what it says.")
        within = draft.target is not None and draft.target.near.row is not None
        if record is None and (within or (entry is not None and entry.is_command)):
            if (column := column_of_choice(draft, name_picked)) is not None:
                return Pick(name_picked, column, f"Option of '{column}', by what its row says.")
            noun = self._field_chosen_for(place) or _noun_of_row(draft)
            return Pick(name_picked, noun, f"The {noun} to find in the list, by what its row says.")
        noun = noun_behind(draft, name_picked)
        return Pick(name_picked, noun, f"The {noun} to open, by its name in the list.")

    def record_besides(self, place: int, draft: Draft) -> Pick | None:
        """The record in whose row a choice is made by one of the buttons that each row has: beside what is
        chosen, other data name another record."""
        target = draft.target
        if target is None or target.role not in {"button", None} or not target.locators:
            return None
        if place in self._form_rows:
            return None
        row = row_of(target.locators[0])
        of_record = row is not None and (row.role == "row" or state_pressed(draft) is not None)
        name = self._picked_row(place, draft) if of_record else None
        if name is None or self._is_known(name):
            return None
        noun = _noun_of_row(draft)
        return Pick(name, noun, f"The {noun} to find in the list, by what its row says.")

    def entry_ticked(self, place: int, draft: Draft, sought: Sequence[str]) -> str | None:
        """What the box says that is ticked where a part of that was searched just before, or for a command
        behind it: it chooses a record of a list, and is no yes or no of one. Of a box that says what it does
        with the record, too ("Select Desk lamp"), what its row is called."""
        said = self._said_of_ticked(place, draft, sought)
        rows = map(row_of, draft.target.locators) if said is not None and draft.target is not None else ()
        names = (fold(row.text) for row in rows if row is not None and row.exact)
        of_line = is_called_by_line(draft.target)
        within = (name for name in names if is_telling(name) and (of_line or holds_name(said or "", name)))
        return next(within, said)

    def _said_of_ticked(self, place: int, draft: Draft, sought: Sequence[str]) -> str | None:
        target = draft.target
        if not isinstance(draft.action, Check | Uncheck) or target is None:
            return None
        if target.role != "checkbox":
            return record_set_in_row(self._drafts, place)
        name = fold(target.label or target.name or "")
        for earlier in reversed(self._drafts[:place]):
            if earlier.page != draft.page or earlier.act.leads_to is not None:
                break
            if isinstance(earlier.action, Fill):
                value = earlier.action.value
                if value in sought and is_telling(fold(value)) and begins_word(name, fold(value)):
                    return called_beside(target, fold(value)) or name
                break
        item = meant_later(self._drafts, place, self._items)
        chosen = item if item == name else None
        return chosen or entry_selected(self._drafts, place) or record_set_in_row(self._drafts, place)

    @cached_property
    def _items(self) -> dict[Item, int]:
        return last_places(self._drafts, map(self._item_picked, range(len(self._drafts))))

    def _item_picked(self, place: int) -> RowLocator | None:
        """The item that the step picks by its name, be it for a command that each item has."""
        draft = self._drafts[place]
        if place in self._form_rows or draft.target is None or not draft.target.locators:
            return None
        row, entry = row_of(draft.target.locators[0]), entry_pressed(self._drafts, place)
        if row is not None and entry is not None and entry.is_command and entry.name == fold(row.text):
            return row
        return self._row_meant(place)

    def _row_meant(self, place: int) -> RowLocator | None:
        row = row_set(self._drafts, place) or edited_in(self._drafts, place)
        if (row := row or row_of_edited(self._drafts, place)) is not None:
            return row
        says_state = self._says_state(place)
        return row_meant(self._drafts[place], own_box=place in self._boxes, says_state=says_state)

    def _says_state(self, place: int) -> bool:
        """Whether what is pressed says the state that the next step changes, in the row of a record: the line
        of a form has a caption, and what was chosen there."""
        target, following = self._drafts[place].target, self._lists.replaced_by(place + 1)
        if target is None or following is None or not following.said or following.opener != target:
            return False
        return is_in_record_s_row(target, following.said)

    def _field_chosen_for(self, place: int) -> str | None:
        """The field for which a list was opened that came up under a heading of its own, as in a drawer."""
        opener = self._drafts[place - 1] if place > 0 else None
        target = self._drafts[place].target
        if opener is None or target is None or not isinstance(opener.action, Click) or opener.act.leads_to:
            return None
        heading = fold(target.near.heading or "")
        came = any(
            heading in map(fold, view.after.headings) and heading not in map(fold, view.before.headings)
            for view in opener.act.views
        )
        caption, _ = value_shown(opener) or (opener.target.label if opener.target else None, "")
        return undecorated(caption) if came and caption else None

    def _is_known(self, name: str, *, besides_choices: bool = False) -> bool:
        """Whether the name consists of values that were given before; that two lists have the same word in
        them says nothing."""
        reading = self._known.read(name)
        if besides_choices and any(slot.origin == "chosen" for slot in reading.slots):
            return False
        told = bool(reading.slots) and not any(letter.isalnum() for letter in reading.rest)
        return told or is_date_given(name, self._known)

    def _is_sought_and_numbered(self, target: Target) -> bool:
        """Whether a search left one row alone, and its link says what was sought behind the number that the
        app gave the record: "3. Leaking tap", by "Leaking tap"."""
        numbered = target.role == "link" and self._known.read(target.name or "").behind_number is not None
        return numbered and self._narrowing.holds

    def _sought_by_part(self, place: int, draft: Draft) -> str | None:
        """The record's whole name in its row, where a part of it was sought: "Harbour notes" by "Harbour".

        The rest is another one on other data. Where it goes on with a capital letter, its row leads to it, if
        any locator goes by that. Words that begin with a small one may say what their link does ("edit
        Harbour"); one word is a name.
        """
        target = draft.target
        if target is None or is_form_control(target) or (target.near.row is None and not opens_record(draft)):
            return None
        rows = [row.text for row in map(row_of, target.locators) if row is not None and row.role == "row"]
        own = (target.text or target.name) if target.role == "link" else None
        if own and rows and self._is_record_of_its_page(place, own):
            return fold(own)
        if own and target.near.row is not None and self._known.begins_word(own) and _begins_a_name(own):
            return fold(own)
        for text in (own, *rows):
            reading = self._known.read(text or "")
            sought = any(slot.origin == "searched" for slot in reading.slots)
            within = reading.partial and bool(rows)
            if not sought or within or not _goes_on(reading):
                continue
            starts = isinstance(reading.parts[0], Slot)
            if text and (starts or len(text.split()) == 1 or _begins_a_name(text)):
                return fold(text)
        return None

    def _is_record_of_its_page(self, place: int, own: str) -> bool:
        """Whether a link says the number or code of its record: the address ends with that right below the
        list's, or what came says it. Of a row that a search left alone, something else tells it."""
        draft, name = self._drafts[place], fold(own)
        if not any(map(str.isdigit, name)) or not is_telling(name) or self._is_known(name):
            return False
        shown = any(holds_name(text, name) for text in told_since(self._drafts, place))
        return shown or short_name(draft, name) == slug(name)

    def _picked_row(self, place: int, draft: Draft) -> str | None:
        """What the row is called in which a step does something, where there were several."""
        target = draft.target
        if (chosen := row_chosen(target)) is not None and may_name_row(chosen):
            return chosen
        # What says yes or no of the one record picks no card, whatever its line is called.
        row = self._row_meant(place)
        if target is None or row is None or not may_name_row(fold(row.text)) or value_shown(draft):
            return None
        if self._is_of_menu(place, row) or is_field_of_form(draft, row):
            return None
        in_head = is_in_head(target) and (is_of_column(target) or fold(row.text) not in name_of(target))
        if in_head or adds_to_table(target, row):
            return None
        rows = (row_of(locator) for locator in target.locators)
        if any(other is not None and self._is_known(other.text) for other in rows):
            return None
        given = field_of_day(draft)
        field = name_of(target) if is_form_control(target) else undecorated(given[0]) if given else None
        captions = row.text.endswith(":") and target.role != "radio" and is_form_control(target)
        in_list = lists_records(target, row) or ticks_record(draft, row)
        if (undecorated(row.text) == field and not in_list) or captions:
            # A form in a table: the row is called by what its fields are for.
            return None
        found = any(not slot.signs_in for slot in self._known.read(target.near.row or row.text).slots)
        sought = self._narrowing.holds or begins_with_sought(target, self._known)
        return None if found and sought else fold(row.text)

    def _is_of_menu(self, place: int, row: RowLocator) -> bool:
        """Whether it is an entry of a part of the app that is called as what was pressed right before: a menu
        hangs in the same item as the button that brought it up. Or of the menu that the other button brought
        up, in which an item may hold several."""
        draft, before = self._drafts[place], self._drafts[place - 1] if place else None
        in_app = row.role == "listitem" and draft.among is not None and draft.among.in_app
        if not in_app or before is None:
            return False
        return isinstance(before.action, RightClick) or fold(name_of(before.target)) == fold(row.text)


def _asked_of_entry(draft: Draft) -> str:
    """What the line of a form asks of which the entry is one of the choices, as cards there are."""
    target = draft.act.target
    stays = target is not None and draft.act.leads_to is None
    return undecorated(target.near.group or "") if target is not None and stays else ""


def _goes_on(reading: Reading) -> bool:
    """Whether a name says more than what was sought: "Widget 2", but not "3. Widget" or "Widget (2)"."""
    last = reading.parts[-1]
    numbered = isinstance(last, str) and last.strip().isdigit()
    return numbered or any(letter.isalpha() for letter in reading.rest)


def _begins_a_name(text: str) -> bool:
    """Whether it begins as names do, and not as "edit Harbour": with a capital letter, or with a number as
    that of a ticket ("3. Payslip", "[it-3] Payslip")."""
    return text[0].isupper() or any(map(str.isdigit, text.split()[0]))


def _noun_of_row(draft: Draft) -> str:
    """What the rows of a list are called: in a dialog they need not be what the page is about."""
    before = draft.act.before
    in_dialog = is_in_dialog(draft.target) or bool(before and before.dialogs)
    page = route_of(draft.act.event.url)
    # What a project's page lists are its parts, where their links say so: /projects/7/tasks/3.
    within_page = opens_record(draft) and route_of(address_behind(draft)).startswith(f"{page}/")
    of_page = "" if in_dialog or within_page else noun_of_page(draft.act.event.url)
    return of_page or noun_behind(draft)
