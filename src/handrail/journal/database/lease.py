"""The right to act for a session and to write its journal, which at most one process has at a time.

A lease runs out unless it is renewed; each time a session is taken its fence grows by one. Who acts makes
sure that the lease outlasts the action; who writes names the fence, and a store refuses an old one. So a
process that was frozen, or cut off, and has lost its lease can neither act nor write when it wakes.
"""

from __future__ import annotations

from typing import Final, Protocol

from handrail.errors import LeaseLost

__all__ = ["GRACE_SECONDS", "LEASE_SECONDS", "LONGEST_SECONDS", "Lease", "LeaseLost"]

LEASE_SECONDS: Final = 15.0
"""How long a lease holds from the moment that it was given or renewed."""

GRACE_SECONDS: Final = 2.0
"""How long a successor waits after a lease ran out: what was sent out at its last moment has arrived then."""

LONGEST_SECONDS: Final = 600.0
"""The furthest that a lease can reach: what seems to run longer is of another start of the machine."""


class Lease(Protocol):
    """One holder's right to one session."""

    @property
    def fence(self) -> int:
        """Grows with each holder of the session, from 1."""
        ...

    async def hold_for(self, seconds: float) -> None:
        """Make sure that the lease outlasts `seconds` from now; renew it where it would not.

        Raises LeaseLost where it cannot be made sure: another process may act for the session.
        """
        ...
