"""Giving up what has no effect."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from typing import Any

from handrail.runtime.walk.stopping import StopSignal


async def test_what_fails_as_it_is_given_up_is_not_told_by_a_traceback() -> None:
    """As a look at a page whose browser has just ended."""
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    gone = asyncio.Event()

    async def look() -> None:
        await gone.wait()
        raise RuntimeError("The browser was closed.")

    racing = asyncio.ensure_future(StopSignal().race(look()))
    await _turns()
    gone.set()
    await asyncio.sleep(0)
    racing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await racing
    del racing
    await _turns()
    gc.collect()
    assert told == []


async def _turns() -> None:
    """Let everything run that can."""
    for _ in range(4):
        await asyncio.sleep(0)
