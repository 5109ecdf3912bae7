"""Which criteria of a step only support others: they may be missing."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.sop.condition import Condition, ElementIs, TextIs, ValueIs


def only_supports(part: Condition, asked: Sequence[Condition]) -> bool:
    """Words that are marked so, and that a dialog is there where a field tells whose form is open: it may
    have become a page."""
    if isinstance(part, TextIs):
        return part.supporting
    target = part.target if isinstance(part, ElementIs) and part.state == "visible" else None
    if target is None or target.role not in ("dialog", "alertdialog"):
        return False
    return any(isinstance(one, ValueIs) and one.target is not None for one in asked)
