"""Which record is meant where one of several alike entries is pressed, as cards, links or tiles are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

from handrail.compile.choices.alike.among_addressed import asked_name, asks_for, has_id, own_name
from handrail.compile.choices.rows.in_place import is_edited_in_place
from handrail.compile.choices.seen.among_marked import (
    LISTED,
    MANY,
    ON_RECORDS,
    SEVERAL,
    first_said,
    given_as_command,
    heads_by_code,
    heads_item,
    heads_own_part,
    heads_way,
    in_its_list,
    in_own_list,
    is_code,
    is_held,
    is_only_marked,
    opens_dialog,
    row_chosen_in,
    sends,
    stood_in_list_before,
    taken_into_field,
    title_before,
)
from handrail.compile.choices.seen.picks import goes_by, names_term, texts_after
from handrail.compile.choices.seen.records_opened import address_behind, is_command_of_record, short_name
from handrail.compile.choices.seen.seen_next import first_look
from handrail.compile.choices.seen.told_since import told_since
from handrail.compile.effects.words import is_mere_command
from handrail.compile.reading.addresses import is_id, page_key, slug
from handrail.compile.reading.known import fold, holds_name, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Among, Changed, Click, Navigated
from handrail.sop import action as sop
from handrail.sop.locator import (
    GroupLocator,
    HeadingLocator,
    Locator,
    RoleLocator,
    RowLocator,
    TextLocator,
)
from handrail.sop.target import Target
from handrail.targeting.exact import is_by_place_alone

_NO_ENTRIES: Final = re.compile(
    r"tab|option|radio|checkbox|switch|menuitem.*|combobox|listbox|textbox|searchbox|spinbutton|slider"
)
_KIND_BEFORE: Final = re.compile(r"[^\W\d_][^:#–—|]*[:#–—|]\s*(\S.*)")
"""What kind of record it is, before its name: "Milestone: Spring"."""


class Entry(NamedTuple):
    """The entry that a step presses: what its record is called, and how it is found by that alone."""

    name: str
    by: Locator | None
    """None where its own locators go by the name already."""
    is_command: bool = False
    """What is pressed is a command that each record has, and not the record itself."""


def entry_pressed(drafts: Sequence[Draft], place: int) -> Entry | None:
    """The entry of a list that the step presses to come to its record."""
    draft = drafts[place]
    target, among = draft.act.target, draft.among
    if not isinstance(draft.action, (sop.Click, *ON_RECORDS)) or among is None or target is None:
        return None
    if among.in_app and not _leads_to_record_so_called(drafts, place, among):
        return None
    if target.role is not None and _NO_ENTRIES.fullmatch(target.role):
        return None
    if names_term(target) or is_edited_in_place(drafts, place):
        return None
    heads = False
    if is_command_of_record(draft) and not (heads := _heads_its_row(target, among)):
        return None
    if _is_command_of_told(drafts, place, target):
        return None
    if among.same:
        return _under_name(drafts, place, target, among)
    # A number or a sign that stands before it is not what the record is called by, where words are.
    telling = (name for name in _names(target, among) if is_telling(name) or is_code(name))
    named = (name for name in telling if not is_mere_command(name))
    named = (name for name in named if not given_as_command(drafts, place, name))
    names = sorted(named, key=lambda name: not any(map(str.isalpha, name)))
    if names and _is_of_record_s_menu(drafts, place, names[0]):
        return None
    if among.others >= SEVERAL and (row := row_chosen_in(drafts, place)) is not None:
        return Entry(fold(row.text), None, is_command=True)
    if (row := _row_opened(drafts, place, target)) is not None:
        return Entry(fold(row.text), in_its_list(target, row))
    name = _meant(drafts, place, among, names)
    title = title_before(drafts, place) if name is None else None
    if title is not None and _left_of_all(drafts, place, among, [title]):
        return Entry(title, TextLocator(by="text", text=title))
    if name is None:
        way = heads_way(drafts, place)
        return Entry(way, None) if way is not None else None
    part = _part_shown(drafts, place, among, name)
    by_part = part is not None or name in map(fold, among.says)
    by = in_its_list(target, by_part_of(target, among, part or name)) if by_part else None
    if by is None and heads:
        by = RoleLocator(by="role", role="button", name=name)
    if by is None and _is_twice(target, among):
        by = in_own_list(target, RoleLocator(by="role", role="link", name=name))
    return Entry(part or name, by)


def _leads_to_record_so_called(drafts: Sequence[Draft], place: int, among: Among) -> bool:
    """Whether a link of a navigation leads to a page with an id in its address, and of its name: some apps
    list their records so."""
    draft, target = drafts[place], drafts[place].act.target
    if target is None or target.role != "link" or draft.act.leads_to is None or not has_id(draft, among):
        return False
    return fold(target.name or "") in told_since(drafts, place)


def _heads_its_row(target: Target, among: Among) -> bool:
    """Whether its own name is the first text of its item, before what else is said of the record, and the
    others have other names there: the item was looked for by another text only since its own was pressed."""
    own, cells = fold(target.name or ""), [*map(fold, target.near.cells)]
    return not among.same and among.others > 0 and len(cells) > SEVERAL and own == cells[0]


def _is_command_of_told(drafts: Sequence[Draft], place: int, target: Target) -> bool:
    """Whether it is a button of an item that is found without that, as of the only one that a search left,
    and what came tells of the item by its name: "Edit", or "Edit Desk Lamp", of Desk Lamp."""
    own, rows = fold(target.name or ""), map(row_of, target.locators)
    row = next((fold(one.text) for one in rows if one is not None and one.exact), "")
    filled = (one.action.value for one in drafts[:place] if isinstance(one.action, sop.Fill))
    row = row or next(
        (value for value in map(fold, filled) if is_telling(value) and holds_name(own, value)), ""
    )
    if target.role != "button" or not own or not row or own == row:
        return False
    told = {*told_since(drafts, place)}
    return any(holds_name(text, row) for text in told) and (own not in told or holds_name(own, row))


def _row_opened(drafts: Sequence[Draft], place: int, target: Target) -> RowLocator | None:
    """The item of a list, where a part of it was pressed that says something else of its record, and what
    came up is called as the item is."""
    own = fold(target.name or target.text or "")
    rows = (row for row in map(row_of, target.locators) if row is not None and row.role != "row")
    found = next((row for row in rows if fold(row.text) not in own), None)
    if found is None or target.role is not None:
        return None
    told = {*told_since(drafts, place)}
    if fold(found.text) not in told:
        return found if is_only_marked(drafts, place) else None
    if _came_with_press(drafts, place, own):
        return None
    if own in told and own in map(fold, target.near.cells[:1]):
        # The first thing that an item says is what it is called, and the row was looked for besides that.
        return None
    # What it says itself may be what a field of the record holds, as its status; a heading it is of its own.
    look = first_look(drafts, place)
    return None if look is not None and own in look.new_headings else found


def _names(target: Target, among: Among) -> Iterator[str]:
    yield from map(fold, among.says)
    whole = fold(target.name or target.text or "")
    if goes_by(target.locators, whole) or any(map(row_of, target.locators)) or _is_twice(target, among):
        yield whole


def _is_twice(target: Target, among: Among) -> bool:
    """Whether it is a link to what is called so, in a list of such, and nothing but its place tells it from
    the same one in another list, as both halves of a file manager may show one folder."""
    by_place = target.role == "link" and all(map(is_by_place_alone, target.locators))
    return by_place and among.part is not None and slug(target.name or "") == slug(unquote(among.part))


def by_part_of(target: Target, among: Among, name: str) -> Locator:
    within = GroupLocator(by="group", text=target.near.group) if target.near.group else None
    if among.role is None:
        return TextLocator(by="text", text=name, within=within)
    exact = name in map(fold, among.says)
    return RowLocator(by="row", role=among.role, text=name, exact=exact, within=within)


def _under_name(drafts: Sequence[Draft], place: int, target: Target, among: Among) -> Entry | None:
    """The record in whose box, or under whose heading, a command stands that each has."""
    around = (locator.within for locator in target.locators)
    named = (fold(one.text) for one in around if isinstance(one, HeadingLocator | RowLocator))
    # What the commands of all records say, as that of each submenu of an app, is the name of none.
    name = next((one for one in named if one != fold(target.name or target.text or "")), "")
    # Of two lines that are drawn alike, each has its own signs and commands, as of two articles in a cart.
    drawn = target.role is None and any(isinstance(one.within, RowLocator) for one in target.locators)
    meant = among.others >= SEVERAL or drawn or has_id(drafts[place], among)
    return Entry(name, None, is_command=True) if meant and is_telling(name) else None


def _meant(drafts: Sequence[Draft], place: int, among: Among, names: Sequence[str]) -> str | None:
    """By which of the texts the record is called, where it is a record that the entry leads to."""
    draft, target = drafts[place], drafts[place].act.target
    assert target is not None
    shown = [*told_since(drafts, place)]
    whole = next((name for name in names if name in shown), None) or _left_of_all(drafts, place, among, names)
    coded = heads_by_code(drafts, place, names)
    whole = whole or coded
    unfolded = next((name for name in names if _unfolds(drafts, place, among, name)), None)
    if unfolded is not None:
        return unfolded
    listed = target.role in LISTED or target.near.row is not None or bool(among.says)
    if has_id(draft, among):
        within = (name for name in names if any(holds_name(text, name) for text in shown))
        known = whole or next(within, None)
        sure = among.part is not None or (listed and among.others >= SEVERAL)
        # Commands of a menu differ by what they do, and records by their ids, though these, too, came with a
        # press, as where more of a list is asked for.
        by_id = among.part is not None and is_id(among.part)
        sure = sure and (by_id or not (names and _came_with_press(drafts, place, names[0])))
        return known or (names[0] if names and sure and not sends(draft) else None)
    moved = draft.act.leads_to is not None and page_key(draft.act.leads_to) != page_key(draft.act.event.url)
    moved = moved and not _is_only_selected(draft, among)
    if moved and _stays(drafts, place, target) and not _is_twice(target, among):
        return None
    if moved and listed and whole is not None and (short_name(draft, whole) or asks_for(draft, whole)):
        return whole
    if (taken := taken_into_field(drafts, place, among, names)) is not None:
        return taken
    if among.others < SEVERAL and not stood_in_list_before(drafts, place):
        if _is_in_branch(target):
            return whole or next(iter(names), None)
        return coded or heads_own_part(drafts, place, among, whole)
    if moved or among.part is not None:
        to = target.attributes.get("href", "") if _is_only_selected(draft, among) else address_behind(draft)
        last = own_name(to, among) or asked_name(draft, target, among)
        alone = (said[1] for name in names if (said := _KIND_BEFORE.fullmatch(name)) is not None)
        return next((name for name in (*names, *alone) if slug(name) == last), None) if last else None
    if isinstance(draft.action, sop.DoubleClick) and listed:
        # What it opens may name it amid a sentence: 'Connect to "Depot"'.
        came = [fold(text) for text in texts_after(draft)]
        return whole or next((name for name in names if any(holds_name(text, name) for text in came)), None)
    if isinstance(draft.action, sop.RightClick) and listed:
        # Its menu is the record's, whether or not anything says so afterwards.
        return whole or next(iter(names), None)
    many = among.others >= MANY and not opens_dialog(drafts, place)
    if whole is not None and (listed or many or is_held(drafts, place, whole)):
        return whole
    return first_said(drafts, place, among, names) or heads_item(drafts, place, among, names)


def _is_only_selected(draft: Draft, among: Among) -> bool:
    """Whether the press on a link was not let lead to what the link is for: it chose that in its list, which
    may have an address of its own."""
    to, target = draft.act.leads_to, draft.act.target
    if to is None or among.part is None or target is None or target.role != "link":
        return False
    return among.part not in to and all(event.status is None for event in draft.act.all(Navigated))


def _left_of_all(drafts: Sequence[Draft], place: int, among: Among, names: Sequence[str]) -> str | None:
    """The name that is still shown where the whole list is gone: it stands on the record's page, if in no
    heading."""
    seen, beside = first_look(drafts, place), set(map(fold, among.beside))
    gone = set(map(fold, seen.after.gone)) if seen is not None else set()
    enough = len(beside) >= SEVERAL or stood_in_list_before(drafts, place)
    enough = enough or title_before(drafts, place) is not None
    all_gone = enough and bool(beside) and beside <= gone
    return next((name for name in names if name not in gone), None) if all_gone else None


def _is_in_branch(target: Target) -> bool:
    """Whether it is an item under another one of a tree, which may hold few."""
    if target.role != "treeitem":
        return False
    rows, around = map(row_of, target.locators), (one.within for one in target.locators)
    in_group = any(isinstance(one, RoleLocator) and one.role == "group" and one.name for one in around)
    return in_group or any(row is not None and row.role == "treeitem" for row in rows)


def _came_with_press(drafts: Sequence[Draft], place: int, name: str) -> bool:
    """Whether it came up as something was pressed, as the commands of a menu do, whatever they lead to."""
    opener = drafts[place - 1] if place > 0 else None
    if opener is None or opener.page != drafts[place].page or opener.act.leads_to is not None:
        return False
    came = (text for view in opener.act.views for text in view.after.texts)
    return isinstance(opener.action, sop.Click | sop.RightClick) and name in map(fold, came)


def _is_of_record_s_menu(drafts: Sequence[Draft], place: int, name: str) -> bool:
    """Whether it came up in the menu that the other button opens, or a button that each record has, be its
    page called so."""
    opener = drafts[place - 1] if place > 0 else None
    if opener is None:
        return False
    of_each = opener.among is not None and opener.among.same
    return (of_each or isinstance(opener.action, sop.RightClick)) and _came_with_press(drafts, place, name)


def _unfolds(drafts: Sequence[Draft], place: int, among: Among, name: str) -> bool:
    """Whether a command is given in what is called so, as in the open item of an accordion, before the page
    is left: one that each of several has, or where the others are not drawn, that of one among many."""
    for later in drafts[place + 1 :]:
        if later.page != drafts[place].page:
            return False
        event = later.act.event
        if later.target is not None and isinstance(event, Click):
            around = [one.within for one in later.target.locators if one.within is not None]
            has_likes = event.among is not None and event.among.same
            enough = SEVERAL if has_likes or among.says else MANY
            return among.others >= enough and any(name in _called_so(one) for one in around)
        if later.act.leads_to is not None:
            return False
    return False


def _called_so(around: Locator) -> tuple[str, ...]:
    match around:
        case HeadingLocator() | RowLocator():
            return (fold(around.text),)
        case RoleLocator(name=str(name)):
            return (fold(name),)
    return ()


def _part_shown(drafts: Sequence[Draft], place: int, among: Among, name: str) -> str | None:
    """The larger part of the name that the record's page calls it by: without the number before it, say."""
    shown = [*told_since(drafts, place)]
    if among.role is None or name in shown or not has_id(drafts[place], among):
        return None
    parts = (text for text in shown if holds_name(name, text) and 2 * len(text) > len(name))
    return next(filter(is_telling, parts), None)


def _stays(drafts: Sequence[Draft], place: int, target: Target) -> bool:
    """Whether what stands beside the element is there on the page that it leads to as well."""
    draft, near = drafts[place], target.near
    # The signs of its own card ("Open menu") may stand on the record's page as well.
    own = (near.row or "") if any(_is_in_card(one) for one in target.locators) else ""
    around = (text for text in (near.before, near.after) if text and text != near.heading)
    beside = [text for text in around if text not in own]
    later = (one.act.all(Changed) for one in drafts[place:] if one.page == draft.page)
    looks = [change for changes in later for change in changes if change.frame == target.frame]
    # While a slow page is waited for, the old one is looked at once more.
    to = page_key(draft.act.leads_to) if draft.act.leads_to is not None and not target.frame else None
    arrived = (look for look in looks if to is None or page_key(look.state.url) == to)
    seen = next(arrived, looks[0] if looks else None)
    if seen is None or not beside:
        return False
    if any(event.status is not None for event in draft.act.all(Navigated)):
        return any(text in seen.kept for text in beside)
    return not any(holds_name(text, gone) for text in beside for gone in seen.state.gone if is_telling(gone))


def _is_in_card(locator: Locator) -> bool:
    row = row_of(locator)
    return row is not None and row.role == "card"
