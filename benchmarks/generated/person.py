"""The person at a generated app: real input only, guided by what the page knows to come next."""

from __future__ import annotations

import json
from typing import Any

from playwright.async_api import Dialog, ElementHandle, Error, Page

from benchmarks.generated.task import Work

_MOST_ACTIONS = 160


class Lost(Exception):
    """The person found no way on: a fault of the generated page, not of the product."""


async def do(page: Page, work: Work) -> list[str]:
    """Does the work; returns what was done. Raises Lost where it does not end."""
    told = {"deed": work.deed, "record": work.record, "values": dict(work.values)}
    done: list[str] = []

    page.on("dialog", _answered_yes)
    await page.wait_for_function("() => Boolean(window.__person)", timeout=20_000)
    waited = 0
    while len(done) < _MOST_ACTIONS and waited < 120:
        try:
            handle = await page.evaluate_handle("work => window.__person(work)", told)
        except Error as error:
            raise Lost(f"page: {error.message[:300]} after {done[-3:]}") from error
        what = await (await handle.get_property("do")).json_value()
        if what == "done":
            return done
        if what == "wait":
            waited += 1
            await page.wait_for_timeout(50)
            continue
        text = await (await handle.get_property("text")).json_value()
        el = (await handle.get_property("el")).as_element()
        if el is None:
            raise Lost(f"nothing to {what} after {done[-3:]}")
        done.append(f"{what} {text or ''} {(await el.inner_text() if await el.is_visible() else '')[:30]!r}")
        try:
            await _act(page, what, el, text, handle)
        except Exception as error:
            raise Lost(f"{what}: {str(error).splitlines()[0]} after {done[-3:]}") from error
        # As slow as a person's hand, so that what follows an action is seen to follow it.
        await page.wait_for_timeout(120)
    raise Lost(f"no end after {json.dumps(done[-4:])}")


async def _answered_yes(dialog: Dialog) -> None:
    await dialog.accept()


async def _act(page: Page, what: str, el: ElementHandle, text: str | None, handle: Any) -> None:
    if what in ("press", "context", "double"):
        times = 2 if what == "double" else 1
        await el.click(button="right" if what == "context" else "left", click_count=times, timeout=3000)
    elif what == "hover":
        await el.hover(timeout=3000)
    elif what == "type":
        await el.click(timeout=3000)
        await page.keyboard.press("Control+a")
        await page.keyboard.type(text or "", delay=8)
        key = await (await handle.get_property("key")).json_value()
        if key:
            await page.keyboard.press(key)
    elif what == "choose":
        await el.focus()
        await page.keyboard.type(text or "", delay=4)
    elif what == "keys":
        await el.focus()
        await page.keyboard.press(text or "")
    elif what == "date":
        await el.focus()
        year, month, day = (text or "").split("-")
        await page.keyboard.type(f"{month}{day}{year}", delay=10)
    elif what == "time":
        await el.focus()
        hour, minute = (int(part) for part in (text or "").split(":"))
        half = "PM" if hour >= 12 else "AM"
        await page.keyboard.type(f"{hour % 12 or 12:02}{minute:02}{half}", delay=10)
    elif what in ("option", "with-control"):
        await el.click(modifiers=["Control"] if what == "with-control" else [], timeout=3000)
    elif what == "wheel":
        await el.hover(timeout=3000)
        await page.mouse.wheel(0, float(text or 0))
    elif what == "drag":
        onto = (await handle.get_property("onto")).as_element()
        assert onto is not None
        await _drag(page, el, onto)
    else:
        raise Lost(f"cannot {what}")


async def _drag(page: Page, el: ElementHandle, onto: ElementHandle) -> None:
    start, end = await el.bounding_box(), await onto.bounding_box()
    assert start is not None and end is not None
    await page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 10)
    await page.mouse.down()
    for part in range(1, 9):
        await page.mouse.move(
            start["x"] + (end["x"] + end["width"] / 2 - start["x"]) * part / 8,
            start["y"] + 10 + (end["y"] + end["height"] / 2 - start["y"] - 10) * part / 8,
        )
    await page.mouse.up()
