"""What came with a step and went by itself, as the box that says "Saved" for some seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.acts import View
from handrail.compile.reading.requests import sent_by
from handrail.compile.reading.showing import dialog
from handrail.compile.reading.texts import Surroundings
from handrail.sop.condition import Condition, ElementIs

_LASTING: Final = 1500
"""Milliseconds behind the answer: what only says that the app is busy is gone by then."""


def told_in_passing(scene: Scene, around: Surroundings) -> Iterator[Condition]:
    """That a dialog came after the server's answer, by its name, though it was gone in the end."""
    sent = sent_by(scene.act)
    looks = [change for change in scene.act.changes if sent is not None and change.seq > sent.seq]
    if sent is None or len(looks) < 2 or scene.act.leads_to is not None:
        return
    end = looks[-1].state
    for came in looks:
        passing = [name for name in came.state.dialogs if name not in end.dialogs]
        gone = next(
            (look.t for look in looks if look.seq > came.seq and look.state.dialogs != came.state.dialogs), 0
        )
        if not passing or came.frame or gone - sent.t < _LASTING:
            continue
        state = came.state.model_copy(update={"dialogs": tuple(passing)})
        shown = dialog(View((), came.before_state, state), scene.known, around, moved=False)
        yield from (
            part for part in shown if isinstance(part, ElementIs) and part.target and part.target.name
        )
        return
