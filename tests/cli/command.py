"""The `handrail` command as people run it: a process of its own, with a home of its own."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO

from tests.cli import starter

_SECONDS = 120.0
"""That a process which was killed may take to end."""

Ran = subprocess.CompletedProcess[str]


def handrail(
    *arguments: str,
    home: Path | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    given: str = "",
) -> Ran:
    """Run a command line to its end, in a folder, else in this process's own; `given` is what it reads."""
    asked = {
        "arguments": arguments,
        "environment": _environment(home, environment),
        "folder": str(folder or Path.cwd()),
    }
    message = json.dumps(asked).encode()
    assert len(message) < starter.MOST_BYTES
    with (
        tempfile.TemporaryFile() as read,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        read.write(given.encode())
        read.seek(0)
        asking = _starter()
        socket.send_fds(asking, [message], [read.fileno(), out.fileno(), err.fileno()])
        code = int(asking.recv(32))
        return subprocess.CompletedProcess(arguments, code, _text(out), _text(err))


class Begun:
    """A command line that goes on beside the test, in a session and a process group of its own."""

    def __init__(self, *arguments: str, home: Path) -> None:
        asked = {"arguments": arguments, "environment": _environment(home, None), "folder": str(Path.cwd())}
        self._told, its = socket.socketpair()
        read, write = os.pipe()
        self.stderr = os.fdopen(read, encoding="utf-8", errors="replace")
        with Path(os.devnull).open("r+b") as nothing:
            files = [nothing.fileno(), nothing.fileno(), write, its.fileno()]
            socket.send_fds(_starter(), [json.dumps(asked).encode()], files)
        its.close()
        os.close(write)
        self._lines = self._told.makefile("r")
        self.pid = int(self._lines.readline())
        self._came_to: int | None = None

    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._came_to is None and not select.select([self._told], [], [], 0)[0]

    def wait(self, seconds: float) -> int:
        """Its exit code, once it has ended."""
        if self._came_to is None:
            self._told.settimeout(seconds)
            self._came_to = int(self._lines.readline())
        return self._came_to

    def send(self, number: signal.Signals) -> None:
        """A signal to it alone."""
        if self.runs():
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it and all that it has started, and close what was open to it."""
        if self.runs():
            os.killpg(self.pid, signal.SIGKILL)
        self.wait(_SECONDS)
        self._lines.close()
        self._told.close()


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8").replace("\r\n", "\n")


@cache
def _starter() -> socket.socket:
    """The one of this process; it ends with it."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    started = subprocess.Popen(
        [sys.executable, "-m", starter.__name__, str(its.fileno())],
        pass_fds=[its.fileno()],
        cwd=Path(__file__).parents[2],
    )
    its.close()
    atexit.register(_end, ours, started)
    return ours


def _end(ours: socket.socket, started: subprocess.Popen[bytes]) -> None:
    ours.close()
    started.wait()


def _environment(home: Path | None, more: Mapping[str, str] | None) -> dict[str, str]:
    environment = {**os.environ, **(more or {})}
    if home is not None:
        environment["HANDRAIL_HOME"] = str(home)
    return environment
