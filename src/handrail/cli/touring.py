"""`handrail serve --demo`: a home of its own with the practice CRM, a procedure, and one finished session."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from handrail.browser import launch_browser
from handrail.cli.demonstrating import compile_shown, practice_crm, record_shown, row_of
from handrail.cli.output import say
from handrail.console.library import owned
from handrail.errors import EnvironmentLack
from handrail.home import handrail_home
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.given.inputs import SECRET_VARIABLE_PREFIX, resolve_inputs, secret_names
from handrail.sessions.service.place import Order, Place
from handrail.sessions.service.users import local_user
from handrail.sop.document import Sop
from handrail.sop.format import load, save

_SOP: Final = Path("sops") / "add-contact.sop.json"


@dataclass(frozen=True)
class Practice:
    """What the tour is about."""

    home: Path
    app_url: str


@contextmanager
def practice(*, headless: bool) -> Iterator[Practice]:
    """The demo's home, made at the first time, with the practice CRM served while the context lasts.

    Raises EnvironmentLack where the practice apps are not installed, or their port is taken.
    """
    home = handrail_home() / "demo"
    port = _port(home)
    try:
        server = practice_crm(home / "apps", port=port)
    except OSError as error:
        raise EnvironmentLack(
            f"The practice CRM's port {port} is taken: {error.strerror}.",
            mend=f"End what uses it, perhaps another `handrail serve --demo`, or remove {home}.",
        ) from error
    from handrail_practice.crm import ACCOUNT

    with server:
        if not port:
            say("Preparing the tour: somebody adds a contact, Handrail does it again (once, some seconds) …")
            asyncio.run(_prepare(home, server.crm_url, headless))
        for name in secret_names(load(home / _SOP)):
            os.environ[SECRET_VARIABLE_PREFIX + re.sub(r"\W", "_", name).upper()] = ACCOUNT.password
        say(f"The practice CRM runs at {server.crm_url} (sign in as {ACCOUNT.email}, {ACCOUNT.password})")
        yield Practice(home, server.crm_url)


def _port(home: Path) -> int:
    """The port that the demo's procedure knows its app by; 0 where there is none yet."""
    path = home / _SOP
    return urlsplit(load(path).environment.start[0].url).port or 0 if path.is_file() else 0


async def _prepare(home: Path, url: str, headless: bool) -> None:
    """Show, compile, and run once. The procedure is put into its place last: until then all is made anew."""
    from handrail.journal.home import open_home
    from handrail_practice.demonstration import OTHERS

    shown = home / "recordings" / "add-contact"
    shutil.rmtree(shown, ignore_errors=True)
    await record_shown(url, shown, headless)
    draft = home / "draft.sop.json"
    sop = owned(compile_shown(shown, draft), local_user().name)
    save(draft, sop)
    store, artefacts = open_home(home)
    try:
        await _run(sop, row_of(sop, OTHERS[0]), Place(home, store, artefacts), home / _SOP, headless)
    finally:
        store.close()
    (home / _SOP).parent.mkdir(parents=True, exist_ok=True)
    draft.replace(home / _SOP)


async def _run(sop: Sop, given: dict[str, str], place: Place, path: Path, headless: bool) -> None:
    from handrail.approvals import TerminalApprover
    from handrail.sessions.foreground import run_session
    from handrail_practice.crm import ACCOUNT

    inputs = resolve_inputs(sop, given, folder=place.home)
    secrets = dict.fromkeys(secret_names(sop), ACCOUNT.password)
    async with launch_browser(headless=headless) as launched:
        await run_session(
            Order(sop, inputs, secrets, Settings(), path=path),
            place,
            launched,
            approver=TerminalApprover(),
            stop=StopSignal(),
        )
