"""Steps on one of several alike that may be the app's own as well as a record's: worth a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handrail.compile.choices.seen.seen_next import first_look
from handrail.compile.effects.effect_class import is_done_once_from
from handrail.compile.reading.acts import View
from handrail.compile.reading.elements import is_form_control, submits_whole_form
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import told_at_once
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Changed
from handrail.sop import action as sop
from handrail.sop.locator import HeadingLocator, RowLocator
from handrail.sop.target import Target

ENTRIES: Final = frozenset({"listitem", "article", "card"})
"""Where records stand that are no rows of a table."""
_MANY: Final = 4
"""Settings and parts of an app are fewer, as a rule."""
_MOST: Final = 0.75
"""Of the rows: some of the records may not have been listed on the page before, as in another page of it."""


def may_be_record(drafts: Sequence[Draft], place: int, target: Target | None) -> bool:
    """Whether the recorded one is meant always, nothing tells; `target` is the step's on other data."""
    if _opens_under_its_name(drafts, place) or _is_set_at_once_in_row(drafts[place]):
        return True
    given = target is None or "{{" in str(target.locators)
    return not given and _unfolds_without_name(drafts, place)


def command_of_two(drafts: Sequence[Draft], place: int, target: Target | None) -> str | None:
    """The command, in words, that each of two boxes alike has, before something is sent: the boxes may be two
    records, or two parts of the app. A form's own button sends what was filled in there."""
    draft = drafts[place]
    among, own = draft.among, draft.act.target
    if among is None or own is None or target is None or not isinstance(draft.action, sop.Click):
        return None
    if not among.same or among.others != 1 or among.in_app or "{{" in str(target.locators):
        return None
    said, commands = fold(own.name or own.text or ""), {"link", "button", None}
    if own.role not in commands or submits_whole_form(own) or not any(map(str.isalnum, said)):
        return None
    if draft.act.leads_to is not None or not is_done_once_from(drafts, place, draft.page):
        return None
    over = next((one.within.text for one in own.locators if isinstance(one.within, HeadingLocator)), None)
    return f"'{said}' under '{fold(over)}'" if over else f"'{said}'"


def card_kept(draft: Draft, target: Target | None) -> str | None:
    """The choice, in words, that other data call otherwise and that each card has, while the card stays the
    recorded one: an hour of one of several doctors. A group that asks something is called by its question."""
    own = draft.act.target
    if target is None or own is None or own.near.group or not target.locators:
        return None
    first = target.locators[0]
    row = row_of(first)
    if row is None or row.role not in ENTRIES or "{{" in row.text or row.text.endswith(("?", ":")):
        return None
    given = "{{" in str(first.model_copy(update={"within": None}))
    return f"the one in '{fold(row.text)}'" if given else None


def _unfolds_without_name(drafts: Sequence[Draft], place: int) -> bool:
    """One of many alike that leads to no other page, and brings up in its place what something is sent from:
    a record may be listed so, though nothing that came says its name."""
    draft, view = drafts[place], first_look(drafts, place)
    target, among = draft.target, draft.among
    if target is None or among is None or view is None or draft.act.leads_to is not None:
        return False
    enough = _MANY if target.role is not None else _MANY - 1
    if among.in_app or among.same or among.others < enough or target.role not in {"link", "button", None}:
        return False
    headed = _is_headed_by_beginning(view, target)
    came = {*view.after.values} - {*view.before.values} or _headings_with_number(view, target) or headed
    # A command that brings up a dialog says what it is.
    stays = not view.after.gone and (view.before.dialogs == view.after.dialogs or target.role is None)
    stays = stays or headed
    words = any(map(str.isalpha, target.name or target.text or ""))
    return bool(came) and stays and words and is_done_once_from(drafts, place + 1, draft.page)


def _headings_with_number(view: View, target: Target) -> set[str]:
    """The headings that came and say the number that it begins with, as "Room 204" of "204Clean"."""
    number = re.match(r"\d{2,}", fold(target.text or target.name or ""))
    return {one for one in view.new_headings if number and number[0] in re.findall(r"\d+", one)}


def _is_headed_by_beginning(view: View, target: Target) -> bool:
    """Whether a heading came that says what it begins with, as "Part 0061" of "Part 0061 · bin 20"."""
    said = fold(target.text or target.name or "")
    names = (one for one in view.new_headings if is_telling(one) and any(map(str.isalpha, one)))
    return any(re.match(rf"{re.escape(one)}\s*[^\w\s]", said) for one in names)


def record_set_in_row(drafts: Sequence[Draft], place: int) -> str | None:
    """What the row is called that a step sets something in at once, where an earlier page listed it with most
    of its like: settings have their names on their own page alone."""
    draft = drafts[place]
    target, before = draft.target, draft.act.before
    if target is None or before is None or not _is_set_at_once_in_row(draft):
        return None
    own = fold(target.label or target.near.before or "")
    like = [fold(name) for name in before.values] if isinstance(draft.action, sop.Check | sop.Uncheck) else []
    kept = _kept_from_page_before(drafts, place)
    if like:
        listed = (
            own in like and len(like) >= _MANY and sum(name in kept for name in like) >= _MOST * len(like)
        )
    else:
        # Lists without labels have no names among the page's values: as many texts as rows must be known.
        listed = len(kept) > max(before.counts.values(), default=0)
    return own if own in kept and listed else None


def row_set(drafts: Sequence[Draft], place: int) -> RowLocator | None:
    """The item in which a field is set that each item has, where that is told to the server at once, or a
    command follows that is given in the same item."""
    draft = drafts[place]
    target = draft.target
    if target is None or not is_form_control(target) or not target.locators:
        return None
    first = target.locators[0]
    row = row_of(first)
    everywhere = first.model_copy(update={"within": None})
    if row is None or row.role not in ENTRIES or everywhere in target.locators:
        return None
    return row if told_at_once(draft.act) or _is_commanded_in(row, drafts[place:]) else None


def _is_commanded_in(row: RowLocator, drafts: Sequence[Draft]) -> bool:
    """Whether a command that each item has is given in this one, before the page is left."""
    for draft in drafts[1:]:
        if draft.page != drafts[0].page:
            return False
        around = (one.within for one in (draft.target.locators if draft.target is not None else ()))
        if row in around and draft.among is not None and draft.among.same:
            return True
        if draft.act.leads_to is not None:
            return False
    return False


def _kept_from_page_before(drafts: Sequence[Draft], place: int) -> frozenset[str]:
    """The texts of the step's page that the page had as well from which a step led to it."""
    for draft in reversed(drafts[:place]):
        if draft.page == drafts[place].page and draft.act.leads_to is not None:
            return frozenset(fold(text) for change in draft.act.all(Changed) for text in change.kept)
    return frozenset()


def _opens_under_its_name(drafts: Sequence[Draft], place: int) -> bool:
    """A link without an address in a navigation, whose name is a heading of the page since, before something
    is sent: people list records so, too, beside the one that is shown."""
    draft, view = drafts[place], first_look(drafts, place)
    target, among = draft.target, draft.among
    if target is None or among is None or view is None or draft.act.leads_to is not None:
        return False
    nowhere = target.attributes.get("href", "#") in {"", "#"}
    if (
        not among.in_app
        or among.same
        or among.others < _MANY
        or target.role not in {"link", None}
        or not nowhere
    ):
        return False
    return fold(target.name or "") in view.new_headings and is_done_once_from(drafts, place + 1, draft.page)


def _is_set_at_once_in_row(draft: Draft) -> bool:
    """A box or a list for choosing in each of many rows, which tells the server at once: the row it stands in
    names a setting, or a record."""
    target, before = draft.target, draft.act.before
    set_here = isinstance(draft.action, sop.Check | sop.Uncheck | sop.Select)
    if not set_here or target is None or before is None or not target.locators or not told_at_once(draft.act):
        return False
    row = row_of(target.locators[0])
    labelled = row is not None and fold(row.text) == fold(target.label or target.near.before or "")
    control = is_form_control(target) or target.role == "switch"
    return labelled and control and max(before.counts.values(), default=0) >= _MANY
