"""The pointer: presses that make a click, moves, and turns of the wheel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.recording.event import (
    Changed,
    Click,
    ContextMenu,
    DoubleClick,
    DragDrop,
    Hover,
    Input,
    MouseDown,
    MouseMove,
    MouseUp,
    Navigated,
    RecordedEvent,
    Responded,
    Scroll,
    Submitted,
)
from handrail.recording.merging.absorbing import (
    PASSIVE,
    Events,
    element_key,
    followed,
    is_silent,
    place_of,
    rebased,
)

STILL_PIXELS: Final = 8.0
"""A press that moves less far is a click, as browsers have it."""

_AMID_A_GESTURE = (MouseMove, MouseDown, MouseUp, Changed, Responded, Submitted)


def merge_consecutive_mouse_click_events(events: Sequence[RecordedEvent]) -> Events:
    """Down, up and click become the click; click, click and double click become the double click.

    Down and up that moved a slider go with what is told of it: where it stands then.
    """
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
        elif isinstance(event, Input) and event.target.role == "slider":
            parts = _press_on_track(events, place)
        else:
            continue
        gone.update(parts)
        absorbed.update((events[part].seq, event.seq) for part in parts)
    # A click that a double click absorbed hands on what it had absorbed itself.
    absorbed = {seq: absorbed.get(by, by) for seq, by in absorbed.items()}
    return rebased([event for place, event in enumerate(events) if place not in gone], absorbed)


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
    return rebased(kept, followed(absorbed))


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
    return rebased(kept, followed(absorbed))


def merge_consecutive_mouse_scroll_events(events: Sequence[RecordedEvent]) -> Events:
    """Scrolls of one scroller become one: distances added up, the last offset."""
    kept: list[RecordedEvent] = []
    absorbed: dict[int, int] = {}
    for event in events:
        last = kept[-1] if kept else None
        if isinstance(event, Scroll) and isinstance(last, Scroll) and place_of(last) == place_of(event):
            absorbed[last.seq] = event.seq
            update = {
                "target": last.target,
                "picture": last.picture,
                "dx": last.dx + event.dx,
                "dy": last.dy + event.dy,
                "loaded_more": last.loaded_more or event.loaded_more,
                "renewed": last.renewed or event.renewed,
                "enables": last.enables or event.enables,
            }
            kept[-1] = event.model_copy(update=update)
        else:
            kept.append(event)
    return rebased(kept, followed(absorbed))


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


def _press_on_track(events: Sequence[RecordedEvent], place: int) -> list[int]:
    """The places of the down and up by which a slider was moved, on its thumb or beside it."""
    up = _right_before(events, place, MouseUp)
    down = None if up is None else _right_before(events, up, MouseDown)
    return [] if up is None or down is None else [down, up]


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
        if not (isinstance(other, _AMID_A_GESTURE) or _is_written_above(other) or is_silent(other)):
            return []
    return []


def _is_written_above(event: RecordedEvent) -> bool:
    """Whether a script wrote another address above the page, as some do for the row that is marked."""
    return isinstance(event, Navigated) and event.cause == "in_page"


def _right_before(
    events: Sequence[RecordedEvent], place: int, kind: type[MouseDown] | type[MouseUp] | type[Click]
) -> int | None:
    """Where the last event of this kind is, if nothing that a person did was ever between."""
    at = place - 1
    while at >= 0 and isinstance(events[at], PASSIVE):
        at -= 1
    if at < 0 or not isinstance(events[at], kind):
        return None
    return at if events[place].seq - events[at].seq == place - at else None


def _same_button(one: RecordedEvent, other: RecordedEvent) -> bool:
    pointer = (MouseDown, MouseUp, Click, DoubleClick)
    if not isinstance(one, pointer) or not isinstance(other, pointer):
        return False
    return one.page == other.page and one.button == other.button


def _says_it(following: RecordedEvent, move: MouseMove) -> bool:
    if isinstance(following, Scroll | Hover | DragDrop):
        return following.page == move.page
    return _same_place(following, move)


def _same_place(event: RecordedEvent, move: MouseMove) -> bool:
    if isinstance(event, Click) and event.by_key:
        return False
    pointer = (MouseMove, MouseDown, MouseUp, Click, DoubleClick, ContextMenu)
    return isinstance(event, pointer) and (event.page, event.x, event.y) == (move.page, move.x, move.y)
