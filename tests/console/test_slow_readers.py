"""Who follows a journal slowly, or stops reading: it costs the server little, and others nothing."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import SessionId, VariableSet
from handrail.sessions.service.opening import Service, open_service

from .conftest import Served

ENTRIES = 5000
WORDS = "wörds " * 1400
SLOW = 6


@pytest.fixture
def service(idle: Served) -> Iterator[Service]:
    made = open_service(idle.home)
    yield made
    made.close()


def a_long_journal(idle: Served, service: Service) -> JournalWriter:
    """More than sockets hold on their way: some 45 MB."""
    with idle.client() as client:
        queued = client.post("/api/console/sops/plain/run", json={"inputs": {"name": "Ann"}})
    writer = JournalWriter(service.place.store, SessionId(queued.json()["session"]))
    while writer.head.seq < ENTRIES:
        writer.write(*(note(number) for number in range(100)))
    return writer


def note(number: int) -> VariableSet:
    return VariableSet(kind="variable_set", node="open", name=f"note-{number}", value=WORDS)


class Reader:
    """A client that reads no more of the journal than it is told to."""

    def __init__(self, idle: Served, session: SessionId, after: int = 0) -> None:
        at = urlsplit(idle.url)
        self._socket = socket.socket()
        # The less it holds itself, the sooner the server feels that nobody reads.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        self._socket.settimeout(120)
        self._socket.connect((at.hostname, at.port))
        token = (idle.home / "token").read_text().strip()
        lines = [
            f"GET /api/sessions/{session}/events HTTP/1.1",
            f"Host: {at.netloc}",
            f"Authorization: Bearer {token}",
            f"Last-Event-ID: {after}",
            "Connection: close",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._rest = b""
        self.came: list[int] = []
        """The numbers of the entries that came whole."""

    def read_until(self, number: int) -> None:
        while not self.came or self.came[-1] < number:
            piece = self._socket.recv(65_536)
            assert piece, "the server closed the stream"
            *messages, self._rest = (self._rest + piece).split(b"\n\n")
            told = (re.search(rb"^id: (\d+)\n", message, re.MULTILINE) for message in messages)
            self.came += [int(each[1]) for each in told if each]

    def close(self) -> None:
        self._socket.close()


def most_memory(idle: Served) -> int:
    """What the server's process has held at most so far, in bytes."""
    assert idle.process is not None
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{idle.process.pid}/status").read_text())
    assert found
    return int(found[1]) * 1024


def followed(client: httpx.Client, session: SessionId) -> Iterator[int]:
    with client.stream("GET", f"/api/sessions/{session}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))["seq"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell of memory so")
def test_whoever_stops_reading_costs_little_delays_nobody_and_loses_nothing(
    idle: Served, service: Service
) -> None:
    writer = a_long_journal(idle, service)
    session = writer.session
    before = most_memory(idle)
    with ExitStack() as open_readers:
        slow = [Reader(idle, session) for _ in range(SLOW)]
        for reader in slow:
            open_readers.callback(reader.close)
            # Its journal has been read by the server; from here on it takes nothing.
            reader.read_until(1)
        with idle.client() as client:
            ahead = followed(client, session)
            assert [next(ahead) for _ in range(writer.head.seq)] == list(range(1, writer.head.seq + 1))
            # What is written meanwhile comes to whoever reads, and others are answered.
            writer.write(note(0))
            assert next(ahead) == writer.head.seq
            assert client.get("/api/me").status_code == 200
        grown = most_memory(idle) - before
        journal = ENTRIES * len(WORDS.encode())
        assert grown < SLOW * journal / 4, f"{SLOW} slow readers took {grown / 1e6:.0f} MB"
        # One goes on where it stopped; another comes again with the last number that it has.
        every = list(range(1, writer.head.seq + 1))
        slow[0].read_until(writer.head.seq)
        assert slow[0].came == every
        again = Reader(idle, session, slow[1].came[-1])
        open_readers.callback(again.close)
        again.read_until(writer.head.seq)
        assert slow[1].came + again.came == every
