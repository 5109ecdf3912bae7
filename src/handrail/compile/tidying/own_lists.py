"""Native lists in whose place the page draws one of its own: what is picked there is their choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.elements import keys_of, name_of
from handrail.compile.reading.known import fold
from handrail.recording.event import Click, Hover, Keys, MouseDown, MouseUp, Scroll, SelectOption
from handrail.sop.target import Target

_MOST_BETWEEN: Final = 12
_PICKING_KEYS: Final = frozenset({"Enter", " "})


def with_choices(acts: Sequence[Act]) -> list[Act]:
    """The acts, with one choice for the press on a native list and what was picked in the page's own.

    Pages do so to draw their lists in their own style; the native list takes a choice in the plain way as
    well, and gives the option a variable.
    """
    kept: list[Act] = []
    place = 0
    while place < len(acts):
        pick = _pick(acts, place)
        if pick is None:
            kept.append(acts[place])
            place += 1
            continue
        kept.append(_choice(acts[place], acts[pick], acts[place : pick + 1]))
        place = pick + 1
    return kept


def _pick(acts: Sequence[Act], place: int) -> int | None:
    """The act that picks what the list, pressed at `place`, holds afterwards."""
    press = acts[place]
    if not isinstance(press.event, MouseDown | Click) or press.target is None or press.target.tag != "select":
        return None
    for at in range(place + 1, min(place + 1 + _MOST_BETWEEN, len(acts))):
        act = acts[at]
        if act.event.page != press.event.page:
            return None
        again = isinstance(act.event, MouseDown | Click) and same_element(act.target, press.target)
        if isinstance(act.event, MouseUp | Hover | Scroll) or again:
            continue
        if isinstance(act.event, Click) or _is_picking_key(act):
            return at if _holds(act, press.target) else None
        if not isinstance(act.event, MouseDown | Keys):
            return None
    return None


def _is_picking_key(act: Act) -> bool:
    return isinstance(act.event, Keys) and act.event.keys[-1] in _PICKING_KEYS


def _holds(act: Act, select: Target) -> bool:
    """Whether the list holds, after the act, what the element says that was picked."""
    after, picked = act.after, fold(name_of(act.target))
    if after is None or not picked:
        return False
    return any(fold(after.values.get(key, "")) == picked for key in keys_of(select))


def _choice(press: Act, pick: Act, acts: Sequence[Act]) -> Act:
    assert press.target is not None
    facts = pick.event.model_dump(include={"seq", "t", "page", "url", "title"})
    event = SelectOption(
        kind="select",
        target=press.target,
        options=(fold(name_of(pick.target)),),
        picture=press.event.picture,
        **facts,
    )
    follows = sorted((event for act in acts for event in act.follows), key=lambda event: event.seq)
    return Act(event, follows)
