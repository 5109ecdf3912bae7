"""Labels that open and close a dialog: the box that they turn is hidden, and says nothing of a record."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.elements import name_of
from handrail.compile.reading.known import fold
from handrail.recording.event import CheckChange, Click
from handrail.sop.target import Target

_PASSED_ON = 3
"""The press on the label, the one that the browser passes on to the box, and what becomes of the box."""


def with_label_presses(acts: Sequence[Act]) -> list[Act]:
    """The acts, with the press on a label in the place of what it made of its box.

    Where style sheets alone show a dialog while a box is ticked, many labels turn that box: each row's
    "Delete" opens the question, and its answers close it. Which of them was pressed is what was done; the
    box may be turned by any of them.
    """
    kept: list[Act] = []
    opening: list[Target] = []
    place = 0
    while place < len(acts):
        box = _box_turned(acts[place : place + _PASSED_ON])
        if box is not None and _opens_or_closes(acts[place : place + _PASSED_ON]):
            opening.append(box)
        # What closes fades, and may be seen for a while.
        if box is None or not any(same_element(box, one) for one in opening):
            kept.append(acts[place])
            place += 1
            continue
        follows = [event for act in acts[place : place + _PASSED_ON] for event in act.follows]
        kept.append(Act(acts[place].event, sorted(follows, key=lambda event: event.seq)))
        place += _PASSED_ON
    return kept


def _box_turned(acts: Sequence[Act]) -> Target | None:
    """The hidden box that the press on one of its labels turned."""
    if len(acts) < _PASSED_ON:
        return None
    press, passed_on, change = acts
    label, box = press.target, change.target
    if not isinstance(press.event, Click) or not isinstance(passed_on.event, Click):
        return None
    if not isinstance(change.event, CheckChange) or not same_element(passed_on.target, box):
        return None
    if label is None or label.tag != "label" or box is None:
        return None
    return box if _is_one_of_several(label, box) else None


def _opens_or_closes(acts: Sequence[Act]) -> bool:
    """Whether a dialog came or went by it."""
    return any(set(view.before.dialogs) != set(view.after.dialogs) for act in acts for view in act.views)


def _is_one_of_several(label: Target, box: Target) -> bool:
    """Whether the box, which the page hides, has other labels that say something as well."""
    hidden = box.box is None or not (box.box.width and box.box.height)
    said, called = fold(name_of(label)), fold(box.label or "")
    return hidden and bool(said) and said in called and said != called
