"""Cards that are dragged into another column of a board: which card it is, and which column."""

from __future__ import annotations

from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import RowLocator
from handrail.sop.target import Target


def column_dropped_on(draft: Draft) -> str | None:
    """What the column is called that a card was let go in."""
    onto = draft.action.onto if isinstance(draft.action, sop.Drag) else None
    return _called_by_part(onto) if onto is not None else None


def card_dragged(draft: Draft) -> str | None:
    """What the card is called that was dragged into another column."""
    target = draft.target
    if target is None or column_dropped_on(draft) is None:
        return None
    name = _called_by_part(target) or fold(target.name or target.text or "")
    return name if is_telling(name) and goes_by(target.locators, name) else None


def _called_by_part(target: Target) -> str | None:
    """What says by itself what it is called, as the recorder tells cards and columns of a board alone."""
    first = target.locators[0] if target.locators else None
    if isinstance(first, RowLocator) and first.role == "card" and first.exact and first.within is None:
        return fold(first.text)
    return None
