"""The `handrail` command as people run it: a process of its own, with a home of its own."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO

from tests.cli import starter

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
