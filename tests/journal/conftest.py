from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.journal.database import DatabaseStore, sqlite_store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "home" / "handrail.db"


@pytest.fixture
def store(database: Path) -> Iterator[DatabaseStore]:
    opened = sqlite_store(database)
    yield opened
    opened.close()
