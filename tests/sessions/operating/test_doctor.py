"""What is told of the machine."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path
from typing import Any

import pytest

from handrail.sessions.operating import doctor


async def test_a_home_that_cannot_be_written_is_told_and_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    told = {check.name: check async for check in doctor.examine(tmp_path)}
    assert (told["journal"].standing, told["browser"].name) == ("lacking", "browser")
    assert "Read-only" in told["journal"].found and told["journal"].mend
