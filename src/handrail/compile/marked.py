"""Entries of a list that arrow keys came to and that Enter took: they are picked by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.acts import Act, same_element
from handrail.recording.event import Click, Input, Keys, RecordedEvent

_ARROWS: Final = frozenset({"ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"})
_OPENING: Final = frozenset({"Enter", "Space", " "})


def with_marked_entries(acts: Sequence[Act]) -> list[Act]:
    """The acts, with a click on the entry for each Enter that took one, and without the keys that led to it.

    Where an entry stands in a list is another place on other data, and keys come too early to a list that is
    late; a click waits for the entry, and its name is what the person chose.
    """
    kept: list[Act] = []
    for act in acts:
        event = act.event
        if not isinstance(event, Keys) or event.entry is None:
            kept.append(act)
            continue
        kept += _without_arrows(kept, event)
        kept.append(Act(_click(event), act.follows))
    return kept


def _without_arrows(kept: list[Act], enter: Keys) -> list[Act]:
    """Take the arrow keys on the list from what was kept, and return what is needed of them and of the keys
    before Enter: where nothing else opened the list, the first one did."""
    keys: list[str] = []
    moved: list[Act] = []
    while kept and (before := _keys_on(kept[-1].event, enter)) and _ARROWS.issuperset(before):
        moved.insert(0, kept.pop())
        keys[:0] = before
    keys += enter.keys[:-1]
    other = next((place for place, key in enumerate(keys) if key not in _ARROWS), None)
    if other is not None or (keys and not _opens(kept, enter)):
        needed = keys[:1] if other is None else [*keys[:1], *(key for key in keys[1:] if key not in _ARROWS)]
        opening = enter.model_copy(update={"keys": tuple(needed), "entry": None})
        return [Act(opening, [event for act in moved for event in act.follows])]
    if kept:
        kept[-1].follows.extend(event for act in moved for event in act.follows)
    return []


def _keys_on(event: RecordedEvent, enter: Keys) -> tuple[str, ...]:
    if not isinstance(event, Keys) or event.entry is not None or event.page != enter.page:
        return ()
    return event.keys if same_element(event.target, enter.target) else ()


def _opens(kept: Sequence[Act], enter: Keys) -> bool:
    """Whether the act before the arrow keys opened the list already: something typed, a click, or a key."""
    before = kept[-1].event if kept else None
    if before is None or before.page != enter.page:
        return False
    if isinstance(before, Input | Click):
        return same_element(before.target, enter.target)
    return _keys_on(before, enter)[-1:] in {(key,) for key in _OPENING}


def _click(enter: Keys) -> Click:
    facts = enter.model_dump(include={"seq", "t", "page", "url", "title"})
    return Click(kind="click", target=enter.entry, picture=enter.picture, **facts)
