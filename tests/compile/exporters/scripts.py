"""Running an exported script as its owner would: as a program of its own, without Handrail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from handrail.browser.find import find_browser
from handrail.errors import BrowserMissing


def run_script(
    text: str,
    folder: Path,
    *arguments: str,
    secrets: Mapping[str, str] | None = None,
    answers: str = "",
) -> subprocess.CompletedProcess[str]:
    """The script, run in `folder` with the browser that the tests use; `answers` is what a person types."""
    path = folder / "script.py"
    path.write_text(text, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {f"HANDRAIL_SECRET_{name.upper()}": value for name, value in (secrets or {}).items()}
    # Without another browser, the script starts Playwright's own.
    with suppress(BrowserMissing):
        environment["HANDRAIL_BROWSER"] = str(find_browser(None).path)
    return subprocess.run(
        [sys.executable, str(path), *arguments],
        input=answers,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=120,
    )
