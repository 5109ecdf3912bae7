"""Fields in which something is looked for: their value may be a part of a name, and names no record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from urllib.parse import unquote_plus

from handrail.compile.effects.effect_class import SETTING
from handrail.compile.effects.words import changing_word, final_word
from handrail.compile.reading.addresses import new_parameters, path_of
from handrail.compile.reading.elements import (
    is_form_control,
    is_search_field,
    is_text_field,
    name_of,
    speaks_of_search,
)
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Submitted
from handrail.sop import action as sop


class Searches:
    """Of one recording; its drafts are told apart by where they lie in memory."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        sending = (place for place, draft in enumerate(drafts) if _sends_search(draft))
        fields = (field for place in sending for field in takewhile(_fills_in, reversed(drafts[:place])))
        self._fields = {id(field) for field in fields if is_text_field(field.target)}
        self._fields |= {id(field) for place in range(len(drafts)) for field in _asked_by(drafts, place)}

    def has(self, draft: Draft) -> bool:
        """Whether the field says so, or the button that sent its form."""
        return is_search_field(draft.target or draft.act.target) or id(draft) in self._fields


def _asked_by(drafts: Sequence[Draft], place: int) -> Iterator[Draft]:
    """The text fields of a form that only asks for its own page again, whose address says what they hold: a
    filter, whatever its button is called."""
    draft = drafts[place]
    forms, leads_to = draft.act.all(Submitted), draft.act.leads_to
    if not forms or leads_to is None or any(form.method.lower() != "get" for form in forms):
        return
    if path_of(leads_to) != path_of(draft.act.event.url) or final_word(name_of(draft.target)):
        return
    pairs = new_parameters(draft.act.event.url, leads_to)
    said = {fold(unquote_plus(pair.partition("=")[2])) for pair in pairs}
    for field in takewhile(_fills_in, reversed(drafts[:place])):
        if (
            is_text_field(field.target)
            and isinstance(field.action, sop.Fill)
            and fold(field.action.value) in said
        ):
            yield field


def _fills_in(draft: Draft) -> bool:
    """Whether the step belongs to filling in a form, as choosing in its lists and going to its fields do."""
    target = draft.target
    moves = isinstance(draft.action, sop.Press) and draft.action.keys in {"Tab", "Shift+Tab"}
    if moves or isinstance(draft.action, SETTING):
        return True
    chosen = target is not None and (is_form_control(target) or target.role == "option")
    return chosen and isinstance(draft.action, sop.Click)


def _sends_search(draft: Draft) -> bool:
    target, name = draft.target, name_of(draft.target)
    pressed = isinstance(draft.action, sop.Click) and target is not None and target.role == "button"
    return pressed and speaks_of_search(name) and changing_word(name) is None
