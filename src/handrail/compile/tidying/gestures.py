"""Gestures: presses of the mouse button that made no click, and which act they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.reading.acts import Act, same_element
from handrail.recording.event import (
    Click,
    ContextMenu,
    DragDrop,
    MouseDown,
    MouseUp,
    Raw,
    RecordedEvent,
)
from handrail.recording.merging import STILL_PIXELS


def without_presses(acts: Sequence[Act]) -> list[Act]:
    """Acts with every press explained: part of a drag, a click whose element went away, or a question.

    A press that began something unexplained, and that something came of, is kept as a raw event.
    """
    kept: list[Act] = []
    place = 0
    while place < len(acts):
        act = acts[place]
        following = acts[place + 1] if place + 1 < len(acts) else None
        if isinstance(act.event, MouseDown):
            up = following if following and _is_release(following.event, act.event) else None
            place += 1 if up is None else 2
            if up is not None and place < len(acts) and _is_end_of(up, acts[place]):
                # Releasing at another place is a click as well, on what both places have in common.
                _move(acts[place], up)
                place += 1
            after = acts[place] if place < len(acts) else None
            _explain(act, up, after, kept)
            continue
        place += 1
        if isinstance(act.event, MouseUp) or (kept and _ends_drag(act.event, kept[-1])):
            _append_to_last(act, kept)
        else:
            kept.append(act)
    return kept


def _explain(down: Act, up: Act | None, after: Act | None, kept: list[Act]) -> None:
    if up is not None:
        _move(up, down)
    press = down.event
    assert isinstance(press, MouseDown)
    if after is not None and _belongs_to(down, after):
        _move(down, after)
        return
    moved = up is not None and _distance(press, up.event) > STILL_PIXELS
    if press.button != "left" or not (down.took_effect() or (up is not None and not moved)):
        # Text was selected, or nothing came of it.
        _append_to_last(down, kept)
        return
    if moved or press.target is None:
        how = "pressed and moved" if moved else "pressed"
        what = f"the mouse was {how} at {press.x:g}, {press.y:g}"
        raw = Raw(kind="raw", seq=press.seq, t=press.t, page=press.page, what=what, target=press.target)
        down.follows.append(raw)
        _append_to_last(down, kept)
        return
    # The page replaced the element between press and release, so that no click came; it was meant as one.
    facts = press.model_dump(exclude={"kind", "target"})
    kept.append(Act(Click(kind="click", target=press.target, **facts), down.follows))


def _belongs_to(down: Act, after: Act) -> bool:
    if isinstance(after.event, DragDrop):
        return True
    if isinstance(after.event, ContextMenu):
        return True
    if isinstance(after.event, MouseDown | Click) and down.took_effect():
        return False
    return same_element(down.target, after.target)


def _is_end_of(up: Act, click: Act) -> bool:
    """Whether the click is nothing but the release, right before it; merging left the two apart."""
    release = up.event
    if not isinstance(click.event, Click) or click.event.by_key or not isinstance(release, MouseUp):
        return False
    between = sum(release.seq < event.seq < click.event.seq for event in up.follows)
    if click.event.seq - release.seq - 1 != between or click.event.page != release.page:
        return False
    return not same_element(up.target, click.target)


def _ends_drag(click: RecordedEvent, drag: Act) -> bool:
    """A click of its own has a press before it, which merging took in; this one has none."""
    if not (isinstance(click, Click) and isinstance(drag.event, DragDrop)) or drag.event.page != click.page:
        return False
    between = sum(drag.event.seq < event.seq < click.seq for event in drag.follows)
    return click.seq - drag.event.seq - 1 == between


def _is_release(event: RecordedEvent, press: MouseDown) -> bool:
    return isinstance(event, MouseUp) and (event.page, event.button) == (press.page, press.button)


def is_still_press(press: RecordedEvent, release: RecordedEvent) -> bool:
    """Whether the button went down with the one event, and up with the other at the same place."""
    if not isinstance(press, MouseDown) or not _is_release(release, press):
        return False
    return _distance(press, release) <= STILL_PIXELS


def _distance(press: MouseDown, release: RecordedEvent) -> float:
    assert isinstance(release, MouseUp)
    return max(abs(press.x - release.x), abs(press.y - release.y))


def _move(act: Act, to: Act | None) -> None:
    if to is not None:
        to.follows.extend(act.follows)
        to.follows.sort(key=lambda event: event.seq)


def _append_to_last(act: Act, kept: list[Act]) -> None:
    _move(act, kept[-1] if kept else None)
