"""What a service does for the audit beside the runs, as one: signing, streams, alerts, anchors, retention."""

from __future__ import annotations

import asyncio
import json
import os
import time
from contextlib import closing
from pathlib import Path

import pytest

from handrail.errors import EnvironmentLack, UsageError
from handrail.journal.chain.log import read_log
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import SessionId
from handrail.sessions.audit import keeping
from handrail.sessions.audit.keeping import Keeper
from handrail.sessions.service.opening import open_service
from handrail.sessions.tables.given_files import keep_given
from tests.app import Answer, App, Received
from tests.journal.stories import SESSION, done, ended, judged, started

LATER = SessionId("20261122-090000-aaaaaa")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    for name in ("SIGN_SECONDS", "STREAM_SECONDS", "ALERT_SECONDS"):
        monkeypatch.setattr(keeping, name, 0.01)


class Outside:
    """A place on loopback that hears streams, alerts and anchors; the stream's fails at first."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.entries: list[tuple[str, int]] = []
        self.alerts: list[str] = []
        self.refused = 0
        self.heard = asyncio.Event()
        self.app = App({"/stream": self._stream, "/alert": self._alert})

    def _stream(self, request: Received) -> Answer:
        if not self.refused:
            self.refused = 1
            return Answer("not now", 503)
        for entry in json.loads(request.body)["entries"]:
            self.entries.append((entry["session"], entry["seq"]))
        self._tell()
        return Answer("{}")

    def _alert(self, request: Received) -> str:
        self.alerts.append(json.loads(request.body)["text"])
        self._tell()
        return "{}"

    def _tell(self) -> None:
        self._loop.call_soon_threadsafe(self.heard.set)

    async def until(self, holds: object) -> None:
        """Wait for what comes, until something holds."""
        assert callable(holds)
        async with asyncio.timeout(60):
            while not holds():
                self.heard.clear()
                await self.heard.wait()


async def test_all_of_it_goes_on_beside_the_runs_and_a_failure_is_told_once(tmp_path: Path) -> None:
    service = open_service(tmp_path)
    store = service.place.store
    sop = service.place.artefacts.put(b"{}", ".sop.json")
    JournalWriter(store, SESSION).write(started(sop=sop), *done("open"), ended("done"))
    given = keep_given(tmp_path, "scan.pdf", b"for a session that nobody started")
    os.utime(given.parent, (0, 0))
    said: list[str] = []
    outside = Outside(asyncio.get_running_loop())
    with outside.app as app:
        (tmp_path / "audit.yaml").write_text(
            f"streams:\n  - {{name: siem, webhook: '{app.url}/stream'}}\n"
            f"anchors:\n  - {{file: '{tmp_path / 'anchors.jsonl'}'}}\n"
        )
        (tmp_path / "alerts.yaml").write_text(
            "rules:\n  - {name: Refused, when: blocked}\n"
            f"channels:\n  - {{name: chat, webhook: '{app.url}/alert'}}\n"
        )
        keeper = asyncio.create_task(Keeper(service, said.append).run())
        await outside.until(lambda: (SESSION, 9) in outside.entries)
        # The alerts know now what was there before.
        await outside.until(lambda: any(name == "audit" for name, _ in outside.entries))
        JournalWriter(store, LATER).write(started(sop=sop), judged("save", blocked=True), ended("blocked"))
        await outside.until(lambda: outside.alerts and (LATER, 3) in outside.entries)
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
    assert not given.exists()
    assert len(outside.alerts) == 1 and outside.alerts[0].startswith("Refused: ")
    assert [seq for name, seq in outside.entries if name == SESSION] == list(range(1, 10))
    (failure,) = [line for line in said if "siem" in line]
    assert "503" in failure
    log = read_log(store)
    assert SESSION in {head.session for _, event in log.signed for head in event.heads}
    assert log.anchors and (tmp_path / "anchors.jsonl").read_text()
    service.close()


def test_settings_that_cannot_be_read_are_told_before_anything_begins(tmp_path: Path) -> None:
    service = open_service(tmp_path)
    (tmp_path / "alerts.yaml").write_text("rules: 5\n")
    with pytest.raises(UsageError, match="alerts"):
        Keeper(service)
    service.close()


def test_a_clock_that_was_set_ahead_makes_nothing_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_service(tmp_path)) as service:
        sop = service.place.artefacts.put(b"{}", ".sop.json")
        JournalWriter(service.place.store, SESSION).write(started(sop=sop), *done("open"), ended("done"))
        (tmp_path / "audit.yaml").write_text("retention: {remove_after_days: 30}\n")
        keeper = Keeper(service)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 40 * 86_400)
        with pytest.raises(EnvironmentLack, match="set ahead by 40 days"):
            keeper._prune()
        assert [record.session for record in service.place.store.sessions()] == [SESSION]
