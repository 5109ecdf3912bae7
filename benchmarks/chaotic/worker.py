"""A worker that meets with an accident.

It is the product's worker; only its journal and its browser are watched, so that the accident happens at the
very boundary that the plan names. PLAN is `none`, `kill:WHEN:KIND:N` or `fault:NAME:N`: at the N-th `once`
action, and WHEN is `before` (the event is not written yet), `after` (it is on disk) or `act` (a few
milliseconds after the intent: the request is under way); `kill:random:SECONDS` counts from the first one.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.chaotic.accidents import ACCIDENTS
from benchmarks.chaotic.scenario import SUBMIT
from handrail.browser import launch_browser
from handrail.journal.chain.linking import Head
from handrail.journal.database.connecting import Database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import Entry, Event, SessionId
from handrail.sessions.browsing import BrowserConductor, SharedBrowser
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.service.opening import open_service

AT_ONCE = 4
UNMET = 3
"""What a worker ends with that did not meet with its accident: it had too little to do."""
_SOONEST, _LATEST = 0.002, 0.03
"""Seconds after the intent in which the request is under way."""


class Plan:
    """Says at which event what happens."""

    def __init__(self, text: str, home: Path) -> None:
        self._what, *rest = text.split(":")
        self._home = home
        self._when = rest[0] if rest else ""
        self._kind = rest[1] if self._what == "kill" and len(rest) > 2 else "intended"
        self._left = int(rest[-1]) if rest and self._when != "random" else 1
        self._seconds = float(rest[-1]) if self._when == "random" else 0.0

    @property
    def unmet(self) -> bool:
        """Whether the accident has still to come."""
        return self._what != "none" and self._left > 0

    def told(self, event: Event) -> None:
        """The event is about to be written."""
        if self._what == "kill" and self._when == "before" and self._counts(event):
            _die()

    def written(self, events: Sequence[Event]) -> None:
        """These events are on disk."""
        if self._what == "none" or self._when == "before":
            return
        if not any(self._counts(event) for event in events):
            return
        if self._what == "fault":
            ACCIDENTS[self._when](self._home)
        elif self._when == "after":
            _die()
        else:
            seconds = self._seconds if self._when == "random" else random.uniform(_SOONEST, _LATEST)
            threading.Timer(seconds, _die).start()

    def _counts(self, event: Event) -> bool:
        if event.kind != self._kind or getattr(event, "node", "") != SUBMIT:
            return False
        self._left -= 1
        return self._left == 0


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class WatchedStore(DatabaseStore):
    """The store itself, which tells the plan what it has written."""

    def __init__(self, database: Database, plan: Plan) -> None:
        super().__init__(database)
        self._plan = plan

    def append(
        self,
        session: SessionId,
        events: Sequence[Event],
        *,
        after: Head,
        durable: bool = False,
        fence: int | None = None,
    ) -> tuple[Entry, ...]:
        written = super().append(session, events, after=after, durable=durable, fence=fence)
        self._plan.written(events)
        return written


async def work(home: Path, plan: Plan) -> None:
    """Work on the queue until it is empty, or the accident ends it."""
    service = open_service(home)
    place = replace(service.place, store=WatchedStore(service.database, plan))
    service = replace(service, place=place)
    browser = SharedBrowser(launch_browser)
    conductor = BrowserConductor(service, browser, watch=lambda session: plan.told)
    worker = Worker(
        service.dispatcher,
        service.work,
        service.inbox,
        place.store,
        conductor,
        at_once=AT_ONCE,
        report=lambda line: print(line, file=sys.stderr, flush=True),
        look_seconds=0.1,
    )
    try:
        await worker.run(drain=True)
    finally:
        await browser.close()
        service.close()


def work_by_plan(home: Path, plan: str) -> None:
    """Be that worker; the end of this process may be the accident."""
    met = Plan(plan, home)
    asyncio.run(work(home, met))
    if met.unmet:
        sys.exit(UNMET)
