"""A service as it is, and workers that drive a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from handrail.sessions.browsing import BrowserConductor, SharedBrowser
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.service.opening import Service, open_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    opened = open_service(tmp_path / "home")
    yield opened
    opened.close()


def worker(service: Service, browser: SharedBrowser, stage: Stage | None = None) -> Worker:
    conductor = BrowserConductor(service, browser, stage=stage)
    return Worker(
        service.dispatcher, service.work, service.inbox, service.place.store, conductor, look_seconds=0.05
    )
