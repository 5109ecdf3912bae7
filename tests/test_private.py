"""Files for their owner alone: whole or as they were."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from handrail.errors import StoreError
from handrail.journal.database.connecting import sqlite_database
from handrail.private import create_private, write_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("durable", [True, False])
def test_a_private_file_is_its_owners_alone_whatever_was_there(tmp_path: Path, durable: bool) -> None:
    path = tmp_path / "deep" / "key"
    write_private(path, "one", what="The key", durable=durable)
    path.chmod(0o644)
    write_private(path, b"two", what="The key", durable=durable)
    assert (path.read_bytes(), mode(path)) == (b"two", 0o600)
    assert [one.name for one in path.parent.iterdir()] == ["key"]


def test_a_home_is_its_owners_alone_and_one_that_is_shared_stays_so(tmp_path: Path) -> None:
    sqlite_database(tmp_path / "mine" / "handrail.db").close()
    assert mode(tmp_path / "mine") == 0o700
    (tmp_path / "shared").mkdir(mode=0o755)
    sqlite_database(tmp_path / "shared" / "handrail.db").close()
    assert mode(tmp_path / "shared") == 0o755


def test_what_cannot_be_written_is_told_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    with pytest.raises(StoreError, match="The key could not be kept"):
        write_private(tmp_path / "key", "two", what="The key")
    assert [one.name for one in tmp_path.iterdir()] == ["key"]


def test_of_several_threads_one_creates_it_and_all_may_write_it(tmp_path: Path) -> None:
    path = tmp_path / "key"
    together = Barrier(8)

    def create(number: int) -> bool:
        together.wait()
        return create_private(path, f"key {number}", what="The key")

    def write(number: int) -> None:
        together.wait()
        write_private(path, f"other {number}", what="The key")

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(create, range(8)))
        assert made.count(True) == 1
        assert path.read_text() == f"key {made.index(True)}"
        list(pool.map(write, range(8)))
    assert path.read_text().startswith("other ")
    assert [one.name for one in tmp_path.iterdir()] == ["key"]


def test_a_file_is_created_once(tmp_path: Path) -> None:
    path = tmp_path / "token"
    assert create_private(path, "one", what="The token")
    assert not create_private(path, "two", what="The token")
    assert (path.read_text(), mode(path)) == ("one", 0o600)
    assert [one.name for one in tmp_path.iterdir()] == ["token"]
