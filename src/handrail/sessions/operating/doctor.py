"""What this machine has and lacks for running sessions, and how to mend it."""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final, Literal

from handrail._model import Model
from handrail.browser import launch_browser
from handrail.errors import HandrailError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import NodeEntered, SessionId
from handrail.journal.home import ADDRESS_VARIABLE, open_database
from handrail.models import configured
from handrail.models.checking import check
from handrail.sessions.beginning.modelling import connected

_LEAST_FREE: Final = 500 * 1024**2
_SLOW_MS: Final = 10.0
_SLOW_BROWSER_SECONDS: Final = 5.0
_WRITES: Final = 20

Standing = Literal["good", "slow", "lacking"]


class Check(Model):
    """One thing that was looked at."""

    name: str
    standing: Standing
    found: str
    mend: str | None = None


async def examine(home: Path) -> AsyncIterator[Check]:
    """Look at one thing after the other; what is lacking is told, never raised."""
    yield _python()
    yield see_home(home)
    yield _told("database", lambda: _database(home))
    yield _told("journal", lambda: _writing(home))
    yield await _browser()
    yield await _model(home)


def _python() -> Check:
    found = f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}"
    return Check(name="python", standing="good" if sys.version_info >= (3, 11) else "lacking", found=found)


def see_home(home: Path, least_free: int = _LEAST_FREE) -> Check:
    """Whether the home can be written, and has so many bytes left."""
    existing = next((folder for folder in (home, *home.parents) if folder.is_dir()), home)
    if not os.access(existing, os.W_OK):
        mend = "Give yourself the right to write it, or set HANDRAIL_HOME to another folder."
        return Check(name="home", standing="lacking", found=f"{home} cannot be written", mend=mend)
    free = shutil.disk_usage(existing).free
    found = f"{home}, {free / 1024**3:.1f} GB free"
    if free < least_free:
        mend = "Free some space there, or remove old sessions: handrail session prune."
        return Check(name="home", standing="lacking", found=found, mend=mend)
    return Check(name="home", standing="good", found=found)


def _database(home: Path) -> Check:
    database = open_database(home)
    try:
        return Check(name="database", standing="good", found=database.place)
    finally:
        database.close()


def _writing(home: Path) -> Check:
    """How long a durable write takes where the journals lie; an answer, where the database is shared."""
    shared = bool(os.environ.get(ADDRESS_VARIABLE))
    with tempfile.TemporaryDirectory(dir=home if home.is_dir() else None, prefix=".doctor-") as folder:
        store = DatabaseStore(open_database(home if shared else Path(folder)))
        try:
            writer = JournalWriter(store, SessionId("doctor"))
            millis = statistics.median(_timed(store, None if shared else writer) for _ in range(_WRITES))
        finally:
            store.close()
    found = f"{millis:.1f} ms for " + ("an answer" if shared else "a write that is on disk")
    if millis > _SLOW_MS:
        mend = "Put the home on a local disk: a network folder is slow, and unsafe for SQLite."
        return Check(name="journal", standing="slow", found=found, mend=mend)
    return Check(name="journal", standing="good", found=found)


def _timed(store: DatabaseStore, writer: JournalWriter | None) -> float:
    began = time.perf_counter()
    if writer is None:
        store.head(SessionId("doctor"))
    else:
        writer.write(NodeEntered(kind="node_entered", node="doctor", label="doctor"), durable=True)
    return (time.perf_counter() - began) * 1000


async def _browser() -> Check:
    began = time.monotonic()
    try:
        async with launch_browser() as launched:
            if launched.browser is not None:
                context = await launched.browser.new_context()
                await context.new_page()
            seconds = time.monotonic() - began
            found = f"{launched.choice} {launched.version}, a page after {seconds:.1f} s"
    except HandrailError as error:
        return _lacking("browser", error)
    if seconds > _SLOW_BROWSER_SECONDS:
        mend = "Other programs may keep the machine busy; sessions start as slowly."
        return Check(name="browser", standing="slow", found=found, mend=mend)
    return Check(name="browser", standing="good", found=found)


async def _model(home: Path) -> Check:
    """The model that is set up is asked one short question."""
    try:
        config = configured(home)
        if config is None:
            found = "none is set up; an SOP that asks one says so at its start"
            return Check(name="model", standing="good", found=found)
        provider = connected(config)
        try:
            seconds = await check(provider)
        finally:
            await provider.close()
    except HandrailError as error:
        return _lacking("model", error)
    price = provider.price_list or "its price is not known, so that no budget in money can be held"
    return Check(name="model", standing="good", found=f"{config.model} answered in {seconds:.1f} s; {price}")


def _told(name: str, check: Callable[[], Check]) -> Check:
    try:
        return check()
    except HandrailError as error:
        return _lacking(name, error)
    except OSError as error:
        mend = (
            "Give yourself the right to write there, free some space, or set HANDRAIL_HOME to another folder."
        )
        return Check(
            name=name, standing="lacking", found=f"nothing can be written: {error.strerror}", mend=mend
        )


def _lacking(name: str, error: HandrailError) -> Check:
    place = f"{error.place}: " if error.place else ""
    return Check(name=name, standing="lacking", found=f"{place}{error.message}", mend=error.mend)
