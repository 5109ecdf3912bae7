"""Serving the practice apps on loopback, in background threads, for tests, demos and benchmarks."""

import socket
import threading
from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import uvicorn
from starlette.applications import Starlette

from handrail_practice import crm, webmail
from handrail_practice.database import connected
from handrail_practice.drift import Variant
from handrail_practice.session import forget_sessions

AppName = Literal["crm", "webmail"]


class PracticeServer:
    """Both apps, or one, served while the context lasts; their databases lie in `directory`.

    A port of 0 takes a free one; `partner_url` is a site that every page has a link to. The addresses are
    known, and connectable, from construction on.
    """

    def __init__(
        self,
        directory: Path,
        *,
        apps: Collection[AppName] = ("crm", "webmail"),
        crm_port: int = 0,
        webmail_port: int = 0,
        drift: frozenset[str] = frozenset(),
        fault: str | None = None,
        slow_seconds: float = 1.5,
        partner_url: str | None = None,
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.crm_database = directory / "crm.sqlite3"
        self.webmail_database = directory / "webmail.sqlite3"
        self._served: dict[AppName, _Served] = {}
        if "crm" in apps:
            app = crm.create_app(
                self.crm_database,
                drift=drift,
                fault=fault,
                slow_seconds=slow_seconds,
                partner_url=partner_url,
            )
            self._served["crm"] = _Served(app, crm_port)
        if "webmail" in apps:
            app = webmail.create_app(
                self.webmail_database,
                drift=drift,
                fault=fault,
                slow_seconds=slow_seconds,
                partner_url=partner_url,
            )
            self._served["webmail"] = _Served(app, webmail_port)

    @property
    def crm_url(self) -> str:
        return self._served["crm"].url

    @property
    def webmail_url(self) -> str:
        return self._served["webmail"].url

    def change(self, *, drift: Collection[str] = (), fault: str | None = None) -> None:
        """Serve another variant from the next request on, to visitors who asked for none."""
        variant = Variant().drifting(drift).failing(fault)
        for served in self._served.values():
            served.app.state.variant = variant

    def reset(self) -> None:
        """Put the seed data back; whoever is signed in stays so."""
        if "crm" in self._served:
            crm.seed(self.crm_database)
        if "webmail" in self._served:
            webmail.seed(self.webmail_database)

    def sign_everybody_out(self) -> None:
        """Forget who is signed in, as an app does whose sessions have expired."""
        for name, database in (("crm", self.crm_database), ("webmail", self.webmail_database)):
            if name in self._served:
                with connected(database) as db:
                    forget_sessions(db)

    def start(self) -> None:
        for served in self._served.values():
            served.start()

    def stop(self) -> None:
        """Let the requests in hand finish, then close; stopping twice is harmless."""
        for served in self._served.values():
            served.ask_to_stop()
        for served in self._served.values():
            served.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


_LONGEST_STOP_SECONDS = 15


class _Served(uvicorn.Server):
    """One app on one socket that is bound and listening before the server's loop runs."""

    def __init__(self, app: Starlette, port: int) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",
                ws="none",
                # How this process logs is not the practice app's to say.
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=3,
            )
        )
        self.app = app
        self._socket = _listen(port)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve_until_asked, name=self.url, daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()
        if not self.started:
            raise RuntimeError(f"the practice app at {self.url} did not start")

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready.set()

    def ask_to_stop(self) -> None:
        self.should_exit = True

    def stop(self) -> None:
        if self._thread.is_alive():
            # It is a daemon: one that hangs as it stops must hold up nobody.
            self._thread.join(timeout=_LONGEST_STOP_SECONDS)
        self._socket.close()

    def _serve_until_asked(self) -> None:
        try:
            self.run(sockets=[self._socket])
        finally:
            self._ready.set()


def _listen(port: int) -> socket.socket:
    # asyncio switches Nagle's algorithm off only for sockets that name their protocol; with it
    # on, each answer waits some 40 ms for the other side's acknowledgement.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(128)
    return listening
