"""The `handrail` command as people run it: a process of its own, with a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

Ran = subprocess.CompletedProcess[str]


def handrail(*arguments: str, home: Path | None = None, environment: Mapping[str, str] | None = None) -> Ran:
    """Run a command line to its end."""
    return subprocess.run(
        [sys.executable, "-c", "from handrail.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=_environment(home, environment),
        check=False,
    )


def _environment(home: Path | None, more: Mapping[str, str] | None) -> dict[str, str]:
    environment = {**os.environ, **(more or {})}
    if home is not None:
        environment["HANDRAIL_HOME"] = str(home)
    return environment
