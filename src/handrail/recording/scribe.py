"""The scribe: numbers and dates every event and writes it down, in the order in which they come."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from handrail.browser import FrameId
from handrail.recording.event import RecordedEvent
from handrail.recording.hidden import Hidden, without
from handrail.recording.repeats import Repeats
from handrail.recording.store import RecordingWriter
from handrail.recording.tab import Tab

Told = dict[str, Any]

_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)
_CAUSES: Final = frozenset(
    {"click", "double_click", "context_menu", "input", "select", "check", "upload", "drag_drop", "hover"}
    | {"key_down", "submitted", "dialog", "scroll", "navigated"}
)
"""Events that may change the page."""


class Scribe:
    """Writes the events of all tabs; `count` of them so far."""

    def __init__(
        self, writer: RecordingWriter, hidden: Hidden, on_event: Callable[[RecordedEvent], None] | None
    ) -> None:
        self._writer = writer
        self._hidden = hidden
        self._repeats = Repeats()
        self._on_event = on_event
        self._began = time.time() * 1000
        self.count = 0

    def masked(self, text: str) -> str:
        """A text without what was typed into fields for secrets."""
        return self._hidden.masked(text)

    def write(self, tab: Tab, told: Told, frame: FrameId | None = None) -> None:
        """Write an event of a tab, of this frame of it; what does not fit its model is kept as a raw one."""
        now = told.pop("t", None) or time.time() * 1000
        tab.url = told.setdefault("url", tab.url)
        tab.title = told.setdefault("title", tab.title)
        self.count += 1
        told |= {"seq": self.count, "t": round(max(0.0, now - self._began), 1), "page": tab.id}
        if told["kind"] in _CAUSES and tab.picture:
            told["picture"] = tab.picture
        if told["kind"] in _CAUSES - {"navigated"}:
            self._hidden.begins_act()
        if told["kind"] == "mouse_down":
            tab.pressed = now
        self._repeats.note(told)
        event = _made(told, self._hidden)
        self._writer.append(event)
        if event.kind == "navigated":
            self._hidden.leads_on()
        if event.kind in _CAUSES and not (
            # What follows of itself belongs to the event that it follows from.
            event.kind == "navigated" and event.cause in {"consequence", "in_page"} and tab.has_cause()
        ):
            self._note_cause(tab, event.seq, now, frame or tab.main)
        if self._on_event is not None:
            self._on_event(event)

    def _note_cause(self, tab: Tab, seq: int, at: float, frame: FrameId) -> None:
        tab.did(seq, at)
        tab.document(frame).caused(seq, at, elsewhere=False)
        if frame != tab.main:
            tab.document(tab.main).caused(seq, at, elsewhere=True)


def _made(told: Told, hidden: Hidden) -> RecordedEvent:
    """The event, without what was typed into fields for secrets."""
    try:
        event = _EVENT.validate_python({key: value for key, value in told.items() if value is not None})
        return _EVENT.validate_python(without(event, hidden)) if hidden else event
    except ValidationError as error:
        what = f"a '{told['kind']}' could not be kept ({error.error_count()} faults)"
        raw = {"kind": "raw", "seq": told["seq"], "t": told["t"], "page": told["page"], "what": what}
        return _EVENT.validate_python(raw)
