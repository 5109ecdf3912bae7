"""Tries that the app or the browser refused: a form that was sent incomplete, corrected and sent again is one
sending; and a date that was typed in part and then whole is one date."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.requests import sent_by
from handrail.compile.tidying.refused import failed, sent_back, withheld_by_browser
from handrail.recording.event import (
    CheckChange,
    Click,
    Input,
    Keys,
    Raw,
    Responded,
    SelectOption,
    Upload,
)

_EDITS = (Input, SelectOption, CheckChange, Upload)
_SENDINGS = (Click, Keys)
_FAILED = 500
"""From here on, a status says that it was the server's own fault."""


def without_refused_tries(acts: Sequence[Act]) -> list[Act]:
    """The acts without those sendings of a form that only brought back its mistakes."""
    kept: list[Act] = []
    for place, act in enumerate(acts):
        if act.all(Raw):
            _forget_corrected(act, acts[place + 1 :])
        if withheld_by_browser(act) is not None and _pressed_again(acts, place) is not None:
            continue
        refusal = sent_back(act) or failed(act)
        again = None if refusal is None else _sent_again(acts, place, refusal)
        if refusal is None or again is None:
            kept.append(act)
            continue
        again.refused = (*act.refused, f"{refusal.method} was answered with {refusal.status}", *again.refused)
    return kept


def _forget_corrected(act: Act, later: Sequence[Act]) -> None:
    """What was typed in part into a field that got a value afterwards needs no question."""
    edits = [one.target for one in later if isinstance(one.event, _EDITS)]
    act.follows[:] = [
        event
        for event in act.follows
        if not isinstance(event, Raw) or not any(same_element(event.target, edit) for edit in edits)
    ]


def _sent_again(acts: Sequence[Act], place: int, refusal: Responded) -> Act | None:
    """The same sending after nothing but corrections, or also after none where the server had failed."""
    again = _pressed_again(acts, place, as_it_was=refusal.status is not None and refusal.status >= _FAILED)
    sent = sent_by(again) if again is not None else None
    same = sent is not None and (sent.method, sent.request_url) == (refusal.method, refusal.request_url)
    return again if same else None


def _pressed_again(acts: Sequence[Act], place: int, *, as_it_was: bool = False) -> Act | None:
    """The same press after nothing but corrections; with `as_it_was`, also after none."""
    tried = acts[place]
    edited = as_it_was
    for act in acts[place + 1 :]:
        if act.event.page != tried.event.page:
            return None
        if isinstance(act.event, _EDITS):
            edited = True
            continue
        pressed = isinstance(act.event, _SENDINGS) and same_element(tried.target, act.target)
        return act if edited and pressed else None
    return None
