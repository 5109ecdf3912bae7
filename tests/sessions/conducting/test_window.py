"""Looking in at a session that another process conducts."""

from __future__ import annotations

import asyncio
import socket
import stat
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Error

from handrail.browser import LaunchedBrowser
from handrail.journal.events.event import SessionId
from handrail.runtime.walk.wheel import Wheel
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.conducting.window import look_in, window

SESSION = SessionId("20261122-120000-abcdef")
PAGE = "<title>New</title><input aria-label=Name style='position: absolute; inset: 0; width: 100%'>"


@pytest.fixture
async def context(launched: LaunchedBrowser) -> Any:
    assert launched.browser is not None
    made = await launched.browser.new_context()
    yield made
    await made.close()


async def test_one_looks_in_and_the_person_who_drives_works_there(
    tmp_path: Path, context: BrowserContext
) -> None:
    page = await context.new_page()
    await page.set_content(PAGE)
    stage, wheel = Stage(), Wheel()
    stage.enter(SESSION, context, wheel)
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    async with window(tmp_path, SESSION, context, stage), look_in(tmp_path, told.put_nowait) as view:
        assert view is not None
        assert await told.get() == {"state": "live", "why": ""}
        assert (await view.seat.next()).startswith(b"\xff\xd8")
        assert stage.is_watched(SESSION)
        press = {"kind": "mouse", "x": 0.5, "y": 0.5, "button": "left", "clicks": 1}
        await view.do("ana", {**press, "event": "down"})
        assert await told.get() == {"refused": "Nobody has taken the session over."}
        wheel.begin("ana")
        await view.do("ben", {**press, "event": "down"})
        assert await told.get() == {"refused": "ana drives."}
        await view.do("ana", {"kind": "nothing that is known"})
        assert await told.get() == {"refused": "This is nothing that can be done in a page."}
        for event in ("down", "up"):
            await view.do("ana", {**press, "event": event})
        await view.do("ana", {"kind": "text", "text": "Nora"})
        await page.wait_for_function("document.querySelector('input').value === 'Nora'")


async def test_a_picture_that_could_not_be_had_is_tried_for_again(
    tmp_path: Path, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await context.new_page()).set_content(PAGE)
    begin, failed = context.new_cdp_session, [Error("Target closed")]

    async def beginning(page: Any) -> Any:
        if failed:
            raise failed.pop()
        return await begin(page)

    monkeypatch.setattr(context, "new_cdp_session", beginning)
    monkeypatch.setattr("handrail.sessions.conducting.window.AGAIN_SECONDS", 0.01)
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    async with window(tmp_path, SESSION, context, Stage()), look_in(tmp_path, told.put_nowait) as view:
        assert view is not None
        while (await told.get())["state"] != "live":
            pass
        assert (await view.seat.next()).startswith(b"\xff\xd8")


async def test_nothing_is_pictured_before_somebody_looks(
    tmp_path: Path, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await context.new_page()
    pictured = asyncio.Event()
    begin = context.new_cdp_session

    async def beginning(page: Any) -> Any:
        pictured.set()
        return await begin(page)

    monkeypatch.setattr(context, "new_cdp_session", beginning)
    async with window(tmp_path, SESSION, context, Stage()):
        await page.set_content(PAGE)
        await page.get_by_label("Name").fill("Nora")
        assert not pictured.is_set()
        async with look_in(tmp_path, lambda told: None) as view:
            assert view is not None
            await view.seat.next()
        assert pictured.is_set()


@pytest.mark.parametrize("deep", ["", "d" * 120])
async def test_it_is_the_owners_alone_and_is_gone_at_the_end(
    tmp_path: Path, context: BrowserContext, deep: str
) -> None:
    folder = tmp_path / deep
    await context.new_page()
    async with look_in(folder, lambda told: None) as view:
        assert view is None
    async with window(folder, SESSION, context, Stage()):
        (door,) = folder.iterdir()
        assert stat.S_IMODE(door.stat().st_mode) == 0o600
        async with look_in(folder, lambda told: None) as view:
            assert view is not None
            await view.seat.next()
    assert not [*folder.iterdir()]


async def test_the_picture_ends_with_the_window(tmp_path: Path, context: BrowserContext) -> None:
    await context.new_page()
    opened = window(tmp_path, SESSION, context, Stage())
    await opened.__aenter__()
    async with look_in(tmp_path, lambda told: None) as view:
        assert view is not None
        await view.seat.next()
        await opened.__aexit__(None, None, None)
        await view.over
    assert not [*tmp_path.iterdir()]


async def test_what_a_killed_process_left_is_no_window_and_in_nobodys_way(
    tmp_path: Path, context: BrowserContext
) -> None:
    await context.new_page()
    async with window(tmp_path, SESSION, context, Stage()):
        (door,) = tmp_path.iterdir()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(door))
    async with look_in(tmp_path, lambda told: None) as view:
        assert view is None
    async with (
        window(tmp_path, SESSION, context, Stage()),
        look_in(tmp_path, lambda told: None) as view,
    ):
        assert view is not None
        await view.seat.next()
