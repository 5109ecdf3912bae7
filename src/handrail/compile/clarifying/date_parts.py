"""Dates and times that are asked for in parts, of which some were set and others left as the app shows them:
whatever the other data are, those stay, and the app may show other ones some day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from handrail.compile.reading.addresses import path_of, words_of
from handrail.compile.reading.elements import name_of
from handrail.compile.reading.steps import Draft
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop.target import Target

_PARTS: Final = {
    "day": "day tag jour dia giorno dag",
    "month": "month monat mois mes mese maand",
    "year": "year jahr annee ano anno jaar",
    "hour": "hour hours hr stunde stunden heure heures hora horas ora ore uur",
    "minute": "minute minutes min minuten minuto minutos minuti",
}
_CALLED: Final = {word: part for part, words in _PARTS.items() for word in words.split()}
_OF_DATE: Final = frozenset({"day", "month", "year"})
_SETTING: Final = (sop.Select, sop.Fill, sop.Type)


def parts_left(drafts: Sequence[Draft], place: int) -> dict[str, str]:
    """Label → what it shows, of the parts beside the one that the step sets which no step sets. Empty where
    it sets none, or a later step sets another part of the same."""
    draft = drafts[place]
    own, before = _part_of(draft.target), draft.act.before
    if own is None or before is None or not isinstance(draft.action, _SETTING):
        return {}
    if any(_beside(own, other) for _, other in _set_on_page(drafts[place + 1 :], draft)):
        return {}
    done = {label for label, _ in _set_on_page(drafts[:place], draft)}
    shown = ((label, value, part_called(label)) for label, value in before.values.items())
    return {
        label: value
        for label, value, part in shown
        if part is not None and _beside(own, part) and label not in done and value not in {"", MASK, label}
    }


Part = tuple[str, tuple[str, ...]]
"""Which part it is, and the other words of its label: what the date is for."""


def part_called(label: str) -> Part | None:
    """The part that a field of this label asks for: "Month", or "Start date: month"."""
    words = words_of(label)
    parts = [_CALLED[word] for word in words if word in _CALLED]
    return (parts[0], tuple(word for word in words if word not in _CALLED)) if len(parts) == 1 else None


def _beside(own: Part, other: Part) -> bool:
    """Whether both are parts of one date, or of one time."""
    return own[0] != other[0] and own[1] == other[1] and (own[0] in _OF_DATE) == (other[0] in _OF_DATE)


def _part_of(target: Target | None) -> Part | None:
    return part_called(name_of(target)) if target is not None else None


def _set_on_page(drafts: Sequence[Draft], draft: Draft) -> Iterator[tuple[str, Part]]:
    path = path_of(draft.act.event.url)
    for one in drafts:
        same = one.page == draft.page and path_of(one.act.event.url) == path
        if same and isinstance(one.action, _SETTING) and (part := _part_of(one.target)) is not None:
            yield name_of(one.target), part
