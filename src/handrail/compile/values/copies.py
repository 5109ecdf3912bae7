"""What was copied: whether a run can read it again, and what it is called."""

from __future__ import annotations

from handrail.compile.reading.elements import is_editable_region, is_text_field
from handrail.compile.reading.known import fold
from handrail.compile.reading.stripped import without_own_text
from handrail.sop.target import Target


def can_be_read_again(target: Target | None, text: str) -> bool:
    """Whether the whole of the element was copied, and it can be found without knowing the text."""
    if target is None:
        return False
    if is_text_field(target) and not is_editable_region(target):
        return bool(target.locators)
    whole = {fold(own) for own in (target.text, target.name) if own}
    return text in whole and bool(without_own_text(target, text).locators)


def name_of_copied(target: Target | None, text: str) -> str:
    """What the copied thing is called: its label, or the text before it."""
    if target is None:
        return ""
    near = target.near
    options = (target.label, target.attributes.get("title"), target.test_id, near.before, near.heading)
    return next((option for option in options if option and fold(option) != text), "")
