"""Everybody who has a say in a step, together for one session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from pydantic import BaseModel

from handrail.actuators import Act, Actuator, Performed
from handrail.approvals import Approver
from handrail.approvals.approver import may_be_same
from handrail.errors import ModelMissing, TransientError
from handrail.journal.database.lease import Lease
from handrail.journal.views.walked import Walk
from handrail.models import Asker, Question, Replied
from handrail.policy import Gate, Ticket, host_of
from handrail.policy.documents.document import ApprovalNeed
from handrail.runtime.walk.checkpoints import Checkpoints
from handrail.runtime.walk.circuits import OF_THIS_PROCESS, Circuits
from handrail.runtime.walk.filled import FilledIn
from handrail.runtime.walk.history import History
from handrail.runtime.walk.learning import Lessons
from handrail.runtime.walk.pictures import Pictures
from handrail.runtime.walk.record_in_hand import RecordsInHand
from handrail.runtime.walk.scribe import Scribe
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.runtime.walk.trail import Trail
from handrail.runtime.walk.values import Values
from handrail.runtime.walk.verifying import Verifier
from handrail.runtime.walk.way import Ways
from handrail.runtime.walk.wheel import Recordings
from handrail.sop.target import Target

A = TypeVar("A", bound=BaseModel)


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
    ways: Ways
    stop: StopSignal
    trail: Trail
    checkpoints: Checkpoints
    reread: Reread
    """The journal as it is now; up to an entry, where a number is given."""
    history: History
    choices: frozenset[str] = frozenset()
    """The options that the SOP's own steps choose, as `policy.categories.choices` compares them."""
    circuits: Circuits = OF_THIS_PROCESS
    asker: Asker | None = None
    """Where models are asked; none where none may be, or none is set up."""
    recordings: Recordings | None = None
    """Where it is kept what people do at the wheel; none where nobody can take over."""
    patience: ApprovalNeed = field(default_factory=ApprovalNeed)
    """How long answers are waited for where the policy does not say it."""
    roles_here: frozenset[str] = frozenset()
    """Roles that whoever sits at this machine has by the home's file of people."""
    same_person: Callable[[str, str], bool] = may_be_same
    """Whether two names may be one person's, by that file too."""
    filled: FilledIn = field(default_factory=FilledIn)
    """What the fields of the pages were given."""
    drifted: set[str] = field(default_factory=set)
    """Addresses of pages on which an element was found that the recorded locators did not give."""
    moved: dict[str, str] = field(default_factory=dict)
    """Paths of recorded pages, with where they were seen to be by now."""
    in_hand: RecordsInHand = field(default_factory=RecordsInHand)
    native: dict[str, Target] = field(default_factory=dict)
    """Tab → the browser's own list that stands in the place of the one that was opened last."""
    anew: dict[str, tuple[Target, Target]] = field(default_factory=dict)
    """Tab → the last list whose field is drawn anew: that as it was recorded, and as it is."""
    lease: Lease | None = None
    """The right to act, where another process might take the session over."""

    async def hold(self, timeout: float | None = None) -> None:
        """Make sure that the lease outlasts an action, for which a node may allow `timeout` seconds.

        Raises LeaseLost where another process may act for the session.
        """
        if self.lease is not None:
            longest = max(self.settings.find_seconds, timeout or 0) + self.settings.navigation_seconds
            await self.lease.hold_for(longest)

    def keep_step(self) -> None:
        """Ask before every step from now on, or not any more, where a person has said so meanwhile."""
        if self.stop.stepping is not None and self.stop.stepping != self.gate.policy.ask_every_step:
            self.gate.ask_every_step(self.stop.stepping)

    async def ask_model(self, node: str, question: Question[A]) -> Replied[A]:
        """A model's answer, or why there is none. Raises ModelMissing, BudgetSpent; Stopped meanwhile."""
        if self.asker is None:
            raise ModelMissing("A step asks a model, and none may be asked.", place=f"node '{node}'")
        return await self.stop.race(self.asker.ask(node, question))

    async def dispatch(self, ticket: Ticket, act: Act) -> Performed:
        """Perform what the gate admitted. Raises as `Actuator.dispatch` does; LeaseLost; TransientError for a
        host that is left alone."""
        await self.hold(act.timeout)
        if act.action.do not in ("open", "request"):
            return await self.actuator.dispatch(ticket, act)
        host = host_of(ticket.proposal.leads_to or "")
        self.circuits.check(host)
        try:
            performed = await self.actuator.dispatch(ticket, act)
        except TransientError:
            self.circuits.failed(host)
            raise
        self.circuits.answered(host)
        return performed
