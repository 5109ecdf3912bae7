"""Conducting sessions in a browser that a worker's sessions share, each in a context of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Final

from handrail.approvals.inbox import InboxApprover
from handrail.browser import LaunchedBrowser, launch_browser
from handrail.errors import HandrailError
from handrail.journal.events.event import Outcome, SessionId, SessionStarted
from handrail.journal.keeping.private import watching
from handrail.journal.views.outcome import OVER
from handrail.runtime.walk.scribe import Watcher
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.given.inputs import resolve_secrets
from handrail.sessions.service.auditing import sign_quietly
from handrail.sessions.service.dispatching import Held
from handrail.sessions.service.opening import Service
from handrail.sessions.tables.batches import BatchConductor
from handrail.sop.format import loads

IDLE_SECONDS: Final = 60.0
"""How long a browser without sessions is kept for the next one."""

_BROWSERS: Final = 3
"""So many browsers may die under one session before it is given up."""

Watch = Callable[[SessionId], Watcher | None]
"""Gives the one who watches a session, where somebody does."""

Launch = Callable[[], AbstractAsyncContextManager[LaunchedBrowser]]


class SharedBrowser:
    """A browser that is there while somebody uses it: launched for the first, closed when idle for a while.

    One that died is replaced for the next user.
    """

    def __init__(self, launch: Launch = launch_browser, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._launch = launch
        self._idle_seconds = idle_seconds
        self._stack: AsyncExitStack | None = None
        self._launched: LaunchedBrowser | None = None
        self._users = 0
        self._lock = asyncio.Lock()
        self._closing: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether there is a browser now."""
        return self._launched is not None

    @asynccontextmanager
    async def use(self) -> AsyncIterator[LaunchedBrowser]:
        """The browser, for as long as the context lasts. Raises BrowserMissing."""
        self._users += 1
        try:
            yield await self._ready()
        finally:
            self._users -= 1
            if not self._users:
                self._drop_closing()
                self._closing = asyncio.create_task(self._close_idle())

    async def close(self) -> None:
        """Close it now."""
        self._drop_closing()
        async with self._lock:
            await self._end()

    async def _ready(self) -> LaunchedBrowser:
        async with self._lock:
            self._drop_closing()
            if self._launched is not None and not _lives(self._launched):
                await self._end()
            if self._launched is None:
                stack = AsyncExitStack()
                self._launched = await stack.enter_async_context(self._launch())
                self._stack = stack
            return self._launched

    async def _close_idle(self) -> None:
        await asyncio.sleep(self._idle_seconds)
        async with self._lock:
            if not self._users:
                await self._end()

    async def _end(self) -> None:
        stack, self._stack, self._launched = self._stack, None, None
        if stack is not None:
            await stack.aclose()

    def _drop_closing(self) -> None:
        if self._closing is not None and self._closing is not asyncio.current_task():
            self._closing.cancel()
        self._closing = None


def _lives(launched: LaunchedBrowser) -> bool:
    return launched.browser is not None and launched.browser.is_connected()


class BrowserConductor:
    """Conducts sessions of a home, and its batches; questions are answered by way of the inbox.

    Secrets come from the environment of the worker (`HANDRAIL_SECRET_<NAME>`) and the home's secrets.
    """

    def __init__(
        self,
        service: Service,
        browser: SharedBrowser,
        watch: Watch = lambda session: None,
        stage: Stage | None = None,
    ) -> None:
        self._service = service
        self._browser = browser
        self._watch = watch
        self._stage = stage

    async def __call__(self, held: Held, stop: StopSignal) -> Outcome:
        """See `Conductor`. Raises HandrailError where the session cannot be taken up at all."""
        if held.job.kind == "batch":
            outcome = await BatchConductor(self._service)(held, stop)
            if outcome != "waiting":
                await asyncio.to_thread(sign_quietly, self._service.place, held.session)
            return outcome
        started = self._started(held.session)
        place = self._service.place
        sop = loads(place.artefacts.get(started.sop).decode(), str(started.sop))
        secrets = resolve_secrets(sop, lambda name: None, place.home, user=started.user)
        stage = self._stage or Stage()
        asked = InboxApprover(
            self._service.inbox,
            held.session,
            watched=partial(stage.is_watched, held.session),
            keep_seconds=stage.keep_seconds,
        )
        for again in range(_BROWSERS):
            async with self._browser.use() as launched:
                summary = await conduct(
                    held.session,
                    place,
                    launched,
                    secrets=secrets,
                    approver=asked,
                    stop=stop,
                    watcher=watching(place.store, held.session, self._watch(held.session)),
                    sop=sop,
                    lease=held,
                    unattended=True,
                    stage=stage,
                )
                died = not _lives(launched)
            if not died or summary.outcome in (*OVER, "waiting", "cancelled"):
                break
            # A browser that died under a session is as a process that did: another one goes on.
            if again + 1 < _BROWSERS:
                with suppress(HandrailError):
                    # Where it is to stop meanwhile, the next one hears of it, and says so.
                    await stop.pause(1)
        await asyncio.to_thread(sign_quietly, place, held.session)
        return summary.outcome

    def _started(self, session: SessionId) -> SessionStarted:
        first = next(self._service.place.store.read(session)).event
        assert isinstance(first, SessionStarted)
        return first
