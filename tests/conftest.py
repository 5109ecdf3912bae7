"""Fixtures that many tests share: a real browser, and a home for journals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from handrail.browser import LaunchedBrowser, launch_browser
from handrail.journal.gated import ungated
from handrail.journal.home import open_home
from handrail.sessions.place import Place
from scripts.private_postgres import Server, private_server


@pytest.fixture
async def launched() -> AsyncIterator[LaunchedBrowser]:
    """A real browser, headless."""
    async with launch_browser() as browser:
        yield browser


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """An empty home with its journals and files. In the end every action in it must have passed the gate."""
    store, artefacts = open_home(tmp_path / "home")
    yield Place(tmp_path / "home", store, artefacts)
    for record in store.sessions():
        assert not ungated(entry.event for entry in store.read(record.session))
    store.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL server of the tests' own."""
    with private_server() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: Server) -> str:
    """The address of an empty PostgreSQL database."""
    return postgres_server.database()
