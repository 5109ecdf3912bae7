"""What every merge does with the events that it takes away: those that name one name what took it in."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from handrail.recording.event import (
    Changed,
    Downloaded,
    Input,
    KeyDown,
    Keys,
    KeyUp,
    Navigated,
    RecordedEvent,
    Responded,
    Scroll,
    Submitted,
)
from handrail.sop.target import Target

Events = tuple[RecordedEvent, ...]

_SILENT_KEYS: Final = frozenset(
    {"", "Alt", "AltGraph", "CapsLock", "Control", "Dead", "Fn", "Meta", "NumLock", "Process", "Shift"}
    | {"Unidentified"}
)
"""Keys that do nothing by themselves, and the masked key."""

PASSIVE = (Changed, Responded, Submitted, Navigated)
"""What a page does by itself, or in answer to somebody."""


def element_key(target: Target | None) -> Hashable:
    """What tells elements apart: two sightings of one element have equal keys."""
    if target is None:
        return None
    frame = tuple(step.locators[:1] for step in target.frame)
    if target.locators:
        return (frame, target.shadow, target.locators[0])
    facts = (target.tag, target.role, target.name, target.label, target.placeholder, target.test_id)
    return (frame, target.shadow, facts, target.ancestors)


def place_of(event: KeyDown | Keys | Input | Scroll) -> Hashable:
    """The page, and the element on it."""
    return (event.page, element_key(event.target))


def is_silent(event: RecordedEvent) -> bool:
    """A key that does nothing by itself, or one let go of."""
    return isinstance(event, KeyUp) or (isinstance(event, KeyDown) and event.key in _SILENT_KEYS)


def followed(absorbed: dict[int, int]) -> dict[int, int]:
    """Each absorbed event with the one that is there in the end, through any number of steps."""
    final: dict[int, int] = {}
    for seq in absorbed:
        by = absorbed[seq]
        trail = [seq]
        while by in absorbed and by not in final:
            trail.append(by)
            by = absorbed[by]
        by = final.get(by, by)
        final.update((step, by) for step in trail)
    return final


def rebased(kept: Sequence[RecordedEvent], absorbed: dict[int, int]) -> Events:
    """What is left, where answers to something absorbed are answers to what absorbed it."""
    if not absorbed:
        return tuple(kept)
    return tuple(
        event.model_copy(update={"after": absorbed[event.after]})
        if isinstance(event, Changed | Responded | Downloaded) and event.after in absorbed
        else event
        for event in kept
    )
