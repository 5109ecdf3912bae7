"""Conducting a session: from what its journal says to its end, or to where it must wait.

The one way in which sessions run, whoever runs them: `handrail run` begins one and conducts it at once; a
worker conducts one that somebody else began, or that another process left in the middle.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Mapping
from functools import partial
from typing import Final

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from handrail.approvals import Approver
from handrail.browser import LaunchedBrowser
from handrail.browser.outlet import outlet
from handrail.errors import (
    HandrailError,
    PermanentError,
    RunError,
    StoreError,
    UsageError,
    Waiting,
)
from handrail.journal.database.lease import Lease
from handrail.journal.events.event import SessionId
from handrail.journal.keeping.private import acting
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import OVER
from handrail.journal.views.summary import Summary, summary_of
from handrail.policy import Gate
from handrail.runtime.engine import Engine, Walked
from handrail.runtime.exploring.keeping_ways import recall
from handrail.runtime.exploring.ways import prove
from handrail.runtime.people.driving import drive, left_alone
from handrail.runtime.resuming import TakingUp
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import doubt
from handrail.runtime.walk.scribe import Watcher
from handrail.runtime.walk.stopping import StopSignal
from handrail.runtime.walk.trail import attempts_behind
from handrail.runtime.walk.wheel import Wish
from handrail.sessions.conducting.assembly import Assembly
from handrail.sessions.conducting.ending import end, put_aside, refuse_undone
from handrail.sessions.conducting.run_limit import RunLimit
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.conducting.window import window
from handrail.sessions.service.place import Place
from handrail.sessions.service.whole import refuse_erased
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail.sop.graph import Graph

_CLOSING_SECONDS: Final = 10.0
"""So long a browser context is waited for that is left anyway."""


async def conduct(
    session: SessionId,
    place: Place,
    launched: LaunchedBrowser,
    *,
    secrets: Mapping[str, str],
    approver: Approver,
    stop: StopSignal,
    watcher: Watcher | None = None,
    sop: Sop | None = None,
    lease: Lease | None = None,
    stage: Stage | None = None,
    unattended: bool = False,
) -> Summary:
    """Run a session, or go on with it, to its end or to where it must wait; the summary tells which.

    It runs in a browser context of its own. `sop` is the one that it was begun with, where the caller has it
    at hand; `lease` the right to it, where other processes could take it over; `stage` where people look on.
    `unattended`, an effect that was not seen to be right is looked at once more, and then waits for a person;
    and so does a session whose app is away for longer than it is tried again.
    Raises UsageError for a session that is over or was erased, and StoreError where the journal cannot be
    written, LeaseLost where another process may act for it: nothing is done that cannot be journaled.
    """
    behind = walk(acting(place.store, session))
    started = behind.started
    if started is None:
        raise UsageError(f"There is no session '{session}'.")
    if behind.ended is not None and behind.ended.outcome in OVER:
        raise UsageError(
            f"The session '{session}' is over: it ended '{behind.ended.outcome}'.",
            mend="Run the SOP again for a new one.",
        )
    refuse_undone(behind, session)
    refuse_erased(behind, session)
    sop = sop or loads(place.artefacts.get(started.sop).decode(), str(started.sop))
    assembly = Assembly(session, sop, started, behind, place, launched, secrets, stop, watcher, lease)
    try:
        walked = await _Conductor(assembly, stage or Stage()).run(approver, unattended)
    except BaseException:
        # What was noted is told, whatever ends the run.
        with contextlib.suppress(StoreError):
            assembly.scribe.write()
        raise
    return summary_of(end(assembly.scribe, place, session, sop, walked), sop)


class _Conductor:
    """What one process does for one session."""

    def __init__(self, assembly: Assembly, stage: Stage) -> None:
        self._assembly = assembly
        self._scribe = assembly.scribe
        self._stop = assembly.stop
        self._stage = stage
        self._unattended = False

    async def run(self, approver: Approver, unattended: bool) -> Walked:
        """Walk in a context of its own, within the time that a run may take."""
        self._unattended = unattended
        limit = RunLimit(self._assembly.settings.run_seconds, self._stop)
        self._prepare_wheel(limit)
        try:
            gate = Gate(self._assembly.policy)
            async with outlet(gate.check_request if gate.watches_requests else None) as way_out:
                return await self._walk_in(await self._assembly.context(way_out), approver)
        except PlaywrightError:
            return Walked(None, _browser_gone())
        finally:
            limit.end()

    async def _walk_in(self, context: BrowserContext, approver: Approver) -> Walked:
        self._stage.enter(self._assembly.session, context, self._stop.wheel)
        folder = self._assembly.place.folder(self._assembly.session)
        try:
            async with window(folder, self._assembly.session, context, self._stage):
                return await self._walk(self._assembly.crew(context, approver))
        finally:
            self._stage.leave(self._assembly.session)
            # It may be closed already: by a person, or with the browser, and then may never say that it is.
            with contextlib.suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await context.close()

    def _prepare_wheel(self, limit: RunLimit) -> None:
        wheel = self._stop.wheel
        wheel.idle_seconds, wheel.address = (
            self._assembly.settings.take_over_seconds,
            self._assembly.launched.address,
        )
        wheel.watched = partial(self._stage.is_watched, self._assembly.session)
        wheel.keep_seconds = self._stage.keep_seconds
        # What a person takes for the work is not the run's time.
        wheel.clock = limit.count
        wheel.known = frozenset(
            (v.node, v.number) for v in self._assembly.behind.visits if v.outcome is not None
        )

    async def _walk(self, crew: Crew) -> Walked:
        walked: Walked | None = None
        try:
            recall(crew, self._assembly.behind, Graph(self._assembly.sop))
            if self._assembly.behind.visits or self._assembly.behind.forked:
                walked = await self._go_on(crew)
            else:
                if self._assembly.started.pid != os.getpid():
                    self._scribe.write(self._assembly.taken())
                taking = TakingUp(crew, Graph(self._assembly.sop), self._assembly.taken())
                taking.at_first = self._assembly.saved_sign_in
                walked = await Engine(self._assembly.sop, crew, taking.again).walk()
            if isinstance(walked.error, RunError) and self._ended_around():
                walked = Walked(walked.node, self._stop.why)
            elif self._unattended and isinstance(walked.error, RunError) and self._in_doubt():
                crew.trail.attempts = attempts_behind(self._assembly.reread())
                walked = await self._go_on(crew)
            if self._unattended and walked.error is not None and not self._in_doubt():
                walked = Walked(walked.node, put_aside(walked.error))
            if walked.error is None:
                await prove(crew)
            return walked
        finally:
            if crew.asker is not None:
                await crew.asker.close()
            if walked is not None and walked.error is None:
                await crew.checkpoints.drop()
            else:
                await crew.checkpoints.finish()

    async def _go_on(self, crew: Crew) -> Walked:
        """From where the journal says that the session is."""
        graph = Graph(self._assembly.sop)
        taking = TakingUp(crew, graph, self._assembly.taken())
        engine = Engine(self._assembly.sop, crew, taking.again)
        taking.sign_in = engine.sign_in_before
        taking.at_first = self._assembly.saved_sign_in
        try:
            self._see_to_the_wheel(crew)
            while True:
                try:
                    position = taking.position(engine.undo)
                    # What is undone on the way is no looking around that could be given up at any moment.
                    start = await (position if self._assembly.reread().undo else crew.stop.race(position))
                    break
                except (RunError, Waiting) as error:
                    wish = self._stop.wheel.wish
                    if wish is None or self._stop.raised:
                        raise
                    # Whoever wanted to drive can bring the app to where the session can go on.
                    assert crew.recordings is not None
                    at = self._assembly.reread().open[-1:]
                    node = graph.node(at[0]) if at else graph.first()
                    await drive(crew, crew.recordings, node, Wish(wish.by, error.message))
        except HandrailError as error:
            behind = self._assembly.reread()
            return Walked(behind.open[-1] if behind.open else None, error)
        return await engine.walk(start)

    def _see_to_the_wheel(self, crew: Crew) -> None:
        """Raises Waiting where a person drove when the last process ended: who goes on knows of it then."""
        taken = self._assembly.reread().at_wheel
        if taken is None or crew.recordings is None:
            return
        back = left_alone(crew.recordings, taken)
        self._scribe.write(back, durable=True)
        if self._stop.wheel.wish is None:
            did = f" They did: {'; '.join(back.deeds)}." if back.deeds else ""
            raise Waiting(
                f"{taken.by} had taken over when the process ended.{did}",
                mend="Take it over again, or go on with `handrail session resume`.",
            )

    def _ended_around(self) -> bool:
        """Whether the browser went because all of this is being ended: who shuts a service down, or presses
        Ctrl-C, tells the browser as well as this process."""
        browser = self._assembly.launched.browser
        return self._stop.raised and (browser is None or not browser.is_connected())

    def _in_doubt(self) -> bool:
        return doubt(self._assembly.reread(), Graph(self._assembly.sop)) is not None


def _browser_gone() -> PermanentError:
    return PermanentError("The browser was closed during the run.", mend="Run the SOP again.")
