"""The promised Pythons: `scripts/check-pythons` looks for each, and says which it did not look at."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROMISED = re.findall(
    r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8")
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder that stands for PATH, HOME and pyenv; no interpreter is in it."""
    (tmp_path / "bin").mkdir()
    return tmp_path


def stand_in(path: Path, says: str, code: int = 0) -> None:
    """An interpreter that says this of itself."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {says}\nexit {code}\n", encoding="utf-8")
    path.chmod(0o755)


def listed(place: Path, *asked: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": str(place / "bin"), "HOME": str(place), "PYENV_ROOT": str(place)}
    return subprocess.run(
        [sys.executable, ROOT / "scripts" / "check-pythons", "--list", *asked],
        env=environment,
        capture_output=True,
        text=True,
    )


def test_what_is_not_here_was_not_looked_at_and_is_said(place: Path) -> None:
    stand_in(place / "bin" / f"python{PROMISED[0]}", f"{PROMISED[0]}.4")
    told = listed(place)
    assert told.stdout.splitlines() == [f"· {PROMISED[0]}.4: {place / 'bin'}/python{PROMISED[0]}"]
    assert f"NOT LOOKED AT, no interpreter is here: {', '.join(PROMISED[1:])}" in told.stderr
    assert told.returncode == 0
    assert listed(place, "--every").returncode == 1


def test_with_no_interpreter_nothing_was_shown(place: Path) -> None:
    assert listed(place).returncode == 1


def test_one_that_lacks_a_part_or_is_another_version_is_passed_over_for_the_newest_whole_one(
    place: Path,
) -> None:
    version = PROMISED[-1]
    stand_in(place / "bin" / f"python{version}", "No module named '_sqlite3'", code=1)
    stand_in(place / "versions" / f"{version}.2" / "bin" / "python3", f"{version}.2")
    stand_in(place / "versions" / f"{version}.10" / "bin" / "python3", f"{version}.10")
    stand_in(place / "versions" / f"{version}.11" / "bin" / "python3", "3.9.1")
    assert f"· {version}.10: " in listed(place).stdout


def test_the_pinned_packages_are_made_for_the_oldest_version_that_is_promised() -> None:
    assert f"--python-version {PROMISED[0]} " in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f'requires-python = ">={PROMISED[0]}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
