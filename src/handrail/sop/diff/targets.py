"""What changed of a target: the element itself, how it is found, and what else is known of it."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.sop.diff.model import changed_fields
from handrail.sop.sentences import describe_locator, describe_target
from handrail.sop.target import Target

Change = tuple[str, str | None, str | None]
"""Field, before, after."""


def target_changes(field: str, old: Target | None, new: Target | None) -> Iterator[Change]:
    """The changes in words; nothing for the same target."""
    if old == new:
        return
    if old is None or new is None:
        yield field, _words(old), _words(new)
        return
    was, now = describe_target(old), describe_target(new)
    if was != now:
        yield field, was, now
    if old.locators != new.locators:
        yield _locators(field, old, new)
    known = [name.replace("_", " ") for name, *_ in changed_fields(old, new) if name != "locators"]
    if was == now and known:
        yield f"{field}, what is known of it", None, f"another {', '.join(known)}"


def _locators(field: str, old: Target, new: Target) -> Change:
    where = f"{field}, found by"
    gone = [describe_locator(locator) for locator in old.locators if locator not in new.locators]
    come = [describe_locator(locator) for locator in new.locators if locator not in old.locators]
    if not gone and not come:
        return where, None, "the same, in another order"
    return where, "; ".join(gone) or None, "; ".join(come) or None


def _words(target: Target | None) -> str | None:
    return None if target is None else describe_target(target)
