"""Journals without personal data: what is written gets pseudonyms, whoever writes it; what a run needs of the
values themselves is read back with them.

The chain holds the pseudonyms alone: an entry proves what it says whether or not the values are kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

from handrail._model import Model
from handrail.journal.chain.linking import Head, canonical
from handrail.journal.chain.store import AUDIT, RETENTION, JournalStore, SessionRecord
from handrail.journal.events.event import (
    Entry,
    Event,
    RuleRemembered,
    Scrubbed,
    SessionEnded,
    SessionId,
    parse_event,
)
from handrail.journal.events.life import HandedOver
from handrail.journal.views.outcome import OVER
from handrail.privacy.household import Household

E = TypeVar("E", bound=Model)

_LEFT: Final = frozenset(
    "attempt autonomy batch browser by by_default category decision effect handler handrail_version "
    "kind log machine model moment node now outcome policy policy_mode price_list prompt prompt_hash "
    "purpose request risk rule rung session sop sop_id sop_path sop_version state user verdict".split()
)
"""Fields that name things of Handrail's own, or whoever did something: the audit needs them as they are."""
_SEEN_BY_RULES: Final = ("name", "leads", "values", "question")
"""Of a remembered rule: what pages and inputs said. With pseudonyms there, people are asked again."""


class PrivateStore:
    """A `JournalStore` before which texts are scrubbed."""

    def __init__(self, store: JournalStore, household: Household) -> None:
        self.inner = store
        self.household = household
        self._scrubs = household.config.keep.journal == "scrub"

    def append(
        self,
        session: SessionId,
        events: Sequence[Event],
        *,
        after: Head,
        durable: bool = False,
        fence: int | None = None,
    ) -> tuple[Entry, ...]:
        # What the chains beside the sessions tell is signed, or counted on, as it is.
        scrubs = self._scrubs and session not in (RETENTION, AUDIT)
        written = self._scrubbed(session, events) if scrubs else events
        entries = self.inner.append(session, written, after=after, durable=durable, fence=fence)
        if any(isinstance(event, SessionEnded) and event.outcome in OVER for event in events):
            self.household.over(session)
        return entries

    def head(self, session: SessionId) -> Head:
        return self.inner.head(session)

    def read(self, session: SessionId, after: int = 0, *, limit: int | None = None) -> Iterator[Entry]:
        return self.inner.read(session, after, limit=limit)

    def sessions(
        self, *, limit: int | None = None, batch: str | None = None, session: str | None = None
    ) -> tuple[SessionRecord, ...]:
        return self.inner.sessions(limit=limit, batch=batch, session=session)

    def heads(self) -> tuple[tuple[str, Head], ...]:
        return self.inner.heads()

    def strays(self) -> tuple[tuple[str, int], ...]:
        return self.inner.strays()

    def named(self, prefix: str) -> tuple[SessionId, ...]:
        return self.inner.named(prefix)

    def of_kinds(self, *kinds: str, since: str = "") -> Iterator[Entry]:
        return self.inner.of_kinds(*kinds, since=since)

    def times_done(self, sop_id: str, *, since: str, newest: int) -> Mapping[str, int]:
        return self.inner.times_done(sop_id, since=since, newest=newest)

    def gaps(self, sessions: Sequence[str] | None) -> Mapping[str, tuple[tuple[str, str], ...]]:
        return self.inner.gaps(sessions)

    def counting(self) -> AbstractContextManager[None]:
        return self.inner.counting()

    def close(self) -> None:
        self.inner.close()

    def scrubbed(self, session: SessionId, event: Event) -> Event:
        """An event as it is written, for whoever else writes it down."""
        if not self._scrubs:
            return event
        scrubber = self.household.scrubber(session)
        told = scrubber.tree(json.loads(canonical(event)), leave=_LEFT.__contains__)
        if isinstance(event, RuleRemembered) and isinstance(told, dict):
            # It stands under a name that elsewhere is that of a policy's rule, and is left as it is.
            rule = event.rule.model_dump(mode="json")
            told["rule"] = rule | {name: scrubber.tree(rule[name]) for name in _SEEN_BY_RULES}
        if isinstance(event, HandedOver) and isinstance(told, dict):
            # Whose session it is now is Handrail's own, and `to` elsewhere what was typed.
            told["to"] = event.to
        return parse_event(json.dumps(told, ensure_ascii=False))

    def _scrubbed(self, session: SessionId, events: Sequence[Event]) -> list[Event]:
        scrubber = self.household.scrubber(session)
        made: list[Event] = []
        for event in events:
            changed = self.scrubbed(session, event)
            if isinstance(event, SessionEnded):
                counts = {str(kind): number for kind, number in sorted(scrubber.counts.items())}
                made.append(Scrubbed(kind="scrubbed", provider=self.household.provider.name, found=counts))
            made.append(changed)
        return made


def acting(store: JournalStore, session: SessionId, after: int = 0) -> Iterator[Entry]:
    """The entries of a session for what acts on them: with the values where pseudonyms stand in the chain.

    Raises ValuesGone where the values are not kept any more.
    """
    entries = store.read(session, after)
    return _opened(store, session, entries) if isinstance(store, PrivateStore) else entries


def acting_event(store: JournalStore, session: SessionId, event: E) -> E:
    """One event of a session, as `acting` gives it. Raises StoreError."""
    if not isinstance(store, PrivateStore):
        return event
    told = _texts(event.model_dump(mode="json"), lambda text: store.household.opened(session, text))
    return type(event).model_validate(told)


def shown(store: JournalStore, session: SessionId, after: int = 0) -> Iterator[Entry]:
    """As `acting`, for people who may see the values: pseudonyms stay where the values are gone."""
    entries = store.read(session, after)
    if not isinstance(store, PrivateStore):
        return entries
    book = store.household.scrubber(session).book
    return (_with(entry, book.restored) for entry in entries)


def _opened(store: PrivateStore, session: SessionId, entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield _with(entry, lambda text: store.household.opened(session, text))


def _with(entry: Entry, change: Callable[[str], str]) -> Entry:
    if "[" not in entry.body or "-" not in entry.body:
        return entry
    told = json.dumps(_texts(json.loads(entry.body), change), ensure_ascii=False)
    return entry._replace(body=told)


def _texts(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case list():
            return [_texts(one, change) for one in value]
        case dict():
            return {key: _texts(one, change) for key, one in value.items()}
        case _:
            return value


def watching(
    store: JournalStore, session: SessionId, watch: Callable[[Event], None] | None
) -> Callable[[Event], None] | None:
    """A watcher that writes down what it sees gets it as the journal has it."""
    if watch is None or not isinstance(store, PrivateStore):
        return watch
    return lambda event: watch(store.scrubbed(session, event))


def household_behind(store: JournalStore) -> Household | None:
    """The privacy of the home that a store belongs to; none where it has no configuration."""
    return store.household if isinstance(store, PrivateStore) else None


def keeps_no_values(store: JournalStore) -> bool:
    """Whether the journals of the home hold pseudonyms where values were."""
    household = household_behind(store)
    return household is not None and household.config.keep.journal == "scrub"
