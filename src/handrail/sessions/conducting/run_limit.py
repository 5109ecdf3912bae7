"""The time that a run may take, without what a person takes at the wheel."""

from __future__ import annotations

import asyncio
import time

from handrail.runtime.walk.stopping import StopSignal


class RunLimit:
    """Stops a run when its seconds are over."""

    def __init__(self, seconds: float, stop: StopSignal) -> None:
        self._seconds = seconds
        self._left = seconds
        self._stop = stop
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.count(True)

    def count(self, running: bool) -> None:
        """Count on, or stand still."""
        if self._timer is not None:
            self._timer.cancel()
            self._left -= time.monotonic() - self._since
            self._timer = None
        if running:
            self._since = time.monotonic()
            why = f"The limit of {self._seconds:g} s for the whole run is over."
            self._timer = asyncio.get_running_loop().call_later(max(0.0, self._left), self._stop.stop, why)

    def end(self) -> None:
        """Count no more."""
        self.count(False)
