"""Requests without a valid token are in the audit log: counted, and no flood of them fills it."""

from __future__ import annotations

from pathlib import Path

import httpx

from handrail.console.refusals import Refusals
from handrail.journal.audited import SignInFailed
from handrail.journal.database import sqlite_store
from handrail.journal.home import open_home
from handrail.journal.log import AUDIT
from handrail.journal.store import JournalStore

from .conftest import Served


def told(store: JournalStore) -> list[tuple[str, int]]:
    events = [entry.event for entry in store.read(AUDIT)]
    return [(event.source, event.count) for event in events if isinstance(event, SignInFailed)]


def test_a_flood_from_one_address_makes_few_entries_that_count_all(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "handrail.db")
    now = [0.0]
    refusals = Refusals(store, lambda: now[0])
    for _ in range(500):
        refusals.add("10.0.0.9", "no valid token was given")
    refusals.add("10.0.0.8", "no valid token was given")
    assert told(store) == [("10.0.0.9", 1), ("10.0.0.8", 1)]
    now[0] = 11.0
    refusals.flush()
    assert told(store)[2:] == [("10.0.0.9", 499)]
    store.close()


def test_many_addresses_are_counted_together(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "handrail.db")
    refusals = Refusals(store, lambda: 0.0)
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
