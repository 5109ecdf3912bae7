"""Fixtures that many tests share: a real browser, and a home for journals."""

from __future__ import annotations

import gc
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.async_api import BrowserContext, ViewportSize

from handrail.browser import LaunchedBrowser, launch_browser
from handrail.errors import HandrailError
from handrail.journal.chain.linking import check
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.home import DATABASE, open_home
from handrail.journal.views.gated import Ungated, ungated
from handrail.sessions.service.place import Place
from tests.private_postgres import Server, private_server

# How long an example takes says how busy the machine is, and nothing of the product.
settings.register_profile("handrail", deadline=None)
settings.load_profile("handrail")

# While tests are collected modules come and nothing goes: to look for what is gone takes a third of the time.
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several are run at a time: files of all folders are mixed, so that some work while others wait,
    and the longest begin first, since a long one that begins last keeps everybody waiting."""
    if not hasattr(config, "workerinput"):
        return
    long = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: (item.path not in long, zlib.crc32(item.nodeid.partition("::")[0].encode())))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: it is not looked through any more, and not now either."""
    gc.enable()
    gc.freeze()


class Browsers:
    """One browser for all tests of a process, each of which has contexts of its own; one that a test has
    killed is replaced for the next."""

    def __init__(self, stack: AsyncExitStack, *, heard_to_the_end: bool = False) -> None:
        self._stack = stack
        self._heard_to_the_end = heard_to_the_end
        self._launched: LaunchedBrowser | None = None

    async def ready(self) -> LaunchedBrowser:
        browser = self._launched.browser if self._launched is not None else None
        if self._launched is None or browser is None or not browser.is_connected():
            launching = launch_browser(heard_to_the_end=self._heard_to_the_end)
            self._launched = await self._stack.enter_async_context(launching)
        return self._launched


@asynccontextmanager
async def context_of(launched: LaunchedBrowser, size: tuple[int, int]) -> AsyncIterator[BrowserContext]:
    """A context as a recording has it to itself, in the browser that all tests share."""
    assert launched.browser is not None
    viewport = ViewportSize(width=size[0], height=size[1])
    context = await launched.browser.new_context(viewport=viewport, accept_downloads=True)
    try:
        yield context
    finally:
        await context.close()


@pytest.fixture(scope="session")
async def browsers() -> AsyncIterator[Browsers]:
    async with AsyncExitStack() as stack:
        yield Browsers(stack)


@pytest.fixture
async def launched(browsers: Browsers) -> LaunchedBrowser:
    """A real browser, headless."""
    return await browsers.ready()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Whatever a test ran, in this process or by commands: every action in its journals passed the gate.

    Tests that write journals by hand are marked `journals_by_hand`.
    """
    given = dict(getattr(item, "funcargs", {}))
    yield
    folder = given.get("tmp_path")
    runs = "place" in given or item.path.parent.name in {"cli", "e2e"}
    if folder is None or not runs or item.get_closest_marker("journals_by_hand"):
        return
    for home in (folder, *folder.glob("*/"), *folder.glob("*/*/")):
        if (home / DATABASE).is_file():
            assert not _ungated_in(home), f"{home}: an action without the gate's yes"


def _ungated_in(home: Path) -> list[Ungated]:
    try:
        store = DatabaseStore(sqlite_database(home / DATABASE))
    except HandrailError:
        # Some tests leave a database that is none.
        return []
    found: list[Ungated] = []
    try:
        for record in store.sessions():
            with suppress(HandrailError):
                entries = tuple(store.read(record.session))
                # What a test has tampered with tells nothing of the run.
                if not check(entries):
                    found += ungated(entry.event for entry in entries)
    finally:
        store.close()
    return found


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """An empty home with its journals and files."""
    store, artefacts = open_home(tmp_path / "home")
    yield Place(tmp_path / "home", store, artefacts)
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
