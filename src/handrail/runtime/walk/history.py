"""What happened before, as the gate needs to know it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from handrail.policy import Policy, Proposal


class History(Protocol):
    """Knows the session, its SOP, and what was done earlier and elsewhere in this home."""

    @property
    def starters(self) -> tuple[str, ...]:
        """Who started the session, and who wanted it anew or undone."""
        ...

    def told(self, proposal: Proposal, policy: Policy) -> Proposal:
        """The proposal with its SOP, the time, how often it was done, and what the policy's limits count."""
        ...

    def beginning(self, proposal: Proposal, policy: Policy) -> AbstractContextManager[None]:
        """Meanwhile the action is journaled as begun, and nobody else's: where several begin at once, each
        counts the others. Raises TransientError where a limit was used up since the proposal was judged."""
        ...

    def holds(self, rule: str) -> bool:
        """Whether a remembered rule is still in force: somebody may have revoked it meanwhile."""
        ...

    def remembered(self, rule: str) -> None:
        """A rule was written to the session's journal: it is to be known from one that somebody made up."""
        ...
