"""The clock that leases run on: on SQLite the machine's that nobody can set, on PostgreSQL the server's."""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection, func, select

from handrail.journal.database.connecting import Database
from handrail.journal.database.holder import boot
from handrail.journal.database.lease import LONGEST_SECONDS


class LeaseClock:
    """The clock of one database."""

    def __init__(self, database: Database) -> None:
        self._shared = database.shared
        self.name: Final = "server" if database.shared else boot()
        """Tells this clock from that of another start of the machine."""

    def now(self, connection: Connection) -> float:
        """What it shows."""
        return self.wall(connection) if self._shared else time.monotonic()

    def wall(self, connection: Connection) -> float:
        """Seconds since 1970."""
        if not self._shared:
            return time.time()
        moment = func.extract("epoch", func.clock_timestamp())
        return float(connection.execute(select(moment)).scalar_one())

    def is_over(self, clock: str | None, until: float, now: float, grace: float) -> bool:
        """Whether a lease that this clock, or another, was to end is over, and the grace behind it."""
        if clock != self.name:
            # It was given before the machine was started anew: its holder is gone with the clock.
            return True
        if not self._shared and until - now > LONGEST_SECONDS:
            return True
        return now >= until + grace
