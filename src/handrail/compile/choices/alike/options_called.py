"""What options of lists are called that say several things, as a name and the state it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from handrail.compile.choices.alike.entries_named import called_by_part
from handrail.compile.choices.seen.among_marked import is_held
from handrail.compile.reading.elements import is_text_field
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.recording.event import CheckChange
from handrail.sop.action import Check, Click
from handrail.sop.locator import RowLocator
from handrail.sop.target import Target

_ENTRIES: Final = frozenset({"option", "listitem", "radio"})
_CALLED_BY_BEGINNING: Final = frozenset({"option", "radio"})


def with_options_called(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with options that say more than their names found by these: a badge beside a name says how
    the record was just then, and a flag or an icon's word before it is nothing that other data would give."""
    called = [(draft, _name_within(drafts, place)) for place, draft in enumerate(drafts)]
    return [
        replace(draft, target=_called(draft.target, name)) if name and draft.target is not None else draft
        for draft, name in called
    ]


def _called(target: Target, name: str) -> Target:
    role = target.role or "listitem"
    return called_by_part(target, name, RowLocator(by="row", role=role, text=name, exact=True))


def _name_within(drafts: Sequence[Draft], place: int) -> str | None:
    """The part of the entry that a field holds since; of an option that no field is filled in with, the part
    that it begins with."""
    draft = drafts[place]
    target = draft.act.target
    if not isinstance(draft.action, Click | Check) or target is None or target.role not in _ENTRIES:
        return None
    if draft.act.leads_to is not None:
        return None
    whole = fold(target.name or target.text or "")
    parts = [part for part in _parts(draft, target) if part != whole and is_telling(part)]
    held = next((part for part in parts if is_held(drafts, place, part)), None)
    if held is not None or target.role not in _CALLED_BY_BEGINNING or _is_written_out(drafts, place, whole):
        return held
    return next((part for part in parts if whole.startswith(part)), None)


def _is_written_out(drafts: Sequence[Draft], place: int, whole: str) -> bool:
    """Whether all that the option says is what the field for it is filled in with: a list that draws what was
    chosen draws its badge as well."""
    opener = drafts[place - 1].target if place else None
    return (opener is None or is_text_field(opener)) and is_held(drafts, place, whole)


def _parts(draft: Draft, target: Target) -> Iterator[str]:
    if draft.among is not None:
        yield from map(fold, draft.among.says)
    if isinstance(draft.act.event, CheckChange):
        # The line of a table that a radio button stands in asks what is answered there.
        yield from map(fold, draft.act.event.says)
        return
    yield from (fold(row.text) for row in map(row_of, target.locators) if row is not None and row.exact)
