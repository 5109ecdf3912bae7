"""Numbers that are set by counting: a slider moved by keys is where it stands then, and a button that leads
through the pages of a list is no count, though a field beside it says which page it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.compile.reading.acts import MOVING_KEYS, Act, same_element
from handrail.compile.reading.elements import value_in
from handrail.recording.event import Click, Input, Keys

_OTHER_CONTENT: Final = 3
"""So many texts come and go where another page of a list is shown; a new sum is one or two."""


def with_counted(acts: Sequence[Act]) -> list[Act]:
    """The acts, with one edit for the keys that moved a slider, and without counts that tell of a page."""
    kept: list[Act] = []
    for act in acts:
        before = kept[-1] if kept else None
        if before is not None and _tells_page(before, act):
            _take_in(before, act)
            continue
        moved = _moved(act)
        if moved is not None and before is not None and same_element(before.target, act.target):
            if isinstance(before.event, Input) and before.began is not None:
                moved = moved.model_copy(update={"before": before.event.before})
            if isinstance(before.event, Input | Click):
                kept.pop()
                _take_in(act, before)
        if moved is not None:
            act = Act(moved, act.follows, began=act.event.seq)
        kept.append(act)
    return kept


def _take_in(act: Act, other: Act) -> None:
    act.follows.extend(other.follows)
    act.follows.sort(key=lambda event: event.seq)


def _tells_page(press: Act, count: Act) -> bool:
    """Whether the press that counted brought up other content, which is what it was for."""
    if not (isinstance(press.event, Click) and isinstance(count.event, Input) and count.event.stepped):
        return False
    came = {text for act in (press, count) for view in act.views for text in view.after.texts}
    gone = {text for act in (press, count) for view in act.views for text in view.after.gone}
    return all(sum(any(map(str.isalpha, text)) for text in texts) >= _OTHER_CONTENT for texts in (came, gone))


def _moved(act: Act) -> Input | None:
    """The slider's value after keys that moved it; none where it does not say one."""
    event, target = act.event, act.target
    if not isinstance(event, Keys) or target is None or target.role != "slider" or act.before is None:
        return None
    if target.tag == "input" or not set(event.keys) <= MOVING_KEYS or act.after is None:
        return None
    before, after = value_in(act.before, target), value_in(act.after, target)
    if before is None or not after or before == after:
        return None
    facts = event.model_dump(include={"seq", "t", "page", "url", "title", "picture"})
    return Input(kind="input", target=target, value=after, before=before, **facts)
