"""The keyboard: keys that come to a field's value, and keys that mean something by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from handrail.recording.event import Input, KeyDown, Keys, KeyUp, RecordedEvent
from handrail.recording.merging.absorbing import PASSIVE, Events, is_silent, place_of, rebased
from handrail.targeting.kinds import is_part_of_value

Stroke = KeyDown | Keys | Input
"""What one does to an element with the keyboard."""

_EDITING_KEYS: Final = frozenset({"Backspace", "Delete"})


def merge_consecutive_keyboard_events(events: Sequence[RecordedEvent]) -> Events:
    """Runs of keys on one element become the field's last value, or the keys that mean something.

    Typing that a field answered with `input` events leaves one `input` with the first `before` and the
    last value. Enter, Tab, Escape, arrows, function keys and shortcuts stay, as `keys`. So does the key at
    which the page takes the text and the field begins anew, as the comma behind an entry.
    """
    kept: list[RecordedEvent] = []
    absorbed: dict[int, int] = {}
    run: list[Stroke] = []
    silent: list[int] = []

    def close() -> None:
        kept.extend(_typed(run, absorbed))
        survivor = next((event.seq for event in reversed(kept) if not isinstance(event, PASSIVE)), None)
        if survivor is not None:
            absorbed.update((seq, survivor) for seq in silent)
        run.clear()
        silent.clear()

    for event in events:
        if is_silent(event):
            silent.append(event.seq)
            if isinstance(event, KeyUp) and event.emptied:
                _mark_taken(run, len(run) - 1)
            if isinstance(event, KeyUp) and (event.entry is not None or event.handled) and run:
                run[-1] = _coming_to(run[-1], event)
            continue
        if isinstance(event, KeyDown | Keys | Input):
            if run and place_of(run[-1]) != place_of(event):
                close()
            if isinstance(event, Input):
                _mark_taken_before(run, event)
            run.append(event)
            continue
        close()
        kept.append(event)
    close()
    return rebased(kept, absorbed)


def _mark_taken(run: list[Stroke], place: int) -> None:
    """The page took the field's text at this stroke: an edit, or a key that wrote nothing."""
    stroke = run[place] if 0 <= place < len(run) else None
    if isinstance(stroke, Input):
        run[place] = stroke.model_copy(update={"taken": True})
    elif isinstance(stroke, KeyDown) and _is_text(stroke):
        run[place] = _joined([stroke], {}).model_copy(update={"taken": True})


def _coming_to(stroke: Stroke, released: KeyUp) -> Stroke:
    """The key with what it came to, as was seen when it was released."""
    if not isinstance(stroke, KeyDown):
        return stroke
    same = stroke.key == released.key
    told = {"entry": released.entry or stroke.entry, "handled": released.handled} if same else {}
    return stroke.model_copy(update=told)


def _mark_taken_before(run: list[Stroke], edit: Input) -> None:
    """The field began anew with the last letter: before it, somebody else had taken what was there."""
    place = next((at for at in reversed(range(len(run))) if isinstance(run[at], Input)), None)
    if place is None or edit.masked:
        return
    before, keys = run[place], run[place + 1 :]
    assert isinstance(before, Input)
    letters = [key.key for key in keys if isinstance(key, KeyDown) and _is_text(key)]
    if before.taken or not before.value or not keys or len(letters) != len(keys) or edit.value != letters[-1]:
        return
    _mark_taken(run, place if len(keys) == 1 else len(run) - 2)


def _typed(run: Sequence[Stroke], absorbed: dict[int, int]) -> Iterator[RecordedEvent]:
    """What a run of keys and inputs on one element comes to."""
    typing: list[Stroke] = []
    pending: list[KeyDown | Keys] = []
    for event in _single_keys(run):
        if isinstance(event, Input) or _is_typing(event):
            typing.append(event)
            if isinstance(event, Input) and event.taken:
                yield from _settled(typing, pending, absorbed)
                typing = []
            continue
        yield from _settled(typing, pending, absorbed)
        typing = []
        pending.append(event)
        if event.entry is not None:
            # What follows is no more on the list.
            yield _joined(pending, absorbed)
            pending.clear()
    yield from _settled(typing, pending, absorbed)
    if pending:
        yield _joined(pending, absorbed)


def _settled(
    typing: Sequence[Stroke], pending: list[KeyDown | Keys], absorbed: dict[int, int]
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
    if is_part_of_value(last.target.role, region=last.editable_region):
        last = last.model_copy(update={"value": _letters(typing, last.value)})
    if len(inputs) == 1:
        yield last
        return
    masked = any(event.masked for event in inputs)
    yield last.model_copy(update={"before": first.before, "picture": first.picture, "masked": masked})


def _letters(typing: Sequence[Stroke], otherwise: str) -> str:
    """What was typed, letter by letter; `otherwise` where no key was told."""
    written: str | None = None
    for event in typing:
        if isinstance(event, Input):
            continue
        key = event.keys[0] if isinstance(event, Keys) else event.key
        written = "" if key in _EDITING_KEYS else (written or "") + key
    return otherwise if written is None else written


def _single_keys(run: Sequence[Stroke]) -> Iterator[Stroke]:
    for event in run:
        if isinstance(event, Keys) and len(event.keys) > 1:
            for key in event.keys[:-1]:
                yield event.model_copy(update={"keys": (key,), "entry": None})
            yield event.model_copy(update={"keys": event.keys[-1:]})
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
        taken=any(isinstance(event, Keys) and event.taken for event in keys),
        entry=last.entry,
        handled=any(event.handled for event in keys),
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
    if isinstance(event, Keys) and event.taken:
        return False
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
