"""Values behind pseudonyms: sealed on disk, shared by processes, gone when they are forgotten."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from handrail.errors import StoreError
from handrail.privacy.raw import RawStore
from handrail.privacy.vault import Vault


@pytest.fixture(autouse=True)
def _file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")


def test_values_are_sealed_and_read_by_another_process(tmp_path: Path) -> None:
    keeper = Vault(tmp_path).keeper("s1")
    assert keeper.name("PERSON", "Ana Ruiz") == keeper.name("PERSON", "Ana Ruiz") == "[PERSON-1]"
    other = Vault(tmp_path).keeper("s1")
    assert other.known() == {"[PERSON-1]": "Ana Ruiz"}
    assert b"Ruiz" not in (tmp_path / "privacy" / "s1.jsonl").read_bytes()
    if os.name == "posix":
        assert (tmp_path / "privacy" / "s1.jsonl").stat().st_mode & 0o077 == 0


def test_two_writers_never_give_one_pseudonym_to_two_values(tmp_path: Path) -> None:
    one, two = Vault(tmp_path).keeper("s1"), Vault(tmp_path).keeper("s1")
    names = [one.name("PERSON", "Ana Ruiz"), two.name("PERSON", "Ben Oduya"), one.name("PERSON", "Cy Lund")]
    assert len(set(names)) == 3
    assert one.known() == two.known()


def test_a_line_of_another_session_tells_nothing(tmp_path: Path) -> None:
    Vault(tmp_path).keeper("s1").name("EMAIL", "a@b.example.com")
    folder = tmp_path / "privacy"
    (folder / "s2.jsonl").write_bytes((folder / "s1.jsonl").read_bytes())
    assert Vault(tmp_path).keeper("s2").known() == {}


def test_a_changed_line_is_noticed(tmp_path: Path) -> None:
    Vault(tmp_path).keeper("s1").name("EMAIL", "a@b.example.com")
    path = tmp_path / "privacy" / "s1.jsonl"
    path.write_text(path.read_text().replace("[EMAIL-1]", "[EMAIL-2]"))
    with pytest.raises(StoreError, match="cannot be opened"):
        Vault(tmp_path).keeper("s1").known()


def test_originals_are_sealed_revealed_and_go_after_their_days(tmp_path: Path) -> None:
    raw = RawStore(tmp_path)
    raw.keep("s1", "ab12", b"jpeg of somebody")
    raw.keep("s2", "cd34", b"jpeg of somebody else")
    files = list((tmp_path / "privacy" / "raw").rglob("*.sealed"))
    assert len(files) == 2 and not any(b"somebody" in path.read_bytes() for path in files)
    assert list(raw.opened("s1")) == [("ab12", b"jpeg of somebody")]
    past = time.time() - 8 * 86_400
    os.utime(tmp_path / "privacy" / "raw" / "s1" / "ab12.sealed", (past, past))
    assert raw.expire(7) == 1 and list(raw.opened("s1")) == []
    assert raw.forget("s2") == 1 and list(raw.opened("s2")) == []


def test_values_go_when_they_are_forgotten_or_old(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    for session in ("s1", "s2", "s3"):
        vault.keeper(session).name("EMAIL", "a@b.example.com")
    assert vault.forget("s1") and not vault.forget("s1")
    past = time.time() - 31 * 86_400
    os.utime(tmp_path / "privacy" / "s2.jsonl", (past, past))
    assert vault.expire(30) == 1 and vault.expire(30) == 0
    assert [bool(vault.keeper(session).known()) for session in ("s1", "s2", "s3")] == [False, False, True]
    vault.drop("s3")
    assert not (tmp_path / "privacy" / "s3.jsonl").exists()


def test_a_pseudonym_whose_value_is_gone_is_never_given_to_another(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    keeper = vault.keeper("s1")
    assert [keeper.name("PERSON", "Ana Ruiz"), keeper.name("PERSON", "Ben Oduya")] == [
        "[PERSON-1]",
        "[PERSON-2]",
    ]
    assert vault.forget_value("oduya").sessions == ("s1",)
    later = vault.keeper("s1")
    assert later.known() == {"[PERSON-1]": "Ana Ruiz"}
    assert later.name("PERSON", "Cy Lund") == "[PERSON-3]"
    vault.forget("s1")
    assert vault.keeper("s1").name("PERSON", "Di Moor") == "[PERSON-4]"


def test_a_value_goes_however_it_is_written_and_who_still_holds_it_is_named(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    for written in ("Ana Ruiz", "Ana_Ruiz", "ana%20ruiz", "Ana-Ruiz.csv", "Ben"):
        vault.keeper("s1").name("PERSON", written)
    for session in ("s2", "s3"):
        vault.keeper(session).name("PERSON", "Ana Ruiz" if session == "s2" else "Ben")
    assert vault.forget_value("ana ruiz", lambda session: session != "s1") == (("s1",), ("s2",))
    assert [list(vault.keeper(session).known().values()) for session in ("s1", "s2")] == [
        ["Ben"],
        ["Ana Ruiz"],
    ]
