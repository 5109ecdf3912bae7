"""Everybody who has a say in a step, together for one session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from handrail.actuators import Act, Actuator, Performed
from handrail.approvals import Approver
from handrail.journal.fold import Walk
from handrail.journal.lease import Lease
from handrail.policy import Gate, Ticket
from handrail.runtime.checkpoints import Checkpoints
from handrail.runtime.learning import Lessons
from handrail.runtime.pictures import Pictures
from handrail.runtime.scribe import Scribe
from handrail.runtime.settings import Settings
from handrail.runtime.stopping import StopSignal
from handrail.runtime.trail import Trail
from handrail.runtime.values import Values
from handrail.runtime.verifying import Verifier


class Reread(Protocol):
    """Reads the journal of the session, with all that was noted in it."""

    def __call__(self, until: int | None = None) -> Walk: ...


@dataclass(frozen=True)
class Crew:
    """The parts of one running session."""

    actuator: Actuator
    gate: Gate
    approver: Approver
    scribe: Scribe
    pictures: Pictures
    verifier: Verifier
    values: Values
    settings: Settings
    lessons: Lessons
    stop: StopSignal
    trail: Trail
    checkpoints: Checkpoints
    reread: Reread
    """The journal as it is now; up to an entry, where a number is given."""
    lease: Lease | None = None
    """The right to act, where another process might take the session over."""

    async def hold(self, timeout: float | None = None) -> None:
        """Make sure that the lease outlasts an action, for which a node may allow `timeout` seconds.

        Raises LeaseLost where another process may act for the session.
        """
        if self.lease is not None:
            longest = max(self.settings.find_seconds, timeout or 0) + self.settings.navigation_seconds
            await self.lease.hold_for(longest)

    async def dispatch(self, ticket: Ticket, act: Act) -> Performed:
        """Perform what the gate admitted. Raises as `Actuator.dispatch` does; LeaseLost."""
        await self.hold(act.timeout)
        return await self.actuator.dispatch(ticket, act)
