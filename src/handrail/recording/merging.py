"""Merging: from the log of single keys, moves and wheel turns to what a person would say they did.

Five pure functions, each idempotent and each keeping the final state and the order of things, and
`merge`, which is all of them. Events that are no input of a person (`changed`, `response`, …) stay where
they are; `after` of those that name an absorbed event is set to the event that absorbed it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from handrail.recording.event import (
    Changed,
    Click,
    ContextMenu,
    DoubleClick,
    Downloaded,
    DragDrop,
    Hover,
    Input,
    KeyDown,
    Keys,
    KeyUp,
    MouseDown,
    MouseMove,
    MouseUp,
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

STILL_PIXELS: Final = 8.0
"""A press that moves less far is a click, as browsers have it."""

_EDITING_KEYS: Final = frozenset({"Backspace", "Delete"})

_PASSIVE = (Changed, Responded, Submitted, Navigated)
_AMID_A_GESTURE = (MouseMove, MouseDown, MouseUp, Changed, Responded, Submitted)


def merge(events: Sequence[RecordedEvent]) -> Events:
    """All five merges, in the order in which each leaves the next one all it needs."""
    merged = merge_consecutive_mouse_click_events(events)
    merged = merge_consecutive_keyboard_events(merged)
    merged = merge_consecutive_mouse_move_events(merged)
    merged = remove_redundant_mouse_move_events(merged)
    return merge_consecutive_mouse_scroll_events(merged)


def element_key(target: Target | None) -> Hashable:
    """What tells elements apart: two sightings of one element have equal keys."""
    if target is None:
        return None
    frame = tuple(step.locators[:1] for step in target.frame)
    if target.locators:
        return (frame, target.shadow, target.locators[0])
    facts = (target.tag, target.role, target.name, target.label, target.placeholder, target.test_id)
    return (frame, target.shadow, facts, target.ancestors)


def merge_consecutive_mouse_click_events(events: Sequence[RecordedEvent]) -> Events:
    """Down, up and click become the click; click, click and double click become the double click."""
    absorbed: dict[int, int] = {}
    gone: set[int] = set()
    events = list(events)
    for place, event in enumerate(events):
        if isinstance(event, Click) and not event.by_key:
            parts = _press_of(events, place)
            if len(parts) > 1:
                events[place] = _as_meant(event, events[parts[0]])
        elif isinstance(event, DoubleClick):
            parts = _clicks_of(events, place)
        else:
            continue
        gone.update(parts)
        absorbed.update((events[part].seq, event.seq) for part in parts)
    # A click that a double click absorbed hands on what it had absorbed itself.
    absorbed = {seq: absorbed.get(by, by) for seq, by in absorbed.items()}
    return _rebased([event for place, event in enumerate(events) if place not in gone], absorbed)


def merge_consecutive_keyboard_events(events: Sequence[RecordedEvent]) -> Events:
    """Runs of keys on one element become the field's last value, or the keys that mean something.

    Typing that a field answered with `input` events leaves one `input` with the first `before` and the
    last value. Enter, Tab, Escape, arrows, function keys and shortcuts stay, as `keys`.
    """
    kept: list[RecordedEvent] = []
    absorbed: dict[int, int] = {}
    run: list[KeyDown | Keys | Input] = []
    silent: list[int] = []

    def close() -> None:
        kept.extend(_typed(run, absorbed))
        survivor = next((event.seq for event in reversed(kept) if not isinstance(event, _PASSIVE)), None)
        if survivor is not None:
            absorbed.update((seq, survivor) for seq in silent)
        run.clear()
        silent.clear()

    for event in events:
        if _is_silent(event):
            silent.append(event.seq)
            continue
        if isinstance(event, KeyDown | Keys | Input):
            if run and _place(run[-1]) != _place(event):
                close()
            run.append(event)
            continue
        close()
        kept.append(event)
    close()
    return _rebased(kept, absorbed)


def merge_consecutive_mouse_move_events(events: Sequence[RecordedEvent]) -> Events:
    """A run of moves becomes its last one."""
    kept: list[RecordedEvent] = []
    absorbed: dict[int, int] = {}
    for event in events:
        last = kept[-1] if kept else None
        if isinstance(event, MouseMove) and isinstance(last, MouseMove) and event.page == last.page:
            absorbed[last.seq] = event.seq
            kept.pop()
        kept.append(event)
    return _rebased(kept, _followed(absorbed))


def remove_redundant_mouse_move_events(events: Sequence[RecordedEvent]) -> Events:
    """A move goes where its neighbour says the same: a pointer event at that place.

    Scrolling, hovering and dragging name their element, so a move right before them says nothing either.
    """
    absorbed: dict[int, int] = {}
    backwards: list[RecordedEvent] = []
    for event in reversed(events):
        following = backwards[-1] if backwards else None
        if isinstance(event, MouseMove) and following is not None and _says_it(following, event):
            absorbed[event.seq] = following.seq
        else:
            backwards.append(event)
    kept: list[RecordedEvent] = []
    for event in reversed(backwards):
        if isinstance(event, MouseMove) and kept and _same_place(kept[-1], event):
            absorbed[event.seq] = kept[-1].seq
        else:
            kept.append(event)
    return _rebased(kept, _followed(absorbed))


def merge_consecutive_mouse_scroll_events(events: Sequence[RecordedEvent]) -> Events:
    """Scrolls of one scroller become one: distances added up, the last offset."""
    kept: list[RecordedEvent] = []
    absorbed: dict[int, int] = {}
    for event in events:
        last = kept[-1] if kept else None
        if isinstance(event, Scroll) and isinstance(last, Scroll) and _place(last) == _place(event):
            absorbed[last.seq] = event.seq
            update = {
                "target": last.target,
                "picture": last.picture,
                "dx": last.dx + event.dx,
                "dy": last.dy + event.dy,
                "loaded_more": last.loaded_more or event.loaded_more,
                "renewed": last.renewed or event.renewed,
            }
            kept[-1] = event.model_copy(update=update)
        else:
            kept.append(event)
    return _rebased(kept, _followed(absorbed))


def _as_meant(click: Click, press: RecordedEvent) -> Click:
    """Where the page took away what was pressed, the browser's click is on whatever held it and what came in
    its place: what was pressed was meant. An element that only has another name by then keeps its role."""
    target = press.target if isinstance(press, MouseDown) else None
    if target is None or target.role is None or element_key(target) == element_key(click.target):
        return click
    if click.target is not None and click.target.role == target.role:
        return click
    return click.model_copy(update={"target": target, "offset": None})


def _press_of(events: Sequence[RecordedEvent], place: int) -> list[int]:
    """The places of the button's up and down that made the click at `place`.

    Only an up right before the click is its own: a press without a click (its element was replaced
    meanwhile) must not be taken for part of a later click, however often merging is done. Where the pointer
    was moved in between, something was dragged: that the browser calls it a click as well is not the whole.
    """
    click = events[place]
    assert isinstance(click, Click)
    up = _right_before(events, place, MouseUp)
    if up is None or not _same_button(events[up], click):
        return []
    for at in range(up - 1, -1, -1):
        press = events[at]
        if isinstance(press, MouseUp | MouseDown) and _same_button(press, click):
            if isinstance(press, MouseUp):
                return [up]
            moved = max(abs(press.x - click.x), abs(press.y - click.y)) > STILL_PIXELS
            return [] if moved else [at, up]
    return [up]


def _clicks_of(events: Sequence[RecordedEvent], place: int) -> list[int]:
    """The places of the two clicks that the double click at `place` consists of."""
    second = _right_before(events, place, Click)
    if second is None:
        return []
    click = events[second]
    assert isinstance(click, Click)
    if click.clicks != 2 or not _same_button(click, events[place]):
        return []
    for at in range(second - 1, -1, -1):
        other = events[at]
        if isinstance(other, Click | DoubleClick) and _same_button(other, click):
            return [at, second] if isinstance(other, Click) and other.clicks == 1 else []
        if not isinstance(other, _AMID_A_GESTURE) and not _is_silent(other):
            return []
    return []


def _right_before(
    events: Sequence[RecordedEvent], place: int, kind: type[MouseUp] | type[Click]
) -> int | None:
    """Where the last event of this kind is, if nothing that a person did was ever between."""
    at = place - 1
    while at >= 0 and isinstance(events[at], _PASSIVE):
        at -= 1
    if at < 0 or not isinstance(events[at], kind):
        return None
    return at if events[place].seq - events[at].seq == place - at else None


def _same_button(one: RecordedEvent, other: RecordedEvent) -> bool:
    pointer = (MouseDown, MouseUp, Click, DoubleClick)
    if not isinstance(one, pointer) or not isinstance(other, pointer):
        return False
    return one.page == other.page and one.button == other.button


def _place(event: KeyDown | Keys | Input | Scroll) -> Hashable:
    return (event.page, element_key(event.target))


def _typed(run: Sequence[KeyDown | Keys | Input], absorbed: dict[int, int]) -> Iterator[RecordedEvent]:
    """What a run of keys and inputs on one element comes to."""
    typing: list[KeyDown | Keys | Input] = []
    pending: list[KeyDown | Keys] = []
    for event in _single_keys(run):
        if isinstance(event, Input) or _is_typing(event):
            typing.append(event)
            continue
        yield from _settled(typing, pending, absorbed)
        typing = []
        pending.append(event)
    yield from _settled(typing, pending, absorbed)
    if pending:
        yield _joined(pending, absorbed)


def _settled(
    typing: Sequence[KeyDown | Keys | Input], pending: list[KeyDown | Keys], absorbed: dict[int, int]
) -> Iterator[RecordedEvent]:
    """A stretch of typing: the input that it led to, or its keys, which wait in `pending`."""
    inputs = [event for event in typing if isinstance(event, Input)]
    if not inputs:
        pending.extend(event for event in typing if not isinstance(event, Input))
        return
    if pending:
        yield _joined(pending, absorbed)
        pending.clear()
    first, last = inputs[0], inputs[-1]
    absorbed.update((event.seq, last.seq) for event in typing if event.seq != last.seq)
    if is_part_of_value(last):
        last = last.model_copy(update={"value": _letters(typing, last.value)})
    if len(inputs) == 1:
        yield last
        return
    masked = any(event.masked for event in inputs)
    yield last.model_copy(update={"before": first.before, "picture": first.picture, "masked": masked})


def is_part_of_value(edit: Input) -> bool:
    """Whether it edits one part of a date, time or number that the page composes itself.

    Such a part (an editable spin button) is not a text: the page takes each letter, and writes what it makes
    of it. What was typed is what counts.
    """
    return edit.editable_region and edit.target.role == "spinbutton"


def _letters(typing: Sequence[KeyDown | Keys | Input], otherwise: str) -> str:
    """What was typed, letter by letter; `otherwise` where no key was told."""
    written: str | None = None
    for event in typing:
        if isinstance(event, Input):
            continue
        key = event.keys[0] if isinstance(event, Keys) else event.key
        written = "" if key in _EDITING_KEYS else (written or "") + key
    return otherwise if written is None else written


def _is_silent(event: RecordedEvent) -> bool:
    return isinstance(event, KeyUp) or (isinstance(event, KeyDown) and event.key in _SILENT_KEYS)


def _single_keys(run: Sequence[KeyDown | Keys | Input]) -> Iterator[KeyDown | Keys | Input]:
    for event in run:
        if isinstance(event, Keys) and len(event.keys) > 1:
            for key in event.keys:
                yield event.model_copy(update={"keys": (key,)})
        else:
            yield event


def _joined(keys: Sequence[KeyDown | Keys], absorbed: dict[int, int]) -> Keys:
    first, last = keys[0], keys[-1]
    absorbed.update((event.seq, last.seq) for event in keys if event.seq != last.seq)
    return Keys(
        kind="keys",
        seq=last.seq,
        t=last.t,
        page=first.page,
        url=first.url,
        title=first.title,
        picture=first.picture,
        target=first.target,
        keys=tuple(_notation(event) for event in keys),
    )


def _notation(event: KeyDown | Keys) -> str:
    """Playwright's notation; Shift is part of a printable key, and named with any other."""
    if isinstance(event, Keys):
        return event.keys[0]
    if _is_text(event):
        return event.key
    modifiers = [m for m in ("Control", "Alt", "Shift", "Meta") if m in event.modifiers]
    key = "Space" if event.key == " " else event.key
    return "+".join((*modifiers, key))


def _is_typing(event: KeyDown | Keys) -> bool:
    key = event.keys[0] if isinstance(event, Keys) else event.key
    if key in _EDITING_KEYS:
        return isinstance(event, Keys) or not _is_shortcut(event)
    return len(key) == 1 and (isinstance(event, Keys) or _is_text(event))


def _is_text(event: KeyDown) -> bool:
    return len(event.key) == 1 and not _is_shortcut(event)


def _is_shortcut(event: KeyDown) -> bool:
    modifiers = set(event.modifiers) & {"Control", "Alt", "Meta"}
    # AltGr on Windows reports Control and Alt, Option on a Mac reports Alt: both write characters.
    writes = len(event.key) == 1 and not (event.key.isascii() and event.key.isalnum()) and event.key != " "
    if writes and (modifiers == {"Control", "Alt"} or (modifiers == {"Alt"} and not event.key.isascii())):
        return False
    return bool(modifiers)


def _says_it(following: RecordedEvent, move: MouseMove) -> bool:
    if isinstance(following, Scroll | Hover | DragDrop):
        return following.page == move.page
    return _same_place(following, move)


def _same_place(event: RecordedEvent, move: MouseMove) -> bool:
    if isinstance(event, Click) and event.by_key:
        return False
    pointer = (MouseMove, MouseDown, MouseUp, Click, DoubleClick, ContextMenu)
    return isinstance(event, pointer) and (event.page, event.x, event.y) == (move.page, move.x, move.y)


def _followed(absorbed: dict[int, int]) -> dict[int, int]:
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


def _rebased(kept: Sequence[RecordedEvent], absorbed: dict[int, int]) -> Events:
    if not absorbed:
        return tuple(kept)
    return tuple(
        event.model_copy(update={"after": absorbed[event.after]})
        if isinstance(event, Changed | Responded | Downloaded) and event.after in absorbed
        else event
        for event in kept
    )
