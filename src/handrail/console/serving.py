"""The server process: HTTP, the scheduler, and a worker, on one event loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvicorn

from handrail.browser import launch_browser
from handrail.console.access import access_of
from handrail.console.app import make_app
from handrail.console.tokens import Tokens
from handrail.errors import EnvironmentLack
from handrail.journal.database.work import NO_LIMITS, Limits
from handrail.secrets.kept_out import without
from handrail.sessions.audit.keeping import Keeper
from handrail.sessions.browsing import BrowserConductor, SharedBrowser
from handrail.sessions.conducting.signals import call_when_asked_to_end
from handrail.sessions.conducting.stage import KEEP_SECONDS, Stage
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.operating.observing import NOBODY, Observer
from handrail.sessions.people.courier import Courier
from handrail.sessions.schedules.scheduling import Scheduler
from handrail.sessions.service.auditing import sign_quietly
from handrail.sessions.service.opening import Service


@dataclass(frozen=True)
class Serving:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8321
    """0 takes a free one."""
    sops: Path | None = None
    """The folder of SOPs that can be started; `sops` in the home by default."""
    at_once: int = 2
    """Sessions of the embedded worker; 0 for none, where workers run on their own."""
    limits: Limits = NO_LIMITS
    keep_seconds: float = KEEP_SECONDS
    """How long a session that needs a person keeps its browser while somebody looks on; 0 for not at all."""
    headless: bool = True
    observer: Observer = NOBODY
    """Who watches the sessions of the embedded worker."""
    tour: str = ""
    """Address of the practice app that the console's tour is about; empty for no tour."""


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        # Ours also end the worker, and the process is to end with exit code 0.
        yield


async def serve(
    service: Service,
    wish: Serving,
    report: Callable[[str], None],
    ready: Callable[[str, Path], None] = lambda url, token: None,
) -> None:
    """Serve until SIGTERM or Ctrl-C; the steps that run are finished.

    `ready` is told the address, and where the administrator's token is. Raises EnvironmentLack.
    """
    tokens = Tokens(service.place.home)
    tokens.first()
    browser = SharedBrowser(lambda: launch_browser(headless=wish.headless))
    stage = Stage(keep_seconds=wish.keep_seconds)
    worker = Worker(
        service.dispatcher,
        service.work,
        service.inbox,
        service.place.store,
        BrowserConductor(service, browser, wish.observer, stage),
        at_once=wish.at_once,
        limits=wish.limits,
        report=report,
        sign=partial(sign_quietly, service.place),
    )
    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def nudge() -> None:
        loop.call_soon_threadsafe(worker.nudge)

    access = access_of(service.place.home)
    app = make_app(
        service,
        tokens,
        wish.sops or service.place.home / "sops",
        nudge=nudge,
        working=lambda: all(not task.done() for task in tasks),
        closing=lambda: server.should_exit,
        stage=stage,
        access=access,
        browser=browser,
    )
    keeper = Keeper(service, report, beside=app.state.refusals.flush)
    app.state.tour = wish.tour
    config = uvicorn.Config(
        app,
        host=wish.host,
        port=wish.port,
        log_level="warning",
        timeout_graceful_shutdown=5,
        # By itself the server believes every process of this machine, and what FORWARDED_ALLOW_IPS says.
        proxy_headers=bool(access.proxies),
        forwarded_allow_ips=list(access.proxies),
    )
    server = _Server(config)
    scheduler = Scheduler(service, report=report, started=nudge)
    courier = Courier(service, report=report, nudge=nudge)
    bound = _bind(config)
    # Before anybody is told that it serves: from then on it may be asked to end.
    _end_on_signals(server, worker, report)
    url = f"http://{_shown(wish.host)}:{bound.getsockname()[1]}"
    ready(url, tokens.path)
    report(f"serving on {url}")
    report(f"sign in with the token in {tokens.path}")
    try:
        tasks += [asyncio.create_task(beside.run()) for beside in (scheduler, courier, keeper)]
        if wish.at_once:
            tasks += [asyncio.create_task(worker.run())]
        for task in tasks:
            task.add_done_callback(partial(_tell_end, report))
        await server.serve(sockets=[bound])
    finally:
        for task in tasks[:3]:
            task.cancel()
        worker.end()
        await app.state.recordings.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        await browser.close()
        bound.close()


def _tell_end(report: Callable[[str], None], task: asyncio.Task[None]) -> None:
    """What goes on beside the requests should end with the service alone: `/readyz` says that it did not."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        said = f"{type(error).__name__}: {error}"
        report(without(f"a part of the service ended unexpectedly, start it anew: {said}"))


def _bind(config: uvicorn.Config) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((config.host, config.port))
        # Whoever reads the address that is told may ask at once.
        bound.listen()
    except OSError as error:
        bound.close()
        raise EnvironmentLack(
            f"The address {config.host}:{config.port} cannot be used: {error.strerror}.",
            mend="Choose another --port, or stop the program that uses it.",
        ) from error
    return bound


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _end_on_signals(server: uvicorn.Server, worker: Worker, report: Callable[[str], None]) -> None:
    def end() -> None:
        server.should_exit = True
        worker.end()
        report("finishing the steps that run (press again to stop at once) …")

    call_when_asked_to_end(end)
