"""Whoever edits the database file itself, around the triggers, is found out."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handrail.journal.chain.linking import ChainFault, check
from handrail.journal.chain.store import JournalWriter
from tests.journal.stories import sqlite_store

from .stories import SESSION, acted, done, ended, intended, started

EVENTS = [started(title="Größe ändern"), *done("open"), intended("save"), acted("save"), ended("done")]
COUNT = len(EVENTS)
REST = "at, prev, hash, kind, body, seal, writer"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("original") / "handrail.db"
    store = sqlite_store(database)
    JournalWriter(store, SESSION).write(*EVENTS, durable=True)
    store.close()
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete")
    return database


def faults_after(original: Path, edit: Callable[[sqlite3.Connection], object]) -> tuple[ChainFault, ...]:
    """What the check says of a copy that was edited."""
    copy = original.with_name("copy.db")
    shutil.copy(original, copy)
    with closing(sqlite3.connect(copy)) as connection:
        edit(connection)
        connection.commit()
    store = sqlite_store(copy)
    try:
        return check(store.read(SESSION), store.head(SESSION))
    finally:
        store.close()
        for name in (copy.name, f"{copy.name}-wal", f"{copy.name}-shm"):
            copy.with_name(name).unlink(missing_ok=True)


def test_the_untouched_copy_holds(original: Path) -> None:
    assert faults_after(original, lambda _: None) == ()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seq=st.integers(1, COUNT),
    column=st.sampled_from(["session", "at", "prev", "hash", "kind", "body", "seal", "writer"]),
    place=st.integers(0, 10_000),
    bit=st.integers(0, 7),
)
def test_any_changed_byte_of_a_row_is_found(
    original: Path, seq: int, column: str, place: int, bit: int
) -> None:
    def edit(connection: sqlite3.Connection) -> None:
        query = f"SELECT CAST({column} AS BLOB) FROM journal WHERE seq = ?"
        content = bytearray(connection.execute(query, (seq,)).fetchone()[0])
        content[place % len(content)] ^= 1 << bit
        change = f"UPDATE journal SET {column} = CAST(? AS TEXT) WHERE seq = ?"
        connection.execute(change, (bytes(content), seq))

    assert faults_after(original, edit)


@settings(max_examples=40)
@given(seqs=st.sets(st.integers(1, COUNT), min_size=1))
def test_any_deleted_rows_are_found(original: Path, seqs: set[int]) -> None:
    def edit(connection: sqlite3.Connection) -> None:
        connection.executemany("DELETE FROM journal WHERE seq = ?", [(seq,) for seq in seqs])

    faults = faults_after(original, edit)
    assert {fault.kind for fault in faults} == {"missing"}
    assert min(seqs) in {fault.seq for fault in faults}


@settings(max_examples=40)
@given(pair=st.sets(st.integers(1, COUNT), min_size=2, max_size=2))
def test_any_two_swapped_rows_are_found(original: Path, pair: set[int]) -> None:
    first, second = sorted(pair)

    def edit(connection: sqlite3.Connection) -> None:
        for old, new in ((first, -1), (second, first), (-1, second)):
            connection.execute("UPDATE journal SET seq = ? WHERE seq = ?", (new, old))

    faults = faults_after(original, edit)
    assert {(fault.seq, fault.kind) for fault in faults} >= {(first, "swapped"), (second, "swapped")}


@settings(max_examples=40)
@given(seq=st.integers(1, COUNT), new=st.integers(-5, COUNT + 5))
def test_any_renumbered_row_is_found(original: Path, seq: int, new: int) -> None:
    def edit(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE OR REPLACE journal SET seq = ? WHERE seq = ?", (new, seq))

    assert bool(faults_after(original, edit)) == (seq != new)


@pytest.mark.parametrize(
    "statement",
    [
        f"INSERT INTO journal SELECT session, 900, {REST} FROM journal WHERE seq = 4",
        f"INSERT INTO journal SELECT session, 'x', {REST} FROM journal WHERE seq = 4",
        "DELETE FROM session",
        "UPDATE session SET seq = seq - 1",
        f"UPDATE session SET hash = '{'0' * 64}'",
        "DELETE FROM journal",
        "UPDATE journal SET body = x'ff' WHERE seq = 3",
        "UPDATE journal SET body = CAST(x'ff' AS TEXT) WHERE seq = 3",
    ],
)
def test_other_edits_are_found(original: Path, statement: str) -> None:
    assert faults_after(original, lambda connection: connection.execute(statement))
