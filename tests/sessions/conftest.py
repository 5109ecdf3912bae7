"""A service without a browser: a home, a queue, an inbox, and a conductor that the test scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.connecting import Database, sqlite_database
from handrail.journal.database.inbox import Inbox
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.work import Job, Limits, WorkState, WorkTable
from handrail.journal.events.event import Event, Outcome, SessionEnded, SessionId
from handrail.journal.views.state import state
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.service.dispatching import EmbeddedDispatcher, Held

from ..journal.stories import started

Script = Callable[["Performance"], Awaitable[Outcome]]


class Performance:
    """One turn of a scripted session: what its conductor has at hand."""

    def __init__(self, service: Service, held: Held, stop: StopSignal) -> None:
        self.held = held
        self.stop = stop
        self._service = service

    def write(self, *events: Event) -> None:
        writer = JournalWriter(self._service.store, self.held.session, fence=self.held.fence)
        writer.write(*events, durable=True)

    def end(self, outcome: Outcome, error: str | None = None) -> Outcome:
        self.write(SessionEnded(kind="session_ended", outcome=outcome, error=error))
        return outcome

    async def until_stopped(self) -> Outcome:
        """Work until somebody stops or parks it."""
        from handrail.errors import Stopped, Waiting

        try:
            await self.stop.race(asyncio.Event().wait())
        except Waiting as waiting:
            return self.end("waiting", waiting.message)
        except Stopped as stopped:
            return self.end("cancelled", stopped.message)
        raise AssertionError("never without a reason")


class Service:
    """A home with a queue, and workers whose sessions do what `script` says."""

    def __init__(self, database: Database, home: Path) -> None:
        self.database = database
        self.store = DatabaseStore(database)
        self.artefacts = Artefacts(home / "artefacts")
        self.work = WorkTable(database)
        self.inbox = Inbox(database)
        self.dispatcher = EmbeddedDispatcher(self.work)
        self.performed: list[SessionId] = []
        self.reported: list[str] = []
        self.signed: list[SessionId] = []
        self.up = asyncio.Event()
        """Set when a session is being worked on."""
        self.script: Script = self._done

    async def _done(self, performance: Performance) -> Outcome:
        return performance.end("done")

    def queue(self, name: str, **fields: object) -> SessionId:
        """Begin and queue a session."""
        session = SessionId(name)
        JournalWriter(self.store, session).write(started(user="ana"), durable=True)
        job = Job(**{"session": session, "sop_id": "add-contact", "owner": "ana", **fields})  # type: ignore[arg-type]
        self.dispatcher.submit(job)
        return session

    def worker(self, at_once: int = 2, name: str = "", limits: Limits | None = None) -> Worker:
        async def conduct(held: Held, stop: StopSignal) -> Outcome:
            self.performed.append(held.session)
            self.up.set()
            return await self.script(Performance(self, held, stop))

        return Worker(
            self.dispatcher,
            self.work,
            self.inbox,
            self.store,
            conduct,
            at_once=at_once,
            name=name,
            limits=limits or Limits(),
            report=self.reported.append,
            look_seconds=0.01,
            sign=self.signed.append,
        )

    def state(self, session: SessionId) -> WorkState:
        line = self.work.find(session)
        assert line is not None
        return line.state

    def outcome(self, session: SessionId) -> str | None:
        ended = state(self.store.read(session)).ended
        return ended.outcome if ended else None

    def error(self, session: SessionId) -> str | None:
        ended = state(self.store.read(session)).ended
        return ended.error if ended else None


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    database = sqlite_database(tmp_path / "home" / "handrail.db")
    yield Service(database, tmp_path / "home")
    database.close()
