"""What one process needs to walk a session, put together from its journal, its SOP and its home."""

from __future__ import annotations

import getpass
import os
import platform
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path

from playwright.async_api import BrowserContext

from handrail import __version__
from handrail.actuators.browser import BrowserSession
from handrail.actuators.channels import Channels
from handrail.actuators.seen import Answer, StorageState
from handrail.approvals import Approver
from handrail.approvals.document import APPROVALS_VARIABLE, ApprovalsDocument, approvals_of
from handrail.browser import LaunchedBrowser
from handrail.browser.storage import context_with, read_storage
from handrail.errors import (
    EnvironmentLack,
    PolicyError,
    UsageError,
    Waiting,
)
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.lease import Lease
from handrail.journal.events.event import SessionId, SessionStarted, Taken
from handrail.journal.keeping.private import acting
from handrail.journal.views.fold import walk
from handrail.journal.views.rules import rules_in_force
from handrail.journal.views.walked import Walk
from handrail.policy import Gate
from handrail.policy.categories.choices import choices_of
from handrail.runtime.walk.checkpoints import Checkpoints
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.learning import Lessons
from handrail.runtime.walk.scribe import Scribe, Watcher
from handrail.runtime.walk.stopping import StopSignal
from handrail.runtime.walk.trail import Trail, attempts_behind
from handrail.runtime.walk.typed_before import typed_before
from handrail.runtime.walk.values import Values
from handrail.runtime.walk.verifying import Verifier
from handrail.runtime.walk.way import Ways
from handrail.runtime.walk.wheel import Recordings
from handrail.secrets.bound import check_bound
from handrail.secrets.value import SecretValue
from handrail.sessions.beginning.first_entry import policy_of, settings_of, sign_in_of
from handrail.sessions.beginning.hidden_inputs import put_back
from handrail.sessions.beginning.modelling import asker_of
from handrail.sessions.beginning.privacy import cover_of, pictures_of
from handrail.sessions.conducting.history import JournalHistory, starters_of
from handrail.sessions.conducting.typed import keep_typed, read_typed
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail.sop.node import Task
from handrail.sop.values import run_record


class Assembly:
    """One session, made ready for one process to walk it in one browser context."""

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
    ) -> None:
        self.session = session
        self.sop = sop
        self.started = started
        self.behind = behind
        self.place = place
        self.launched = launched
        self.stop = stop
        self.settings = settings_of(started)
        inputs = put_back(started.inputs, started.inputs_hide, secrets)
        self._values = Values(sop, inputs, secrets, run_record(session, started.now))
        self._lease = lease
        writer = JournalWriter(place.store, session, fence=lease.fence if lease else None)
        self.scribe = Scribe(writer, self._values.secrets, watcher)
        self._values.keep_out = self.scribe.keep_out
        self._typed = read_typed(place.typed_path(session), place.home)
        self.scribe.keep_out(*(secret for _, secret in self._typed))
        self._bound = {name: value for name, value in secrets.items() if isinstance(value, SecretValue)}
        self.policy = policy_of(started, sop, self.settings, place)
        self._known = _people(place.home)

    async def context(self, way_out: str | None) -> BrowserContext:
        """A browser context with what the session had in it, or is to start from."""
        if self.launched.browser is None:
            raise RuntimeError("a run needs a browser that can make contexts")
        viewport = self.sop.environment.viewport
        begun = self.behind.visits or self.behind.forked
        home = self.place.home
        kept = read_storage(self.place.storage_path(self.session), home) if begun else None
        return await context_with(
            self.launched.browser,
            kept or self.saved_sign_in(),
            way_out=way_out,
            viewport={"width": viewport.width, "height": viewport.height},
            accept_downloads=True,
        )

    def saved_sign_in(self) -> StorageState | None:
        """What the SOP starts from, for whoever began the session: also once it is handed to another.

        Raises Waiting where it cannot be had: a person can see to that, and then the session goes on.
        """
        try:
            return sign_in_of(self.sop, self.place.home, self.started.user)
        except UsageError as error:
            raise Waiting(error.message, place=error.place, mend=error.mend) from error

    def crew(self, context: BrowserContext, approver: Approver) -> Crew:
        """Everybody who has a say in a step of this session."""
        settings, scribe, values = self.settings, self.scribe, self._values
        folder = self.place.make_folder(self.session)
        remembered = rules_in_force(self.place.store, self.place.home, self.sop.meta.id, self.session)
        hosts = {name: value.hosts for name, value in self._bound.items()}
        gate = Gate(self.policy.model_copy(update={"remembered": remembered, "secret_hosts": hosts}))
        actuator = BrowserSession(
            context,
            folder=folder,
            find_seconds=settings.find_seconds,
            navigation_seconds=settings.navigation_seconds,
            always_responses=_asks_at_any_time(self.sop),
            judge=gate.check_address,
            typed=(
                *self._typed,
                *typed_before(acting(self.place.store, self.session), self.sop, values),
            ),
        )
        channels = Channels(
            folder=folder,
            fetch=partial(self._fetch, actuator),
            judge=gate.check_address,
            lookup=values.real,
            since=datetime.fromisoformat(self.behind.started_at),
        )
        return Crew(
            actuator=actuator,
            gate=gate,
            approver=approver,
            scribe=scribe,
            pictures=pictures_of(self.place, self.session, actuator, scribe),
            verifier=Verifier(actuator, values.real, channels, self.stop),
            values=values,
            settings=settings,
            lessons=Lessons(
                scribe, values, sum(entry.kind != "amendment_decided" for entry in self.behind.amendments)
            ),
            ways=Ways(),
            stop=self.stop,
            trail=trail_of(self.session, self.behind),
            checkpoints=Checkpoints(
                actuator, scribe, partial(self.place.keep_storage, self.session), self.behind.kept
            ),
            reread=self.reread,
            history=JournalHistory(
                self.place.store,
                self.place.home,
                self.session,
                self.sop.meta.id,
                starters_of(self.behind),
            ),
            choices=choices_of(self.sop),
            patience=self._known.patience,
            roles_here=self._known.roles_of(getpass.getuser()),
            same_person=self._known.may_be_one,
            asker=asker_of(self.sop, settings, self.place, scribe, self.behind, self.stop),
            lease=self._lease,
            recordings=Recordings(
                self.place.folder(self.session) / "recordings",
                f"{self.launched.choice} {self.launched.version}",
                lambda content, suffix: self.place.artefacts.put(content, suffix, durable=True),
                cover_of(self.place, self.session),
                partial(keep_typed, self.place.typed_path(self.session), self.place.home),
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

    def reread(self, until: int | None = None) -> Walk:
        """What the journal says by now, be it up to an entry."""
        # What was only noted so far belongs to it.
        self.scribe.write()
        entries = acting(self.place.store, self.session)
        return walk(entry for entry in entries if until is None or entry.seq <= until)

    def taken(self) -> Taken:
        """That this process takes the session up."""
        return Taken(
            kind="taken",
            user=getpass.getuser(),
            machine=platform.node(),
            pid=os.getpid(),
            browser=f"{self.launched.choice.kind} {self.launched.version}",
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


def _asks_at_any_time(sop: Sop) -> bool:
    """Whether a condition speaks of a response that is not what a task itself waits for after its action:
    then every response has to be listened to, which has its price."""
    for node in sop.walk_nodes():
        own = {"children", "done_when"} if isinstance(node, Task) else {"children"}
        if '"kind":"response"' in node.model_dump_json(exclude=own):
            return True
    return False
