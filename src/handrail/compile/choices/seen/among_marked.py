"""Entries of lists that were chosen, though no page, pane or heading says their names alone."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

from handrail.compile.choices.seen.records_opened import names_other_record
from handrail.compile.choices.seen.said_before import offered_again
from handrail.compile.choices.seen.seen_next import first_look
from handrail.compile.effects.effect_class import is_done_once_from
from handrail.compile.effects.words import COUNTS_CHOSEN
from handrail.compile.reading.elements import encloses
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Among, Responded
from handrail.sop import action as sop
from handrail.sop.locator import CssLocator, Locator, RowLocator
from handrail.sop.target import Neighbourhood, Target
from handrail.targeting.exact import is_by_place_alone

LISTED: Final = frozenset({None, "listitem", "article", "treeitem"})
ON_RECORDS: Final = (sop.DoubleClick, sop.RightClick)
"""What is pressed so is no command of a menu, and no part of the app's own."""
SEVERAL: Final = 2
MANY: Final = 4
"""Commands and tabs that say no more than their names are fewer, as a rule."""
_OF_LINE: Final = 2
_OF_MENU: Final = 4
"""So many boxes lie around an entry at most, up to what the menu was opened from."""
_TO: Final = re.compile(r'a\[href="[^"]+"\]')
_DAYS: Final = 27
"""Others beside a day of the shortest month."""
_MOST_DAYS: Final = 31
_SIGNS: Final = re.compile(r"^[^\w(]+|[^\w)]+$")
_IN_LIST: Final = re.compile(r"(#[\w-]+) > [a-z]+:nth-of-type\(\d+\)(?= > |$)")

_IN_ANY_LIST: Final = re.compile(r"(.+) > li:nth-of-type\(\d+\)(?= > |$)")


def is_left_open(drafts: Sequence[Draft], place: int, target: Target | None) -> bool:
    """Whether the step presses one of several alike, nothing says which of them other data mean, and what is
    done with it cannot be repeated."""
    draft = drafts[place]
    among, moved = draft.among, draft.act.leads_to is not None
    if target is None or (among is not None and among.in_app):
        return False
    if _is_known_by_address(draft, target):
        return is_done_once_from(drafts, place, draft.page)
    if among is None:
        return False
    if among.others < SEVERAL and not (among.same and _is_sign(target)):
        return False
    if "{{" in str(target.locators) or (_says(draft.act.target) and not _says(target)):
        # What opens a list says what was chosen of it before, which is asked for at the entry.
        return False
    if among.same and target.role is None and not _says(draft.act.target):
        # A place in a drawing or a grid, which is asked about as such.
        return False
    if among.same:
        unknown = all(map(is_by_place_alone, target.locators))
    else:
        titled = target.role == "heading" and target.near.row is not None and among.others >= MANY
        of_record = isinstance(draft.action, ON_RECORDS)
        entry = titled or ((bool(among.says) or of_record) and target.role in LISTED)
        entry = entry or _is_day_of_sheet(target, among)
        unknown = not moved and among.part is None and entry
    return unknown and is_done_once_from(drafts, place, draft.page)


def _is_known_by_address(draft: Draft, target: Target) -> bool:
    """Whether it is a link of a name that others have, too, as "Delete" below each note: the address of the
    recorded record leads to it, and for any other one nothing but its place does."""
    by_address = [one for one in target.locators if isinstance(one, CssLocator) and _TO.match(one.css)]
    if not by_address or target.role != "link" or "{{" in str(target.locators):
        return False
    by_place = all(map(is_by_place_alone, (one for one in target.locators if one not in by_address)))
    return by_place and names_other_record(draft)


def _is_sign(target: Target) -> bool:
    """Whether it says no word, as a star in each of two rows does; what adds a row is no part of one."""
    said = fold(target.name or target.text or "")
    return said not in {"", "+"} and not any(map(str.isalnum, said))


def _is_day_of_sheet(target: Target, among: Among) -> bool:
    """Whether it is one of as many numbers as a month has days, between the one before it and the next: a
    day of a calendar of which nothing said which month it shows."""
    said, near = fold(target.name or target.text or ""), target.near
    beside = {fold(near.before or ""), fold(near.after or "")}
    if not said.isdecimal() or among.others < _DAYS:
        return False
    return int(said) <= _MOST_DAYS and bool(beside & {str(int(said) - 1), str(int(said) + 1)})


def first_said(drafts: Sequence[Draft], place: int, among: Among, names: Sequence[str]) -> str | None:
    """The text that an entry of several begins with, where it is the likeliest name and something is done
    once: nothing that came says its name, as of an invoice that is only marked until its payment is."""
    target, first = drafts[place].act.target, next(iter(names), "")
    text = fold(target.text or "") if target is not None else ""
    if not first or among.role is None or first not in map(fold, among.says) or not text.startswith(first):
        # What is no item of a list may say in a form what was chosen so far.
        return None
    return first if not opens_dialog(drafts, place) and is_left_open(drafts, place, target) else None


def heads_item(drafts: Sequence[Draft], place: int, among: Among, names: Sequence[str]) -> str | None:
    """The text that heads one of several items which each say more, where it brought up what something is
    done once with: a pane beside the list need not say its name. Commands say nothing besides."""
    draft = drafts[place]
    parts = [*map(fold, draft.act.target.near.cells)] if draft.act.target is not None else []
    if len(parts) < SEVERAL or among.others < SEVERAL or draft.act.leads_to is not None or sends(draft):
        return None
    # A button may unfold its item, as a part of a form.
    if draft.act.target is None or draft.act.target.role not in {*LISTED, "link"}:
        return None
    if parts[0] not in names or not {*parts}.isdisjoint(map(fold, among.beside)):
        return None
    listed = {parts[0], *map(fold, among.beside)}
    sure = any(
        _brings_up_fields(drafts, at)
        for at in range(place + 1)
        if drafts[at].page == draft.page and _says_one_of(drafts[at], listed)
    )
    sure = sure and not opens_dialog(drafts, place)
    return parts[0] if sure and is_done_once_from(drafts, place + 1, draft.page) else None


def _says_one_of(draft: Draft, listed: Set[str]) -> bool:
    """Whether the step presses one of these entries, which the pane of another one need not leave."""
    among, target = draft.among, draft.act.target
    return among is not None and target is not None and fold(target.text or target.name or "") in listed


def _brings_up_fields(drafts: Sequence[Draft], place: int) -> bool:
    view = first_look(drafts, place)
    return (
        view is not None and not view.after.gone and not view.after.values.keys() <= view.before.values.keys()
    )


def is_only_marked(drafts: Sequence[Draft], place: int) -> bool:
    """Whether a press on a part of one of several items was not seen to change a thing, but how many are
    chosen, before something was done once: the item was chosen. A line of a form has no more parts than its
    caption and its value."""
    draft, view = drafts[place], first_look(drafts, place)
    if draft.among is None or draft.among.others < SEVERAL or draft.act.leads_to is not None or view is None:
        return False
    if row_chosen_in(drafts, place) is not None or _opens_choice(drafts, place):
        return False
    near = draft.target.near if draft.target is not None else Neighbourhood()
    # Values beside each other in one item are the choices of a field, unless a search left that item alone.
    beside = any(one in (near.row or "") for one in draft.among.beside) and not _was_sought(drafts, place)
    if len(near.cells) <= _OF_LINE or beside:
        return False
    same = view.before.values == view.after.values and {*view.after.dialogs} <= {*view.before.dialogs}
    counted = any(COUNTS_CHOSEN.fullmatch(fold(text)) for text in view.after.texts)
    still = same and (counted or not view.after.texts) and not view.after.gone and not sends(draft)
    return still and is_done_once_from(drafts, place + 1, draft.page)


def _was_sought(drafts: Sequence[Draft], place: int) -> bool:
    """Whether its item is called by just what was typed before."""
    target = drafts[place].act.target
    rows = {fold(row.text) for row in map(row_of, target.locators if target else ()) if row is not None}
    filled = (draft.action.value for draft in drafts[:place] if isinstance(draft.action, sop.Fill))
    return any(is_telling(value) and value in rows for value in map(fold, filled))


def _opens_choice(drafts: Sequence[Draft], place: int) -> bool:
    """Whether what was pressed says one of the entries of which the next step picks another: all of them may
    stand elsewhere on the page, so that none was seen to come."""
    own, following = drafts[place].act.target, drafts[place + 1 : place + 2]
    return own is not None and any(offered_again(own, one) for one in following)


def row_chosen_in(drafts: Sequence[Draft], place: int) -> RowLocator | None:
    """The item of which the step presses a part that says something else, where the next step presses what
    came up in that part: a list from which the item is given another state."""
    own, following = drafts[place].target, drafts[place + 1] if place + 1 < len(drafts) else None
    inner = following.target if following is not None and following.page == drafts[place].page else None
    if (
        own is None
        or inner is None
        or own.role is not None
        or not isinstance(drafts[place].action, sop.Click)
    ):
        return None
    row, within = (row_of(one.locators[0]) if one.locators else None for one in (own, inner))
    if row != within or row is None:
        # Its entries go by the state that the item was in, or by nothing, where no other item has these.
        opens = _opens_choice(drafts, place) and _is_right_by(own, inner)
        return _row_of_other_words(own) if opens else None
    return None if fold(row.text) == _words_of(own) or not encloses(own, inner) else row


def _is_right_by(one: Target, other: Target) -> bool:
    """Whether the other one stands in what the one stands in, as the menu does that a part of an item opened.
    Of either path only the nearest ancestors are known."""
    within = (other.ancestors[depth:] for depth in range(_OF_MENU))
    return any(around and around == one.ancestors[: len(around)] for around in within)


def _row_of_other_words(target: Target) -> RowLocator | None:
    """The item that is called by another text than the target's, with which it begins."""
    first = [*map(fold, target.near.cells[:1])] if len(target.near.cells) > _OF_LINE else []
    others = (row for row in map(row_of, target.locators) if row and fold(row.text) != _words_of(target))
    return next((row for row in others if fold(row.text) in first), None)


def heads_by_code(drafts: Sequence[Draft], place: int, names: Sequence[str]) -> str | None:
    """The name that a heading came with, behind what kind of record it is: "Bin B2". Without a number it may
    be a part of the app."""
    seen = first_look(drafts, place)
    came = seen.new_headings if seen is not None else frozenset()
    coded = (name for name in names if any(map(str.isdigit, name)) and any(map(str.isalpha, name)))
    return next((name for name in coded if any(f" {text}".endswith(f" {name}") for text in came)), None)


def heads_own_part(drafts: Sequence[Draft], place: int, among: Among, name: str | None) -> str | None:
    """The name, where it is one of several texts of a card that has but one other beside it, and heads what
    came with the press: two tabs or commands say nothing besides their names."""
    seen, target = first_look(drafts, place), drafts[place].act.target
    said = name is not None and len(among.says) > 0 and name in map(fold, among.says)
    if not said or seen is None or target is None or target.role not in LISTED:
        return None
    return name if name in seen.new_headings else None


def title_before(drafts: Sequence[Draft], place: int) -> str | None:
    """What stands right before the pressed text of one of two alike, and heads what came: its card is called
    so, of which another text was pressed."""
    seen, target, among = first_look(drafts, place), drafts[place].act.target, drafts[place].among
    if seen is None or target is None or among is None or target.role is not None or among.says:
        return None
    if among.others != 1 or among.same or among.in_app or not among.beside or drafts[place].act.leads_to:
        return None
    name = fold(target.near.before or "")
    return name if is_telling(name) and name in seen.new_headings else None


def heads_way(drafts: Sequence[Draft], place: int) -> str | None:
    """What an entry is called, but for its sign, that the next step's record lies in, as its heading says: a
    building whose flats are listed under it, "Lindenhof, Flat 3B"."""
    following = drafts[place + 1] if place + 1 < len(drafts) else None
    among, target = drafts[place].among, drafts[place].act.target
    if following is None or among is None or target is None or among.in_app or among.others < SEVERAL:
        return None
    seen, next_target = first_look(drafts, place + 1), following.act.target
    if following.page != drafts[place].page or seen is None or next_target is None:
        return None
    name, inner = _SIGNS.sub("", _words_of(target)), _words_of(next_target)
    both = any(name in heading and heading != inner for heading in seen.new_headings if inner in heading)
    return name if is_telling(name) and both and heads_by_code(drafts, place + 1, [inner]) else None


def _words_of(target: Target) -> str:
    return fold(target.text or target.name or "")


def taken_into_field(drafts: Sequence[Draft], place: int, among: Among, names: Sequence[str]) -> str | None:
    """The text of an entry that says several things, which the field holds now that it was sought in."""
    before = drafts[place - 1] if place else None
    if before is None or before.page != drafts[place].page or not isinstance(before.action, sop.Fill):
        return None
    sought = fold(before.action.value).casefold()
    said = (name for name in names if name in map(fold, among.says) and sought in name.casefold())
    return next((name for name in said if sought and is_held(drafts, place, name)), None)


def is_held(drafts: Sequence[Draft], place: int, name: str) -> bool:
    """Whether a field came that holds the name: a form for the record, which no command is called by."""
    seen = first_look(drafts, place)
    came = seen.after.values.items() - seen.before.values.items() if seen is not None else set()
    return any(fold(held) == name for _, held in came)


def stood_in_list_before(drafts: Sequence[Draft], place: int) -> bool:
    """Whether it stood beside what an earlier step pressed of the same list: of a list that offers no more
    what was taken, few entries are left in the end."""
    target = drafts[place].act.target
    name = _words_of(target) if target is not None else ""
    for draft in drafts[:place] if name else ():
        among, own = draft.among, draft.act.target
        if among is None or own is None or target is None or draft.page != drafts[place].page:
            continue
        if own.ancestors == target.ancestors and name in map(fold, among.beside):
            return True
    return False


def is_code(name: str) -> bool:
    """Whether it is as short as the places on a map are called: "B2"."""
    return len(name) == SEVERAL and name[0].isalpha() and name[1].isdigit()


def in_its_list(target: Target, by: Locator) -> Locator:
    """The card that is looked for in its own list, where that has an id: the list beside may say the same of
    other records, as payments do of invoices."""
    ways = (
        _IN_LIST.match(one.css) for one in target.locators if isinstance(one, CssLocator) and not one.within
    )
    found = next((way for way in ways if way is not None), None)
    if found is None or not isinstance(by, RowLocator) or by.role != "card" or by.within is not None:
        return by
    return by.model_copy(update={"within": CssLocator(by="css", css=found[1])})


def in_own_list(target: Target, by: Locator) -> Locator | None:
    """What is looked for in the one of several lists that the element is in, which only its place tells; none
    where its place says nothing of a list."""
    ways = (_IN_ANY_LIST.match(one.css) for one in target.locators if isinstance(one, CssLocator))
    found = next((way for way in ways if way is not None), None)
    return by.model_copy(update={"within": CssLocator(by="css", css=found[1])}) if found is not None else None


def opens_dialog(drafts: Sequence[Draft], place: int) -> bool:
    """Whether a dialog came, as it does for a command, by the first look since the step."""
    seen = first_look(drafts, place)
    return seen is not None and not {*seen.after.dialogs} <= {*seen.before.dialogs}


def sends(draft: Draft) -> bool:
    """Whether the step itself tells the server something: a command, then, and no way to a record."""
    return any(event.method != "GET" for event in draft.act.all(Responded))


def given_as_command(drafts: Sequence[Draft], place: int, name: str) -> bool:
    """Whether what it brought up has a command called so, with which something was sent: "Schedule" of a menu
    asks when, and what answers it says the same."""
    for later in drafts[place + 1 :]:
        own, target = drafts[place].act.target, later.act.target
        if later.page != drafts[place].page or own is None or target is None:
            return False
        if fold(target.name or target.text or "") == name and sends(later):
            # Pressed again, an entry may be chosen no more.
            return (own.tag, own.attributes, own.ancestors) != (
                target.tag,
                target.attributes,
                target.ancestors,
            )
        if later.act.leads_to is not None:
            return False
    return False


def _says(target: Target | None) -> bool:
    return target is not None and bool(target.name or target.text)
