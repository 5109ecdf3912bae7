"""Entries of lists that were narrowed down by typing their beginning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handrail.compile.choices.seen.picks import ENTRY_ROLES, goes_by
from handrail.compile.reading.elements import keys_of, name_of
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.steps import Draft
from handrail.sop.action import Click, DoubleClick, Fill

_LEAST_TYPED: Final = 2
"""Letters by which a list was narrowed down: many words begin with the same one."""
_LEAST_GONE: Final = 2
_BEHIND_MARK: Final = re.compile(r"(?:.*\s)?[@/#:](?=\w+$)", re.DOTALL)
"""What stands before the beginning of a name to pick: a mention, or a command among other words."""


def found_by_typing(drafts: Sequence[Draft], place: int) -> tuple[str, str] | None:
    """What is pressed right after its beginning was typed into a field that had come up, as in a dialog that
    is searched, or that left nothing but what begins so: the field's own choice, and what it says."""
    if place <= 1:
        return None
    opener, before, draft = drafts[place - 2 : place + 1]
    target = draft.target
    if before.page != draft.page or not isinstance(before.action, Fill):
        return None
    if not isinstance(draft.action, Click | DoubleClick) or target is None or target.role not in ENTRY_ROLES:
        return None
    marked = _BEHIND_MARK.match(before.action.value) is not None
    typed, said = fold(_BEHIND_MARK.sub("", before.action.value)), fold(target.text or target.name or "")
    sure = marked or _is_of_those_left(draft, typed) or _is_left_alone(before, draft, said)
    sure = sure or (is_telling(typed) and _came_up(before, opener))
    if not sure or not begins_word(said, typed) or typed.casefold() == said.casefold():
        return None
    if draft.act.leads_to is not None or not goes_by(target.locators, said):
        return None
    return f"{name_of(before.target)} choice", said


def begins_word(text: str, typed: str) -> bool:
    """Whether a word of the text begins with what was typed, in whichever case."""
    return re.search(rf"(?<!\w){re.escape(typed)}", text, re.IGNORECASE) is not None


def _is_of_those_left(draft: Draft, typed: str) -> bool:
    """Whether what is pressed has others beside it, each with a word that begins with what was typed."""
    beside = draft.among.beside if draft.among is not None and not draft.among.same else ()
    return len(typed) >= _LEAST_TYPED and bool(beside) and all(begins_word(one, typed) for one in beside)


def _is_left_alone(typing: Draft, draft: Draft, said: str) -> bool:
    """Whether nothing of a list but what is pressed was left as its beginning was typed."""
    gone = {fold(one) for view in typing.act.views for one in view.after.gone}
    among = draft.among
    alone = among is None or (among.others == 1 and not among.same)
    return alone and len(gone) >= _LEAST_GONE and said not in gone


def _came_up(typing: Draft, opener: Draft) -> bool:
    """Whether the field that is typed into came up with the press before."""
    keys = keys_of(typing.target) if typing.target is not None else ()
    changes = ((view.before.values, view.after.values) for view in opener.act.views)
    came = any(key in after and key not in before for before, after in changes for key in keys)
    return came and isinstance(opener.action, Click) and opener.page == typing.page
