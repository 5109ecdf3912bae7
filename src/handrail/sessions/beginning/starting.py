"""Starting a session in the background: its journal is begun, and it is put into the queue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from handrail.errors import SopError, StoreError
from handrail.journal.chain.linking import START
from handrail.journal.database.work import Job
from handrail.journal.events.event import SessionId, SessionStarted
from handrail.policy import Policy
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.first_entry import begin, check_sign_in
from handrail.sessions.beginning.modelling import check_models
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Order
from handrail.sop.document import Sop
from handrail.sop.domains import host_of
from handrail.sop.format import loads
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems


@dataclass(frozen=True)
class Start:
    """A session that is wished for; its inputs are of their variables' types."""

    sop: Sop
    inputs: Mapping[str, JsonValue]
    owner: str
    settings: Settings = field(default_factory=Settings)
    path: Path | None = None
    """The SOP's file, for amendments to be written to."""
    policy: Policy | None = None
    """What the gate is to obey; what holds here without one."""
    files_from: tuple[str, ...] | None = None
    """Folders: the owner may have no other files of this machine uploaded."""
    priority: int = 0
    ready_at: float = 0
    """Seconds since 1970; not before then."""
    worker: str | None = None
    batch: SessionId | None = None
    row: int | None = None


def check_startable(sop: Sop, home: Path, name: str, user: str, settings: Settings | None = None) -> None:
    """Everything that can be known before a browser starts; `name` is what the SOP is called in messages, and
    `user` whose session it is to be.

    Raises SopError for an SOP that cannot be run; UsageError where its sign-in is not there for the user;
    ModelMissing where it asks a model but none is set up.
    """
    faults = [problem for problem in (*problems(sop), *blocking(sop)) if problem.severity == "error"]
    if faults:
        raise SopError.of(faults, name, what="It cannot be run")
    check_sign_in(sop, home, user)
    check_models(sop, settings or Settings(), home, name)


def start(service: Service, wish: Start, *, session: SessionId | None = None) -> SessionId:
    """Begin the session and queue it; a worker takes it up. Raises StoreError.

    With the id of one that was begun before and may not have been queued, nothing is done twice.
    """
    if session is None or service.place.store.head(session) == START:
        order = Order(
            wish.sop,
            wish.inputs,
            {},
            wish.settings,
            batch=wish.batch,
            row=wish.row,
            path=wish.path,
            policy=wish.policy,
            files_from=wish.files_from,
        )
        session = _begun_once(service, order, session, wish.owner)
    service.dispatcher.submit(
        Job(
            session=session,
            sop_id=wish.sop.meta.id,
            owner=wish.owner,
            hosts=hosts_of(wish.sop),
            parent=wish.batch,
            priority=wish.priority,
            ready_at=wish.ready_at,
            worker=wish.worker,
        )
    )
    return session


def _begun_once(service: Service, order: Order, session: SessionId | None, owner: str) -> SessionId:
    """Begin it, or see that another process has begun the same one at this moment. Raises StoreError."""
    try:
        return begin(order, service.place, session=session, user=owner)
    except StoreError:
        if session is None or service.place.store.head(session) == START:
            raise
        return session


def hosts_of(sop: Sop) -> tuple[str, ...]:
    """The hosts that a session of the SOP works on, for the limit of sessions per host."""
    starts = (host_of(page.url) for page in sop.environment.start if "{{" not in page.url)
    return tuple(dict.fromkeys(host for host in (*starts, *sop.environment.domains) if host))


def job_of(service: Service, session: SessionId, started: SessionStarted, owner: str) -> Job:
    """A job for a session that was never queued: one that `handrail run` began."""
    sop = loads(service.place.artefacts.get(started.sop).decode(), str(started.sop))
    table = SessionId(started.batch) if started.batch is not None and started.row is not None else None
    queued = table is not None and service.work.find(table) is not None
    parent = table if queued else None
    return Job(session=session, sop_id=started.sop_id, owner=owner, hosts=hosts_of(sop), parent=parent)
