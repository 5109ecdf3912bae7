"""The browser that all tests share, as one that a worker launches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from handrail.browser import LaunchedBrowser


@asynccontextmanager
async def borrowed(launched: LaunchedBrowser) -> AsyncIterator[LaunchedBrowser]:
    yield launched
