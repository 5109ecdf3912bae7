"""A table: a parent session whose rows are sessions of their own.

The parent's journal keeps the rows. It holds nothing while they run: the end of a row wakes it, and it begins
the next. Ids of rows follow from the parent's, so that a row is never begun twice, whoever dies in between.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from handrail import __version__
from handrail.browser import LaunchedBrowser
from handrail.errors import StoreError, UsageError
from handrail.journal.chain.sealing import ERASED
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.work import Job, WorkLine
from handrail.journal.events.event import Artefact, Outcome, SessionEnded, SessionId, SessionStarted, Taken
from handrail.journal.keeping.private import acting, household_behind
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import OVER, batch_outcome, outcome_so_far
from handrail.journal.views.state import state
from handrail.privacy.vault import home_key
from handrail.runtime.walk.stopping import StopSignal
from handrail.secrets.sealed import NotOpened, label_of, unseal
from handrail.sessions.beginning.first_entry import begin, policy_of, settings_of
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.people import steering
from handrail.sessions.service.dispatching import TERMINAL, Held
from handrail.sessions.service.opening import Service
from handrail.sessions.service.place import Order, Place
from handrail.sessions.service.users import User
from handrail.sessions.service.whole import refuse_erased
from handrail.sessions.tables.batch import DONE
from handrail.sop.format import loads


@dataclass(frozen=True)
class Rows:
    """What a batch is to do."""

    inputs: tuple[dict[str, JsonValue], ...]
    at_once: int = 1
    """How many rows at once, at most; one after the other by default."""
    priority: int = 0


def start_batch(service: Service, wish: Start, rows: Rows) -> SessionId:
    """Begin a batch and queue it; `wish` says what all rows have in common. Raises StoreError."""
    order = Order(
        wish.sop, {}, {}, wish.settings, path=wish.path, policy=wish.policy, files_from=wish.files_from
    )
    rows = replace(rows, priority=wish.priority)
    session = begin_batch(service, order, rows, user=wish.owner)
    service.dispatcher.submit(
        Job(session, wish.sop.meta.id, wish.owner, kind="batch", priority=wish.priority)
    )
    return session


def begin_batch(
    service: Service,
    order: Order,
    rows: Rows,
    *,
    user: str | None = None,
    launched: LaunchedBrowser | None = None,
) -> SessionId:
    """Write the beginning of a batch's journal; `launched` is the browser of a process that is about to run
    its rows. Raises StoreError."""
    document = {"at_once": rows.at_once, "priority": rows.priority, "rows": rows.inputs}
    content = json.dumps(document, ensure_ascii=False).encode()
    household = household_behind(service.place.store)
    if household is not None and household.config.keep.journal == "scrub":
        content = household.sealed(content)
    kept = service.place.artefacts.put(content, ".json", durable=True)
    return begin(replace(order, inputs={}, rows=kept), service.place, user=user, launched=launched)


def row_session(batch: SessionId, row: int) -> SessionId:
    """The id of a row's session; rows count from 1."""
    return SessionId(f"{batch}-{row:04}")


@dataclass(frozen=True)
class RowsSoFar:
    """How a table stands."""

    rows: int
    done: int


def rows_so_far(service: Service, batch: SessionId) -> RowsSoFar | None:
    """How many rows the table has, and how many are done; none for what is no table, and for one whose rows
    were erased. Raises StoreError."""
    store = service.place.store
    given = rows_given(service.place, batch)
    if given is None:
        return None
    rows = len(given.inputs)
    lines = service.work.lines(parent=batch)
    ended = [outcome_so_far(state(store.read(line.session))) for line in lines if line.state == "ended"]
    return RowsSoFar(rows=rows, done=sum(outcome in DONE for outcome in ended))


def is_cut_short(service: Service, batch: SessionId) -> bool:
    """Whether a stop has left a row undone: not begun, or in the middle. Raises StoreError."""
    store = service.place.store
    given = rows_given(service.place, batch)
    lines = service.work.lines(parent=batch)
    if given is None or len(lines) < len(given.inputs):
        return True
    return any(outcome_so_far(state(store.read(line.session))) == "cancelled" for line in lines)


@dataclass(frozen=True)
class GivenRows:
    """What each row of a table was given."""

    inputs: tuple[dict[str, JsonValue], ...]
    sealed: bool
    """The home keeps them where only a run may see them: they are not for showing."""


def rows_given(place: Place, batch: SessionId) -> GivenRows | None:
    """What the rows of the table were given; none for what is no table, and for one whose rows were erased.

    Raises StoreError.
    """
    # Where the rows lie is no value of anybody's.
    started = walk(place.store.read(batch)).started
    if started is None or started.rows in (None, ERASED):
        return None
    sealed = label_of(place.artefacts.get(started.rows).decode()) is not None
    return GivenRows(_read_rows(opened_rows(place, started.rows)).inputs, sealed)


class BatchConductor:
    """Moves a batch on by one look: begins rows, and ends it when all of them have ended."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, held: Held, stop: StopSignal) -> Outcome:
        """See `Conductor`: `waiting` while rows are under way."""
        service, batch = self._service, held.session
        behind = walk(acting(service.place.store, batch))
        started = behind.started
        if started is None or started.rows is None:
            raise UsageError(f"The session '{batch}' is not a table of rows.")
        refuse_erased(behind, batch)
        rows = _read_rows(opened_rows(service.place, started.rows))
        lines = {line.session: line for line in service.work.lines(parent=batch)}
        writer = JournalWriter(service.place.store, batch, fence=held.fence)
        stopped = _stopped(service, batch)
        if stopped is not None:
            return self._stop(held, writer, tuple(lines.values()), stopped)
        if behind.ended is not None:
            lines = self._take_up(writer, behind.owner, lines)
        self._adopt(lines.values())
        self._begin_rows(batch, started, behind.owner, rows, lines)
        if len(lines) < len(rows.inputs) or any(line.state != "ended" for line in lines.values()):
            return "waiting"
        return self._end(writer, lines)

    def _adopt(self, lines: Iterable[WorkLine]) -> None:
        """Rows of a terminal that is gone may be gone on with by any worker."""
        for line in lines:
            gone = line.state == "paused" or line.is_left
            if line.job.worker == TERMINAL and gone:
                steering.resume(self._service, line.session)

    def _take_up(
        self, writer: JournalWriter, owner: str, lines: dict[SessionId, WorkLine]
    ) -> dict[SessionId, WorkLine]:
        """The batch was over and is resumed: what is not done is gone on with."""
        service = self._service
        why = "the rows that are not done are gone on with"
        writer.write(
            Taken(
                kind="taken", why=why, user=owner, machine=platform.node(), handrail_version=__version__
            )
        )  # fmt: skip
        for session, line in lines.items():
            ended = walk(service.place.store.read(session))
            if line.state == "ended" and not ended.erased and self._outcome(session) not in OVER:
                steering.resume(service, session)
        return {line.session: line for line in service.work.lines(parent=writer.session)}

    def _begin_rows(
        self,
        batch: SessionId,
        started: SessionStarted,
        owner: str,
        rows: Rows,
        lines: dict[SessionId, WorkLine],
    ) -> None:
        under_way = sum(line.state in ("queued", "held") for line in lines.values())
        sop = loads(self._service.place.artefacts.get(started.sop).decode(), str(started.sop))
        settings = settings_of(started)
        policy = policy_of(started, sop, settings, self._service.place)
        for number, inputs in enumerate(rows.inputs, start=1):
            if under_way >= rows.at_once:
                return
            session = row_session(batch, number)
            if session in lines:
                continue
            wish = Start(
                sop,
                inputs,
                owner,
                settings,
                # What a row learns is for the file that was run.
                path=Path(started.sop_path) if started.sop_path else None,
                policy=policy,
                priority=rows.priority,
                batch=batch,
                row=number,
            )
            start(self._service, wish, session=session)
            under_way += 1

    def _stop(
        self, held: Held, writer: JournalWriter, lines: tuple[WorkLine, ...], message: tuple[User, str]
    ) -> Outcome:
        user, why = message
        for line in lines:
            if line.state != "ended":
                steering.stop(self._service, line.session, user, why)
        now = self._service.work.lines(parent=held.session)
        if any(line.state != "ended" for line in now):
            # A row that runs finishes its step; its end wakes the batch again.
            return "waiting"
        return self._end(writer, {line.session: line for line in now}, why, "cancelled")

    def _end(
        self,
        writer: JournalWriter,
        lines: dict[SessionId, WorkLine],
        error: str | None = None,
        outcome: Outcome | None = None,
    ) -> Outcome:
        came_to = outcome or batch_outcome([self._outcome(session) for session in lines])
        writer.write(
            SessionEnded(kind="session_ended", outcome=came_to, error=error),
            durable=True,
        )
        return came_to

    def _outcome(self, session: SessionId) -> Outcome:
        return outcome_so_far(state(self._service.place.store.read(session)))


def _stopped(service: Service, batch: SessionId) -> tuple[User, str] | None:
    for message in service.inbox.untaken(batch, "stop"):
        why = message.body.get("why")
        return User(message.by, frozenset({"admin"})), str(why or f"Stopped by {message.by}.")
    return None


def opened_rows(place: Place, rows: Artefact) -> bytes:
    """The rows as they were given; sealed ones are opened whatever the configuration says by now.

    Raises StoreError.
    """
    content = place.artefacts.get(rows)
    text = content.decode()
    if label_of(text) is None:
        return content
    try:
        return unseal(text, home_key(place.home))
    except NotOpened as error:
        raise StoreError(
            "The rows of the table cannot be opened: the home's key 'privacy' is another.",
            mend="Put the key back, or start the table again.",
        ) from error


def _read_rows(content: bytes) -> Rows:
    document = cast(dict[str, JsonValue], json.loads(content))
    inputs = cast(list[dict[str, JsonValue]], document["rows"])
    return Rows(tuple(inputs), int(str(document["at_once"])), int(str(document.get("priority", 0))))
