"""Record real input on a page, compile, run, and compare what the server received both times."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.approvals import CallbackApprover
from handrail.approvals.approver import Approval
from handrail.browser import LaunchedBrowser
from handrail.compile import compile_recording
from handrail.journal.views.summary import Summary
from handrail.recording.browser import Recorder, manifest_of, record_in
from handrail.recording.store import load_recording
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.foreground import run_session
from handrail.sessions.given.inputs import resolve_inputs
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail.sop.format import load, save
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems
from tests.app import App
from tests.conftest import context_of
from tests.pace import quick

Drive = Callable[[Page, Recorder], Awaitable[None]]


def begun_at(sop: Sop, url: str) -> Sop:
    """The SOP, begun on another page of the app."""
    start = sop.environment.start[0].model_copy(update={"url": url})
    return sop.model_copy(update={"environment": sop.environment.model_copy(update={"start": (start,)})})


@dataclass
class RoundTrip:
    """Shows, compiles and repeats; every part is kept for the test to look at."""

    folder: Path
    place: Place
    launched: LaunchedBrowser
    sop: Sop | None = None

    async def show(self, url: str, drive: Drive, name: str = "recording") -> Sop:
        """Record `drive`'s real input on `url`, compile it, and check the SOP."""
        size = (1280, 720)
        manifest = manifest_of(url, size, f"{self.launched.choice} {self.launched.version}")
        async with (
            context_of(self.launched, size) as context,
            record_in(context, manifest, self.folder / name) as recorder,
        ):
            await drive(recorder.page, recorder)
            await recorder.settled()
        path = self.folder / f"{name}.sop.json"
        save(path, compile_recording(load_recording(self.folder / name)))
        self.sop = load(path)
        errors = [p for p in problems(self.sop) if p.severity == "error"]
        assert not errors, "\n".join(map(str, errors))
        return self.sop

    async def repeat(
        self,
        sop: Sop,
        values: dict[str, str] | None = None,
        secrets: dict[str, str] | None = None,
        *,
        verify_seconds: float = 5,
    ) -> Summary:
        """Run the SOP on these values."""
        assert not blocking(sop), "\n".join(map(str, blocking(sop)))
        inputs = resolve_inputs(sop, values or {}, folder=self.folder)
        return await run_session(
            Order(sop, inputs, secrets or {}, quick(find_seconds=3, verify_seconds=verify_seconds)),
            self.place,
            self.launched,
            approver=CallbackApprover(lambda _: Approval(answer="deny", by="nobody")),
            stop=StopSignal(),
        )

    async def same(self, app: App, drive: Drive, *, path: str = "/") -> list[tuple[str, str]]:
        """Assert that the run makes the server receive what the person made it receive, and return that."""
        sop = await self.show(app.url + path, drive)
        shown = told(app)
        app.received.clear()
        summary = await self.repeat(sop)
        assert summary.outcome in {"done", "done, unverified"}, f"{summary.outcome}: {summary.error}"
        assert told(app) == shown
        assert shown, "the demonstration told the server nothing"
        return shown


def told(app: App) -> list[tuple[str, str]]:
    """What the server was told: path and content of every POST, in order."""
    return [
        (r.path, r.query.get("what") or "&".join(f"{k}={v}" for k, v in sorted(r.form.items())))
        for r in app.received
        if r.method == "POST"
    ]


@pytest.fixture
def round_trip(tmp_path: Path, place: Place, launched: LaunchedBrowser) -> RoundTrip:
    return RoundTrip(tmp_path, place, launched)
