"""What a service does for the audit beside the runs: signing, anchors, streams, alerts, retention.

Each part runs in a thread of its own turn, on the database alone; none of them can hold up a run, and a part
that fails is told and tried again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from handrail.errors import EnvironmentLack
from handrail.journal.chain.store import RETENTION
from handrail.journal.database.alerts import AlertTable
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.templates import TemplateTable
from handrail.sessions.audit.alert_rules import alert_settings
from handrail.sessions.audit.alerting import Teller, Watch
from handrail.sessions.audit.anchoring import anchor_all, is_due
from handrail.sessions.audit.audit_settings import audit_settings
from handrail.sessions.audit.pruning import Keep, choose, prune
from handrail.sessions.audit.streaming import Streamer, target_of
from handrail.sessions.beginning.vaulting import channel_secret
from handrail.sessions.service.auditing import sign_all, sign_quietly
from handrail.sessions.service.opening import Service
from handrail.sessions.service.troubles import Troubles
from handrail.sessions.tables.given_files import sweep_given

SIGN_SECONDS: Final = 60.0
STREAM_SECONDS: Final = 2.0
ALERT_SECONDS: Final = 5.0
RETENTION_SECONDS: Final = 3600.0

_MOST_AHEAD: Final = 86_400.0
"""Seconds that the wall clock may have gained since the service began: of a clock that was set ahead by more,
nothing is believed to be old."""

Report = Callable[[str], None]


class Keeper:
    """The parts of one home's audit that go on for as long as a service runs.

    Raises UsageError, with file and line, where `audit.yaml` or `alerts.yaml` cannot be read.
    """

    def __init__(
        self,
        service: Service,
        report: Report = lambda line: None,
        *,
        beside: Callable[[], None] = lambda: None,
    ) -> None:
        """`beside` is done every few seconds as well."""
        self._beside = beside
        self._service = service
        self._report = report
        self._settings = audit_settings(service.place.home)
        self._alerts = alert_settings(service.place.home)
        self._troubles = Troubles(report)
        self._began = time.time() - _elapsed()

    async def run(self) -> None:
        """Go on until it is cancelled."""
        store = DatabaseStore(self._service.database)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._again("signing", self._sign, SIGN_SECONDS, wait_first=True))
            group.create_task(self._again("refused requests", self._beside, ALERT_SECONDS))
            for stream in self._settings.streams:
                streamer = Streamer(store, stream, target_of(stream, self._secret))
                group.create_task(self._again(f"stream {stream.name}", streamer.look, STREAM_SECONDS))
            if self._settings.anchors:
                group.create_task(self._again("anchors", self._anchor, SIGN_SECONDS))
            if self._alerts.rules:
                table = AlertTable(self._service.database)
                for channel in self._alerts.channels:
                    table.skip(channel.name)
                watch = Watch(store, self._alerts)
                group.create_task(self._again("alerts", watch.look, ALERT_SECONDS))
                for channel in self._alerts.channels:
                    teller = Teller(table, channel, self._secret)
                    group.create_task(self._again(f"alerts to {channel.name}", teller.tell, ALERT_SECONDS))
            group.create_task(self._again("given files", self._sweep_given, RETENTION_SECONDS))
            if self._settings.retention.remove_after_days:
                group.create_task(self._again("retention", self._prune, RETENTION_SECONDS))

    async def _again(
        self, name: str, deed: Callable[[], object], seconds: float, *, wait_first: bool = False
    ) -> None:
        if wait_first:
            await asyncio.sleep(seconds)
        while True:
            with self._troubles.of(name):
                await asyncio.to_thread(deed)
            await asyncio.sleep(seconds)

    def _secret(self, name: str) -> str:
        return channel_secret(self._service.place.home, name)

    def _sign(self) -> None:
        sign_all(self._service.place)

    def _anchor(self) -> None:
        place = self._service.place
        if is_due(place, self._settings):
            _, failed = anchor_all(place, self._settings)
            if failed:
                raise failed[0]

    def _sweep_given(self) -> None:
        # Also where nothing is ever removed by age: what nobody started a session with is nobody's.
        sweep_given(self._service.place, TemplateTable(self._service.database))

    def _prune(self) -> None:
        place = self._service.place
        retention = self._settings.retention
        ahead = time.time() - _elapsed() - self._began
        if ahead > _MOST_AHEAD:
            raise EnvironmentLack(
                f"The machine's clock was set ahead by {ahead / 86_400:.0f} days; nothing is removed.",
                mend="Where it is right now, start the service anew.",
            )
        keep = Keep(days=retention.remove_after_days, at_least_days=retention.keep_at_least_days)
        chosen = choose(place, keep, by="retention (audit.yaml)", now=datetime.now(UTC))
        if chosen.sessions:
            prune(self._service.database, place, chosen)
            sign_quietly(place, RETENTION)
            self._report(f"retention: {len(chosen.sessions)} sessions were removed")
        if chosen.kept_damaged:
            number = len(chosen.kept_damaged)
            why = "their journals do not hold (`handrail audit verify --all`)"
            self._troubles.tell("sessions that are old enough to go", f"{number} stay, for {why}")


def _elapsed() -> float:
    """Seconds on a clock that nobody can set, and that goes on while the machine sleeps."""
    # Only Linux has such a one by this name; elsewhere the sleep may not count.
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
