"""Writing the journal of a running session: scrubbed of secrets, and told to whoever watches."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from handrail.errors import StoreError
from handrail.journal.chain.linking import canonical
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Event, SessionId
from handrail.runtime.walk.masking import masked
from handrail.secrets import disguise, kept_out
from handrail.secrets.forms import MASK, SHORTEST, cut_short, forms

Watcher = Callable[[Event], None]

_SPACES = (r"\n", r"\t", r"\r", r"\f", r"\u000b")
"""How JSON writes white space other than a blank."""
_SPACE = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:[ntrf]|u000b)")
_NOTED_SECONDS = 0.05
"""So long a note waits for a write that takes it along."""


class _Hidden(NamedTuple):
    """One secret, in all the forms that are looked for, the longest first."""

    in_text: tuple[str, ...]
    in_data: tuple[str, ...]
    coded: tuple[str, ...]
    kept: str
    cut_text: re.Pattern[str] | None
    cut_data: re.Pattern[str] | None


def _hidden(secret: str) -> _Hidden:
    known = forms(secret)
    said = known.written | known.coded
    escaped = said | {json.dumps(form, ensure_ascii=False)[1:-1] for form in said}
    in_text, in_data, coded = (sorted(each, key=len, reverse=True) for each in (said, escaped, known.coded))
    cut_text, cut_data = cut_short(secret), cut_short(secret, data=True)
    return _Hidden(tuple(in_text), tuple(in_data), tuple(coded), known.kept, cut_text, cut_data)


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
        self._hidden: dict[str, _Hidden] = {}
        self._disguised: tuple[disguise.Known, ...] = ()
        """Those that are told from other text in any disguise."""
        self.keep_out(*secrets)

    def keep_out(self, *secrets: str) -> None:
        """From now on these stand in no event, wherever the text came from and however it writes them."""
        kept_out.keep_out(*secrets)
        for secret in secrets:
            if len(secret) >= SHORTEST and secret not in self._hidden:
                self._hidden[secret] = _hidden(secret)
                known = disguise.known(secret)
                self._disguised += (known,) if known is not None else ()

    def scrubbed(self, text: str) -> str:
        """A text that is to leave this process otherwise than by the journal, without secrets."""
        return disguise.without(self._without(text, data=False), self._disguised)

    def scrubbed_json(self, text: str) -> str:
        """The same for a text that is JSON."""
        return self._without(text, data=True)

    def filled(self, address: str) -> str | None:
        """An address out of the journal as it was; none where it is not known which secret stood in it."""
        if MASK not in address:
            return address
        found = {address.replace(MASK, quote(secret, safe="")) for secret in self._hidden}
        fitting = [one for one in found if self.scrubbed(one) == address]
        return fitting[0] if len(fitting) == 1 else None

    def _without(self, text: str, *, data: bool) -> str:
        small = text.lower() if self._hidden else ""
        for hidden in self._hidden.values():
            plain, cut = (hidden.in_data, hidden.cut_data) if data else (hidden.in_text, hidden.cut_text)
            # Nearly every text holds none, and that is soon seen.
            for form in plain if hidden.kept in small else hidden.coded:
                if form in text:
                    text = text.replace(form, MASK)
            if cut is not None:
                text = cut.sub(MASK, text)
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
            scrubbed = self._scrub(event) if self._hidden else event
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
        # Nearly every event holds none, and that its text tells at once.
        text = canonical(event)
        # A line's end is two signs in JSON, and would stand between groups as letters do.
        spaced = self._disguised and any(space in text for space in _SPACES)
        said = _SPACE.sub(r"\1 ", text) if spaced else text
        holds = self.scrubbed_json(text) != text or disguise.is_in(said, self._disguised)
        return masked(event, self.scrubbed) if holds else event
