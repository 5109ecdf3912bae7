"""A text without an element of its own goes to what has the focus, and nowhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.actuators import Act
from handrail.actuators.browser import BrowserSession
from handrail.browser import LaunchedBrowser
from handrail.errors import Blocked, PermanentError, TargetNotFound
from handrail.policy import Gate, Policy
from handrail.sop.action import Action, Open, Press, Type
from handrail.sop.condition import ResponseWas, UrlIs
from tests.actuators.test_ticket import proposal
from tests.app import App

LISTENS = "<title>-</title><input><script>onkeydown = (e) => { document.title += e.key }</script>"


@asynccontextmanager
async def session_on(
    launched: LaunchedBrowser, folder: Path, app: App
) -> AsyncIterator[tuple[BrowserSession, Gate, Page]]:
    """A session with the app's first page open."""
    assert launched.browser is not None
    context = await launched.browser.new_context()
    session, gate = BrowserSession(context, folder=folder), Gate(Policy(domains=(app.host,)))
    try:
        await do(session, gate, Open(do="open", url=app.url))
        yield session, gate, context.pages[0]
    finally:
        await context.close()


async def do(
    session: BrowserSession,
    gate: Gate,
    action: Action,
    *,
    secret: bool = False,
    answers: tuple[ResponseWas, ...] | None = None,
) -> None:
    leads_to = action.url if isinstance(action, Open) else None
    wanted = proposal("", kind=action.do, leads_to=leads_to, page_url=session.url("main"))
    await session.dispatch(
        gate.admit(wanted, gate.judge(wanted)), Act("main", action, secret=secret, answers=answers)
    )


async def test_nothing_is_typed_where_nothing_has_the_focus(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    text = Type(do="type", text="ab")
    with App({"/": LISTENS}) as app:
        async with session_on(launched, tmp_path, app) as (session, gate, page):
            with pytest.raises(TargetNotFound, match="has the focus"):
                await do(session, gate, text)
            assert await page.title() == "-"
            await page.focus("input")
            with pytest.raises(PermanentError, match="secret"):
                await do(session, gate, text, secret=True)
            await do(session, gate, text)
            assert await page.input_value("input") == "ab"
            # Keys have led on: a page that hears them on its body knows which of its cells is meant.
            await page.evaluate("document.activeElement.blur()")
            await do(session, gate, Press(do="press", keys="ArrowDown"))
            await do(session, gate, Type(do="type", text="c"))
            assert await page.title() == "-abArrowDownc"


async def test_a_text_goes_to_the_page_that_a_step_has_brought(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    # Any letter brings up the board's search.
    leads = "<title>-</title><script>onkeydown = () => { location = '/board' }</script>"
    text = Type(do="type", text="ab")
    with App({"/": leads, "/board": LISTENS}) as app:
        async with session_on(launched, tmp_path, app) as (session, gate, page):
            board = Open(do="open", url=app.url + "/board")
            await do(session, gate, board, answers=())
            await do(session, gate, text, answers=())
            assert await page.title() == "-ab"
            await do(session, gate, Open(do="open", url=app.url), answers=())
            await do(session, gate, Press(do="press", keys="x"), answers=())
            there = UrlIs(kind="url", path="/board")
            await session.look("main", conditions=(there,), timeout=5)
            await do(session, gate, text, answers=())
            assert await page.title() == "-ab"
            # What the app, or a session that goes on, opens once more has lost what was meant.
            await session.look("main", conditions=(there,), timeout=5)
            async with page.expect_navigation():
                await page.evaluate("location.reload()")
            with pytest.raises(TargetNotFound, match="has the focus"):
                await do(session, gate, text, answers=())
            await do(session, gate, board)
            with pytest.raises(TargetNotFound, match="has the focus"):
                await do(session, gate, text, answers=())


async def test_nothing_is_typed_into_a_frame_of_a_foreign_page(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    with App({"/": LISTENS}, host="localhost") as foreign, App({}) as app:
        app.pages["/"] = f"<input><iframe src='{foreign.url}'></iframe>"
        async with session_on(launched, tmp_path, app) as (session, gate, page):
            field = page.frame_locator("iframe").locator("input")
            await field.focus()
            with pytest.raises(Blocked, match="nothing was sent there"):
                await do(session, gate, Type(do="type", text="ab"))
            assert await field.input_value() == ""


async def test_a_letter_without_a_key_goes_to_what_has_the_focus_and_to_no_other_field(
    launched: LaunchedBrowser, tmp_path: Path
) -> None:
    # A list of the page's own: it takes keys, while the caret stays in the field that was filled in before.
    page_text = LISTENS + "<span role=combobox tabindex=0 aria-label=Product>All</span>"
    with App({"/": page_text}) as app:
        async with session_on(launched, tmp_path, app) as (session, gate, page):
            await page.fill("input", "1")
            for text in ("Mü", "é"):
                await page.evaluate("document.querySelector('span').focus()")
                await do(session, gate, Type(do="type", text=text))
            assert await page.input_value("input") == "1"
            assert await page.title() == "-Müé"
            await page.focus("input")
            await do(session, gate, Type(do="type", text="ß"))
            assert await page.input_value("input") == "1ß"
