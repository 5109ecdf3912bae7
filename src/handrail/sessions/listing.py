"""The sessions of a home as a list, and finding one by what a person types."""

from __future__ import annotations

import os
import platform

from handrail._model import Model
from handrail.errors import JournalBroken, UsageError
from handrail.journal.event import Outcome, SessionEnded, SessionId, SessionStarted, Taken
from handrail.journal.fold import walk
from handrail.journal.outcome import outcome_so_far
from handrail.journal.state import state
from handrail.journal.store import JournalStore, SessionRecord

LAST = "last"
"""Stands for the newest session where an id is asked for."""


class SessionLine(Model):
    """A session in a list."""

    session: SessionId
    title: str
    sop_id: str
    started: str
    """UTC, ISO 8601."""
    outcome: Outcome | None
    """None while it runs, and when its journal is broken."""
    running: bool
    interrupted: bool
    """Its process was killed, or is on another machine and may still run."""
    broken: bool
    """Its journal cannot be read: `session verify` tells what was changed."""
    batch: str | None
    row: int | None


def list_sessions(
    store: JournalStore, *, limit: int | None = None, batch: str | None = None
) -> tuple[SessionLine, ...]:
    """The home's sessions, newest first; with `batch`, those of one table of rows, oldest first.

    Raises `StoreError`.
    """
    return tuple(_line(store, record) for record in store.sessions(limit=limit, batch=batch))


def find_session(store: JournalStore, wanted: str) -> SessionId:
    """The session that an id, the beginning of one, or `last` means. Raises `UsageError`, `StoreError`."""
    if wanted == LAST:
        newest = store.sessions(limit=1)
        if not newest:
            raise UsageError("There is no session yet.", mend="`handrail run` makes one.")
        return newest[0].session
    fitting = store.named(wanted) if wanted else ()
    if wanted in fitting:
        return SessionId(wanted)
    if not fitting:
        raise UsageError(
            f"There is no session '{wanted}'.", mend="`handrail session list` shows those that there are."
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


def _line(store: JournalStore, record: SessionRecord) -> SessionLine:
    try:
        started = _started(record)
        outcome = _outcome(store, record)
    except JournalBroken:
        started, outcome = None, None
    broken = started is None
    ended = _is_ended(store, record)
    # Another process than the first may have it now; its journal says which.
    running = not ended and not broken and is_running(walk(store.read(record.session)).process)
    return SessionLine(
        session=record.session,
        title=started.title if started else "",
        sop_id=started.sop_id if started else "",
        started=record.started,
        outcome=None if running or broken else outcome,
        running=running,
        interrupted=not ended and not running and not broken,
        broken=broken,
        batch=record.batch,
        row=started.row if started else None,
    )


def _started(record: SessionRecord) -> SessionStarted | None:
    event = record.first.event if record.first else None
    return event if isinstance(event, SessionStarted) else None


def _is_ended(store: JournalStore, record: SessionRecord) -> bool:
    kind = record.last.kind if record.last else None
    if kind == "amendment_decided":
        # It may stand behind the end, and behind a crash.
        return state(store.read(record.session)).ended is not None
    return kind == "session_ended"


def _outcome(store: JournalStore, record: SessionRecord) -> Outcome:
    event = record.last.event if record.last else None
    # The end tells the outcome; without one the whole journal must be read for it.
    if isinstance(event, SessionEnded):
        return event.outcome
    return outcome_so_far(state(store.read(record.session)))
