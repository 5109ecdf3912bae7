"""Which sessions are to be worked on, and who works on each: the bookkeeping behind the dispatcher.

What happened in a session is in its journal alone. A session is `queued` until a worker takes it, `held`
while one works on it, `waiting` for a person or for its rows, `paused` until it is resumed, and `ended`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from sqlalchemy import Connection, Row, Select, and_, case, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from handrail.errors import LeaseLost
from handrail.journal.database._postgres import ONE_AT_A_TIME
from handrail.journal.database._tables import session as _session
from handrail.journal.database._tables import work as _work
from handrail.journal.database.clocks import LeaseClock
from handrail.journal.database.connecting import Database
from handrail.journal.database.holder import Holder
from handrail.journal.database.lease import GRACE_SECONDS, LEASE_SECONDS, LONGEST_SECONDS
from handrail.journal.events.event import SessionId

WorkState = Literal["queued", "held", "waiting", "paused", "ended"]
WorkKind = Literal["session", "batch"]

_MOST_QUEUED: Final = 500
"""So many of the queue's first are looked at for one that the limits allow."""


@dataclass(frozen=True)
class Job:
    """A session that is to be worked on."""

    session: SessionId
    sop_id: str
    owner: str
    """The user whose session it is."""
    hosts: tuple[str, ...] = ()
    kind: WorkKind = "session"
    parent: SessionId | None = None
    """The batch that it is a row of."""
    priority: int = 0
    """Higher goes first."""
    ready_at: float = 0
    """Seconds since 1970; not before then."""
    worker: str | None = None
    """The only worker that may take it."""


@dataclass(frozen=True)
class WorkLine:
    """How a session stands in the queue."""

    job: Job
    state: WorkState
    holder: Holder | None
    fence: int
    wakes: int

    @property
    def session(self) -> SessionId:
        return self.job.session

    @property
    def is_left(self) -> bool:
        """Whether whoever held it is gone."""
        return self.holder is not None and self.holder.gone

    @property
    def is_held(self) -> bool:
        """Whether somebody works on it now."""
        return self.holder is not None and not self.holder.gone


@dataclass(frozen=True)
class Taken:
    """A session that was given to a holder."""

    job: Job
    fence: int
    wakes: int
    seconds: float
    """How long the lease holds from a moment before it was given."""


@dataclass(frozen=True)
class Limits:
    """How many sessions may be worked on at once, by all workers together; none where it is left open."""

    per_sop: int | None = None
    per_host: int | None = None


NO_LIMITS: Final = Limits()


class WorkTable:
    """The table of work of a home. Every method raises StoreError when the database cannot do its part.

    On SQLite, leases run on the machine's clock that nobody can set; on PostgreSQL, on the server's.
    """

    def __init__(
        self, database: Database, *, seconds: float = LEASE_SECONDS, grace: float = GRACE_SECONDS
    ) -> None:
        self._database = database
        self._seconds = seconds
        self._grace = grace
        self._clock = LeaseClock(database)

    @property
    def seconds(self) -> float:
        """How long a lease holds."""
        return self._seconds

    def submit(self, job: Job, state: WorkState = "queued") -> bool:
        """Put a session into the queue; False where it is known already, and is left as it stands."""
        row = {
            "session": job.session,
            "kind": job.kind,
            "sop_id": job.sop_id,
            "hosts": json.dumps(job.hosts),
            "owner_user": job.owner,
            "parent": job.parent,
            "priority": job.priority,
            "worker": job.worker,
            "state": state,
            "ready_at": job.ready_at,
            "fence": 0,
            "wakes": 0,
        }
        try:
            with self._database.writing(durable=True) as connection:
                connection.execute(insert(_work).values(row))
        except IntegrityError:
            return False
        return True

    def take(self, holder: Holder, limits: Limits = NO_LIMITS) -> Taken | None:
        """Give the holder the first session that is ready and that the limits allow; none where none is.

        One whose holder died or fell silent is ready when its lease and the grace are over.
        """
        with self._database.writing(durable=True) as connection:
            if self._database.shared:
                connection.exec_driver_sql(ONE_AT_A_TIME)
            now = self._clock.now(connection)
            held = connection.execute(_with_came().where(_work.c.state == "held")).all()
            self._note_gone(connection, held, now)
            free = [
                row for row in held if self._is_free(row, now) and row.worker in (None, "", holder.worker)
            ]
            busy = [row for row in held if not self._is_free(row, now)]
            ready = [*free, *connection.execute(self._ready(connection, holder, _full(busy, limits))).all()]
            ready.sort(key=lambda row: (-row.priority, row.came, row.session))
            for row in ready:
                if _allowed(row, busy, limits) and self._give(connection, row, holder, now):
                    return Taken(_job(row), row.fence + 1, row.wakes, self._seconds)
        return None

    def claim(self, session: SessionId, holder: Holder) -> Taken | None:
        """Give the holder this session, which nobody holds, for a deed of its own; none where it is held.

        Where its holder is dead, it can be claimed when the grace is over.
        """
        with self._database.writing(durable=True) as connection:
            if self._database.shared:
                connection.exec_driver_sql(ONE_AT_A_TIME)
            now = self._clock.now(connection)
            row = connection.execute(select(_work).where(_work.c.session == session)).first()
            if row is None or row.state == "ended":
                return None
            if row.state == "held" and not self._is_free(row, now):
                self._note_gone(connection, [row], now)
                return None
            given = self._give(connection, row, holder, now)
        return Taken(_job(row), row.fence + 1, row.wakes, self._seconds) if given else None

    def renew(self, session: SessionId, fence: int, seconds: float) -> None:
        """Let the lease run `seconds` from now. Raises LeaseLost where it is another's by now."""
        with self._database.writing(durable=True) as connection:
            until = self._clock.now(connection) + min(seconds, LONGEST_SECONDS)
            query = (
                update(_work).where(_held_with(session, fence)).values(until=until, clock=self._clock.name)
            )
            if connection.execute(query).rowcount != 1:
                raise _lost(session)

    def release(
        self, session: SessionId, fence: int, state: WorkState, *, wakes: int, ready_at: float = 0
    ) -> None:
        """Give the session back. Where it was woken since it was taken, `waiting` is `queued` again.

        A batch is woken when a row of it has ended. Raises LeaseLost where it is another's by now.
        """
        to = case((_work.c.wakes > wakes, "queued"), else_="waiting") if state == "waiting" else state
        values = {"state": to, "holder": None, "until": None, "ready_at": ready_at}
        with self._database.writing(durable=True) as connection:
            query = update(_work).where(_held_with(session, fence)).values(values)
            if connection.execute(query).rowcount != 1:
                raise _lost(session)
            if state in ("ended", "waiting", "paused"):
                parent = select(_work.c.parent).where(_work.c.session == session)
                _wake(connection, connection.execute(parent).scalar())

    def wake(self, session: SessionId) -> None:
        """What it waits for has come: queue it, or see to it that it is queued when its holder lets go."""
        with self._database.writing(durable=True) as connection:
            _wake(connection, session)

    def move(self, session: SessionId, states: Collection[WorkState], to: WorkState) -> bool:
        """Set the state of a session that nobody holds; False where it is in none of `states`."""
        query = (
            update(_work)
            .where(_work.c.session == session, _work.c.state.in_(states), _work.c.holder.is_(None))
            .values(state=to, ready_at=0)
        )
        with self._database.writing(durable=True) as connection:
            return connection.execute(query).rowcount == 1

    def assign(self, session: SessionId, *, worker: str) -> None:
        """Give the session to one worker alone; to any for an empty name."""
        with self._database.writing(durable=True) as connection:
            connection.execute(update(_work).where(_work.c.session == session).values(worker=worker))

    def find(self, session: SessionId) -> WorkLine | None:
        """How the session stands; none for one that was never queued."""
        return next(iter(self.lines(sessions=(session,))), None)

    def lines(
        self,
        *,
        sessions: Collection[SessionId] | None = None,
        states: Collection[WorkState] | None = None,
        parent: SessionId | None = None,
    ) -> tuple[WorkLine, ...]:
        """The sessions of the queue, those of highest priority first."""
        query = select(_work).order_by(_work.c.priority.desc(), _work.c.ready_at, _work.c.session)
        if sessions is not None:
            query = query.where(_work.c.session.in_(sessions))
        if states is not None:
            query = query.where(_work.c.state.in_(states))
        if parent is not None:
            query = query.where(_work.c.parent == parent)
        with self._database.reading() as connection:
            return tuple(map(_line, connection.execute(query).all()))

    def wall_now(self) -> float:
        """Seconds since 1970, as `ready_at` counts them."""
        with self._database.reading() as connection:
            return self._clock.wall(connection)

    def _ready(self, connection: Connection, holder: Holder, full: Collection[str]) -> Any:
        return (
            _with_came()
            .where(
                _work.c.state == "queued",
                _work.c.ready_at <= self._clock.wall(connection),
                or_(_work.c.worker.is_(None), _work.c.worker.in_(("", holder.worker))),
                # However many of them wait, they hide no other.
                or_(_work.c.kind == "batch", _work.c.sop_id.not_in(full)),
            )
            .order_by(_work.c.priority.desc(), "came", _work.c.session)
            .limit(_MOST_QUEUED)
        )

    def _give(self, connection: Connection, row: Row[Any], holder: Holder, now: float) -> bool:
        """Where it was renewed or moved since it was read, it is left."""
        unchanged = and_(
            _work.c.session == row.session,
            _work.c.fence == row.fence,
            _work.c.state == row.state,
            _work.c.until.is_(None) if row.until is None else _work.c.until == row.until,
        )
        given = {
            "state": "held",
            "fence": row.fence + 1,
            "holder": holder.text(),
            "until": now + self._seconds,
            "clock": self._clock.name,
        }
        return connection.execute(update(_work).where(unchanged).values(given)).rowcount == 1

    def _note_gone(self, connection: Connection, held: Sequence[Row[Any]], now: float) -> None:
        """The lease of a process that is dead ends now; the grace is still kept."""
        for row in held:
            if row.clock == self._clock.name and row.until > now and Holder.read(row.holder).gone:
                query = update(_work).where(_held_with(row.session, row.fence), _work.c.until == row.until)
                connection.execute(query.values(until=now))

    def _is_free(self, row: Row[Any], now: float) -> bool:
        return self._clock.is_over(row.clock, row.until, now, self._grace)


def _with_came() -> Select[Any]:
    """The work, with when each session began; a table's rows came with their table.

    Their names say it not: those that begin within a second differ at random, and a webhook's is made of its
    key, which would come after all others for ever.
    """
    came = func.coalesce(_session.c.started, "").label("came")
    first = func.coalesce(_work.c.parent, _work.c.session)
    return select(_work, came).outerjoin(_session, _session.c.id == first)


def _full(busy: Sequence[Row[Any]], limits: Limits) -> tuple[str, ...]:
    """The SOPs of which no more may run now."""
    counts = Counter(row.sop_id for row in busy if row.kind != "batch")
    most = limits.per_sop
    return tuple(sop for sop, number in counts.items() if most is not None and number >= most)


def _allowed(row: Row[Any], busy: Sequence[Row[Any]], limits: Limits) -> bool:
    if row.kind == "batch":
        return True
    running = [other for other in busy if other.kind != "batch"]
    if limits.per_sop is not None and sum(o.sop_id == row.sop_id for o in running) >= limits.per_sop:
        return False
    if limits.per_host is None:
        return True
    counts = Counter(host for other in running for host in json.loads(other.hosts))
    return all(counts[host] < limits.per_host for host in json.loads(row.hosts))


def _held_with(session: SessionId, fence: int) -> Any:
    return and_(_work.c.session == session, _work.c.fence == fence, _work.c.holder.is_not(None))


def _wake(connection: Connection, session: str | None) -> None:
    state = case((_work.c.state == "waiting", "queued"), else_=_work.c.state)
    query = update(_work).where(_work.c.session == session)
    connection.execute(query.values(wakes=_work.c.wakes + 1, state=state))


def _lost(session: SessionId) -> LeaseLost:
    return LeaseLost(
        "The lease of the session ran out, and another process may act for it.",
        place=f"session {session}",
        mend="There is nothing to do: the other one goes on with it.",
    )


def _job(row: Row[Any]) -> Job:
    return Job(
        session=SessionId(row.session),
        sop_id=row.sop_id,
        owner=row.owner_user,
        hosts=tuple(json.loads(row.hosts)),
        kind=cast(WorkKind, row.kind),
        parent=SessionId(row.parent) if row.parent else None,
        priority=row.priority,
        ready_at=row.ready_at,
        worker=row.worker or None,
    )


def _line(row: Row[Any]) -> WorkLine:
    holder = Holder.read(row.holder) if row.holder else None
    return WorkLine(_job(row), cast(WorkState, row.state), holder, row.fence, row.wakes)
