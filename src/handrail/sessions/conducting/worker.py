"""A worker: takes sessions from a dispatcher and has them conducted, several at once, until it is to end.

It renews what it holds, hears what is called to its sessions, and gives each back as it ended: over, waiting,
paused, or to be taken up by another worker. How a session is conducted is not known here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, Literal, Protocol

from handrail.errors import (
    EnvironmentLack,
    HandrailError,
    KeptFileLost,
    LeaseLost,
    StoreError,
    UsageError,
    ValuesGone,
)
from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.database.holder import Holder, this_process
from handrail.journal.database.inbox import Inbox
from handrail.journal.database.work import NO_LIMITS, Limits, WorkState, WorkTable
from handrail.journal.events.event import Outcome, SessionEnded, SessionId
from handrail.journal.views.outcome import outcome_of
from handrail.journal.views.state import state
from handrail.runtime.walk.stopping import StopSignal
from handrail.secrets.kept_out import without
from handrail.sessions.conducting.called import Report, Running
from handrail.sessions.conducting.ending import suggestion_for
from handrail.sessions.service.claiming import claim
from handrail.sessions.service.dispatching import Dispatcher, Held
from handrail.sessions.service.troubles import Troubles

LOOK_SECONDS: Final = 0.5
"""How often a worker looks for new sessions, and for what is called to those that it has."""

_AGAIN_SECONDS: Final = 10.0
"""After the database failed: before the session is tried again."""

_QUEUE: Final = "the queue cannot be read"


class Conductor(Protocol):
    """Runs a session, or goes on with it, to its end or to where it must wait."""

    async def __call__(self, held: Held, stop: StopSignal) -> Outcome:
        """The outcome that its journal tells; `waiting` where it was parked or a person must answer."""
        ...


class Worker:
    """Works on up to `at_once` sessions at a time."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        work: WorkTable,
        inbox: Inbox,
        store: JournalStore,
        conductor: Conductor,
        *,
        at_once: int = 2,
        limits: Limits = NO_LIMITS,
        name: str = "",
        report: Report = lambda line: None,
        look_seconds: float = LOOK_SECONDS,
        sign: Callable[[SessionId], object] = lambda session: None,
    ) -> None:
        """`sign` signs where a journal ends that no conductor has brought to its end."""
        self._sign = sign
        self._dispatcher = dispatcher
        self._work = work
        self._inbox = inbox
        self._store = store
        self._conductor = conductor
        self._at_once = at_once
        self._limits = limits
        self._report = report
        self._look_seconds = look_seconds
        self._troubles = Troubles(report)
        self._running: dict[SessionId, Running] = {}
        self._ended = False
        self._nudge = asyncio.Event()
        self.holder: Final[Holder] = this_process(name)
        self.taken: Final[list[SessionId]] = []
        """What it was given so far, in order; a session that it was given twice is there twice."""

    @property
    def sessions(self) -> tuple[SessionId, ...]:
        """The sessions that it works on now."""
        return tuple(self._running)

    def nudge(self) -> None:
        """Look now: a session was queued in this process, or something was called to one that runs."""
        self._nudge.set()
        for running in self._running.values():
            running.called.set()

    def end(self) -> None:
        """Take no more sessions; those that run finish their step and are queued for another worker."""
        self._ended = True
        for running in self._running.values():
            running.park("queued", "The worker is shutting down; another one goes on with it.")
        self._nudge.set()

    async def run(self, *, drain: bool = False) -> None:
        """Work until `end` is called; with `drain`, until no session is ready any more, nor one left whose
        worker was killed: that one is ready after a grace.

        A database that fails for a while is waited for.
        """
        async with asyncio.TaskGroup() as group:
            while not self._ended:
                # What is called or given back while the queue is looked at may not be in that look.
                self._nudge.clear()
                busy = bool(self._running)
                looked = await self._take_more(group)
                if drain and looked == "nothing" and not busy and not self._has_orphans():
                    return
                await self._rest()

    async def work_on(self, session: SessionId, stop: StopSignal) -> Outcome:
        """Work on this session alone, for somebody who looks on, and see its errors raised.

        Raises UsageError where somebody else holds it.
        """
        held = await asyncio.to_thread(claim, self._dispatcher, self._work, session, self.holder)
        if held is None:
            raise UsageError(
                f"The session '{session}' is being worked on, or is over.",
                mend=f"`handrail session status {session}` tells.",
            )
        running = self._running[session] = Running(held, stop)
        # What was called before it was taken up holds from its first step on.
        await running.hear(self._inbox, self._report)
        watch = asyncio.create_task(self._watch(running))
        outcome: Outcome = "waiting"
        try:
            outcome = await self._conductor(held, stop)
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
            del self._running[session]
            with contextlib.suppress(StoreError):
                self._give_back(running, outcome)
        return outcome

    def _has_orphans(self) -> bool:
        """Whether a session is held by a process that is dead, and this worker may take it."""
        try:
            held = self._work.lines(states=["held"])
        except StoreError:
            return True
        mine = (line for line in held if line.job.worker in (None, self.holder.worker))
        return any(line.is_left for line in mine)

    async def _take_more(self, group: asyncio.TaskGroup) -> Literal["taken", "nothing", "unknown"]:
        """Take what is ready; `unknown` where the queue could not be read."""
        looked: Literal["taken", "nothing"] = "nothing"
        while not self._ended and len(self._running) < self._at_once:
            try:
                held = await asyncio.to_thread(self._dispatcher.take, self.holder, self._limits)
            except StoreError as error:
                self._troubles.tell(_QUEUE, str(error))
                return "unknown"
            self._troubles.over(_QUEUE)
            if held is None:
                break
            looked = "taken"
            self.taken.append(held.session)
            # Who slept for longer than its lease may be given the session that it still works on.
            earlier = self._running.get(held.session)
            running = self._running[held.session] = Running(held)
            if self._ended:
                running.park("queued", "The worker is shutting down; another one goes on with it.")
            group.create_task(self._work_on(running, earlier))
        return looked

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(self._look_seconds):
                await self._nudge.wait()
        except TimeoutError:
            return

    async def _work_on(self, running: Running, earlier: Running | None = None) -> None:
        session = running.held.session
        self._report(f"{session}: taken up")
        await running.hear(self._inbox, self._report)
        watch = asyncio.create_task(self._watch(running))
        try:
            if earlier is not None:
                await earlier.over.wait()
            outcome = await self._conduct(running)
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
            if self._running[session] is running:
                del self._running[session]
            running.over.set()
        if outcome is None:
            return
        try:
            self._give_back(running, outcome)
        except LeaseLost:
            self._report(f"{session}: another worker has taken it over")
        except StoreError as error:
            self._report(f"{session}: cannot be given back, its lease will run out: {error}")
        self._nudge.set()

    async def _conduct(self, running: Running) -> Outcome | None:
        """The outcome; none where the session is not this worker's any more, or was put back."""
        session = running.held.session
        try:
            return await self._conductor(running.held, running.stop)
        except LeaseLost:
            self._report(f"{session}: another worker has taken it over")
        except (KeptFileLost, ValuesGone) as error:
            # No later try finds them by itself.
            return await self._stopped_by(running, error)
        except StoreError as error:
            self._report(f"{session}: the database failed, it is tried again: {error}")
            self._put_back(running)
        except HandrailError as error:
            return await self._stopped_by(running, error)
        except Exception as error:
            said = without(f"handrail failed unexpectedly: {type(error).__name__}: {error}")
            unexpected = HandrailError(said)
            return await self._stopped_by(running, unexpected)
        return None

    def _put_back(self, running: Running) -> None:
        try:
            until = self._work.wall_now() + _AGAIN_SECONDS
            self._dispatcher.release(running.held, "queued", ready_at=until)
        except StoreError:
            # Its lease runs out by itself.
            return

    async def _stopped_by(self, running: Running, error: HandrailError) -> Outcome | None:
        """Journal an error that kept the session from being conducted, and what follows from it."""
        outcome = self._ended_by(running, error)
        if outcome is not None:
            await asyncio.to_thread(self._sign, running.held.session)
        return outcome

    def _ended_by(self, running: Running, error: HandrailError) -> Outcome | None:
        session, fence = running.held.session, running.held.fence
        try:
            behind = state(self._store.read(session))
            if behind.ended is not None and behind.ended.outcome != "waiting":
                # Whoever ended it was killed, or lost the database, before it was given back.
                return behind.ended.outcome
            self._report(f"{session}: {error}")
            lacking = isinstance(error, EnvironmentLack) or error.exit_code == error.exit_code.WAITING
            lacking = lacking and not isinstance(error, ValuesGone)
            outcome: Outcome = "waiting" if lacking else outcome_of(behind, "error")
            JournalWriter(self._store, session, fence=fence).write(
                SessionEnded(
                    kind="session_ended",
                    outcome=outcome,
                    node=behind.current,
                    error=error.message,
                    suggestion=suggestion_for(outcome, error),
                ),
                durable=True,
            )
        except StoreError as failed:
            self._report(f"{session}: {failed}")
            return None
        return outcome

    def _give_back(self, running: Running, outcome: Outcome) -> None:
        held = running.held
        over = outcome != "waiting"
        running.settle(self._inbox, self._store, over=over)
        to: WorkState = "ended" if over else running.parked_as or "waiting"
        self._dispatcher.release(held, to)
        self._report(f"{held.session}: {outcome if over or to == 'waiting' else to}")

    async def _watch(self, running: Running) -> None:
        """Keep the lease, and hear what is called to the session."""
        while True:
            try:
                await running.held.hold_for(self._dispatcher.seconds / 2)
            except LeaseLost:
                running.stop.stop("Another worker has taken the session over.", park=True)
                return
            except StoreError as error:
                self._report(f"{running.held.session}: {error}")
            running.called.clear()
            await running.hear(self._inbox, self._report)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._look_seconds):
                    await running.called.wait()
