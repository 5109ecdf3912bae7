"""Tries that the app refused: a form that was sent incomplete, corrected and sent again is one sending."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.acts import Act, same_element
from handrail.compile.refused import sent_back
from handrail.compile.requests import sent_by
from handrail.recording.event import (
    CheckChange,
    Click,
    Input,
    Keys,
    Responded,
    SelectOption,
    Upload,
)

_EDITS = (Input, SelectOption, CheckChange, Upload)
_SENDINGS = (Click, Keys)


def without_refused_tries(acts: Sequence[Act]) -> list[Act]:
    """The acts without those sendings of a form that only brought back its mistakes."""
    kept: list[Act] = []
    for place, act in enumerate(acts):
        refusal = sent_back(act)
        again = None if refusal is None else _sent_again(acts, place, refusal)
        if refusal is None or again is None:
            kept.append(act)
            continue
        again.refused = (*act.refused, f"{refusal.method} was answered with {refusal.status}", *again.refused)
    return kept


def _sent_again(acts: Sequence[Act], place: int, refusal: Responded) -> Act | None:
    """The same sending after nothing but corrections."""
    tried = acts[place]
    edited = False
    for act in acts[place + 1 :]:
        if act.event.page != tried.event.page:
            return None
        if isinstance(act.event, _EDITS):
            edited = True
            continue
        if not isinstance(act.event, _SENDINGS) or not same_element(tried.target, act.target):
            return None
        sent = sent_by(act)
        same = sent is not None and (sent.method, sent.request_url) == (refusal.method, refusal.request_url)
        return act if edited and same else None
    return None
