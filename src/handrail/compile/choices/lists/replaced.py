"""Lists that say nothing of themselves: an entry whose words take the place of what was shown before."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from handrail.compile.choices.rows.in_place import is_edited_in_place
from handrail.compile.choices.seen.among_marked import sends
from handrail.compile.choices.seen.picks import goes_by, texts_after
from handrail.compile.choices.seen.said_before import (
    MAX_LABEL,
    has_words,
    is_one_of,
    offered_again,
    said_elsewhere,
    split_by,
    value_of_line,
)
from handrail.compile.reading.addresses import page_key
from handrail.compile.reading.elements import (
    is_cell,
    is_form_control,
    is_in_dialog,
    is_in_form,
    is_text_field,
    name_of,
    undecorated,
)
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import RoleLocator
from handrail.sop.target import Target
from handrail.sop.template import literal

_FAR: Final = 4
"""So many steps lie between opening a list and picking at most: a search in it, scrolling."""
CHOICE: Final = "choice"
"""What a choice is called for which the page has no words."""
_LIST: Final = 2
"""Others beside a button that is an entry of a list: one of two is the other's counterpart, as "Back" is."""
_IS_TAB: Final = re.compile(r"\[tab(list)?\]")
_ANOTHER_COMMAND: Final = re.compile(
    r"(edit|change|clear|remove|delete|bearbeiten|ändern|entfernen|löschen|editar|cambiar|borrar|quitar"
    r"|modifier|changer|effacer|supprimer|retirer)\s\w",
    re.IGNORECASE,
)
_OPENING: Final = (sop.Click, sop.Hover, sop.DoubleClick)
_BETWEEN: Final = (sop.Fill, sop.Type, sop.Scroll)
_FILLING_IN: Final = (sop.Fill, sop.Select, sop.Check, sop.Uncheck)


class Replaced(NamedTuple):
    """A choice that the page shows: what it is for, and which entry it was."""

    label: str
    name: str
    opener: Target
    said: str
    """The words of the opener that were another choice, or asked for one; empty where it still says them."""
    says: str
    """What the page says instead."""
    told: bool
    """Whether the entry is known by its words, so that another one can be picked."""
    in_dialog: bool = False
    """The list came in a dialog: what says the choice then need not be what opened it."""
    goes: bool = False
    """What opened the list went with its like as the entry was picked: it was one of them."""
    in_other_words: bool = False
    """What opened the list says the choice in other words than the entry: "Paid", and "Mark as paid"."""

    def opener_with(self, choice: str) -> Target | None:
        """The opener as it is called by this choice, a template; none where its name does not tell it."""
        name, role = fold(self.opener.name or ""), self.opener.role
        if role is None or not self.said or self.in_other_words or not has_words(name, self.said):
            return None
        if is_text_field(self.opener) and self.said == fold(self.opener.label or ""):
            # Its label said something else then, as how many were chosen: "Tags", and "Tags (1)".
            return None
        if self.opener.text and fold(self.opener.text) != name:
            # What it is called says more of the choice than it shows, in words of its own.
            return None
        if not self.said.startswith(split_by(self.says, self.name)[0].strip()):
            # A message of what was done with the choice, and no other words of the opener.
            return None
        says = choice.join(map(literal, split_by(self.says, self.name)))
        called = says.join(map(literal, split_by(name, self.said)))
        by_name = RoleLocator(by="role", role=role, name=called)
        facts = {"role": role, "name": called, "tag": self.opener.tag}
        where = {"frame": self.opener.frame, "shadow": self.opener.shadow}
        return Target.model_validate({**facts, **where, "locators": (by_name,)})


def brings_up_record(opener: Draft) -> bool:
    """Whether what came is headed by what the pressed cell says: the pane of its record."""
    target = opener.target
    said = fold(target.name or target.text or "") if target is not None and is_cell(target) else ""
    return bool(said) and any(said in view.new_headings for view in opener.act.views)


def replaced_by(drafts: Sequence[Draft], place: int) -> Replaced | None:
    """The entry that the step clicks on, where it came up with the list, stays when the list goes, and takes
    the place of what was said before: by what opened the list, by its cell, or by one text beside it.

    A menu's entry goes with its menu, and nothing says it then: it is a command.
    """
    draft = drafts[place]
    target = draft.target
    if not isinstance(draft.action, sop.Click) or target is None or is_form_control(target):
        return None
    if is_edited_in_place(drafts, place):
        # What is said beside it may be edited so as well, as the record's name.
        return None
    name = fold(target.text or target.name or "")
    at = _opener(drafts, place)
    # A tab shows another part of the page, and takes the words of the one before away with it.
    picking = _until_seen(drafts, place)
    if not name or at is None or any(map(_IS_TAB.search, target.ancestors)):
        return None
    if _goes_elsewhere(draft, picking[-1], name):
        return None
    opener = drafts[at].target
    assert opener is not None
    if brings_up_record(drafts[at]):
        return None
    came, gone = came_and_gone([*drafts[at:place], *picking])
    # What came with the list, as the heading of its dialog, is no choice that was shown before.
    shown = gone - came_and_gone(drafts[at : at + 1])[0]
    said = max((text for text in shown if _says_in_all(opener, text)), key=len, default="")
    listed = _is_listed(draft) and _list_came_and_went(drafts[at : at + 1], picking)
    if not said and (came - gone == {name} or (listed and _are_in_form(drafts[at], draft))):
        said = said_elsewhere(opener)
    beside = "" if said else _shown_beside(opener, shown)
    said = said or beside
    among_others = offered_again(drafts[at].act.target or opener, draft)
    said = said or among_others or value_of_line(opener, target)
    says = max((text for text in came - gone if _says(text, name)), key=len, default=None)
    short = says is None and _says_part(said, name, came & gone, came - gone)
    if says in _new_headings(picking[-1], target) and has_words(says or "", said):
        # The heading says the way so far: what was pressed before is the entry that this one lies in.
        return None
    # The words may stand elsewhere, too, as in a list beside it: then they neither came nor went. What went
    # as its button was pressed, as a dialog does with its own, opened no list.
    went_at_once = bool(said) and said in came_and_gone(drafts[at : at + 1])[1]
    if went_at_once and _is_lone_button(draft) and opener.role in {"button", "menuitem"}:
        # The last step of a wizard has another button in the place of "Next", and the page that a menu's
        # "Open" leads to buttons of its own.
        return None
    taken = bool(said) and not went_at_once
    if taken and _row_went(opener, gone - came - {said}):
        return None
    # All of its entries may stand elsewhere as well, as in other rows: then nothing came, and nothing went.
    again = taken and bool(among_others)
    stays = says is not None or (taken and (short or (name not in gone and not _is_unsaid(target, name))))
    # In a sheet all other entries may stand in its cells as well, and in the table behind a form.
    listed = listed and taken
    opened = (came & gone) - {name} or listed or again or (is_cell(opener) and taken and name in came)
    if not (stays or again) or not opened:
        return None
    if not said and not is_cell(opener) and not _is_one_for_another(draft, came, gone):
        return None
    in_dialog = _came_in_dialog(drafts[at:place])
    # What a dialog offers may stand on the page behind it as well.
    offered = in_dialog and is_in_dialog(target)
    # What calls itself an entry is not looked for by its words alone, which may stand elsewhere as well.
    entry = target.role == "menuitem"
    told = name in came or listed or again or offered or entry or _is_one_of_many(draft)
    told = told and goes_by(target.locators, name)
    if not told and sends(drafts[at]):
        # A command was given, and what it had brought went with the next part of the page.
        return None
    label = _label(opener, said, says or name, _others_named(drafts[at], said))
    label = _label_of_state(opener, said, among_others, label) if again else label
    label = undecorated(opener.near.group or "") if beside else label
    goes = _goes_with_its_like(drafts[at], came_and_gone(picking)[1])
    otherwise = again and says is None and not is_one_of(among_others, draft)
    return Replaced(
        label, name, opener, "" if short else said, says or name, told, in_dialog, goes, otherwise
    )


def _goes_with_its_like(opening: Draft, gone: Container[str]) -> bool:
    """Whether nothing is left of what the opener was pressed among, as of a tree that a page takes the place
    of: other records, whose like show their own choices, stay."""
    beside = opening.among.beside if opening.among is not None and not opening.among.same else ()
    return bool(beside) and all(fold(one) in gone for one in beside)


def _is_lone_button(draft: Draft) -> bool:
    """Whether the step presses a button that is none of several alike, as a list's entries are."""
    alone = draft.among is None or draft.among.others < _LIST
    return draft.target is not None and draft.target.role == "button" and alone


def _is_unsaid(target: Target, name: str) -> bool:
    """Whether the name is that of a picture, which the page tells in no text: that it did not go from there
    says nothing."""
    told = map(target.attributes.get, ("aria-label", "title", "alt"))
    return not target.text and name in (fold(one) for one in told if one)


def _is_listed(draft: Draft) -> bool:
    """Whether the step presses one of several items of a list."""
    listed = draft.among is not None and draft.among.others >= _LIST
    return draft.target is not None and draft.target.role == "listitem" and listed


def _is_one_of_many(draft: Draft) -> bool:
    """Whether the step presses one of several alike that say different things, as the places on a map do,
    which may have been there before."""
    among = draft.among
    return among is not None and len(among.beside) >= _LIST and not among.same and not among.in_app


def _are_in_form(opening: Draft, picking: Draft) -> bool:
    """Whether the list is a form's, and no menu that each of several rows has."""
    of_each = opening.among is not None and opening.among.same
    targets = (opening.target, picking.target)
    return not of_each and all(target is not None and is_in_form(target) for target in targets)


def _list_came_and_went(opening: Sequence[Draft], picking: Sequence[Draft]) -> bool:
    """Whether a list came up with the first of the steps, and is gone after the last of them."""
    shown, left = _lists_told(opening), _lists_told(picking)
    return shown is not None and left is not None and bool((shown[1] - shown[0]) & (left[0] - left[1]))


def _lists_told(drafts: Sequence[Draft]) -> tuple[set[str], set[str]] | None:
    """The lists of the page before the first of the steps and after the last; none where nobody looked."""
    changes = [change for draft in drafts for change in draft.act.changes]
    if not changes:
        return None
    return set(changes[0].before_state.counts), set(changes[-1].state.counts)


def _came_in_dialog(drafts: Sequence[Draft]) -> bool:
    """Whether a dialog came up since the first of the steps."""
    changes = [change for draft in drafts for change in draft.act.changes]
    before = set(changes[0].before_state.dialogs) if changes else set()
    return any(set(change.state.dialogs) - before for change in changes)


def _row_went(opener: Target, gone: set[str]) -> bool:
    """Whether what stood beside the opener in its row went with it: a record that was taken away."""
    row = fold(opener.near.row or "")
    return any(has_words(row, text) for text in gone)


def _is_one_for_another(draft: Draft, came: set[str], gone: set[str]) -> bool:
    """Whether one text of the page, and no more than that, gave way to the entry."""
    after = draft.act.after
    new = set(map(fold, texts_after(draft))) - set(map(fold, after.alerts if after is not None else ()))
    return len(gone - came) == 1 and not new


def _says_in_all(opener: Target, text: str) -> bool:
    """Whether the opener says the text, be it beside other words that stay: "Name" in "Sort by Name"."""
    return any(has_words(fold(whole), text) for whole in (opener.text, opener.name) if whole)


def _shown_beside(opener: Target, shown: Container[str]) -> str:
    """What stood before the button that opened the list, in the part of a form that asks for it: "not set"
    before "Change". The entry's own words may have been on the page all the time."""
    before = fold(opener.near.before or "")
    return before if opener.near.group and before in shown else ""


def _opener(drafts: Sequence[Draft], place: int) -> int | None:
    """The step that opened the list, with no more than a search in it between."""
    for at in range(place - 1, max(place - 1 - _FAR, -1), -1):
        draft = drafts[at]
        if draft.page != drafts[place].page:
            return None
        if isinstance(draft.action, _OPENING) and draft.target is not None:
            if draft.target.role == "option" or _leads_away(draft):
                return None
            return at if not is_form_control(draft.target) or is_text_field(draft.target) else None
        if not isinstance(draft.action, _BETWEEN):
            return None
    return None


def _leads_away(draft: Draft) -> bool:
    """Whether another page of the app came: what it shows is no list that a button opened."""
    leads_to = draft.act.leads_to
    return leads_to is not None and page_key(leads_to) != page_key(draft.act.event.url)


def _until_seen(drafts: Sequence[Draft], place: int) -> Sequence[Draft]:
    """The step, and the fields filled in so soon after it that the page was looked at behind them only."""
    end = place
    while not drafts[end].act.changes and end + 1 < len(drafts):
        following = drafts[end + 1]
        if following.page != drafts[place].page or not isinstance(following.action, _FILLING_IN):
            break
        end += 1
    return drafts[place : end + 1]


def _goes_elsewhere(draft: Draft, seen: Draft, name: str) -> bool:
    """Whether the step leads to another part of the app, which may well be called like the entry; `seen` is
    the step after which the page was looked at."""
    view = seen.act.view_of(draft.target.frame if draft.target is not None else ())
    if view is None:
        return True
    leads_to = draft.act.leads_to
    moved = leads_to is not None and page_key(leads_to) != page_key(view.before.url)
    asks = not set(view.after.dialogs) <= set(view.before.dialogs)
    return moved or asks or name in view.new_headings


def _label_of_state(opener: Target, said: str, state: str, label: str) -> str:
    """What a choice is for of which the opener says one of the others, which is the name of none."""
    if is_in_record_s_row(opener, state):
        # What stands beside it in its row is said of the record.
        own = undecorated(opener.label or "")
        return own if own and own != state else CHOICE
    if label in {said, state, name_of(opener)}:
        return undecorated(opener.near.section or opener.near.group or "") or label
    return label


def is_in_record_s_row(opener: Target, said: str) -> bool:
    """Whether its row says more than what that is called and what was chosen: the line of a form does not."""
    row = next(filter(None, map(row_of, opener.locators)), None)
    rest = fold(opener.near.row or "").replace(said, "", 1)
    return row is not None and any(map(str.isalnum, rest.replace(fold(row.text), "", 1)))


def _new_headings(seen: Draft, target: Target) -> set[str]:
    view = seen.act.view_of(target.frame)
    return view.new_headings if view is not None else set()


def came_and_gone(drafts: Sequence[Draft]) -> tuple[set[str], set[str]]:
    """The texts that came with the steps, and those that are not there any more after the last of them."""
    came: set[str] = set()
    gone: set[str] = set()
    for draft in drafts:
        frame = draft.target.frame if draft.target is not None else ()
        for change in draft.act.changes:
            if change.frame != frame:
                continue
            there, away = set(map(fold, change.state.texts)), set(map(fold, change.state.gone))
            came |= there
            gone = (gone | away) - there
    return came, gone


def _says(text: str, name: str) -> bool:
    """Whether the text is the name, or a short one with it: "Status: On hold", "Won ▾"."""
    return len(text) <= len(name) + MAX_LABEL and has_words(text, name)


def _says_part(said: str, name: str, listed: set[str], shown: set[str]) -> bool:
    """Whether a part of the entry, as the code of a country, came in the place of a part of another one of
    its list."""
    others = listed - {name}
    return (
        bool(said)
        and said not in others
        and any(_is_edge(said, other) for other in others)
        and any(_is_edge(text, name) for text in shown)
    )


def _is_edge(part: str, whole: str) -> bool:
    """Whether the whole begins or ends with that word, or those words."""
    return bool(part) and (whole.startswith(f"{part} ") or whole.endswith(f" {part}"))


def _others_named(draft: Draft, said: str) -> set[str]:
    """What the fields are called that hold something else than the list says."""
    values = draft.act.before.values if draft.act.before is not None else {}
    return {fold(label) for label, held in values.items() if fold(held) != said}


def _label(opener: Target, said: str, says: str, others: Container[str]) -> str:
    """What the list is for. What its button says is what was chosen before, or asks for a choice. What stands
    before it may be the label of another field (`others`), where a form writes them behind."""
    own = undecorated(opener.label or "")
    if own and own != said:
        return own
    if lead := _constant_words(opener, said, says):
        return lead
    for text in (opener.near.before, opener.near.after) if said else ():
        beside = undecorated(text or "")
        if not 0 < len(beside) <= MAX_LABEL or not any(map(str.isalpha, beside)):
            continue
        # The next entry of the menu that the opener stands in says what else can be done.
        if fold(text or "") not in others and not _ANOTHER_COMMAND.match(beside):
            return beside
    return name_of(opener)


def _constant_words(opener: Target, said: str, says: str) -> str:
    """What the opener says before the choice, whatever it is: "Status" of "Status: On hold"."""
    whole = fold(opener.text or opener.name or "")
    lead = whole.partition(said)[0] if said else ""
    if not lead:
        before, colon, _ = said.partition(":")
        lead = before if colon and says.startswith(f"{before}:") else ""
    return undecorated(lead) if any(letter.isalpha() for letter in lead) else ""
