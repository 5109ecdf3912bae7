"""Journals from which somebody was erased: no byte of the values is left, and every proof holds."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from handrail.errors import StoreError
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.events.event import Artefact
from handrail.sessions.reports.report_file import session_report
from tests.journal.conftest import either
from tests.journal.stories import SESSION
from tests.sessions.ada import Home, home, keys_in_files

__all__ = ["either", "home", "keys_in_files"]

FORMAT_1 = Path(__file__).parent.parent / "journal" / "fixtures" / "layout-3.sql"


def test_no_byte_of_it_is_left_in_the_database_file(tmp_path: Path) -> None:
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    home.fill()
    home.erase(actors=True)
    home.database.close()
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert b"lovelace" not in path.read_bytes().lower(), path


def test_whoever_still_reads_the_database_is_told_of_and_trying_again_mends_it(tmp_path: Path) -> None:
    path = tmp_path / "home" / "handrail.db"
    home = Home(sqlite_database(path, busy_seconds=0.05), tmp_path / "home")
    home.fill()
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM journal").fetchone()
        for _ in range(2):
            # It is erased, and trying again does not hide that the files still hold it.
            with pytest.raises(StoreError, match="another process reads"):
                home.erase()
    assert home.erase() == ()
    assert b"18151210" not in b"".join(one.read_bytes() for one in path.parent.glob("handrail.db*"))


@pytest.mark.parametrize(
    "edit",
    [
        # Somebody blanks what he has done, and takes away the key that would show it.
        """UPDATE journal SET body = replace(body, 'London', 'Berlin') WHERE kind = 'session_started'""",
        """UPDATE journal SET seal = replace(seal, '"v":2', '"v":1') WHERE kind = 'session_started'""",
        """UPDATE journal SET seal = replace(seal, '"keys":[', '"keys":[null,') WHERE kind = 'proposed'""",
        """UPDATE journal SET body = replace(body, '[erased]', 'Bob') WHERE kind = 'proposed'""",
        """UPDATE journal SET at = '2026-01-01T00:00:00.000000Z' WHERE kind = 'proposed'""",
    ],
)
def test_an_erased_entry_is_as_tamper_evident_as_any_other(tmp_path: Path, edit: str) -> None:
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    home.fill()
    home.erase()
    assert home.findings() == []
    home.database.close()
    with closing(sqlite3.connect(tmp_path / "handrail.db")) as connection:
        connection.executescript("DROP TRIGGER journal_no_update")
        assert connection.execute(edit).rowcount
        connection.commit()
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    assert home.findings()
    home.database.close()


def test_values_that_are_blanked_without_a_record_are_found(tmp_path: Path) -> None:
    """The tool's own way to blank, without the log: as an insider would try it."""
    from handrail.journal.chain.sealing import removed

    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    home.fill()
    entry = next(e for e in home.place.store.read(SESSION) if e.kind == "proposed")
    new = removed(
        entry.body, entry.writer, entry.seal, lambda path, value: "x" if path == "action" else value
    )
    assert new is not None
    home.database.close()
    with closing(sqlite3.connect(tmp_path / "handrail.db")) as connection:
        connection.executescript("DROP TRIGGER journal_no_update")
        values = (new.body, new.seal, entry.seq, SESSION)
        connection.execute("UPDATE journal SET body = ?, seal = ? WHERE seq = ? AND session = ?", values)
        connection.commit()
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    assert ["tells of no such removal" in text for text in home.findings()] == [True]
    home.database.close()


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Home]:
    """A home that the version before wrote: its chain hashes the texts themselves."""
    with closing(sqlite3.connect(tmp_path / "handrail.db")) as connection:
        connection.executescript(FORMAT_1.read_text())
    home = Home(sqlite_database(tmp_path / "handrail.db"), tmp_path)
    home.place.artefacts.put(b"x")
    yield home
    home.database.close()


def test_an_old_journal_is_erased_from_and_goes_on_holding(old: Home) -> None:
    def chain_findings() -> list[str]:
        # The fixture's SOP is no real file.
        return [text for text in old.findings() if " file: " not in text]

    assert "Ada Lovelace" in old.bodies()
    (found,) = old.erase("Ada Lovelace", "4200")
    assert found.erased
    assert "Ada" not in old.bodies() and "4200" not in old.bodies()
    assert chain_findings() == []
    with closing(sqlite3.connect(old.database.place)) as connection:
        connection.executescript("DROP TRIGGER journal_no_update")
        connection.execute("UPDATE journal SET body = replace(body, '[erased]', 'Bob') WHERE seq = 1")
        connection.commit()
    assert chain_findings()


def test_a_backup_of_an_erased_home_is_restored(home: Home, tmp_path: Path) -> None:
    from handrail.sessions.operating.backup import back_up, restore

    home.erase()
    back_up(home.database, home.place.home, tmp_path / "x.backup")
    other = sqlite_database(tmp_path / "other" / "handrail.db")
    restore(tmp_path / "x.backup", other, tmp_path / "other")
    shutil.copytree(home.place.home / "keys", tmp_path / "other" / "keys")
    again = Home(other, tmp_path / "other")
    assert again.findings() == []
    assert Artefact(home.picture) == home.picture
    other.close()


def test_the_report_of_an_erased_session_proves_it_as_before(home: Home) -> None:
    before = session_report(home.place.store, home.place.artefacts, SESSION)
    home.erase(actors=True)
    after = session_report(home.place.store, home.place.artefacts, SESSION)
    assert "lovelace" in before.lower() and "lovelace" not in after.lower()
    for page in (before, after):
        assert "was changed" not in page and "lacks values" not in page
