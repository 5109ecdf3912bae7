"""Whoever edits the database, even with all hashes computed anew, is found out."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.linking import START, entry_hash, link
from handrail.journal.chain.log import AUDIT, read_log, unsigned
from handrail.journal.chain.signing import known, rotate, sign_heads
from handrail.journal.chain.store import JournalWriter
from handrail.journal.chain.verification import NAMING
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import Entry, Event, SessionId
from handrail.journal.keeping.proof import Proof, Witnessed, prove
from tests.journal.stories import SESSION, asked, done, ended, entered, sqlite_store, started

OTHER = SessionId("20261122-090000-aaaaaa")
CHAINS = (SESSION, OTHER, AUDIT)
_ANY_TEXT = ["session", "at", "prev", "hash", "kind", "body", "seal", "writer"]


@dataclass(frozen=True)
class Signed:
    """A home whose journals were signed; its keys lie elsewhere."""

    home: Path
    lengths: dict[SessionId, int]

    def proof_after(self, attack: Callable[[sqlite3.Connection], object]) -> Proof:
        """What is found in a copy of the database that somebody edited."""
        copy = self.home / "copy.db"
        shutil.copy(self.home / "handrail.db", copy)
        with closing(sqlite3.connect(copy)) as connection:
            connection.executescript("DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete")
            attack(connection)
            connection.commit()
        store = sqlite_store(copy)
        try:
            return look(store, self.home)
        finally:
            store.close()
            for name in ("copy.db", "copy.db-wal", "copy.db-shm"):
                (self.home / name).unlink(missing_ok=True)


def look(store: DatabaseStore, home: Path, **options: object) -> Proof:
    return prove(store, Artefacts(home / "artefacts"), home, **options)  # type: ignore[arg-type]


@pytest.fixture(autouse=True, scope="module")
def keys_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> object:
    patch = pytest.MonkeyPatch()
    patch.setenv("HANDRAIL_KEYS", str(tmp_path_factory.mktemp("keys")))
    yield
    patch.undo()


def filled(home: Path) -> DatabaseStore:
    store = sqlite_store(home / "handrail.db")
    sop = Artefacts(home / "artefacts").put(b"{}", ".sop.json")
    JournalWriter(store, SESSION).write(started(sop=sop), *done("open", "none"), ended("done"))
    JournalWriter(store, OTHER).write(started(sop=sop), entered("open"), durable=True)
    return store


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory, keys_elsewhere: object) -> Signed:
    home = tmp_path_factory.mktemp("home")
    store = filled(home)
    sign_heads(store, home, [SESSION])
    JournalWriter(store, OTHER).write(ended("cancelled"), durable=True)
    sign_heads(store, home, [SESSION, OTHER])
    lengths = {chain: store.head(chain).seq for chain in CHAINS}
    store.close()
    with closing(sqlite3.connect(home / "handrail.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return Signed(home, lengths)


def test_an_untouched_home_holds_and_all_of_it_is_signed(signed: Signed) -> None:
    proof = signed.proof_after(lambda _: None)
    assert proof.findings == []
    assert proof.whole
    assert {chain.session: chain.unsigned for chain in proof.chains if chain.session != AUDIT} == {
        SESSION: 0,
        OTHER: 0,
    }


# What a forger does to a chain: to its rows, and, where all hashes are computed anew, to its end as well.


def rows(connection: sqlite3.Connection, chain: SessionId) -> list[Entry]:
    query = "SELECT session, seq, at, prev, hash, kind, body, seal, writer FROM journal WHERE session = ?"
    return [Entry(*row) for row in connection.execute(f"{query} ORDER BY seq", (chain,))]


def write_anew(connection: sqlite3.Connection, chain: SessionId, entries: list[Entry]) -> None:
    """Put these entries in the chain's place, each linked to the one before: no key is needed for that."""
    connection.execute("DELETE FROM journal WHERE session = ?", (chain,))
    before = START
    for entry in entries:
        linked = link(before, chain, entry.event, entry.at, entry.writer)
        connection.execute("INSERT INTO journal VALUES (?,?,?,?,?,?,?,?,?)", tuple(linked))
        before = type(START)(linked.seq, linked.hash)
    connection.execute("UPDATE session SET seq = ?, hash = ? WHERE id = ?", (*before, chain))


def other_text(text: str, place: int) -> str:
    at = place % max(len(text), 1)
    return text[:at] + ("x" if text[at : at + 1] != "x" else "y") + text[at + 1 :]


chains = st.sampled_from(CHAINS)
places = st.integers(0, 10_000)
_PROPERTY = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@_PROPERTY
@given(chain=chains, place=places, column=st.sampled_from(_ANY_TEXT), letter=places)
def test_any_single_edit_is_found(
    signed: Signed, chain: SessionId, place: int, column: str, letter: int
) -> None:
    seq = place % signed.lengths[chain] + 1

    def edit(connection: sqlite3.Connection) -> None:
        where = "FROM journal WHERE session = ? AND seq = ?"
        text = connection.execute(f"SELECT {column} {where}", (chain, seq)).fetchone()[0]
        change = f"UPDATE journal SET {column} = ? WHERE session = ? AND seq = ?"
        connection.execute(change, (other_text(text, letter), chain, seq))

    assert not signed.proof_after(edit).holds


@_PROPERTY
@given(chain=chains, picked=st.sets(places, min_size=1, max_size=4))
def test_any_deleted_entries_are_found(signed: Signed, chain: SessionId, picked: set[int]) -> None:
    def edit(connection: sqlite3.Connection) -> None:
        for place in picked:
            seq = place % signed.lengths[chain] + 1
            connection.execute("DELETE FROM journal WHERE session = ? AND seq = ?", (chain, seq))

    assert not signed.proof_after(edit).holds


@_PROPERTY
@given(chain=chains, first=places, step=places)
def test_any_two_entries_that_changed_places_are_found(
    signed: Signed, chain: SessionId, first: int, step: int
) -> None:
    length = signed.lengths[chain]
    one = first % length + 1
    two = (one + step % (length - 1)) % length + 1

    def edit(connection: sqlite3.Connection) -> None:
        for old, new in ((one, -1), (two, one), (-1, two)):
            change = "UPDATE journal SET seq = ? WHERE session = ? AND seq = ?"
            connection.execute(change, (new, chain, old))

    assert one != two
    assert not signed.proof_after(edit).holds


@_PROPERTY
@given(chain=chains, place=places)
def test_any_end_that_was_cut_off_is_found_even_where_the_head_was_set_back(
    signed: Signed, chain: SessionId, place: int
) -> None:
    left = place % signed.lengths[chain]

    def edit(connection: sqlite3.Connection) -> None:
        write_anew(connection, chain, rows(connection, chain)[:left])
        if not left:
            connection.execute("DELETE FROM session WHERE id = ?", (chain,))

    assert not signed.proof_after(edit).holds


@_PROPERTY
@given(chain=chains, place=places, change=st.sampled_from(["drop", "edit", "double", "none"]))
def test_any_chain_that_was_computed_anew_is_found(
    signed: Signed, chain: SessionId, place: int, change: str
) -> None:
    at = place % signed.lengths[chain]

    def edit(connection: sqlite3.Connection) -> None:
        entries = rows(connection, chain)
        if change == "drop":
            del entries[at]
        elif change == "double":
            entries.insert(at, entries[at])
        elif change == "edit":
            entries[at] = entries[at]._replace(at="2026-01-01T00:00:00.000000Z")
        # Unchanged, with new seals alone, it is another chain as well.
        write_anew(connection, chain, entries)

    assert not signed.proof_after(edit).holds


def test_a_session_that_was_removed_without_a_word_is_found(signed: Signed) -> None:
    def edit(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM journal WHERE session = ?", (OTHER,))
        connection.execute("DELETE FROM session WHERE id = ?", (OTHER,))

    assert [finding.kind for finding in signed.proof_after(edit).findings] == ["missing session"]


def test_a_log_that_a_forger_signed_with_a_key_of_his_own_is_found(
    signed: Signed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He computes a session anew, drops the whole log, and signs all of it himself."""
    forged = tmp_path / "handrail.db"
    shutil.copy(signed.home / "handrail.db", forged)
    shutil.copytree(signed.home / "artefacts", tmp_path / "artefacts")
    with closing(sqlite3.connect(forged)) as connection:
        connection.executescript("DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete")
        write_anew(connection, SESSION, rows(connection, SESSION)[:-1])
        connection.execute("DELETE FROM journal WHERE session = ?", (AUDIT,))
        connection.execute("DELETE FROM session WHERE id = ?", (AUDIT,))
        connection.commit()
    store = sqlite_store(forged)
    with pytest.MonkeyPatch.context() as his:
        his.setenv("HANDRAIL_KEYS", str(tmp_path / "his-keys"))
        sign_heads(store, tmp_path, [SESSION, OTHER])
        # To himself, it all holds.
        assert look(store, tmp_path).holds
    found = look(store, tmp_path)
    assert "key" in {finding.kind for finding in found.findings}
    # Whoever has no keys at all, and was told the fingerprint, sees it, too.
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "none"))
    fingerprint = next(iter(look(sqlite_store(signed.home / "handrail.db"), signed.home).keys))
    assert "key" in {finding.kind for finding in look(store, tmp_path, trusted=[fingerprint]).findings}
    store.close()


def test_keys_are_rotated_and_old_checkpoints_go_on_holding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "keys"))
    store = filled(tmp_path)
    sign_heads(store, tmp_path, [SESSION])
    old, new = rotate(store, tmp_path, by="ana", why="a year is over")
    assert old != new
    sign_heads(store, tmp_path, [OTHER])
    proof = look(store, tmp_path)
    assert proof.findings == []
    assert proof.keys == {old: True, new: True}
    assert set(known(tmp_path).publics) == {old, new}
    text = "".join(path.read_text() for path in (tmp_path / "keys").iterdir())
    assert len(text) < 700
    for path in (tmp_path / "keys").iterdir():
        assert path.stat().st_mode & 0o077 == 0
    store.close()


def test_what_was_told_to_a_place_outside_shows_a_log_that_was_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also from somebody who has the key, and sets back the note beside it."""
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "keys"))
    store = filled(tmp_path)
    sign_heads(store, tmp_path, [SESSION, OTHER])
    head = store.head(AUDIT)
    assert look(store, tmp_path, witnessed=[Witnessed("the file", head.seq, head.hash)]).holds
    cut = Witnessed("the file", head.seq + 3, "a" * 64)
    other = Witnessed("the file", head.seq, "a" * 64)
    assert [f.kind for f in look(store, tmp_path, witnessed=[cut, other]).findings] == ["anchor", "anchor"]
    store.close()


def test_what_was_not_signed_yet_is_told_and_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "keys"))
    store = filled(tmp_path)
    sign_heads(store, tmp_path, [SESSION])
    assert unsigned(store, read_log(store)) == (OTHER,)
    proof = look(store, tmp_path)
    assert proof.holds and not proof.whole
    assert {chain.session: chain.unsigned for chain in proof.chains}[OTHER] == 2
    store.close()


def test_a_file_that_was_changed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "keys"))
    store = filled(tmp_path)
    next((tmp_path / "artefacts").rglob("*.sop.json")).write_text("{} ")
    assert {finding.kind for finding in look(store, tmp_path).findings} == {"file"}
    store.close()


def test_an_entry_of_the_log_is_hashed_as_all_others(signed: Signed) -> None:
    store = sqlite_store(signed.home / "handrail.db")
    for entry in store.read(AUDIT):
        assert entry_hash(entry) == entry.hash
        assert json.loads(entry.body)["kind"] in ("key_changed", "heads_signed")
    store.close()


def test_what_whoever_answered_was_shown_is_checked(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "handrail.db")
    artefacts = Artefacts(tmp_path / "artefacts")
    shown = artefacts.put(b"the page, with the button outlined", ".jpg")
    question = asked("save").model_copy(update={"picture": shown})
    JournalWriter(store, SESSION).write(
        started(sop=artefacts.put(b"{}", ".sop.json")), question, ended("done")
    )
    artefacts.path(shown).write_bytes(b"another page")
    (found,) = (one for one in look(store, tmp_path).findings if one.chain == SESSION)
    assert (found.kind, found.message) == ("file", f"The file {shown} was changed.")
    store.close()


def test_no_event_names_a_file_that_is_not_checked() -> None:
    naming = {"picture", "pictures", "recording", "receipt"}
    for event in get_args(get_args(Event)[0]):
        for name, field in event.model_fields.items():
            is_file = "Artefact" in str(field.annotation) or (name in naming and field.annotation is not bool)
            assert not is_file or name in NAMING[event], f"{event.__name__}.{name}"


@pytest.mark.parametrize("kept", [0, 2], ids=["all of it", "what came after its first checkpoint"])
def test_signing_again_hides_no_audit_log_that_was_cut(tmp_path: Path, kept: int) -> None:
    store = filled(tmp_path)
    sign_heads(store, tmp_path, [SESSION])
    sign_heads(store, tmp_path, [OTHER])
    with closing(sqlite3.connect(tmp_path / "handrail.db")) as connection:
        connection.executescript("DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete")
        connection.execute("DELETE FROM journal WHERE session = 'audit' AND seq > ?", (kept,))
        last = "(SELECT hash FROM journal WHERE session = 'audit' AND seq = ?)"
        connection.execute(
            f"UPDATE session SET seq = ?, hash = {last} WHERE id = 'audit'" if kept else
            "DELETE FROM session WHERE id = 'audit' AND ? = ?", (kept, kept)
        )  # fmt: skip
        connection.commit()
    for _ in range(3):
        # As the service does, every minute: with the right key, and without an idea of what happened.
        sign_heads(store, tmp_path, [SESSION, OTHER])
    (found,) = look(store, tmp_path).findings
    assert found.kind == "anchor" and "an earlier note beside the signing key" in found.message
    rotate(store, tmp_path, by="ana", why="restored from the backup of 3 November")
    assert look(store, tmp_path).holds
    store.close()


def test_a_note_of_the_logs_end_that_was_removed_is_told_until_somebody_accepts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, nothing here shows that the log was cut, and the next signature would write a new one."""
    monkeypatch.setenv("HANDRAIL_KEYS", str(tmp_path / "keys"))
    store = filled(tmp_path)
    sign_heads(store, tmp_path, [SESSION])
    assert look(store, tmp_path).findings == []
    next((tmp_path / "keys").glob("audit-head*")).unlink()
    (found,) = look(store, tmp_path).findings
    assert found.kind == "anchor" and "note" in found.message and "key rotate" in found.message
    for _ in range(2):
        sign_heads(store, tmp_path, [SESSION, OTHER])
    (found,) = look(store, tmp_path).findings
    assert "was missing when entry 3 was signed" in found.message
    rotate(store, tmp_path, by="ana", why="the folder was lost")
    assert look(store, tmp_path).findings == []
    store.close()


@pytest.mark.parametrize("also", ["", "audit-public", "log"], ids=["alone", "with the keys", "with the log"])
def test_nobody_hides_a_cut_log_by_removing_the_note_and_what_tells_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, also: str
) -> None:
    monkeypatch.delenv("HANDRAIL_KEYS")
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    store = filled(tmp_path)
    sign_heads(store, tmp_path, [SESSION])
    assert look(store, tmp_path).findings == []
    (tmp_path / "keys" / "audit-head.key").unlink()
    if also == "log":
        with closing(sqlite3.connect(tmp_path / "handrail.db")) as connection:
            connection.executescript("DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete")
            connection.execute("DELETE FROM journal WHERE session = 'audit'")
            connection.execute("DELETE FROM session WHERE id = 'audit'")
            connection.commit()
    elif also:
        (tmp_path / "keys" / f"{also}.key").unlink()
    for times in range(3):
        assert [found.kind for found in look(store, tmp_path).findings] == ["anchor"], times
        sign_heads(store, tmp_path, [SESSION, OTHER])
    store.close()


@pytest.mark.parametrize("chain", [SESSION, "20261122-090000-bbbbbb"], ids=["of a session", "of none"])
def test_an_entry_that_is_of_no_chain_is_found(signed: Signed, chain: str) -> None:
    """Nobody would read it with its session, but what counts over all sessions would count it."""

    def edit(connection: sqlite3.Connection) -> None:
        entry = rows(connection, SESSION)[2]._replace(session=SessionId(chain), seq=-1)
        connection.execute("INSERT INTO journal VALUES (?,?,?,?,?,?,?,?,?)", tuple(entry))

    (found,) = signed.proof_after(edit).findings
    assert (found.chain, found.kind) == (chain, "chain")
