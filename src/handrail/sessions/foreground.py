"""Running sessions in the foreground: `handrail run`, on the same engine as everything else."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import hashlib
import os
import platform
import secrets as randomness
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from pydantic import JsonValue

from handrail import __version__
from handrail.actuators.browser import BrowserSession
from handrail.actuators.channels import Channels
from handrail.approvals import Approver
from handrail.browser import LaunchedBrowser
from handrail.browser.signin import existing_sign_in
from handrail.errors import (
    Blocked,
    EnvironmentLack,
    HandrailError,
    PermanentError,
    Stopped,
    StoreError,
    Waiting,
)
from handrail.journal.artefacts import Artefacts
from handrail.journal.event import SessionEnded, SessionId, SessionStarted
from handrail.journal.outcome import Cause, outcome_of
from handrail.journal.state import state
from handrail.journal.store import JournalStore, JournalWriter
from handrail.journal.summary import Summary, summary
from handrail.policy import Gate, Policy
from handrail.runtime.crew import Crew
from handrail.runtime.engine import Engine, Walked
from handrail.runtime.learning import Lessons
from handrail.runtime.pictures import Pictures
from handrail.runtime.scribe import Scribe, Watcher
from handrail.runtime.settings import Settings
from handrail.runtime.stopping import StopSignal
from handrail.runtime.values import Values
from handrail.runtime.verifying import Verifier
from handrail.sop.document import Sop
from handrail.sop.format import sop_bytes
from handrail.sop.values import run_record


@dataclass(frozen=True)
class Place:
    """Where sessions live: the home's folder, its journals and its artefacts."""

    home: Path
    store: JournalStore
    artefacts: Artefacts


@dataclass(frozen=True)
class Order:
    """What one session is to do."""

    sop: Sop
    inputs: Mapping[str, JsonValue]
    secrets: Mapping[str, str]
    settings: Settings = field(default_factory=Settings)
    batch: str | None = None
    row: int | None = None
    path: Path | None = None
    """The SOP's file, for amendments to be written to."""


def new_session_id() -> SessionId:
    """Ids sort by time and are short enough to type: `20261121-0812-3f9a2c`."""
    now = datetime.now(UTC)
    return SessionId(f"{now:%Y%m%d-%H%M%S}-{randomness.token_hex(3)}")


async def run_session(
    order: Order,
    place: Place,
    launched: LaunchedBrowser,
    *,
    approver: Approver,
    stop: StopSignal,
    watcher: Watcher | None = None,
    session: SessionId | None = None,
) -> Summary:
    """Run one session to its end in a browser context of its own; the summary tells how it ended.

    Raises StoreError where the journal cannot be written: nothing is done that cannot be journaled.
    """
    session = session or new_session_id()
    folder = place.home / "sessions" / session / "files"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The session's folder cannot be made: {error.strerror}.", place=str(folder)
        ) from error
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    values = Values(order.sop, order.inputs, order.secrets, run_record(session, now))
    scribe = Scribe(JournalWriter(place.store, session), values.secrets, watcher)
    policy = Policy(domains=order.sop.environment.domains, ask_every_step=order.settings.ask_every_step)
    scribe.write(_started(order, now, place, launched, policy), durable=True)
    timer = asyncio.get_running_loop().call_later(
        order.settings.run_seconds,
        stop.stop,
        f"The limit of {order.settings.run_seconds:g} s for the whole run is over.",
    )
    try:
        walked = await _walk(order, values, place, launched, folder, scribe, policy, approver, stop)
    finally:
        timer.cancel()
    _end(scribe, place.store, session, walked)
    return summary(place.store.read(session), order.sop)


async def _walk(
    order: Order,
    values: Values,
    place: Place,
    launched: LaunchedBrowser,
    folder: Path,
    scribe: Scribe,
    policy: Policy,
    approver: Approver,
    stop: StopSignal,
) -> Walked:
    if launched.browser is None:
        raise RuntimeError("a run needs a browser that can make contexts")
    viewport = order.sop.environment.viewport
    try:
        context = await launched.browser.new_context(
            viewport={"width": viewport.width, "height": viewport.height},
            accept_downloads=True,
            storage_state=signed_in(order.sop, place.home),
        )
    except PlaywrightError:
        return Walked(None, _browser_gone())
    try:
        settings = order.settings
        actuator = BrowserSession(
            context,
            folder=folder,
            find_seconds=settings.find_seconds,
            navigation_seconds=settings.navigation_seconds,
            watch_responses=_asks_for_responses(order.sop),
        )
        gate = Gate(policy)
        channels = Channels(
            folder=folder,
            fetch=actuator.fetch,
            judge=gate.check_address,
            lookup=values.real,
            since=datetime.now(UTC),
        )
        crew = Crew(
            actuator=actuator,
            gate=gate,
            approver=approver,
            scribe=scribe,
            pictures=Pictures(actuator, place.artefacts, scribe),
            verifier=Verifier(actuator, values.real, channels, stop),
            values=values,
            settings=settings,
            lessons=Lessons(scribe, values),
            stop=stop,
        )
        return await Engine(order.sop, crew).walk()
    except PlaywrightError:
        return Walked(None, _browser_gone())
    finally:
        # It may be closed already: by a person, or with the browser.
        with contextlib.suppress(PlaywrightError):
            await context.close()


def signed_in(sop: Sop, home: Path) -> Path | None:
    """The saved sign-in state that the SOP starts from. Raises UsageError where it is not there."""
    name = sop.environment.sign_in
    return existing_sign_in(home, name) if name else None


def _browser_gone() -> PermanentError:
    return PermanentError("The browser was closed during the run.", mend="Run the SOP again.")


def _started(
    order: Order, now: str, place: Place, launched: LaunchedBrowser, policy: Policy
) -> SessionStarted:
    sop = order.sop
    return SessionStarted(
        kind="session_started",
        sop=place.artefacts.put(sop_bytes(sop), ".sop.json"),
        sop_path=str(order.path.absolute()) if order.path else "",
        sop_id=sop.meta.id,
        sop_version=sop.meta.version,
        title=sop.meta.title,
        inputs=dict(order.inputs),
        now=now,
        batch=order.batch,
        row=order.row,
        autonomy=order.settings.autonomy,
        policy=hashlib.sha256(policy.model_dump_json().encode()).hexdigest(),
        user=getpass.getuser(),
        machine=platform.node(),
        pid=os.getpid(),
        browser=f"{launched.choice.kind} {launched.version}",
        handrail_version=__version__,
    )


def _end(scribe: Scribe, store: JournalStore, session: SessionId, walked: Walked) -> None:
    cause = _cause(walked.error)
    scribe.write(
        SessionEnded(
            kind="session_ended",
            outcome=outcome_of(state(store.read(session)), cause),
            node=None if walked.error is None else walked.node,
            error=walked.error.message if walked.error else None,
            suggestion=walked.error.mend if walked.error else None,
        ),
        durable=True,
    )


def _cause(error: HandrailError | None) -> Cause:
    match error:
        case None:
            return "end"
        case Blocked():
            return "policy"
        case Stopped():
            return "person"
        case Waiting():
            return "waiting"
        case StoreError() | EnvironmentLack():
            raise error
        case _:
            return "error"


def _asks_for_responses(sop: Sop) -> bool:
    """Listening to every response has a price; it is paid where a condition speaks of one."""
    return '"kind":"response"' in sop.model_dump_json()
