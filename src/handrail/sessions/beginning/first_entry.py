"""Beginning a session: the first entry of its journal, and what holds for all its life because it says so."""

from __future__ import annotations

import getpass
import os
import platform
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from handrail import __version__
from handrail.browser import LaunchedBrowser
from handrail.browser.signin import load_sign_in, usable_sign_in
from handrail.errors import SopError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Artefact, SessionId, SessionStarted
from handrail.policy import Policy
from handrail.runtime.walk.scribe import Scribe, Watcher
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.hidden_inputs import hide
from handrail.sessions.beginning.known_inputs import learn_inputs
from handrail.sessions.beginning.policies import policy_in_force
from handrail.sessions.service.place import Order, Place, new_session_id
from handrail.sop.document import Sop
from handrail.sop.format import sop_bytes
from handrail.sop.rules.ground import Ground
from handrail.sop.rules.walking import check_ids


def begin(
    order: Order,
    place: Place,
    *,
    session: SessionId | None = None,
    launched: LaunchedBrowser | None = None,
    user: str | None = None,
    watcher: Watcher | None = None,
) -> SessionId:
    """Write the first entry of a session's journal; from then on everything about it is there.

    `launched` is the browser in which this very process is about to run it. Raises StoreError, UsageError
    for inputs that hold a secret which could not be put back, and SopError where an id of the SOP is there
    twice: the walk would go round between the two.
    """
    if twice := tuple(check_ids(Ground(order.sop))):
        raise SopError.of(twice, order.sop.meta.id, what="It cannot be run")
    session = session or new_session_id()
    place.make_folder(session)
    scribe = Scribe(JournalWriter(place.store, session), tuple(order.secrets.values()), watcher)
    started = _started(order, place, launched, user)
    inputs, names = hide(order.inputs, order.secrets, scribe.scrubbed)
    learn_inputs(place.store, session, order.sop, inputs)
    scribe.write(started.model_copy(update={"inputs": inputs, "inputs_hide": names}), durable=True)
    return session


def check_hidden(order: Order, place: Place, rows: Iterable[Mapping[str, JsonValue]]) -> None:
    """Raises UsageError for a row of inputs with which `begin` would."""
    scribe = Scribe(JournalWriter(place.store, new_session_id()), tuple(order.secrets.values()))
    for inputs in rows:
        hide(inputs, order.secrets, scribe.scrubbed)


def _started(
    order: Order, place: Place, launched: LaunchedBrowser | None, user: str | None
) -> SessionStarted:
    sop = order.sop
    policy = _policy_for(order, place)
    return SessionStarted(
        kind="session_started",
        sop=place.artefacts.put(sop_bytes(sop), ".sop.json"),
        sop_path=str(order.path.absolute()) if order.path else "",
        sop_id=sop.meta.id,
        sop_version=sop.meta.version,
        title=sop.meta.title,
        rows=order.rows,
        now=datetime.now().astimezone().isoformat(timespec="seconds"),
        batch=order.batch,
        row=order.row,
        autonomy=order.settings.autonomy,
        settings=order.settings.model_dump(exclude_defaults=True, exclude={"autonomy"}),
        policy=place.artefacts.put(policy.model_dump_json(by_alias=True).encode(), ".policy.json"),
        policy_mode=policy.mode,
        user=user or getpass.getuser(),
        machine=platform.node() if launched else "",
        pid=os.getpid() if launched else None,
        browser=f"{launched.choice.kind} {launched.version}" if launched else "",
        handrail_version=__version__,
    )


def _policy_for(order: Order, place: Place) -> Policy:
    """The policy that the order names, or else the one that holds here without any wish."""
    stepping = order.settings.ask_every_step
    policy = order.policy
    if policy is None:
        folder = order.path.absolute().parent if order.path is not None else None
        policy = policy_in_force(
            order.sop, place.home, folder=folder, files_from=order.files_from, ask_every_step=stepping
        )
    changes = {
        "domains": order.sop.environment.domains,
        "ask_every_step": stepping or policy.ask_every_step,
    }
    policy = policy.model_copy(update=changes)
    return policy if order.files_from is None else policy.bound_to(order.files_from)


def policy_of(started: SessionStarted, sop: Sop, settings: Settings, place: Place) -> Policy:
    """The policy that a session was begun under: it holds for all its life, whoever takes it up.

    Raises StoreError where it is missing, JournalBroken where it was changed.
    """
    if not started.policy.startswith("sha256:"):
        # Begun by a version that knew no other.
        return Policy(domains=sop.environment.domains, ask_every_step=settings.ask_every_step)
    return Policy.model_validate_json(place.artefacts.get(Artefact(started.policy)))


def settings_of(started: SessionStarted) -> Settings:
    """The limits that a session was begun with."""
    return Settings.model_validate({**started.settings, "autonomy": started.autonomy})


def check_sign_in(sop: Sop, home: Path, user: str) -> None:
    """Raises UsageError where the saved sign-in that the SOP starts from is not there for a session of this
    user, or has expired."""
    if sop.environment.sign_in:
        usable_sign_in(home, sop.environment.sign_in, user)


def sign_in_of(sop: Sop, home: Path, user: str) -> dict[str, Any] | None:
    """The saved sign-in state that the SOP starts from, for a session of this user; none where it names none.

    Raises UsageError where it is not there for the user, or has expired; StoreError where it cannot be
    opened.
    """
    name = sop.environment.sign_in
    return load_sign_in(home, name, user) if name else None
