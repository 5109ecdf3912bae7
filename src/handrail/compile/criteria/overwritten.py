"""A field that held something else than what was typed into it, once the page had settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from handrail.compile.criteria.fields import is_called_alone, is_field, is_written_of
from handrail.compile.reading.acts import same_element
from handrail.compile.reading.elements import is_list_field, is_region_part, value_in
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Input, PageState
from handrail.secrets.forms import MASK
from handrail.sop.action import Fill, Paste, Type

_OTHERWISE: Final = {MASK, "true", "false"}
"""What a look says of a field that is masked, and of a switch that is called as the field was."""

_GIVING: Final = (Fill, Paste, Type)

_LOOKED_MILLIS: Final = 1000
"""So long after something was typed the page was looked at again: a look before what follows sooner may be
older than that."""


def held_instead(drafts: Sequence[Draft], place: int) -> str | None:
    """What the field held at the last look, where that is not another way to write what was typed: the page
    put it there, as a form that its server fills in late. None where any look saw what was typed, or the
    looks tell nothing of this field alone.

    A list's field is searched by its text, and shows what is picked.
    """
    draft = drafts[place]
    target, event, action = draft.target, draft.act.event, draft.action
    if not isinstance(action, Fill) or not isinstance(event, Input) or event.masked or target is None:
        return None
    if not is_field(target) or is_list_field(target) or is_region_part(target) or not is_called_alone(target):
        return None
    before = fold(event.before) if event.before is not None else None
    held = None
    for state in _looks(drafts, place):
        held = value_in(state, target)
        if not held or held in _OTHERWISE or fold(action.value).startswith(fold(held)):
            return None
        if fold(held) != before and is_written_of(held, action.value):
            return None
    return held


def _looks(drafts: Sequence[Draft], place: int) -> Iterator[PageState]:
    """The looks at the field's document, until it is filled in again or the page is left."""
    own = drafts[place]
    typed = own.act.event.seq
    frame = own.target.frame if own.target is not None else ()
    for draft in drafts[place:]:
        if draft.page != own.page:
            continue
        if draft is not own and isinstance(draft.action, _GIVING) and same_element(draft.target, own.target):
            return
        if (view := draft.act.view_of(frame)) is not None and draft.act.is_looked_at_since(typed):
            if draft is not own and draft.act.event.t - own.act.event.t >= _LOOKED_MILLIS:
                yield view.before
            if draft.act.leads_to is None:
                yield view.after
        if draft.act.leads_to is not None:
            return
