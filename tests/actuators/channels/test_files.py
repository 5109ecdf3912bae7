"""Looking at the files of a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handrail.actuators.channels.files import read_files
from handrail.errors import PermanentError
from handrail.sop.condition import FileIs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "contacts-7.csv").write_text(
        '﻿name;mail\n"Ann\nB";a@x.test\nZoë;z@x.test\n\n', encoding="utf-8"
    )
    (tmp_path / "empty.csv").touch()
    (tmp_path / "scan.pdf").write_bytes(b"%PDF\xff\xfe")
    return tmp_path


@pytest.mark.parametrize(
    ("fields", "held", "seen"),
    [
        ({"name": "contacts-*.csv"}, True, "contacts-7.csv: 45 bytes"),
        ({"name": "*.csv", "rows": 2, "contains": "Zoë"}, True, "2 rows"),
        ({"name": "*.csv", "rows": 3}, False, "2 rows"),
        ({"name": "contacts-7.csv", "contains": "Ann B"}, True, ""),
        ({"name": "contacts-7.csv", "matches": "^Zo.;"}, False, ""),
        ({"name": "contacts-7.csv", "matches": "Zo.;z@"}, True, ""),
        ({"name": "empty.csv", "at_least_bytes": 1}, False, "empty.csv: 0 bytes"),
        ({"name": "empty.csv", "rows": 0}, True, "0 rows"),
        ({"name": "scan.pdf", "at_least_bytes": 6}, True, ""),
        ({"name": "*.xlsx"}, False, "no such file"),
    ],
)
def test_one_file_has_to_be_as_stated(folder: Path, fields: dict[str, Any], held: bool, seen: str) -> None:
    finding = read_files(folder, FileIs(kind="file", **fields))
    assert finding.held == held, finding.seen
    assert seen in (finding.seen or "")


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/passwd"])
def test_nothing_outside_the_folder_is_looked_at(folder: Path, name: str) -> None:
    with pytest.raises(PermanentError, match="does not stay"):
        read_files(folder, FileIs(kind="file", name=name))
