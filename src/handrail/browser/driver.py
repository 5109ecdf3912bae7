"""Starting Playwright's driver, the process between Handrail and the browser, without keys and passwords."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final

from playwright._impl import _transport
from playwright.async_api import Playwright, async_playwright

_TELLING: Final = frozenset(
    "apikey auth authorization cookie credential credentials dsn jwt key keys pass passphrase passwd "
    "password passwords pat pgpassword pwd secret secrets token tokens".split()
)
"""Words in the names of variables that hold what no other program should have."""
_HOLDING: Final = re.compile(
    r"""(?ix) ://[^/@\s]*:[^/@\s]+@                                # an address with a password
    | \b (?:password|passwd|pwd|accountkey|sharedaccesskey) \s* =   # a connection string
    | "(?:private_key|client_secret|password|token)" \s* :          # an account as JSON
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY
    | \b (?:gh[oprsu]_|github_pat_|glpat-|xox[abprs]-|[rs]k_live_|hvs\.) [\w-]{8}
    | \b (?:sk-[\w-]{16} | AKIA[0-9A-Z]{16} | eyJ[\w-]{8,}\.eyJ[\w-]+\.)
    """
)
"""Values that hold such things, whatever the variable is called."""
_OF_PROXY: Final = re.compile(r"(?<=://)[^/@\s]+@")

_ours: ContextVar[bool] = ContextVar("_ours", default=False)
_all_of_it: Final[Any] = vars(_transport)["get_driver_env"]


@asynccontextmanager
async def started_driver() -> AsyncIterator[Playwright]:
    """Playwright, whose driver gets of the environment what is harmless.

    Another Playwright in this process, as of a program that uses Handrail as a library, gets all of it.
    """
    manager = async_playwright()
    # Playwright starts the driver in a task, which takes the context from here.
    ours = _ours.set(True)
    try:
        playwright = await manager.__aenter__()
    finally:
        _ours.reset(ours)
    try:
        yield playwright
    finally:
        await manager.__aexit__()


def harmless_part(environment: Mapping[str, str]) -> dict[str, str | float | bool]:
    """What the browser and its driver get of the environment: pages run in the browser's processes, others
    of the same user can read what each was started with, and a dump of one holds it.

    Nothing of Handrail's own, and no key or password of others, by its name or by what it looks like. A proxy
    is told without user and password, which the browser would not use.
    """
    return {
        name: shown
        for name, value in environment.items()
        if not name.startswith("HANDRAIL_") and _TELLING.isdisjoint(name.lower().split("_"))
        if not _HOLDING.search(
            shown := _OF_PROXY.sub("", value) if name.lower().endswith("_proxy") else value
        )
    }


def _environment_of_the_driver() -> Any:
    """Playwright has no option for it: it copies all that this process has."""
    whole = _all_of_it()
    return harmless_part(whole) if _ours.get() else whole


vars(_transport)["get_driver_env"] = _environment_of_the_driver
