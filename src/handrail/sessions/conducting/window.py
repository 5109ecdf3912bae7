"""A window into the process that conducts a session, for the others of its home: the live picture goes out,
and what a person does there comes in.

It is a Unix-domain socket in the session's folder, for the home's owner alone; which person may look, and
which may drive, is for whoever looks in on their behalf to say. Nothing is pictured while nobody looks. A
system without such sockets has no windows.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import struct
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import BrowserContext, Error

from handrail.journal.events.event import SessionId
from handrail.sessions.conducting.stage import Stage

if TYPE_CHECKING:
    from handrail.actuators.browser.hands import Tell
    from handrail.sessions.conducting.projecting import Projector, Seat

NO_PICTURE: Final = "This browser has no live picture; kept pictures are shown."
AGAIN_SECONDS: Final = 2.0
"""After so long a picture that could not be had is tried for again: its page may just have been going."""
NO_DEED: Final = "This is nothing that can be done in a page."

_LONGEST: Final = 100
"""Bytes of a socket's path that every system takes."""
_LARGEST: Final = 64 * 1024 * 1024
_HEAD: Final = struct.Struct("!cI")
_FRAME: Final = b"f"
_TOLD: Final = b"t"


@contextlib.asynccontextmanager
async def window(
    folder: Path, session: SessionId, context: BrowserContext, stage: Stage
) -> AsyncIterator[None]:
    """Meanwhile others of the home can look in, at the session's folder. A run goes on without a window where
    none can be had."""
    with contextlib.ExitStack() as stack:
        server: asyncio.Server | None = None
        visits = _Visits(session, context, stage)
        with contextlib.suppress(OSError, AttributeError):
            bound = stack.enter_context(_bound(folder))
            server = await asyncio.start_unix_server(visits.receive, sock=bound)
        try:
            yield
        finally:
            if server is not None:
                server.close()
                await visits.end()


@contextlib.contextmanager
def _bound(folder: Path) -> Iterator[socket.socket]:
    """The window's socket: its name stands in the folder, and is taken away at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    door = _door(folder)
    with contextlib.ExitStack() as stack:
        path = door
        if len(os.fsencode(door)) > _LONGEST:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="handrail-"))) / door.name
        # What a process left that was killed.
        door.unlink(missing_ok=True)
        bound = stack.enter_context(socket.socket(socket.AF_UNIX))
        bound.bind(os.fspath(path))
        # Nobody can connect before it listens.
        path.chmod(0o600)
        if path is not door:
            door.symlink_to(path)
        made = door.lstat().st_ino
        try:
            yield bound
        finally:
            with contextlib.suppress(OSError):
                # It may be another process's by now, which has taken the session over.
                if door.lstat().st_ino == made:
                    door.unlink()


def _door(folder: Path) -> Path:
    return folder / "live.sock"


class _Visits:
    """Those who look in now."""

    def __init__(self, session: SessionId, context: BrowserContext, stage: Stage) -> None:
        self._session = session
        self._context = context
        self._stage = stage
        self._projector: Projector | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Show it to one of them, until they go."""
        # What makes pictures is loaded for the first who looks.
        from handrail.sessions.conducting.projecting import Projector

        projector = self._projector = self._projector or Projector(self._stage)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await self._show(projector, reader, writer)
        finally:
            self._tasks.discard(task)
            writer.close()

    async def end(self) -> None:
        """Have them all go."""
        leaving = [*self._tasks]
        for task in leaving:
            task.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)

    async def _show(
        self, projector: Projector, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        hearing = asyncio.ensure_future(self._hear(projector, reader, told))
        working: list[asyncio.Future[None]] = [hearing, asyncio.ensure_future(_tell(writer, told))]
        try:
            with self._stage.looking_on(self._session):
                while not any(task.done() for task in working):
                    try:
                        async with projector.seat(self._session, self._context, told.put_nowait) as seat:
                            told.put_nowait({"state": "live", "why": ""})
                            working.append(asyncio.ensure_future(_picture(writer, seat)))
                            await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
                    except Error:
                        told.put_nowait({"state": "none", "why": NO_PICTURE})
                        await asyncio.wait(
                            working, timeout=AGAIN_SECONDS, return_when=asyncio.FIRST_COMPLETED
                        )
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    async def _hear(
        self, projector: Projector, reader: asyncio.StreamReader, told: asyncio.Queue[dict[str, Any]]
    ) -> None:
        async for _, content in _messages(reader):
            asked = json.loads(content)
            try:
                why = projector.do(self._session, asked["user"], asked["deed"])
            except ValueError:
                why = NO_DEED
            if why:
                told.put_nowait({"refused": why})


async def _picture(writer: asyncio.StreamWriter, seat: Seat) -> None:
    while True:
        await _send(writer, _FRAME, await seat.next())


async def _tell(writer: asyncio.StreamWriter, told: asyncio.Queue[dict[str, Any]]) -> None:
    while True:
        await _send(writer, _TOLD, json.dumps(await told.get()).encode())


class View:
    """What one sees through a window, until `over` is done."""

    def __init__(self, seat: Seat, over: asyncio.Task[None], writer: asyncio.StreamWriter) -> None:
        self.seat: Final = seat
        self.over: Final = over
        self._writer = writer

    async def do(self, user: str, deed: object) -> None:
        """Do a person's deed there; who may not is told so. For a person who may drive, in general."""
        with contextlib.suppress(ConnectionError):
            await _send(self._writer, _TOLD, json.dumps({"user": user, "deed": deed}).encode())


@contextlib.asynccontextmanager
async def look_in(folder: Path, tell: Tell) -> AsyncIterator[View | None]:
    """Look in at a session's folder; none where there is no window. `tell` takes what is not in the picture,
    and first of all whether there is one."""
    from handrail.sessions.conducting.projecting import Seat

    try:
        reader, writer = await asyncio.open_unix_connection(os.path.realpath(_door(folder)))
    except (OSError, AttributeError):
        # What a killed process left says no; the next that conducts the session takes it away.
        yield None
        return
    seat = Seat(tell)
    over = asyncio.create_task(_see(reader, seat))
    try:
        yield View(seat, over, writer)
    finally:
        over.cancel()
        await asyncio.gather(over, return_exceptions=True)
        writer.close()


async def _see(reader: asyncio.StreamReader, seat: Seat) -> None:
    async for kind, content in _messages(reader):
        if kind == _FRAME:
            seat.show(content)
        else:
            seat.tell(json.loads(content))


async def _send(writer: asyncio.StreamWriter, kind: bytes, content: bytes) -> None:
    writer.write(_HEAD.pack(kind, len(content)) + content)
    await writer.drain()


async def _messages(reader: asyncio.StreamReader) -> AsyncIterator[tuple[bytes, bytes]]:
    """What comes from the other side, until it goes away."""
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            kind, size = _HEAD.unpack(await reader.readexactly(_HEAD.size))
            if size > _LARGEST:
                return
            yield kind, await reader.readexactly(size)
