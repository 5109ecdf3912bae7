"""Writing the journal of a running session: scrubbed of secrets, and told to whoever watches."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from pydantic import TypeAdapter

from handrail.journal.event import Event
from handrail.journal.store import JournalWriter

Watcher = Callable[[Event], None]

_EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
_MASK = "•••"


class Scribe:
    """The one way into the journal during a run. Secrets shorter than four characters cannot be told
    from other text and are kept out by never being put in."""

    def __init__(
        self, writer: JournalWriter, secrets: Sequence[str] = (), watcher: Watcher | None = None
    ) -> None:
        self._writer = writer
        self._watcher = watcher
        self._secrets = tuple(
            json.dumps(secret, ensure_ascii=False)[1:-1]
            for secret in sorted(secrets, key=len, reverse=True)
            if len(secret) >= 4
        )

    def write(self, *events: Event, durable: bool = False) -> None:
        """Journal the events in one transaction, then tell the watcher."""
        scrubbed = tuple(map(self._scrub, events)) if self._secrets else events
        self._writer.write(*scrubbed, durable=durable)
        if self._watcher is not None:
            for event in scrubbed:
                self._watcher(event)

    def _scrub(self, event: Event) -> Event:
        text = event.model_dump_json()
        if not any(secret in text for secret in self._secrets):
            return event
        for secret in self._secrets:
            text = text.replace(secret, _MASK)
        return _EVENTS.validate_json(text)
