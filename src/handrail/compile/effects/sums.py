"""Dialogs in which sums of money stand: whoever showed the answer to one has seen them."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.reading.elements import is_in_dialog, name_of
from handrail.compile.reading.steps import Draft
from handrail.policy.words.acting import says_yes
from handrail.policy.words.comparing import tokens
from handrail.sop import action as sop

# As AMOUNT_WORDS in money.ts: what fields for sums are called.
_AMOUNT: Final = re.compile(
    r"amount|total|\bsum\b|price|payment|betrag|summe(?!r)|preis|importe|monto|precio(?!u)|cantidad"
    r"|montant|somme(?!r)|prix",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
_RISK: Final = "It is financial: a sum of money stands in the dialog."


def risk_of(draft: Draft) -> str | None:
    """What the SOP says of a step that says yes in a dialog whose fields hold sums; the gate would ask about
    those in every run. None where it is no such step."""
    target, before = draft.target, draft.act.before
    if not isinstance(draft.action, sop.Click) or target is None or before is None:
        return None
    if not is_in_dialog(target) or not says_yes(tokens(name_of(target))):
        return None
    held = (value for label, value in before.values.items() if _AMOUNT.search(label))
    return _RISK if any(map(_DIGIT.search, held)) else None
