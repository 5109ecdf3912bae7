"""What the browser says of itself stands behind what the page told late of its cause."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Sequence

from handrail.recording.order import Order, Told, Work, now


class Written:
    """An order, and what it gave on."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.asked = asyncio.Event()
        self.wrote = asyncio.Event()
        self.order = Order(self._done)

    def _done(self, work: Work) -> None:
        # Nothing in it waits: one step runs it through.
        with contextlib.suppress(StopIteration):
            work.send(None)
        self.wrote.set()

    async def _write(self, words: Sequence[str]) -> None:
        self.words += words

    def told(self, *lines: Told, waited: int) -> None:
        message = json.dumps([waited, *lines])
        self.order.told(message, lambda heard: self._write([line["kind"] for line in heard]))

    def said(self, word: str, *, began: float = 0) -> None:
        self.order.said(self._write([word]), self._answer, began=began)

    def put(self, word: str) -> None:
        self.order.put(self._write([word]))

    async def _answer(self) -> None:
        await self.asked.wait()


def at(seconds: float, kind: str) -> Told:
    return {"kind": kind, "t": (time.time() + seconds) * 1000}


async def test_a_dialog_stands_behind_the_letter_that_brought_it() -> None:
    written = Written()
    written.said("dialog")
    written.told({"kind": "target"}, at(-1, "letter"), at(60, "next letter"), waited=3)
    assert written.words == ["target", "letter", "dialog", "next letter"]


async def test_what_did_not_wait_came_after_what_was_said() -> None:
    written = Written()
    written.said("response")
    written.told(at(-1, "letter"), at(-1, "click"), waited=1)
    assert written.words == ["letter", "response", "click"]


async def test_a_dialog_stands_behind_the_click_that_its_page_had_no_time_to_tell() -> None:
    written = Written()
    written.said("dialog", began=now())
    written.told(at(-1, "letter"), at(-1, "click"), at(60, "next click"), waited=1)
    assert written.words == ["letter", "click", "dialog", "next click"]


async def test_a_click_stands_before_the_response_that_was_asked_for_behind_it() -> None:
    written = Written()
    written.said("response", began=now() - 500)
    written.told(at(-1, "click"), at(-0.1, "next click"), waited=0)
    assert written.words == ["click", "response", "next click"]


async def test_a_page_that_has_nothing_to_tell_holds_nothing_up() -> None:
    written = Written()
    written.said("response")
    assert written.words == []
    written.asked.set()
    await written.wrote.wait()
    assert written.words == ["response"]


async def test_the_browsers_own_events_keep_their_order() -> None:
    written = Written()
    written.said("response")
    written.said("dialog")
    written.put("tab closed")
    assert written.words == ["response", "dialog", "tab closed"]
