"""Texts of an editable region that go on behind what somebody else put into it: a mention that was picked, a
format that was switched on. Written anew, the text would take that away."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.reading.acts import Act, same_element
from handrail.recording.event import Input, KeyDown, RecordedEvent


def with_continued_texts(acts: Sequence[Act], events: Sequence[RecordedEvent]) -> list[Act]:
    """The acts, where an edit of a region that was edited before says what was typed at its end since."""
    regions: list[tuple[Act, Input, str | None]] = []
    for place, act in enumerate(acts):
        if not (isinstance(act.event, Input) and act.event.editable_region and not act.event.masked):
            continue
        typed = _typed_since(acts[place - 1], act, act.event, events)
        earlier = next((one for one in reversed(regions) if same_element(one[0].target, act.target)), None)
        regions.append((act, act.event, typed))
        if earlier is None or typed is None or _bare(typed) == _bare(act.event.value):
            continue
        act.continues = typed
        before, edit, written = earlier
        if before.continues is None and written is not None:
            # A region tells its text without the blank that it ends with for now.
            value = edit.value.rstrip() + written[len(written.rstrip()) :]
            before.event = edit.model_copy(update={"value": value})
    return list(acts)


def _typed_since(before: Act, act: Act, edit: Input, events: Sequence[RecordedEvent]) -> str | None:
    """What the keys wrote since the act before, where the region ends with that; none where they did more."""
    keys = [
        event
        for event in events
        if before.event.seq < event.seq <= edit.seq
        and isinstance(event, KeyDown)
        and same_element(event.target, act.target)
    ]
    typed = ""
    for key in keys:
        letter = "\n" if key.key == "Enter" else key.key
        if key.key == "Backspace" and typed and not key.modifiers:
            typed = typed[:-1]
        elif key.key == "Shift":
            continue
        elif len(letter) != 1 or not set(key.modifiers) <= {"Shift"}:
            return None
        else:
            typed += letter
    return typed if typed.strip() and _bare(edit.value).endswith(_bare(typed)) else None


def _bare(text: str) -> str:
    return "".join(text.split())
