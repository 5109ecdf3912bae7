"""Accidents that a worker should survive: each is started from inside of it, and is over by itself."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

from handrail.journal.database import journals as database
from handrail.runtime.recovery import settling

LOCKED_SECONDS = 6.5
FULL_SECONDS = 2.0
HUNG_SECONDS = 3.0


def _send(pid: int, sent: signal.Signals) -> None:
    """A process that has ended meanwhile is no accident of the session's."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, sent)


def kill_browser(home: Path) -> None:
    """The browser's process dies."""
    for pid in _browser_processes(main=True):
        _send(pid, signal.SIGKILL)


def hang_page(home: Path) -> None:
    """The processes of the pages stand still for a while."""
    pids = list(_browser_processes(main=False))
    for pid in pids:
        _send(pid, signal.SIGSTOP)

    def go_on() -> None:
        for pid in pids:
            _send(pid, signal.SIGCONT)

    threading.Timer(HUNG_SECONDS, go_on).start()


def lock_database(home: Path) -> None:
    """Somebody else holds the database's write lock, longer than a write waits."""

    def hold() -> None:
        connection = sqlite3.connect(home / "handrail.db", timeout=30, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(LOCKED_SECONDS)
        connection.execute("ROLLBACK")
        connection.close()

    threading.Thread(target=hold, daemon=True).start()


def fill_disk(home: Path) -> None:
    """No file can grow any more for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    sizes = (path.stat().st_size for path in home.glob("handrail.db*"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes), hard))
    threading.Timer(FULL_SECONDS, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))).start()


def move_clock(home: Path) -> None:
    """The clock is set two hours back."""

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) - timedelta(hours=2)

    for module in (database, settling):
        module.datetime = Moved  # type: ignore[attr-defined]
    real = time.time
    time.time = lambda: real() - 7200


ACCIDENTS: dict[str, Callable[[Path], None]] = {
    "browser": kill_browser,
    "hung": hang_page,
    "locked": lock_database,
    "full": fill_disk,
    "clock": move_clock,
}


def _browser_processes(*, main: bool) -> Iterator[int]:
    """This process's browser, or its pages' processes (Linux)."""
    children: dict[int, list[int]] = {}
    commands: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text()
            commands[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        parent = int(stat.rsplit(")", 1)[1].split()[1])
        children.setdefault(parent, []).append(int(folder.name))
    waiting = [os.getpid()]
    while waiting:
        for pid in children.get(waiting.pop(), ()):
            waiting.append(pid)
            command = commands.get(pid, "")
            is_page = "--type=renderer" in command
            is_browser = "--type=" not in command and "--remote-debugging-pipe" in command
            if is_browser if main else is_page:
                yield pid
