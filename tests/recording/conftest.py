"""Recording in a browser that the tests share: to start one for each takes longer than most recordings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from handrail.browser import LaunchedBrowser, launch_browser
from handrail.recording.browser import Recorder, manifest_of, record_in

Recorded = Callable[[str, Path], AbstractAsyncContextManager[Recorder]]
"""Records what is done on an address into a folder."""

SIZE = (1280, 720)


@pytest.fixture(scope="session")
async def recording_browser() -> AsyncIterator[LaunchedBrowser]:
    """A browser as `record` launches it."""
    async with launch_browser(heard_to_the_end=True) as launched:
        yield launched


@pytest.fixture
def recorded(recording_browser: LaunchedBrowser) -> Recorded:
    """As `record`, in a context of its own."""

    @asynccontextmanager
    async def record(url: str, folder: Path) -> AsyncIterator[Recorder]:
        assert recording_browser.browser is not None
        context = await recording_browser.browser.new_context(
            viewport={"width": SIZE[0], "height": SIZE[1]}, accept_downloads=True
        )
        try:
            manifest = manifest_of(url, SIZE, f"{recording_browser.choice} {recording_browser.version}")
            async with record_in(context, manifest, folder) as recorder:
                yield recorder
        finally:
            await context.close()

    return record
