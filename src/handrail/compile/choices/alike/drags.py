"""What was dragged, and onto which of several alike, as in lists and trees; of boards `boards` tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from handrail.compile.choices.alike.among import by_part_of
from handrail.compile.choices.alike.entries_named import called_by_part
from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.effects.words import is_mere_command
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Among, DragDrop
from handrail.sop import action as sop
from handrail.sop.locator import HeadingLocator, RoleLocator, RowLocator, TextLocator
from handrail.sop.target import Target


def with_drags_named(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with what is dragged, and what it is dropped on, found by what it is called."""
    return [_named(draft) for draft in drafts]


def _named(draft: Draft) -> Draft:
    event, action = _moved(draft), draft.action
    if event is None or not isinstance(action, sop.Drag) or draft.target is None:
        return draft
    onto = _called(action.onto, event.onto_among, whole=True)
    return replace(
        draft, target=_called(draft.target, event.among), action=action.model_copy(update={"onto": onto})
    )


def dragged(draft: Draft) -> str | None:
    """What is dragged is called, where it is one of several alike."""
    event = _moved(draft)
    return _name_in(draft.target, event.among) if event is not None and draft.target is not None else None


def dropped_on(draft: Draft) -> str | None:
    """What it is dropped on is called, where that is one of several alike that is found by its name."""
    event, action = _moved(draft), draft.action
    if event is None or not isinstance(action, sop.Drag):
        return None
    return _name_in(action.onto, event.onto_among)


def _moved(draft: Draft) -> DragDrop | None:
    """The drag of the step; none where an entry of a list was dragged to another place in it, be it by a
    handle."""
    event = draft.act.event
    if not isinstance(event, DragDrop):
        return None
    own, list_ = event.target.ancestors, event.onto.ancestors
    return None if list_ and own[-len(list_) :] == list_ else event


def _name_in(target: Target, among: Among | None) -> str | None:
    """Its name by which its locators go by now."""
    if among is None or among.in_app:
        return None
    said = (*target.locators, *(one.within for one in target.locators if one.within is not None))
    names = (fold(one.text) for one in said if isinstance(one, RowLocator | HeadingLocator | TextLocator))
    own = fold(target.name or target.text or "")
    return next((name for name in (own, *names) if _tells(name) and goes_by(said, name)), None)


def _called(target: Target, among: Among | None, *, whole: bool = False) -> Target:
    """The target as what is called by one of the texts in it. What something is dropped on is meant as a
    `whole`: a text in it may lie where nothing is taken."""
    name = next(_names(target, among), None) if among is not None and not among.in_app else None
    if among is None or name is None:
        return target
    by = by_part_of(target, among, name)
    # A card that is left alone in its column has no like there, by which it would be known as one.
    if whole and among.says and isinstance(by, RowLocator):
        return called_by_part(target, name, by).model_copy(update={"box": target.box})
    by_role = any(isinstance(one, RoleLocator) and goes_by([one], name) for one in target.locators)
    if whole or among.same or by_role:
        return target
    # What says it may be any part of what is dragged.
    part = target.model_copy(update={"role": None})
    return called_by_part(part, name, TextLocator(by="text", text=name))


def _names(target: Target, among: Among | None) -> Iterator[str]:
    texts = map(fold, (*(among.says if among is not None else ()), target.name or target.text or ""))
    return (text for text in texts if _tells(text))


def _tells(name: str) -> bool:
    return is_telling(name) and any(map(str.isalpha, name)) and not is_mere_command(name)
