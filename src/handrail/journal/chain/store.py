"""The seam to the place where journals are kept, and the writer that one running session holds.

The implementation on a database is in `journal.database`; this module costs no import of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol

from handrail.journal.chain.linking import Head
from handrail.journal.events.event import Entry, Event, SessionId

RETENTION: Final = SessionId("retention")
"""The chain that tells of removed sessions; it is no session, and no list shows it."""

AUDIT: Final = SessionId("audit")
"""The chain that tells of what happened to the journals: signatures, holds, removals of values; no session
either."""


class SessionRecord(NamedTuple):
    """A session as a listing sees it, without reading its whole journal."""

    session: SessionId
    started: str
    """UTC, ISO 8601."""
    batch: str | None
    head: Head
    """Where its chain ends."""
    first: Entry | None
    """None only in a journal that somebody cut."""
    last: Entry | None


class JournalStore(Protocol):
    """Keeps the journals of all sessions of a home; several processes may use one at once.

    Every method raises `StoreError` when the database cannot do its part; nothing is then half-written.
    """

    def append(
        self,
        session: SessionId,
        events: Sequence[Event],
        *,
        after: Head,
        durable: bool = False,
        fence: int | None = None,
    ) -> tuple[Entry, ...]:
        """Write the events behind `after`, all or none, and return their entries.

        With `durable` they are on disk before it returns; without, they survive the process, and a loss of
        power may take the last ones (never a part of one). `StoreError` when `after` is no longer the end,
        because somebody else wrote. A session that a worker holds is written with the `fence` of the lease
        alone: `LeaseLost` when it is not the session's current one, `StoreError` when none is given.
        """

    def head(self, session: SessionId) -> Head:
        """The end of the session's chain as it was last written; `START` when there is no such session."""

    def read(self, session: SessionId, after: int = 0, *, limit: int | None = None) -> Iterator[Entry]:
        """The session's entries beyond number `after`, in order; with `limit`, the first so many of them.

        A live view asks again with the last number that it has seen.
        """

    def sessions(
        self, *, limit: int | None = None, batch: str | None = None, session: str | None = None
    ) -> tuple[SessionRecord, ...]:
        """The sessions, newest first; with `batch`, those of one table, in the order of their start; with
        `session`, that one alone."""

    def heads(self) -> tuple[tuple[str, Head], ...]:
        """Where every chain ends, those that are no sessions among them."""

    def strays(self) -> tuple[tuple[str, int], ...]:
        """Session and number of entries that are of no chain: nobody reads them with their session, but
        whoever looks through all sessions does. At most twenty."""

    def named(self, prefix: str) -> tuple[SessionId, ...]:
        """The ids that begin with `prefix`, at most ten."""

    def of_kinds(self, *kinds: str, since: str = "") -> Iterator[Entry]:
        """The entries of these kinds of all sessions, in the order in which they were written: those from
        `since` on (UTC, ISO 8601)."""

    def times_done(self, sop_id: str, *, since: str, newest: int) -> Mapping[str, int]:
        """How often each node of an SOP was done in the sessions that began since then (UTC, ISO 8601), of
        the home's newest so many sessions and actions."""

    def gaps(self, sessions: Sequence[str] | None) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Session → each time in which no process had it (UTC, ISO 8601), in order, of these sessions or all:
        until one took it up, from the queue, a wait or a killed process; and what came behind its end."""

    def counting(self) -> AbstractContextManager[None]:
        """Meanwhile nobody else counts what was begun and then begins something himself."""

    def close(self) -> None:
        """Give back connections and files."""


class JournalWriter:
    """Writes one session's journal, and knows where it ends without asking the store.

    Raises `StoreError` from the first write on when another process writes the same session, and `LeaseLost`
    when the lease with this `fence` is not the session's any more.
    """

    def __init__(self, store: JournalStore, session: SessionId, *, fence: int | None = None) -> None:
        self._store = store
        self._fence = fence
        self._session = session
        self._head = store.head(session)

    @property
    def session(self) -> SessionId:
        return self._session

    @property
    def head(self) -> Head:
        """The last entry's number and hash."""
        return self._head

    def write(self, *events: Event, durable: bool = False) -> None:
        """Append the events in one transaction; with `durable`, they are on disk when this returns."""
        if not events:
            return
        last = self._store.append(
            self._session, events, after=self._head, durable=durable, fence=self._fence
        )[-1]
        self._head = Head(last.seq, last.hash)
