"""Each benchmark starts as a file, from wherever it is called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "benchmarks").glob("[!_]*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_it_starts_as_a_file(script: Path, tmp_path: Path) -> None:
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [sys.executable, script, "--help"], cwd=tmp_path, env=alone, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
