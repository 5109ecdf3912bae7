"""What an effect sends: the fields that were filled in before it, and held it still as it was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from handrail.compile.reading.acts import same_element
from handrail.compile.reading.elements import form_of, is_search_field, value_in, written_alike
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Input, PageState
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop import condition as c
from handrail.sop.node import Task
from handrail.sop.sending import says_what_it_holds
from handrail.sop.target import Target

_MOST_STEPS_BACK: Final = 200
"""Forms are shorter, and a page that is never left has no end."""


def sent_with(drafts: Sequence[Draft], place: int, made: Mapping[int, Task]) -> tuple[str, ...]:
    """The ids of the steps whose fields the effect at `place` sends; `made` has the steps before it.

    What the app took out of a field before, as what is added to a list, is none of it.
    """
    effect = drafts[place]
    taken: list[Target] = []
    names: list[str] = []
    behind_effect = False
    for earlier in range(place - 1, max(place - 1 - _MOST_STEPS_BACK, -1), -1):
        draft, task = drafts[earlier], made.get(earlier)
        if draft.page != effect.page or task is None:
            continue
        if draft.act.leads_to is not None:
            break
        behind_effect = behind_effect or task.effect == "once"
        target = draft.target
        if target is None or any(same_element(target, later) for later in taken):
            continue
        if not says_what_it_holds(task):
            continue
        taken.append(target)
        if _goes_with(target, effect.target, sure=behind_effect) and _holds_still(effect, draft, task):
            names.append(task.id)
    return tuple(reversed(names))


def _goes_with(field: Target, pressed: Target | None, *, sure: bool) -> bool:
    """Whether the field is sent by what is pressed. `sure` asks for one form around both."""
    if is_search_field(field):
        return False
    forms = form_of(field), form_of(pressed) if pressed is not None else None
    return forms[0] == forms[1] and (forms[0] is not None or not sure)


def _holds_still(effect: Draft, draft: Draft, task: Task) -> bool:
    """Whether the field was seen to hold right before the effect what the step says of it."""
    assert draft.target is not None
    if isinstance(draft.act.event, Input) and draft.act.event.masked:
        return False
    view = effect.act.view_of(draft.target.frame)
    return view is not None and all(_was(part, view.before, draft) for part in says_what_it_holds(task))


def _was(part: c.Condition, state: PageState, draft: Draft) -> bool:
    shown = value_in(state, draft.target)
    if shown is None or shown == MASK:
        return False
    match part:
        case c.ElementIs():
            return shown == ("true" if part.state == "checked" else "false")
        case c.ValueIs():
            return any(fold(shown) == fold(given) or written_alike(shown, given) for given in _given(draft))
        case _:
            return fold(shown) != ""


def _given(draft: Draft) -> tuple[str, ...]:
    match draft.action:
        case sop.Fill():
            return (draft.action.value,)
        case sop.Select():
            return draft.action.options
        case sop.Check() | sop.Uncheck():
            return ("true" if isinstance(draft.action, sop.Check) else "false",)
        case _:
            text = getattr(draft.action, "text", None)
            return (text,) if isinstance(text, str) else ()
