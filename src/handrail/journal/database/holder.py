"""Who holds a session: a process that others can recognise, and whose death they can be sure of."""

from __future__ import annotations

import getpass
import json
import os
import platform
import secrets
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Holder:
    """One worker in one process."""

    worker: str
    """Its name, for people."""
    machine: str
    pid: int
    place: str
    """Names this start of this machine, and the space in which the process's number means something; empty
    where the system does not tell."""
    born: str
    """When the process began, as the system counts; tells it from a later one of the same number."""
    token: str

    def text(self) -> str:
        """As it is kept in the database."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Holder:
        return cls(**json.loads(text))

    @property
    def gone(self) -> bool:
        """Whether the process is certainly dead; False where that cannot be known."""
        return bool(self.place) and self.place == _place() and _born(self.pid) != self.born


def this_process(worker: str = "") -> Holder:
    """A new holder in this process; its worker is named after the machine where no name is given."""
    machine, pid = platform.node(), os.getpid()
    name = worker or f"{machine}-{pid}"
    return Holder(name, machine, pid, _place(), _born(pid), secrets.token_hex(4))


@cache
def this_writer() -> str:
    """The user and the machine of this process, as every entry that it writes tells: `ana@desk-4`."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        # A container may run under a number that has no name.
        user = str(os.getuid()) if hasattr(os, "getuid") else "unknown"
    return f"{user}@{platform.node()}"[:300].encode("utf-8", "replace").decode()


def boot() -> str:
    """What tells this start of the machine from every other; empty where the system does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def _place() -> str:
    try:
        return f"{boot()} {Path('/proc/self/ns/pid').readlink()}" if boot() else ""
    except OSError:
        return ""


def _born(pid: int) -> str:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    # The name in parentheses may hold anything; the state and the start are the 1st and 20th after it.
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] == "Z" else fields[19]
