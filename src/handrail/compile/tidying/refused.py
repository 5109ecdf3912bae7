"""Whether the app refused what a step sent, as far as its answer and its words say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.compile.reading.acts import Act
from handrail.compile.reading.known import fold
from handrail.compile.reading.messages import could_not_load, says_mismatch, says_refused
from handrail.compile.reading.requests import all_sent, sent_by
from handrail.recording.event import Changed, Click, Interrupted, Keys, Raw, Responded

_SENDINGS: Final = (Click, Keys)
_REFUSED: Final = frozenset({400, 422})
_BEGINS: Final = re.compile(r"\W*(error|fehler|erreur|errore|erro)\b", re.IGNORECASE)
_DENIES: Final = re.compile(
    r"\W*(?:sorry,? )?(?:you (?:can(?:not|'t|’t)(?! undo)|may not"
    r"|are(?: not|n['’]t) (?:allowed|permitted|authori[sz]ed)"
    r"|do(?: not|n['’]t) have (?:the )?(?:permission|right|access))"
    r"|(?:permission|access) denied"
    r"|(?:sie|du) (?:(?:können|kannst|dürfen|darfst)\b.*\b(?:nicht|kein)"
    r"|ha(?:ben|st) keine (?:berechtigung|rechte))"
    r"|vous ne pouvez pas|vous n['’](?:êtes pas autorisé|avez pas (?:le droit|la permission))"
    r"|no (?:puede|puedes|tiene permiso|tienes permiso))",
    re.IGNORECASE,
)
"""How apps deny something; a page that one is led to may say so of something else."""


def sent_back(act: Act) -> Responded | None:
    """The answer that sent the form back: an error, or the same page once more with a message."""
    sent = sent_by(act) if isinstance(act.event, _SENDINGS) else None
    if sent is None or any(isinstance(event, Raw | Interrupted) for event in act.follows):
        return None
    if sent.status in _REFUSED or sent.failed:
        return sent
    told = any(_said(act)) or any(_beside_fields(act))
    return sent if sent.document and sent.status == 200 and told else None


def refusal_shown(act: Act) -> str | None:
    """How the app says that it refused what the act sent; none where it did not, or that is not sure."""
    sent = sent_back(act) or failed(act)
    if sent is not None:
        told = next(filter(says_refused, _said(act)), None) or next(filter(_BEGINS.match, _said(act)), None)
        told = told or next(_beside_fields(act), None)
        if told is None and sent.is_error:
            told = "an error" if sent.failed else f"status {sent.status}"
        return told
    sent = sent_by(act)
    if sent is None:
        return None
    faults = (said for said in _said(act) if _BEGINS.match(said) or says_mismatch(said))
    told = next((said for said in faults if not could_not_load(said)), None)
    return told or (None if sent.document else next(filter(_DENIES.match, _said(act)), None))


def failed(act: Act) -> Responded | None:
    """The answer that is an error, where nothing that the act sent went well."""
    sent = all_sent(act) if isinstance(act.event, _SENDINGS) else []
    return sent[0] if sent and all(one.is_error for one in sent) else None


def refused_in_page(act: Act) -> str | None:
    """How the page says that it did not send what it should; told of what nothing came behind."""
    return next(filter(says_refused, _said(act)), None) if _sent_nothing(act) else None


def withheld_by_browser(act: Act) -> str | None:
    """Why the browser itself did not send the form that the act was to send; none where something was sent,
    or the act led elsewhere."""
    told = [told for look in act.all(Changed) for told in look.state.withheld]
    return told[0] if told and _sent_nothing(act) else None


def _sent_nothing(act: Act) -> bool:
    """Whether nothing came of what sends, as a rule."""
    return isinstance(act.event, _SENDINGS) and sent_by(act) is None and act.leads_to is None


def _said(act: Act) -> Iterator[str]:
    """The messages that came with the act."""
    for view in act.views:
        yield from (fold(alert) for alert in view.after.alerts if alert not in view.before.alerts)


def _beside_fields(act: Act) -> Iterator[str]:
    """What came with the act beside fields that the page marks as refused, in whatever words."""
    for view in act.views:
        yield from (fold(told) for told in view.after.refusals if told not in view.before.refusals)
