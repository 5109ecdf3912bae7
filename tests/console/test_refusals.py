"""Requests without a valid token are in the audit log: counted, and no flood of them fills it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from handrail.console.refusals import Refusals
from handrail.errors import StoreError
from handrail.journal.chain.log import AUDIT
from handrail.journal.chain.store import JournalStore
from handrail.journal.events.audited import SignInFailed
from handrail.journal.home import open_home
from tests.journal.stories import sqlite_store

from .conftest import Served


def told(store: JournalStore) -> list[tuple[str, int]]:
    events = [entry.event for entry in store.read(AUDIT)]
    return [(event.source, event.count) for event in events if isinstance(event, SignInFailed)]


def test_a_flood_from_one_address_makes_few_entries_that_count_all(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "handrail.db")
    now = [0.0]
    refusals = Refusals(store, tmp_path, lambda: now[0])
    for _ in range(500):
        refusals.add("10.0.0.9", "no valid token was given")
    refusals.add("10.0.0.8", "no valid token was given")
    assert told(store) == [("10.0.0.9", 1), ("10.0.0.8", 1)]
    now[0] = 11.0
    refusals.flush()
    assert told(store)[2:] == [("10.0.0.9", 499)]
    store.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from handrail.console.refusals import Refusals
from tests.journal.stories import sqlite_store

refusals = Refusals(sqlite_store(Path(sys.argv[1]) / "handrail.db"), Path(sys.argv[1]))
for _ in range(7):
    refusals.add("10.0.0.9", "no valid token was given")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_counted_is_told_after_a_kill(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    store = sqlite_store(tmp_path / "handrail.db")
    refusals, other = Refusals(store, tmp_path), Refusals(store, tmp_path)
    refusals.flush()
    assert told(store) == [("10.0.0.9", 1)], "it may be a process that lives"
    (left,) = (tmp_path / "refused").iterdir()
    long_ago = time.time() - 61
    os.utime(left, (long_ago, long_ago))
    refusals.flush()
    other.flush()
    assert told(store) == [("10.0.0.9", 1), ("10.0.0.9", 6)]
    assert not list((tmp_path / "refused").iterdir())
    store.close()


def test_what_could_not_be_told_is_told_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = sqlite_store(tmp_path / "handrail.db")
    now = [0.0]
    refusals = Refusals(store, tmp_path, lambda: now[0])
    with monkeypatch.context() as broken:
        broken.setattr("handrail.console.refusals.note", _no_place)
        refusals.add("10.0.0.9", "no valid token was given")
    now[0] = 11.0
    refusals.flush()
    assert told(store) == [("10.0.0.9", 1)]
    store.close()


def _no_place(*_: object) -> None:
    raise StoreError("The disk is full.")


def test_many_addresses_are_counted_together(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "handrail.db")
    refusals = Refusals(store, tmp_path, lambda: 0.0)
    refusals._told = {f"10.0.{n // 256}.{n % 256}": 0.0 for n in range(1000)}
    for n in range(1200):
        refusals.add(f"10.0.{n // 256}.{n % 256}", "no")
    # Those beyond the thousand are told as one, and not each.
    assert [source for source, _ in told(store)] == ["many others"]
    store.close()


def test_a_request_with_a_wrong_token_is_told(idle: Served) -> None:
    # No proxy is named in access.yaml: whoever reaches the port could say that somebody else has sent it.
    as_another = {"X-Forwarded-For": "203.0.113.9", "Authorization": "Bearer wrong"}
    answer = httpx.get(f"{idle.url}/api/me", headers=as_another)
    assert answer.status_code == 401
    store, _ = open_home(idle.home)
    assert told(store)[:1] == [("127.0.0.1", 1)]
    assert "wrong" not in "".join(entry.body for entry in store.read(AUDIT))
    store.close()
