"""What the guard of a context holds of what its pages ask for, and how often it asks the browser for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.async_api import BrowserContext, Error

from handrail.actuators.browser.guarding import Guard
from handrail.actuators.browser.scripts import Scripts
from handrail.sop.action import Click

CLICK = Click(do="click")


def asked(method: str = "GET") -> dict[str, Any]:
    return {"method": method, "url": "https://app.example/contacts/3/delete", "headers": {}}


def test_what_is_asked_for_long_after_a_press_is_not_that_press(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("handrail.actuators.browser.scripts.time.monotonic", lambda: now)
    scripts = Scripts()
    scripts.acting(CLICK, lambda *_: None)
    now += 20
    assert scripts.judges(asked(), "Fetch"), "the press waited for its element, and is under way"
    scripts.acted()
    now += 4
    assert scripts.judges(asked(), "Fetch")
    now += 60
    assert not scripts.judges(asked(), "Fetch")
    assert scripts.judges(asked("DELETE"), "Fetch"), "who sends a deletion does not ask again and again"


class Browser:
    """Stands for the browser's own session: it knows no frames as targets, and keeps what it is asked."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.tell: Callable[[dict[str, Any]], None] = lambda _: None
        self.targets: dict[str, dict[str, str]] = {}

    async def new_browser_cdp_session(self) -> Browser:
        return self

    def on(self, _: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self.tell = listener

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.sent.append(method)
        if method != "Target.getTargetInfo":
            return {}
        if (target := (params or {})["targetId"]) not in self.targets:
            raise Error("No target with given id found")
        return {"targetInfo": self.targets[target]}

    async def asks(self, kind: str, frame: str = "F") -> int:
        """How often the browser is asked what the frame is, as it asks for something."""
        before, others = self.sent.count("Target.getTargetInfo"), asyncio.all_tasks()
        self.tell({"requestId": "1", "request": asked(), "frameId": frame, "resourceType": kind})
        await asyncio.gather(*(asyncio.all_tasks() - others))
        return self.sent.count("Target.getTargetInfo") - before


async def test_the_browser_is_asked_once_for_a_frame_that_is_no_target() -> None:
    browser = Browser()
    context = SimpleNamespace(browser=browser, on=lambda *_: None)
    guard = Guard(cast(BrowserContext, context), lambda _: None, lambda _: None)
    await guard.watch()
    guard.own("C")
    assert [await browser.asks("XHR"), await browser.asks("XHR"), await browser.asks("Fetch")] == [1, 0, 0]
    await browser.asks("Document")
    assert await browser.asks("XHR") == 1, "another document may be a target"
    # A worker is none yet while its own script is fetched.
    await browser.asks("Script", "W")
    browser.targets["W"] = {"type": "service_worker", "browserContextId": "C"}
    assert (await browser.asks("Fetch", "W"), guard.scripts.asked) == (1, 1)
