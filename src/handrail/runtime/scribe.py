"""Writing the journal of a running session: scrubbed of secrets, and told to whoever watches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence

from handrail.errors import StoreError
from handrail.journal.chain import canonical
from handrail.journal.event import Event, SessionId, parse_event
from handrail.journal.store import JournalWriter
from handrail.secrets.forms import forms_of

Watcher = Callable[[Event], None]

_MASK = "•••"
_NOTED_SECONDS = 0.05
"""So long a note waits for a write that takes it along."""


class Scribe:
    """The one way into the journal during a run. Secrets shorter than four characters cannot be told
    from other text and are kept out by never being put in."""

    def __init__(
        self, writer: JournalWriter, secrets: Sequence[str] = (), watcher: Watcher | None = None
    ) -> None:
        self._writer = writer
        self._watcher = watcher
        self._noted: list[Event] = []
        self._flush: asyncio.Handle | None = None
        self._failed: StoreError | None = None
        self._secrets: tuple[str, ...] = ()
        self._plain: tuple[str, ...] = ()
        self.keep_out(*secrets)

    def keep_out(self, *secrets: str) -> None:
        """From now on these stand in no event, wherever the text came from and however it writes them."""
        long = {form for secret in secrets if len(secret) >= 4 for form in forms_of(secret)}
        self._plain = tuple(sorted({*self._plain, *long}, key=len, reverse=True))
        told = {json.dumps(form, ensure_ascii=False)[1:-1] for form in long}
        self._secrets = tuple(sorted({*self._secrets, *told}, key=len, reverse=True))

    def scrubbed(self, text: str) -> str:
        """A text that is to leave this process otherwise than by the journal, without secrets."""
        for secret in self._plain:
            text = text.replace(secret, _MASK)
        return text

    def scrubbed_json(self, text: str) -> str:
        """The same for a text that is JSON."""
        for secret in self._secrets:
            text = text.replace(secret, _MASK)
        return text

    @property
    def session(self) -> SessionId:
        return self._writer.session

    def note(self, *events: Event) -> None:
        """Journal the events soon: with the next `write`, and at the latest after a twentieth of a second.

        For what no effect depends on: in a run without pauses the next step's intent takes it along, and a
        transaction of its own is spared. A process that is killed meanwhile loses it.
        """
        self._gather(events)
        if self._flush is None and self._noted:
            self._flush = asyncio.get_running_loop().call_later(_NOTED_SECONDS, self._flush_noted)

    def write(self, *events: Event, durable: bool = False) -> None:
        """Journal the events, and all that was noted before, in one transaction, before this returns.

        Raises StoreError where the journal cannot be written; nothing may be done then.
        """
        self._gather(events)
        self._drop_flush()
        if self._failed is not None:
            raise self._failed
        if self._noted:
            self._writer.write(*self._noted, durable=durable)
            self._noted.clear()

    def _gather(self, events: Sequence[Event]) -> None:
        for event in events:
            scrubbed = self._scrub(event) if self._secrets else event
            if self._watcher is not None:
                # First: what a watcher does not let pass is not journaled.
                self._watcher(scrubbed)
            self._noted.append(scrubbed)

    def _flush_noted(self) -> None:
        self._flush = None
        if not self._noted or self._failed is not None:
            return
        try:
            self._writer.write(*self._noted)
            self._noted.clear()
        except StoreError as error:
            # Told at the next write, which comes before anything else is done.
            self._failed = error

    def _drop_flush(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None

    def _scrub(self, event: Event) -> Event:
        text = canonical(event)
        if not any(secret in text for secret in self._secrets):
            return event
        for secret in self._secrets:
            text = text.replace(secret, _MASK)
        return parse_event(text)
