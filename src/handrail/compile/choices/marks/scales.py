"""Scales that are drawn as buttons or plain numbers side by side, as the stars of a rating are."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.reading.elements import undecorated
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import told_at_once
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop

_NUMBER: Final = re.compile(r"\d{1,3}")
_TIME: Final = re.compile(r"\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?", re.IGNORECASE)
_LEAST: Final = 3
_ENDING: Final = 2
"""By so many letters a word of many is longer than that of one: "1 star", "2 stars"."""
_ROLES: Final = frozenset({"button", "radio"})


def chosen_on_scale(draft: Draft, *, in_form: bool) -> tuple[str, str] | None:
    """What the scale is called, and what is pressed on it: ("rating", "4 stars").

    Where each row of a table has one, unless the table is a form (`in_form`), which record is rated is the
    first thing that other data say.
    """
    target, among = draft.target, draft.among
    if not isinstance(draft.action, sop.Click) or target is None:
        return None
    # What a page draws without saying so is a choice where what it is one of is called something.
    drawn = target.role is None and bool(target.near.group)
    if target.role not in _ROLES and not drawn:
        return None
    rows = map(row_of, target.locators)
    if not in_form and any(row is not None and row.role == "row" for row in rows):
        return None
    if among is None or among.in_app or among.same or draft.act.leads_to is not None:
        return None
    own = fold(target.name or (drawn and target.text) or "")
    pairs = [_numbers_of(own, fold(other), alone=drawn) for other in among.beside]
    found = [pair for pair in pairs if pair is not None]
    if len(pairs) + 1 < _LEAST or len(found) < len(pairs) or len({mine for mine, _ in found}) > 1:
        return None
    numbers = sorted({number for pair in found for number in pair})
    whole = numbers[0] <= 1 and numbers == list(range(numbers[0], numbers[0] + len(pairs) + 1))
    return (undecorated(target.near.group or "") or "rating", own) if whole else None


def time_chosen(draft: Draft) -> tuple[str, str] | None:
    """What a part of the page with a name is called, and which of several times is pressed there, as they are
    offered beside each other in a form: ("Start time", "18:00")."""
    target, among = draft.target, draft.among
    if not isinstance(draft.action, sop.Click) or target is None or target.role not in {"button", None}:
        return None
    if among is None or among.in_app or among.same or among.others < _LEAST or draft.act.leads_to is not None:
        return None
    own, part = fold(target.name or target.text or ""), undecorated(target.near.section or "")
    alone = part and _TIME.fullmatch(own) and not any(map(row_of, target.locators))
    return (part, own) if alone and not told_at_once(draft.act) else None


def _numbers_of(own: str, other: str, *, alone: bool) -> tuple[int, int] | None:
    """The numbers of two that say the same besides, with a word or more unless they may be `alone`."""
    mine, theirs = own.split(), other.split()
    pairs = list(zip(mine, theirs, strict=False))
    differing = [(one, two) for one, two in pairs if one != two and not _is_same_word(one, two)]
    if len(mine) != len(theirs) or len(differing) != 1 or (len(pairs) == 1 and not alone):
        return None
    one, two = differing[0]
    return (int(one), int(two)) if _NUMBER.fullmatch(one) and _NUMBER.fullmatch(two) else None


def _is_same_word(one: str, two: str) -> bool:
    short, long = sorted((one, two), key=len)
    return short.isalpha() and long.startswith(short) and len(long) - len(short) <= _ENDING
