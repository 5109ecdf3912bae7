"""Entries of lists that say nothing of themselves, and lie over a form or within what stands for its field:
what that field is given."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from handrail.compile.choices.lists.replaced import Replaced
from handrail.compile.choices.seen.picks import goes_by, texts_after
from handrail.compile.reading.elements import (
    encloses,
    is_form_control,
    is_in_form,
    is_text_field,
    name_of,
    undecorated,
)
from handrail.compile.reading.known import fold
from handrail.compile.reading.requests import sent_by
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.target import Target

_FEWEST: Final = 2
"""Others beside the entry: of two, as yes and no, one is an answer."""
_MOST_STEPS_BACK: Final = 12
_PLAIN_OR_LISTED: Final = (None, "listitem")
_BETWEEN: Final = (sop.Fill, sop.Type, sop.Scroll)


def chosen_over_form(drafts: Sequence[Draft], place: int) -> Replaced | None:
    """The entry that the step presses, which lies in no form itself and comes behind a press on a captioned
    field of one, be it behind other entries of the same list. Nothing is sent, and no page comes by it.

    Its words may stand all over the page, as in a table behind the form, so that they neither came nor went.
    """
    entry, first = drafts[place].target, drafts[place]
    if entry is None or not _is_entry(first):
        return None
    for draft in reversed(drafts[max(place - _MOST_STEPS_BACK, 0) : place]):
        target = draft.target
        if draft.page != drafts[place].page or target is None:
            return None
        if isinstance(draft.action, _BETWEEN) and not is_in_form(target):
            continue
        if _is_field(draft, target) and _is_entry(first, others=_FEWEST):
            return _choice(target, entry)
        if not (_is_entry(draft) and target.ancestors == entry.ancestors):
            return None
        first = draft
    return None


def chosen_within_field(drafts: Sequence[Draft], place: int) -> Replaced | None:
    """The same of an entry within what was pressed for it, a captioned part of a form that no kit has given a
    role: the list hangs in the box that unfolds it, and what was chosen may be shown beside others."""
    entry = drafts[place].target
    if entry is None or not _is_among(drafts[place], others=_FEWEST):
        return None
    for draft in reversed(drafts[max(place - _MOST_STEPS_BACK, 0) : place]):
        target = draft.target
        if draft.page != drafts[place].page or target is None:
            return None
        if _is_field(draft, target) and encloses(target, entry):
            return _choice(target, entry)
        if not (_is_among(draft) and target.ancestors == entry.ancestors):
            return None
    return None


def chosen_below_field(drafts: Sequence[Draft], place: int) -> Replaced | None:
    """The same of an entry that came up with others as a text field of a form was clicked on right before,
    also as an item of a list. Lists that the pressing itself closes tell nothing of those beside it."""
    entry, before = drafts[place].target, drafts[place - 1]
    if place == 0 or entry is None or before.target is None or before.page != drafts[place].page:
        return None
    clicked = isinstance(before.action, sop.Click) and is_text_field(before.target)
    if not (clicked and _is_field(before, before.target) and _is_plain(drafts[place], _PLAIN_OR_LISTED)):
        return None
    came = set(map(fold, texts_after(before)))
    others = came - {fold(entry.text or "")}
    # What was chosen of a list for several may be offered no more: in the end there are few.
    again = any(one.target is not None and one.target.ancestors == entry.ancestors for one in drafts[:place])
    enough = 1 if again else _FEWEST
    return _choice(before.target, entry) if len(others) >= enough and others != came else None


def _choice(field: Target, entry: Target) -> Replaced:
    name = fold(entry.text or "")
    return Replaced(_caption(field), name, field, "", name, goes_by(entry.locators, name))


def _is_among(draft: Draft, *, others: int = 1) -> bool:
    """Whether the step presses one of several alike that have no role, and sends nothing by it."""
    among = draft.among
    return among is not None and not among.same and among.others >= others and _is_plain(draft)


def _is_plain(draft: Draft, roles: Collection[str | None] = (None,)) -> bool:
    """Whether the step presses something without a role that says something, and nothing is sent by it."""
    target = draft.target
    if not isinstance(draft.action, sop.Click) or target is None or target.role not in roles:
        return False
    if not target.text or is_form_control(target):
        return False
    return draft.act.leads_to is None and sent_by(draft.act) is None


def _is_entry(draft: Draft, *, others: int = 1) -> bool:
    """The same of one that lies in no form, and is no part of the app, as the entry of a menu is."""
    target, among = draft.target, draft.among
    if target is None or among is None or not _is_among(draft, others=others):
        return False
    return not (is_in_form(target) or among.in_app)


def _is_field(draft: Draft, target: Target) -> bool:
    """Whether it is what stands for a field in its form, whose caption says what for."""
    if is_text_field(target) and not is_in_form(target):
        # Some kits draw their forms without one: what stands before the field must say what it is for.
        return isinstance(draft.action, sop.Click) and bool(target.label or target.near.before)
    if not is_in_form(target) or not _caption(target):
        return False
    if is_text_field(target):
        return isinstance(draft.action, sop.Click | sop.Fill)
    captioned = bool(target.label or target.near.before)
    return isinstance(draft.action, sop.Click) and target.role is None and captioned


def _caption(target: Target) -> str:
    """What stands before it, where it has no label: what it shows was chosen, or asks for a choice."""
    own = target.label or (target.near.before if target.role is None else None)
    return undecorated(own or "") or name_of(target)
