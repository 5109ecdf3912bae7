"""Running the cases: real apps, a real browser, the model by rules behind a provider's real protocol."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.async_api import Browser

from benchmarks.wayfinding.case import Case, Ended, Result
from benchmarks.wayfinding.oracle import oracle
from handrail.approvals import CallbackApprover
from handrail.approvals.approver import Approval
from handrail.browser import LaunchedBrowser
from handrail.browser.signin import save_sign_in
from handrail.journal.views.summary import Summary
from handrail.policy import host_of
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer
from tests.models.server import ModelServer, model_server

SETTINGS = Settings(autonomy="explore", find_seconds=2, verify_seconds=5, navigation_seconds=10, retries=0)
_ACCOUNTS = {"crm": crm.ACCOUNT, "webmail": webmail.ACCOUNT}
_READ_BY_LOOKING = "unread"
"""Looking at a mail marks it as read; that is no effect of an action."""


class Outside:
    """A site that is none of the procedures' business, and counts who comes."""

    def __init__(self) -> None:
        self.visits = 0
        outside = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outside.visits += 1
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"<title>Marketplace</title><h1>Everything is here</h1>")

            do_POST = do_GET  # noqa: N815  # the name is the library's

            def log_message(self, format: str, *args: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"


@contextmanager
def outside() -> Iterator[Outside]:
    """The other site, while the block lasts."""
    site = Outside()
    thread = threading.Thread(target=site.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.server.shutdown()
        site.server.server_close()
        thread.join()


async def results(
    chosen: Sequence[Case], folder: Path, place: Place, launched: LaunchedBrowser
) -> AsyncIterator[Result]:
    """Each case, one after the other."""
    with (
        outside() as other,
        PracticeServer(folder / "apps", partner_url=other.url) as server,
        model_server(oracle) as model,
        _asked_there(model),
    ):
        assert launched.browser is not None
        for app in _ACCOUNTS:
            await _sign_in(launched.browser, server, app, place)
        for case in chosen:
            server.reset()
            server.change(drift=case.drifts)
            before, visits = _rows(server), other.visits
            began = time.monotonic()
            summary = await _run(case, server, place, launched)
            changed = (_rows(server) - before) + (before - _rows(server))
            yield Result(
                case=case,
                ended=_ended(summary),
                calls=summary.model_calls,
                seconds=time.monotonic() - began,
                escapes=other.visits - visits,
                effects=changed.total(),
                why=f"{summary.outcome}: {summary.error}" if summary.error else summary.outcome,
            )


@contextmanager
def _asked_there(model: ModelServer) -> Iterator[None]:
    """The model that is set up is the one by rules."""
    wanted = {"HANDRAIL_MODEL": "compatible:oracle", "HANDRAIL_MODEL_BASE_URL": model.base_url}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


async def _sign_in(browser: Browser, server: PracticeServer, app: str, place: Place) -> None:
    account, url = _ACCOUNTS[app], server.crm_url if app == "crm" else server.webmail_url
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(url)
    await page.get_by_label("Email").fill(account.email)
    await page.get_by_label("Password").fill(account.password)
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url(lambda at: "/sign-in" not in at)
    await save_sign_in(context, place.home, app)
    await context.close()


async def _run(case: Case, server: PracticeServer, place: Place, launched: LaunchedBrowser) -> Summary:
    nobody = CallbackApprover(lambda _: Approval(answer="deny", by="nobody"))
    order = Order(_procedure(case, server), {}, {}, SETTINGS)
    return await run_session(order, place, launched, approver=nobody, stop=StopSignal())


def _procedure(case: Case, server: PracticeServer) -> Sop:
    errand = case.errand
    url = server.crm_url if errand.app == "crm" else server.webmail_url
    return Sop.model_validate(
        {
            "meta": {"id": "errand", "title": errand.name},
            "environment": {
                "start": [{"url": url + errand.start}],
                "domains": [host_of(url)],
                "sign_in": errand.app,
            },
            "nodes": [{"id": "look", **errand.node}, {"id": "end", "type": "end"}],
            "edges": [{"from": "look", "to": "end"}],
        }
    )


def _ended(summary: Summary) -> Ended:
    if summary.outcome in ("done", "done, unverified"):
        return "found"
    # It ended by itself and says what it tried, or was not allowed what it would have needed.
    return (
        "gave up"
        if summary.error and summary.outcome in ("stopped before effect", "cancelled")
        else "neither"
    )


def _rows(server: PracticeServer) -> Counter[tuple[object, ...]]:
    """Everything that the apps' databases hold, but for who is signed in and which mails were looked at."""
    found: Counter[tuple[object, ...]] = Counter()
    for database in (server.crm_database, server.webmail_database):
        with closing(sqlite3.connect(database)) as db:
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            for table in tables:
                if table in ("sessions", "sqlite_sequence"):
                    continue
                columns = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
                kept = ", ".join(f'"{name}"' for name in columns if name != _READ_BY_LOOKING)
                found.update((table, *row) for row in db.execute(f'SELECT {kept} FROM "{table}"'))
    return found
