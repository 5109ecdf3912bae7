"""Merging: from the log of single keys, moves and wheel turns to what a person would say they did.

Five pure functions, each idempotent and each keeping the final state and the order of things, and
`merge`, which is all of them. Events that are no input of a person (`changed`, `response`, …) stay where
they are; `after` of those that name an absorbed event is set to the event that absorbed it.
"""

from __future__ import annotations

from collections.abc import Sequence

from handrail.recording.event import RecordedEvent
from handrail.recording.merging.absorbing import Events, element_key
from handrail.recording.merging.keyboard import merge_consecutive_keyboard_events
from handrail.recording.merging.pointing import (
    STILL_PIXELS,
    merge_consecutive_mouse_click_events,
    merge_consecutive_mouse_move_events,
    merge_consecutive_mouse_scroll_events,
    remove_redundant_mouse_move_events,
)

__all__ = [
    "STILL_PIXELS",
    "Events",
    "element_key",
    "merge",
    "merge_consecutive_keyboard_events",
    "merge_consecutive_mouse_click_events",
    "merge_consecutive_mouse_move_events",
    "merge_consecutive_mouse_scroll_events",
    "remove_redundant_mouse_move_events",
]


def merge(events: Sequence[RecordedEvent]) -> Events:
    """All five merges, in the order in which each leaves the next one all it needs."""
    merged = merge_consecutive_mouse_click_events(events)
    merged = merge_consecutive_keyboard_events(merged)
    merged = merge_consecutive_mouse_move_events(merged)
    merged = remove_redundant_mouse_move_events(merged)
    return merge_consecutive_mouse_scroll_events(merged)
