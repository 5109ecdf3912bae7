"""The sessions of a home as a list, and finding one by what a person types."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple

from handrail._model import Model
from handrail.errors import JournalBroken, UsageError
from handrail.journal.chain.store import JournalStore, SessionRecord
from handrail.journal.database.work import WorkLine, WorkState, WorkTable
from handrail.journal.events.event import Outcome, SessionEnded, SessionId, SessionStarted, Taken
from handrail.journal.keeping.retention import pruned
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import outcome_so_far
from handrail.journal.views.state import state
from handrail.journal.views.waited import seconds_between
from handrail.sessions.service.users import User

LAST = "last"
"""Stands for the newest session where an id is asked for: after a table was run, its last row."""

_CLOCKS_DIFFER: Final = timedelta(minutes=1)
"""The clocks of machines that share a database, by so much."""


class SessionLine(Model):
    """A session in a list."""

    session: SessionId
    title: str
    sop_id: str
    started: str
    """UTC, ISO 8601."""
    last: str = ""
    """When its last entry was written: UTC, ISO 8601."""
    idle_seconds: float = 0.0
    """Between these two, in which no process had it: in the queue, waiting, or left by a killed one."""
    outcome: Outcome | None
    """None while it runs, and when its journal is broken."""
    running: bool
    interrupted: bool
    """Its process was killed, or is on another machine and may still run."""
    broken: bool
    """Its journal cannot be read: `session verify` tells what was changed."""
    state: WorkState | None
    """How it stands in the queue; none for one that was never there, and runs in the foreground."""
    owner: str
    batch: str | None
    row: int | None


def list_sessions(
    store: JournalStore,
    work: WorkTable,
    *,
    limit: int | None = None,
    batch: str | None = None,
    session: str | None = None,
    user: User | None = None,
) -> tuple[SessionLine, ...]:
    """The home's sessions, newest first; with `batch`, those of one table of rows, oldest first;
    with `session`, that one alone.

    With a user, those alone that the user sees. Raises `StoreError`.
    """
    everything = user is None or user.may("administer")
    records = store.sessions(limit=limit if everything else None, batch=batch, session=session)
    # A database takes so many values in one statement, and not more.
    named = [record.session for record in records] if len(records) <= 1000 else None
    stands = {line.session: line for line in work.lines(sessions=named)}
    gaps = store.gaps(named)
    lines = (
        _line(store, work, record, stands.get(record.session), gaps.get(record.session, ()))
        for record in records
    )
    return tuple(islice((line for line in lines if user is None or user.sees(line.owner)), limit))


def find_session(store: JournalStore, wanted: str) -> SessionId:
    """The session that an id, the beginning of one, or `last` means. Raises `UsageError`, `StoreError`."""
    if wanted == LAST:
        newest = store.sessions(limit=1)
        if not newest:
            raise UsageError("There is no session yet.", mend="`handrail run` makes one.")
        # While a clock was ahead, sessions began later than now: none of these is the one just run.
        now = (datetime.now(UTC) + _CLOCKS_DIFFER).isoformat()
        if newest[0].started > now:
            newest = tuple(record for record in store.sessions() if record.started <= now) or newest
        return newest[0].session
    # An argument that is no text in the terminal's encoding is no id either, and no database takes it.
    fitting = store.named(wanted) if wanted and wanted.isprintable() else ()
    if wanted in fitting:
        return SessionId(wanted)
    if not fitting and wanted.isprintable() and wanted and (gone := pruned(store, wanted)) is not None:
        raise UsageError(
            f"The session '{gone.session}' was removed by {gone.by}: {gone.why}.",
            mend=f"It had ended '{gone.outcome}'; `handrail session verify {gone.session}` tells what stays.",
        )
    if not fitting:
        raise UsageError(
            f"There is no session '{wanted}'.", mend="`handrail session list` lists all sessions."
        )
    if len(fitting) > 1:
        raise UsageError(f"'{wanted}' begins several ids: {', '.join(fitting)}.", mend="Give more of the id.")
    return fitting[0]


def is_running(started: SessionStarted | Taken | None) -> bool:
    """Whether the process that ran the session last still lives; only this machine's can be asked."""
    # On Windows the same call would end the process instead of asking for it.
    if started is None or started.pid is None or started.machine != platform.node() or os.name != "posix":
        return False
    try:
        os.kill(started.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class TableStands(NamedTuple):
    """How a table of rows is getting on."""

    running: bool
    """While its rows run, nobody needs to hold it; a terminal that is gone begins no further row."""
    waits: bool
    """Each row that was begun and has not ended waits for somebody. It begins others as soon as one does."""


def how_table_stands(work: WorkTable, table: WorkLine) -> TableStands:
    """Whether a table runs, or all that is left of it waits; neither where it has ended or rests."""
    rows = work.lines(parent=table.session) if table.state == "waiting" else ()
    waits = {line.state for line in rows} - {"ended"} == {"waiting"}
    return TableStands(table.state in ("held", "waiting") and not waits and not table.is_left, waits)


def _line(
    store: JournalStore,
    work: WorkTable,
    record: SessionRecord,
    stands: WorkLine | None,
    gaps: tuple[tuple[str, str], ...],
) -> SessionLine:
    try:
        started = _started(record)
        outcome = _outcome(store, record)
    except JournalBroken:
        started, outcome = None, None
    broken = started is None
    # What lies between two takings of a table is the work of its rows.
    gaps = gaps[:1] if started is not None and started.rows is not None else gaps
    ended = _is_ended(store, record)
    at_rest = stands is not None and stands.state in ("queued", "paused")
    waits = False
    if stands is not None and stands.job.kind == "batch":
        running, waits = how_table_stands(work, stands)
        outcome = "waiting" if stands.is_left and not ended else outcome
    elif stands is not None:
        running = stands.is_held
    else:
        # Another process than the first may have it now; its journal says which.
        running = not ended and not broken and is_running(walk(store.read(record.session)).process)
    return SessionLine(
        session=record.session,
        title=started.title if started else "",
        sop_id=started.sop_id if started else "",
        started=record.started,
        last=record.last.at if record.last else "",
        idle_seconds=_seconds(gaps),
        outcome=None if running or broken or (at_rest and not ended) else "waiting" if waits else outcome,
        running=running,
        interrupted=not (ended or running or broken or at_rest or waits),
        broken=broken,
        batch=record.batch,
        row=started.row if started else None,
        state=stands.state if stands else None,
        owner=stands.job.owner if stands else started.user if started else "",
    )


def _seconds(gaps: tuple[tuple[str, str], ...]) -> float:
    try:
        return round(sum(seconds_between(*gap) for gap in gaps), 3)
    except (TypeError, ValueError):
        # Somebody wrote something else there than a time: `session verify` tells, and the list goes on.
        return 0.0


def _started(record: SessionRecord) -> SessionStarted | None:
    event = record.first.event if record.first else None
    return event if isinstance(event, SessionStarted) else None


def _is_ended(store: JournalStore, record: SessionRecord) -> bool:
    kind = record.last.kind if record.last else None
    if kind in ("amendment_decided", "handed_over", "rule_revoked", "told"):
        # They may stand behind the end, and behind a crash.
        return state(store.read(record.session)).ended is not None
    return kind == "session_ended"


def _outcome(store: JournalStore, record: SessionRecord) -> Outcome:
    event = record.last.event if record.last else None
    # The end tells the outcome; without one the whole journal must be read for it.
    if isinstance(event, SessionEnded):
        return event.outcome
    return outcome_so_far(state(store.read(record.session)))
