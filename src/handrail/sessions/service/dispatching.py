"""Who works on which session: the seam behind which sessions are given to workers, and the embedded one.

A dispatcher carries the ids of sessions and what it needs to choose among them; every fact about a session is
in its journal, so that another dispatcher (a distributed engine) can be put here without a second truth.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final, Protocol

from handrail.errors import LeaseLost
from handrail.journal.database.holder import Holder
from handrail.journal.database.lease import GRACE_SECONDS, LONGEST_SECONDS, Lease
from handrail.journal.database.work import Job, Limits, Taken, WorkState, WorkTable
from handrail.journal.events.event import SessionId

TERMINAL: Final = "the terminal"
"""The worker to which a session in the foreground is tied: no other takes it up unasked."""

_TRIES: Final = 3
"""So often a renewal is asked for that took so long itself that too little is left of it."""

_FURTHEST: Final = LONGEST_SECONDS - 60.0
"""For an action that may take longer it is held so long at first; whoever watches the session renews it."""


class Held(Lease, Protocol):
    """A session that a worker was given, with the right to act for it."""

    @property
    def session(self) -> SessionId: ...

    @property
    def job(self) -> Job: ...


class Dispatcher(Protocol):
    """Gives sessions to workers. Every method raises StoreError where it cannot do its part."""

    @property
    def seconds(self) -> float:
        """How long a lease holds; whoever works on a session renews it well within this time."""
        ...

    def submit(self, job: Job, state: WorkState = "queued") -> bool:
        """Put a session into the queue; False where it is known already."""
        ...

    def take(self, holder: Holder, limits: Limits) -> Held | None:
        """The next session for this worker; none where none is ready, or the limits allow none."""
        ...

    def claim(self, session: SessionId, holder: Holder) -> Held | None:
        """This very session, for a deed of one's own; none where somebody holds it, or it is over."""
        ...

    def release(self, held: Held, state: WorkState, *, ready_at: float = 0) -> None:
        """Give the session back. Raises LeaseLost where it was taken over meanwhile."""
        ...

    def wake(self, session: SessionId) -> None:
        """What the session waits for has come."""
        ...


class TableLease:
    """A session held by way of the table of work.

    How long the lease holds is counted here from before it was asked for, on a clock that goes on while the
    process is frozen: it is never believed to hold longer than the table says.
    """

    def __init__(self, table: WorkTable, taken: Taken, asked: float) -> None:
        self._table = table
        self._taken = taken
        self._sure_until = asked + taken.seconds

    @property
    def session(self) -> SessionId:
        return self._taken.job.session

    @property
    def job(self) -> Job:
        return self._taken.job

    @property
    def fence(self) -> int:
        return self._taken.fence

    @property
    def wakes(self) -> int:
        """How often the session had been woken when it was taken."""
        return self._taken.wakes

    async def hold_for(self, seconds: float) -> None:
        """See `Lease.hold_for`."""
        seconds = min(seconds, _FURTHEST)
        if time.monotonic() + seconds < self._sure_until:
            return
        grace = GRACE_SECONDS
        for _ in range(_TRIES):
            asked = time.monotonic()
            length = min(max(self._table.seconds, seconds + grace), LONGEST_SECONDS)
            await asyncio.to_thread(self._table.renew, self.session, self.fence, length)
            took = time.monotonic() - asked
            self._sure_until = max(self._sure_until, asked + length)
            if asked + took + seconds < self._sure_until:
                return
            # It is held still, but not for long enough: on a machine that is so busy, more is asked for.
            grace += 2 * took
        raise LeaseLost(
            "The lease of the session could not be renewed in time.",
            place=f"session {self.session}",
            mend="Check whether the database is slow.",
        )


class EmbeddedDispatcher:
    """The dispatcher on the home's own database: no other server, and any number of workers."""

    def __init__(self, table: WorkTable) -> None:
        self._table = table

    @property
    def seconds(self) -> float:
        return self._table.seconds

    def submit(self, job: Job, state: WorkState = "queued") -> bool:
        return self._table.submit(job, state)

    def take(self, holder: Holder, limits: Limits) -> TableLease | None:
        asked = time.monotonic()
        taken = self._table.take(holder, limits)
        return TableLease(self._table, taken, asked) if taken else None

    def claim(self, session: SessionId, holder: Holder) -> TableLease | None:
        asked = time.monotonic()
        taken = self._table.claim(session, holder)
        return TableLease(self._table, taken, asked) if taken else None

    def release(self, held: Held, state: WorkState, *, ready_at: float = 0) -> None:
        wakes = held.wakes if isinstance(held, TableLease) else 0
        self._table.release(held.session, held.fence, state, wakes=wakes, ready_at=ready_at)

    def wake(self, session: SessionId) -> None:
        self._table.wake(session)
