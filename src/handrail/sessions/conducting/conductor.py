"""Conducting a session: from what its journal says to its end, or to where it must wait.

The one way in which sessions run, whoever runs them: `handrail run` begins one and conducts it at once; a
worker conducts one that somebody else began, or that another process left in the middle.
"""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import os
import platform
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from handrail import __version__
from handrail.actuators.browser import BrowserSession
from handrail.actuators.channels import Channels
from handrail.actuators.seen import Answer, StorageState
from handrail.approvals import Approver
from handrail.approvals.document import APPROVALS_VARIABLE, ApprovalsDocument, approvals_of
from handrail.browser import LaunchedBrowser
from handrail.browser.outlet import outlet
from handrail.browser.storage import context_with, read_storage
from handrail.errors import (
    EnvironmentLack,
    HandrailError,
    PermanentError,
    PolicyError,
    RunError,
    StoreError,
    UsageError,
    Waiting,
)
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.lease import Lease
from handrail.journal.events.event import SessionId, SessionStarted, Taken
from handrail.journal.keeping.private import acting
from handrail.journal.views.fold import Walk, walk
from handrail.journal.views.outcome import OVER
from handrail.journal.views.rules import rules_in_force
from handrail.journal.views.summary import Summary, summary_of
from handrail.policy import Gate
from handrail.policy.choices import choices_of
from handrail.runtime.engine import Engine, Walked
from handrail.runtime.exploring.keeping_ways import recall
from handrail.runtime.exploring.ways import prove
from handrail.runtime.people.driving import drive, left_alone
from handrail.runtime.resuming import TakingUp
from handrail.runtime.walk.checkpoints import Checkpoints
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.learning import Lessons
from handrail.runtime.walk.position import doubt
from handrail.runtime.walk.scribe import Scribe, Watcher
from handrail.runtime.walk.stopping import StopSignal
from handrail.runtime.walk.trail import Trail, attempts_behind
from handrail.runtime.walk.typed_before import typed_before
from handrail.runtime.walk.values import Values
from handrail.runtime.walk.verifying import Verifier
from handrail.runtime.walk.way import Ways
from handrail.runtime.walk.wheel import Recordings, Wish
from handrail.secrets.bound import check_bound
from handrail.secrets.value import SecretValue
from handrail.sessions.beginning.first_entry import policy_of, settings_of, sign_in_of
from handrail.sessions.beginning.hidden_inputs import put_back
from handrail.sessions.beginning.modelling import asker_of
from handrail.sessions.beginning.privacy import cover_of, pictures_of
from handrail.sessions.conducting.ending import end, is_undone, put_aside
from handrail.sessions.conducting.history import JournalHistory, starters_of
from handrail.sessions.conducting.run_limit import RunLimit
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.conducting.typed import keep_typed, read_typed
from handrail.sessions.conducting.window import window
from handrail.sessions.service.place import Place
from handrail.sessions.service.whole import refuse_erased
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail.sop.graph import Graph
from handrail.sop.node import Task
from handrail.sop.values import run_record

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
    if is_undone(behind):
        raise UsageError(f"The session '{session}' was undone.", mend="Run the SOP again for a new one.")
    refuse_erased(behind, session)
    sop = sop or loads(place.artefacts.get(started.sop).decode(), str(started.sop))
    conductor = _Conductor(
        session, sop, started, behind, place, launched, secrets, stop, watcher, lease, stage or Stage()
    )
    try:
        walked = await conductor.run(approver, unattended)
    except BaseException:
        # What was noted is told, whatever ends the run.
        with contextlib.suppress(StoreError):
            conductor.scribe.write()
        raise
    return summary_of(end(conductor.scribe, place, session, sop, walked), sop)


class _Conductor:
    """What one process does for one session."""

    def __init__(
        self,
        session: SessionId,
        sop: Sop,
        started: SessionStarted,
        behind: Walk,
        place: Place,
        launched: LaunchedBrowser,
        secrets: Mapping[str, str],
        stop: StopSignal,
        watcher: Watcher | None,
        lease: Lease | None,
        stage: Stage,
    ) -> None:
        self._session = session
        self._sop = sop
        self._started = started
        self._behind = behind
        self._place = place
        self._launched = launched
        self._stop = stop
        self._settings = settings_of(started)
        inputs = put_back(started.inputs, started.inputs_hide, secrets)
        self._values = Values(sop, inputs, secrets, run_record(session, started.now))
        self._lease = lease
        self._stage = stage
        self._unattended = False
        writer = JournalWriter(place.store, session, fence=lease.fence if lease else None)
        self.scribe = Scribe(writer, self._values.secrets, watcher)
        self._values.keep_out = self.scribe.keep_out
        self._typed = read_typed(place.typed_path(session), place.home)
        self.scribe.keep_out(*(secret for _, secret in self._typed))
        self._bound = {name: value for name, value in secrets.items() if isinstance(value, SecretValue)}
        self._policy = policy_of(started, sop, self._settings, place)
        self._known = _people(place.home)

    async def run(self, approver: Approver, unattended: bool) -> Walked:
        """Walk in a context of its own, within the time that a run may take."""
        self._unattended = unattended
        limit = RunLimit(self._settings.run_seconds, self._stop)
        self._prepare_wheel(limit)
        try:
            gate = Gate(self._policy)
            async with outlet(gate.check_request if gate.watches_requests else None) as way_out:
                return await self._walk_in(await self._context(way_out), approver)
        except PlaywrightError:
            return Walked(None, _browser_gone())
        finally:
            limit.end()

    async def _walk_in(self, context: BrowserContext, approver: Approver) -> Walked:
        self._stage.enter(self._session, context, self._stop.wheel)
        folder = self._place.folder(self._session)
        try:
            async with window(folder, self._session, context, self._stage):
                return await self._walk(self._crew(context, approver))
        finally:
            self._stage.leave(self._session)
            # It may be closed already: by a person, or with the browser, and then may never say that it is.
            with contextlib.suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await context.close()

    def _prepare_wheel(self, limit: RunLimit) -> None:
        wheel = self._stop.wheel
        wheel.idle_seconds, wheel.address = self._settings.take_over_seconds, self._launched.address
        wheel.watched = partial(self._stage.is_watched, self._session)
        wheel.keep_seconds = self._stage.keep_seconds
        # What a person takes for the work is not the run's time.
        wheel.clock = limit.count
        wheel.known = frozenset((v.node, v.number) for v in self._behind.visits if v.outcome is not None)

    async def _context(self, way_out: str | None) -> BrowserContext:
        if self._launched.browser is None:
            raise RuntimeError("a run needs a browser that can make contexts")
        viewport = self._sop.environment.viewport
        begun = self._behind.visits or self._behind.forked
        home = self._place.home
        kept = read_storage(self._place.storage_path(self._session), home) if begun else None
        return await context_with(
            self._launched.browser,
            kept or self._saved_sign_in(),
            way_out=way_out,
            viewport={"width": viewport.width, "height": viewport.height},
            accept_downloads=True,
        )

    def _saved_sign_in(self) -> StorageState | None:
        """What the SOP starts from, for whoever began the session: also once it is handed to another.

        Raises Waiting where it cannot be had: a person can see to that, and then the session goes on.
        """
        try:
            return sign_in_of(self._sop, self._place.home, self._started.user)
        except UsageError as error:
            raise Waiting(error.message, place=error.place, mend=error.mend) from error

    async def _walk(self, crew: Crew) -> Walked:
        walked: Walked | None = None
        try:
            recall(crew, self._behind, Graph(self._sop))
            if self._behind.visits or self._behind.forked:
                walked = await self._go_on(crew)
            else:
                if self._started.pid != os.getpid():
                    self.scribe.write(self._taken())
                taking = TakingUp(crew, Graph(self._sop), self._taken())
                taking.at_first = self._saved_sign_in
                walked = await Engine(self._sop, crew, taking.again).walk()
            if isinstance(walked.error, RunError) and self._ended_around():
                walked = Walked(walked.node, self._stop.why)
            elif self._unattended and isinstance(walked.error, RunError) and self._in_doubt():
                crew.trail.attempts = attempts_behind(self._reread())
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
        graph = Graph(self._sop)
        taking = TakingUp(crew, graph, self._taken())
        engine = Engine(self._sop, crew, taking.again)
        taking.sign_in = engine.sign_in_before
        taking.at_first = self._saved_sign_in
        try:
            self._see_to_the_wheel(crew)
            while True:
                try:
                    position = taking.position(engine.undo)
                    # What is undone on the way is no looking around that could be given up at any moment.
                    start = await (position if self._reread().undo else crew.stop.race(position))
                    break
                except (RunError, Waiting) as error:
                    wish = self._stop.wheel.wish
                    if wish is None or self._stop.raised:
                        raise
                    # Whoever wanted to drive can bring the app to where the session can go on.
                    assert crew.recordings is not None
                    at = self._reread().open[-1:]
                    node = graph.node(at[0]) if at else graph.first()
                    await drive(crew, crew.recordings, node, Wish(wish.by, error.message))
        except HandrailError as error:
            behind = self._reread()
            return Walked(behind.open[-1] if behind.open else None, error)
        return await engine.walk(start)

    def _see_to_the_wheel(self, crew: Crew) -> None:
        """Raises Waiting where a person drove when the last process ended: who goes on knows of it then."""
        taken = self._reread().at_wheel
        if taken is None or crew.recordings is None:
            return
        back = left_alone(crew.recordings, taken)
        self.scribe.write(back, durable=True)
        if self._stop.wheel.wish is None:
            did = f" They did: {'; '.join(back.deeds)}." if back.deeds else ""
            raise Waiting(
                f"{taken.by} had taken over when the process ended.{did}",
                mend="Take it over again, or go on with `handrail session resume`.",
            )

    def _ended_around(self) -> bool:
        """Whether the browser went because all of this is being ended: who shuts a service down, or presses
        Ctrl-C, tells the browser as well as this process."""
        browser = self._launched.browser
        return self._stop.raised and (browser is None or not browser.is_connected())

    def _in_doubt(self) -> bool:
        return doubt(self._reread(), Graph(self._sop)) is not None

    def _reread(self, until: int | None = None) -> Walk:
        # What was only noted so far belongs to it.
        self.scribe.write()
        entries = acting(self._place.store, self._session)
        return walk(entry for entry in entries if until is None or entry.seq <= until)

    def _crew(self, context: BrowserContext, approver: Approver) -> Crew:
        settings, scribe, values = self._settings, self.scribe, self._values
        folder = self._place.make_folder(self._session)
        remembered = rules_in_force(self._place.store, self._place.home, self._sop.meta.id, self._session)
        hosts = {name: value.hosts for name, value in self._bound.items()}
        gate = Gate(self._policy.model_copy(update={"remembered": remembered, "secret_hosts": hosts}))
        actuator = BrowserSession(
            context,
            folder=folder,
            find_seconds=settings.find_seconds,
            navigation_seconds=settings.navigation_seconds,
            always_responses=_asks_at_any_time(self._sop),
            judge=gate.check_address,
            typed=(
                *self._typed,
                *typed_before(acting(self._place.store, self._session), self._sop, values),
            ),
        )
        channels = Channels(
            folder=folder,
            fetch=partial(self._fetch, actuator),
            judge=gate.check_address,
            lookup=values.real,
            since=datetime.fromisoformat(self._behind.started_at),
        )
        return Crew(
            actuator=actuator,
            gate=gate,
            approver=approver,
            scribe=scribe,
            pictures=pictures_of(self._place, self._session, actuator, scribe),
            verifier=Verifier(actuator, values.real, channels, self._stop),
            values=values,
            settings=settings,
            lessons=Lessons(
                scribe, values, sum(entry.kind != "amendment_decided" for entry in self._behind.amendments)
            ),
            ways=Ways(),
            stop=self._stop,
            trail=trail_of(self._session, self._behind),
            checkpoints=Checkpoints(
                actuator, scribe, partial(self._place.keep_storage, self._session), self._behind.kept
            ),
            reread=self._reread,
            history=JournalHistory(
                self._place.store,
                self._place.home,
                self._session,
                self._sop.meta.id,
                starters_of(self._behind),
            ),
            choices=choices_of(self._sop),
            patience=self._known.patience,
            roles_here=self._known.roles_of(getpass.getuser()),
            same_person=self._known.may_be_one,
            asker=asker_of(self._sop, settings, self._place, scribe, self._behind, self._stop),
            lease=self._lease,
            recordings=Recordings(
                self._place.folder(self._session) / "recordings",
                f"{self._launched.choice} {self._launched.version}",
                lambda content, suffix: self._place.artefacts.put(content, suffix, durable=True),
                cover_of(self._place, self._session),
                partial(keep_typed, self._place.typed_path(self._session), self._place.home),
            ),
        )

    async def _fetch(
        self,
        actuator: BrowserSession,
        url: str,
        headers: Mapping[str, str],
        judge: Callable[[str], None],
        *,
        seconds: float,
    ) -> Answer:
        check_bound(self._bound, url, headers)
        return await actuator.fetch(url, headers, judge, seconds=seconds)

    def _taken(self) -> Taken:
        return Taken(
            kind="taken",
            user=getpass.getuser(),
            machine=platform.node(),
            pid=os.getpid(),
            browser=f"{self._launched.choice.kind} {self._launched.version}",
            handrail_version=__version__,
        )


def trail_of(session: SessionId, behind: Walk) -> Trail:
    """What earlier processes left behind."""
    return Trail(
        session, attempts=attempts_behind(behind), answers=dict(behind.answers), asked=dict(behind.asked)
    )


def _people(home: Path) -> ApprovalsDocument:
    """Who is asked here. A mistake in that file ends no session: they wait until it is mended."""
    try:
        return approvals_of(home, os.environ.get(APPROVALS_VARIABLE))
    except PolicyError as error:
        raise EnvironmentLack(error.message, place=error.place, mend=error.mend) from error


def _browser_gone() -> PermanentError:
    return PermanentError("The browser was closed during the run.", mend="Run the SOP again.")


def _asks_at_any_time(sop: Sop) -> bool:
    """Whether a condition speaks of a response that is not what a task itself waits for after its action:
    then every response has to be listened to, which has its price."""
    for node in sop.walk_nodes():
        own = {"children", "done_when"} if isinstance(node, Task) else {"children"}
        if '"kind":"response"' in node.model_dump_json(exclude=own):
            return True
    return False
