"""Recording in a browser that the tests share: to start one for each takes longer than most recordings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from handrail.recording.browser import Recorder, manifest_of, record_in
from tests.conftest import Browsers, context_of

Recorded = Callable[[str, Path], AbstractAsyncContextManager[Recorder]]
"""Records what is done on an address into a folder."""

SIZE = (1280, 720)


@pytest.fixture(scope="session")
async def recording_browsers() -> AsyncIterator[Browsers]:
    """Launched as `record` launches one."""
    async with AsyncExitStack() as stack:
        yield Browsers(stack, heard_to_the_end=True)


@pytest.fixture
async def recorded(recording_browsers: Browsers) -> Recorded:
    """As `record`, in a context of its own."""
    launched = await recording_browsers.ready()

    @asynccontextmanager
    async def record(url: str, folder: Path) -> AsyncIterator[Recorder]:
        manifest = manifest_of(url, SIZE, f"{launched.choice} {launched.version}")
        async with (
            context_of(launched, SIZE) as context,
            record_in(context, manifest, folder) as recorder,
        ):
            yield recorder

    return record
