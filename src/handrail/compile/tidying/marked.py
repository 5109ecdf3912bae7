"""Entries of a list that keys came to and took: they are picked by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.reading.acts import MOVING_KEYS, Act, same_element
from handrail.recording.event import Click, Input, Keys, RecordedEvent

_OPENING: Final = frozenset({"Enter", "Space"})


def with_marked_entries(acts: Sequence[Act]) -> list[Act]:
    """The acts, with a click on the entry for the keys that came to one and took it.

    Where an entry stands in a list is another place on other data, and keys come too early to a list that is
    late; a click waits for the entry, and its name is what the person chose. Of several that arrow keys came
    to one after the other, as among radio buttons, the last one was meant.
    """
    kept: list[Act] = []
    came: Act | None = None
    """The click for the arrow key right before."""
    for act in acts:
        event = act.event
        if not isinstance(event, Keys) or event.entry is None:
            kept.append(act)
            came = None
            continue
        arrows = MOVING_KEYS.issuperset(event.keys)
        if arrows and came is not None and kept[-1] is came and _goes_on(came, event):
            act.follows[:0] = kept.pop().follows
        elif not arrows:
            kept += _without_arrows(kept, event)
        click = Act(_click(event), act.follows)
        kept.append(click)
        came = click if arrows else None
    return kept


def _goes_on(came: Act, event: Keys) -> bool:
    """Whether an arrow key goes on from the entry that the last came to: it, or its list, has the focus."""
    in_list = event.target is not None and event.target.role == "listbox"
    return came.event.page == event.page and (in_list or same_element(came.target, event.target))


def _without_arrows(kept: list[Act], taking: Keys) -> list[Act]:
    """Take the arrow keys on the list from what was kept, and return what is needed of them and of the keys
    before the one that took the entry: where nothing else opened the list, the first one did."""
    keys: list[str] = []
    moved: list[Act] = []
    while kept and (before := _keys_on(kept[-1].event, taking)) and MOVING_KEYS.issuperset(before):
        moved.insert(0, kept.pop())
        keys[:0] = before
    keys += taking.keys[:-1]
    needed = [place for place, key in enumerate(keys) if key not in MOVING_KEYS]
    stands = taking.target is not None and taking.target.role == "listbox"
    if keys and not needed and not stands and not _opens(kept, taking):
        needed = [0]
    if needed:
        pressed = taking.model_copy(update={"keys": tuple(keys[place] for place in needed), "entry": None})
        return [Act(pressed, [event for act in moved for event in act.follows])]
    if kept:
        kept[-1].follows.extend(event for act in moved for event in act.follows)
    return []


def _keys_on(event: RecordedEvent, taking: Keys) -> tuple[str, ...]:
    if not isinstance(event, Keys) or event.entry is not None or event.page != taking.page:
        return ()
    return event.keys if same_element(event.target, taking.target) else ()


def _opens(kept: Sequence[Act], taking: Keys) -> bool:
    """Whether the act before the arrow keys opened the list already: something typed, a click, or a key."""
    before = kept[-1].event if kept else None
    if before is None or before.page != taking.page:
        return False
    if isinstance(before, Input | Click):
        return same_element(before.target, taking.target)
    return _keys_on(before, taking)[-1:] in {(key,) for key in _OPENING}


def _click(taking: Keys) -> Click:
    facts = taking.model_dump(include={"seq", "t", "page", "url", "title"})
    return Click(kind="click", target=taking.entry, picture=taking.picture, **facts)
