"""Boxes that select entries of a list, for a command beside the list to be done to them."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.choices.seen.picks import goes_by, letters_of
from handrail.compile.effects.effect_class import effect_of
from handrail.compile.reading.addresses import path_of
from handrail.compile.reading.elements import is_in_dialog, is_in_form, keys_of
from handrail.compile.reading.known import fold, holds_name, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.compile.reading.stripped import numbers_row
from handrail.recording.event import PageState
from handrail.sop import action as sop
from handrail.sop.target import Target

_SEVERAL = 2
"""Texts in a line that says more than what its record is called."""
_FILLING = sop.Fill | sop.Type | sop.Select | sop.Paste | sop.PickDate


def entry_selected(drafts: Sequence[Draft], place: int) -> str | None:
    """What the box says that a step ticks to select an entry, rather than to say yes or no of the one record.

    The command that follows is done to what is selected: the list is there again behind it, with the box off
    or gone. A box that says something of a record stays as it was saved; a form that is begun anew behind its
    saving is told by the fields that were filled in besides.
    """
    draft = drafts[place]
    target, ticked = draft.target, draft.act.after
    if not isinstance(draft.action, sop.Check) or target is None or target.role != "checkbox":
        return None
    name = fold(target.label or target.name or "")
    row = row_of(target.locators[0]) if target.locators else None
    if (row is not None and row.role == "row") or numbers_row(target, name):
        # Its row says which entry it is: the box says that among other words, or by a number.
        return None
    if ticked is None or not is_telling(name) or not goes_by(target.locators, name):
        return None
    if is_in_form(target) and any(_fills_in_form(one) for one in drafts if one.page == draft.page):
        return None
    shown = _state_behind_command(drafts, place)
    own = keys_of(target)
    if shown is None or path_of(shown.url) != path_of(ticked.url) or _goes_with_fields(drafts, draft, shown):
        return None
    was_on = any(ticked.values.get(key) == "true" for key in own)
    is_on = any(shown.values.get(key) == "true" for key in own)
    return name if was_on and not is_on and _has_others(ticked, shown) else None


def is_called_by_line(target: Target | None) -> bool:
    """Whether the box is called by all that the line says which it stands in."""
    if target is None or target.name or not target.label or len(target.near.cells) < _SEVERAL:
        return False
    return letters_of(target.label) == letters_of(target.near.row or "")


def called_beside(target: Target, typed: str) -> str | None:
    """What stands beside the box and begins with what was typed to find it: the box says that among other
    words ("Select Ben")."""
    name, near = fold(target.label or target.name or ""), target.near
    beside = [fold(text or "") for text in (near.after, near.before, *near.cells)]
    return next(
        (text for text in beside if text != name and holds_name(name, text) and text.startswith(typed)), None
    )


def _fills_in_form(draft: Draft) -> bool:
    target = draft.target
    fills = isinstance(draft.action, _FILLING) and target is not None
    return fills and target is not None and is_in_form(target) and not is_in_dialog(target)


def _goes_with_fields(drafts: Sequence[Draft], draft: Draft, shown: PageState) -> bool:
    """Whether what is filled in stood beside the box, and is gone with it: a window of settings that was
    saved. What comes as entries are selected, as what is to be done to them, goes with these."""
    before, target = draft.act.before, draft.target
    if before is None or target is None or any(key in shown.values for key in keys_of(target)):
        return False
    filled = (one.target for one in drafts if one.page == draft.page and isinstance(one.action, _FILLING))
    keys = {key for one in filled if one is not None for key in keys_of(one)}
    return any(key in before.values and key not in shown.values for key in keys)


def _state_behind_command(drafts: Sequence[Draft], place: int) -> PageState | None:
    """What the page holds once something happened to what was ticked."""
    later = [at for at in range(place + 1, len(drafts)) if drafts[at].page == drafts[place].page]
    command = next((at for at in later if effect_of(drafts, at)[0] == "once"), None)
    return drafts[command].act.after if command is not None else None


def _has_others(before: PageState, after: PageState) -> bool:
    """Whether other boxes of the list stand there still, and are off."""
    off = {label for label, held in before.values.items() if held == "false"}
    return any(after.values.get(label) == "false" for label in off)
