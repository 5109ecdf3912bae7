"""Circuit breakers: a host that fails again and again is left alone for a while, by every session of this
process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from handrail.errors import AppAway

FAILURES: Final = 5
"""So many failures in a row open a host's circuit."""
FIRST_SECONDS: Final = 10.0
LONGEST_SECONDS: Final = 300.0


@dataclass
class _Circuit:
    failures: int = 0
    pause: float = FIRST_SECONDS
    until: float = 0.0
    """Nobody asks the host before; then one session tries it."""


class Circuits:
    """The circuits of all hosts. `clock` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._hosts: dict[str, _Circuit] = {}

    def check(self, host: str) -> None:
        """Raises AppAway while the host is left alone, with the seconds that are left of it.

        When they are over, the first who asks may try the host, and the others wait on until that is known.
        """
        circuit = self._hosts.get(host)
        if circuit is None or circuit.failures < FAILURES:
            return
        left = circuit.until - self._clock()
        if left <= 0:
            circuit.until = self._clock() + circuit.pause
            return
        error = AppAway(
            f"'{host}' failed {circuit.failures} times in a row, and is left alone for {left:.0f} s more.",
            mend="Check that the app runs; then the session can be resumed.",
        )
        error.retry_after = left
        raise error

    def answered(self, host: str) -> None:
        """The host did what was asked of it."""
        self._hosts.pop(host, None)

    def failed(self, host: str) -> None:
        """The host could not be reached, or said that it cannot answer now."""
        circuit = self._hosts.setdefault(host, _Circuit())
        circuit.failures += 1
        if circuit.failures > FAILURES:
            circuit.pause = min(LONGEST_SECONDS, circuit.pause * 2)
        if circuit.failures >= FAILURES:
            circuit.until = self._clock() + circuit.pause


OF_THIS_PROCESS: Final = Circuits()
"""Shared by its sessions."""
