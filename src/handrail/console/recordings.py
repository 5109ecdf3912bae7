"""Recording from the console: the recorder runs on the server's machine, in a window on its screen, or in a
browser without one that the console shows (`recording_picture`).

It is `handrail record` in a process of its own, so that all that is said of recordings in this home (masking,
personal data) holds, and nothing that a page does there can hold up the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from fastapi import APIRouter, HTTPException, Request
from pydantic import Field

from handrail._model import Model
from handrail.browser.reaching import full_address
from handrail.compile import compile_recording
from handrail.console.asking import Here, Operator
from handrail.console.bodies import WholeSigns
from handrail.console.library import Library, owned
from handrail.console.library_pages import Shelves
from handrail.errors import HandrailError, UsageError
from handrail.recording.store import load_recording
from handrail.sessions.service.users import User

router = APIRouter(prefix="/api/console/recordings", tags=["console"], route_class=WholeSigns)

_PROGRAM: Final = "import sys; from handrail.cli import main; main()"
_MOST_LINES: Final = 50
_LEFT_SECONDS: Final = 900.0
"""A recording that is worked in on the console's page is ended so long after its page was left."""

RecordingState = Literal["recording", "compiling", "added", "failed"]


class RecordingView(Model):
    """A recording that was begun in the console."""

    id: str
    url: str
    title: str
    by: str
    state: RecordingState
    here: bool = False
    """It is worked in on the console's page, and not in a window on the server's machine."""
    steps: tuple[str, ...] = ()
    """What was heard last, in words."""
    sop: str | None = None
    """The procedure's name in the library, once it is there."""
    error: str | None = None


class RecordingBody(Model):
    """What is to be recorded."""

    url: str = Field(min_length=1, max_length=2000)
    title: str = Field(default="", max_length=200)
    here: bool = False
    """On the console's page instead of in a window on the server's machine."""


class RecordingPlace(Model):
    """Where one can record."""

    window: bool
    """Whether the server's machine has a screen."""
    recordings: tuple[RecordingView, ...] = ()


@dataclass
class _Running:
    process: Process
    port: int | None
    """Of loopback, where the browser is driven from the console's page."""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """The recorder has said something: its page is open, or it has failed."""
    worked_in: asyncio.Lock = field(default_factory=asyncio.Lock)
    files: tempfile.TemporaryDirectory[str] = field(
        default_factory=lambda: tempfile.TemporaryDirectory(prefix="handrail-given-")
    )
    """What the person gave the page from where they are."""
    left: asyncio.TimerHandle | None = None
    """Ends it, unless somebody comes back."""


class Recordings:
    """The recordings that are under way, and those of this server's life that are over."""

    def __init__(
        self, home: Path, options: tuple[str, ...] = (), *, changed: Callable[[], None] = lambda: None
    ) -> None:
        """`options` go to the recorder, too; `changed` is called whenever there is something new."""
        self._home = home
        self._options = options
        self._changed = changed
        self._views: dict[str, RecordingView] = {}
        self._running: dict[str, _Running] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def views(self) -> tuple[RecordingView, ...]:
        """All of them, the newest first."""
        return tuple(reversed(self._views.values()))

    def views_of(self, user: User) -> tuple[RecordingView, ...]:
        """Those that are there for the user: what is done in one is told as it is done."""
        return tuple(view for view in self.views if user.sees(view.by))

    async def begin(self, body: RecordingBody, library: Library, by: str) -> RecordingView:
        """Open the recorder. Raises UsageError for an address that is none, or while another one runs."""
        if self._running:
            raise UsageError("A recording is already under way.", mend="End it first.")
        # Files of the server's machine are nothing that its users may look at.
        url = full_address(body.url.strip())
        if body.url.startswith("-") or not url.startswith(("http://", "https://")) or " " in url:
            raise UsageError(f"'{body.url}' is not the address of a web page.")
        id = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        folder = self._home / "recordings" / id
        folder.parent.mkdir(parents=True, exist_ok=True)
        command = (sys.executable, "-c", _PROGRAM, "record", url, "-o", str(folder), "--json")
        environment = {**os.environ, "HANDRAIL_HOME": str(self._home), "NO_COLOR": "1"}
        port = _free_port() if body.here else None
        hidden = () if port is None else ("--headless", "--cdp-port", str(port))
        process = await asyncio.create_subprocess_exec(
            *command, *hidden, *self._options, stdout=PIPE, stderr=PIPE, env=environment
        )
        running = self._running[id] = _Running(process, port)
        self._views[id] = RecordingView(
            id=id, url=url, title=body.title, by=by, state="recording", here=body.here
        )
        if body.here:
            self._end_unless_entered(id, running)
        task = asyncio.create_task(self._follow(id, running, folder, library))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self._views[id]

    def end_for(self, user: User, id: str) -> RecordingView:
        """As `end`, for somebody who asks. Raises UsageError where there is none for this user."""
        if all(view.id != id for view in self.views_of(user)):
            raise UsageError(f"There is no recording '{id}'.")
        return self.end(id)

    def end(self, id: str) -> RecordingView:
        """End a recording that runs; it is made a procedure then."""
        with contextlib.suppress(KeyError, ProcessLookupError):
            self._running[id].process.terminate()
        return self._views[id]

    @contextlib.asynccontextmanager
    async def entered(self, id: str, user: str) -> AsyncIterator[tuple[str, Path]]:
        """The DevTools address of a browser that is worked in on the console's page, and a folder for files
        that are given it, for the one who began it; whoever comes from a second page waits until the first
        is gone.

        Raises UsageError where there is none, or where it is another's.
        """
        running, view = self._running.get(id), self._views.get(id)
        if running is None or view is None or running.port is None:
            raise UsageError("This recording is over.")
        if view.by != user:
            raise UsageError(f"{view.by} records.")
        async with running.worked_in:
            if running.left is not None:
                running.left.cancel()
            try:
                await running.heard.wait()
                yield f"http://127.0.0.1:{running.port}", Path(running.files.name)
            finally:
                self._end_unless_entered(id, running)

    def _end_unless_entered(self, id: str, running: _Running) -> None:
        running.left = asyncio.get_running_loop().call_later(_LEFT_SECONDS, self.end, id)

    async def close(self) -> None:
        """End what runs, and wait for it."""
        for id in tuple(self._running):
            self.end(id)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, id: str, running: _Running, folder: Path, library: Library) -> None:
        process = running.process
        assert process.stderr is not None and process.stdout is not None
        said: list[str] = []
        async for raw in process.stderr:
            said.append(raw.decode(errors="replace").strip())
            del said[:-_MOST_LINES]
            self._set(id, steps=tuple(line for line in said if line))
            running.heard.set()
        running.heard.set()
        told = await process.stdout.read()
        await process.wait()
        del self._running[id]
        running.files.cleanup()
        if running.left is not None:
            running.left.cancel()
        if process.returncode:
            self._set(id, state="failed", error=said[-1] if said else "The recorder ended with an error.")
            return
        self._set(id, state="compiling")
        try:
            name = await asyncio.to_thread(self._compiled, id, folder, library)
        except HandrailError as error:
            self._set(id, state="failed", error=str(error))
        else:
            events = json.loads(told or b"{}").get("events", 0)
            self._set(id, state="added", sop=name, steps=(*self._views[id].steps, f"{events} events"))

    def _compiled(self, id: str, folder: Path, library: Library) -> str:
        view = self._views[id]
        sop = compile_recording(load_recording(folder), title=view.title or None, recording_at=str(folder))
        return library.add(owned(sop, view.by), by=view.by, note="Recorded in the console").name

    def _set(self, id: str, **changes: object) -> None:
        self._views[id] = self._views[id].model_copy(update=changes)
        self._changed()


def has_screen() -> bool:
    """Whether a window of the recorder could be seen on this machine."""
    shows = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or bool(shows)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _recordings(request: Request) -> Recordings:
    found = request.app.state.recordings
    assert isinstance(found, Recordings)
    return found


@router.get("")
async def place(user: Operator, request: Request) -> RecordingPlace:
    """Where one can record, and what was recorded."""
    return RecordingPlace(window=has_screen(), recordings=_recordings(request).views_of(user))


@router.post("", status_code=201)
async def begin(
    body: RecordingBody, service: Here, library: Shelves, user: Operator, request: Request
) -> RecordingView:
    """Open the recorder, in a window on the server's machine or to be worked in on the console's page."""
    if not body.here and not has_screen():
        # It is no failure of the service, and no later try would help.
        raise UsageError("The server's machine has no screen.", mend="Record on the console's page instead.")
    return await _recordings(request).begin(body, library, user.name)


@router.post("/{recording}/end")
async def end(recording: str, user: Operator, request: Request) -> RecordingView:
    """End a recording; it becomes a procedure of the library."""
    try:
        return _recordings(request).end_for(user, recording)
    except UsageError as error:
        raise HTTPException(404, error.message) from error
