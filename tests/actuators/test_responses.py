"""The server's answers: heard while a step waits for them, and not beyond."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from handrail.actuators import Act
from handrail.actuators.browser import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.policy import Gate, Policy, Proposal
from handrail.sop.action import Open
from handrail.sop.condition import ResponseWas
from tests.app import App

NEW = ResponseWas(kind="response", path="/new")
Opened = Callable[..., AbstractAsyncContextManager[BrowserSession]]


@pytest.fixture
def opened(launched: LaunchedBrowser, tmp_path: Path) -> Opened:
    """A browser session on a context of its own."""

    @asynccontextmanager
    async def session(*, always: bool = False) -> AsyncIterator[BrowserSession]:
        assert launched.browser is not None
        context = await launched.browser.new_context()
        try:
            yield BrowserSession(context, folder=tmp_path, always_responses=always)
        finally:
            await context.close()

    return session


async def open_page(
    browser: BrowserSession, app: App, path: str, answers: tuple[ResponseWas, ...] | None
) -> list[str]:
    """Open a page and give the paths of the answers that were heard of."""
    action = Open(do="open", url=app.url + path)
    proposal = Proposal(
        node="open",
        attempt=1,
        rung="exact",
        action="Open the page",
        kind="open",
        effect="none",
        page_url="",
        leads_to=action.url,
    )
    gate = Gate(Policy(domains=(app.host,)))
    ticket = gate.admit(proposal, gate.judge(proposal))
    await browser.dispatch(ticket, Act(page="main", action=action, answers=answers))
    return [one.path for one in browser.traces.responses]


async def test_an_answer_is_heard_by_the_step_that_waits_for_it_and_no_further(opened: Opened) -> None:
    with App({"/new": "New", "/list": "List"}) as app:
        async with opened() as browser:
            assert await open_page(browser, app, "/new", (NEW,)) == ["/new"]
            assert browser.traces.of(NEW).held
            assert await open_page(browser, app, "/list", ()) == []
            assert await open_page(browser, app, "/new", ()) == []


async def test_an_answer_that_has_not_come_is_waited_for_also_on_a_way_around(opened: Opened) -> None:
    with App({"/new": "New", "/list": "List"}) as app:
        async with opened() as browser:
            assert await open_page(browser, app, "/list", (NEW,)) == ["/list"]
            assert not browser.traces.of(NEW).held
            assert await open_page(browser, app, "/new", None) == ["/new"]


async def test_where_answers_are_asked_for_at_any_time_all_are_heard(opened: Opened) -> None:
    with App({"/new": "New", "/list": "List"}) as app:
        async with opened(always=True) as browser:
            assert await open_page(browser, app, "/list", ()) == ["/list"]
            assert await open_page(browser, app, "/new", (NEW,)) == ["/new"]
            assert await open_page(browser, app, "/list", None) == ["/list"]


@pytest.mark.parametrize("own", [True, False])
async def test_an_answer_to_what_was_sent_before_the_step_tells_nothing_of_it(
    opened: Opened, own: bool
) -> None:
    """A page that saves by itself was still at the change before: the last one was not saved yet."""
    answering = threading.Event()
    wanted = ResponseWas(kind="response", method="POST", path="/save")
    page = "<h1>Notes</h1><script>const save = () => fetch('/save', {method: 'POST'});"
    before, after = ("", "save();") if own else ("save();", "")
    page += f"{before} addEventListener('hashchange', () => {{ {after} }});</script>"
    with App({"/": page, "/save": lambda received: "{}" if answering.wait(10) else "late"}) as app:
        async with opened() as browser:
            # Another criterion is not fulfilled, so that answers are heard all the time.
            await open_page(browser, app, "/", (NEW, wanted))
            await open_page(browser, app, "/#note", (NEW, wanted))
            answering.set()
            while not browser.traces.responses:
                await browser.traces.more()
            assert browser.traces.of(wanted).held is own
