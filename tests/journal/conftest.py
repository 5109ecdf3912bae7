from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.journal.database.connecting import Database, postgres_database, sqlite_database
from handrail.journal.database.journals import DatabaseStore
from tests.journal.stories import sqlite_store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "home" / "handrail.db"


@pytest.fixture
def store(database: Path) -> Iterator[DatabaseStore]:
    opened = sqlite_store(database)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        opened = sqlite_database(tmp_path / "home" / "handrail.db")
    else:
        opened = postgres_database(request.getfixturevalue("postgres"))
    yield opened
    opened.close()
