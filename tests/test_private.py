"""Files for their owner alone: whole or as they were."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from handrail.errors import StoreError
from handrail.private import create_private, write_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("durable", [True, False])
def test_a_private_file_is_its_owners_alone_whatever_was_there(tmp_path: Path, durable: bool) -> None:
    path = tmp_path / "deep" / "key"
    write_private(path, "one", what="The key", durable=durable)
    path.chmod(0o644)
    # What somebody put in the temporary file's place, leading elsewhere, is not written to.
    trap = path.with_name(".key.part")
    trap.symlink_to(tmp_path / "elsewhere")
    write_private(path, b"two", what="The key", durable=durable)
    assert (path.read_bytes(), mode(path)) == (b"two", 0o600)
    assert not (tmp_path / "elsewhere").exists()
    assert [one.name for one in path.parent.iterdir()] == ["key"]


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "key"
    write_private(path, "one", what="The key")
    (tmp_path / ".key.part").mkdir()
    with pytest.raises(StoreError, match="The key could not be kept"):
        write_private(path, "two", what="The key")
    assert path.read_text() == "one"


def test_a_file_is_created_once(tmp_path: Path) -> None:
    path = tmp_path / "token"
    assert create_private(path, "one", what="The token")
    assert not create_private(path, "two", what="The token")
    assert (path.read_text(), mode(path)) == ("one", 0o600)
    assert [one.name for one in tmp_path.iterdir()] == ["token"]
