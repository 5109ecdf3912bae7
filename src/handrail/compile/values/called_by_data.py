"""Fields without a label of their own, called by what was given or is known of a record beside them."""

from __future__ import annotations

from handrail.compile.reading.elements import (
    is_form_control,
)
from handrail.compile.reading.known import Known, Slot, fold
from handrail.compile.values.reworded import is_input
from handrail.sop.target import Target


def called_by_data(target: Target, known: Known) -> Slot | None:
    """The value that the field is called by, where what stands before it is no label but what was
    given in the cell there."""
    return known.exact(_words_before(target)) if target.label else None


def is_called_by_record(target: Target | None, known: Known) -> bool:
    """Whether what stands before the field is no label but tells of the record that was opened, as the head
    of a mail that is answered: other data have another there."""
    if target is None or not is_form_control(target) or target.placeholder:
        return False
    words = _words_before(target)
    return known.exact(words) is None and any(map(is_input, known.read(words).slots))


def _words_before(target: Target) -> str:
    """What stands before a field and is all that it is called by; empty where it has more."""
    words = fold(target.near.before or "")
    return words if not target.name and fold(target.label or words) == words else ""
