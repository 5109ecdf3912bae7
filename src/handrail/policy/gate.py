"""The gate: every action, from whatever rung, is judged here before it is performed.

`judge` decides purely; `Gate` keeps the policy and is the only maker of tickets, without which no
actuator performs anything.
"""

from __future__ import annotations

from typing import Literal

from handrail._model import Model
from handrail.errors import Blocked
from handrail.sop.domains import covers, host_of
from handrail.sop.node import Effect, Rung
from handrail.targeting.snapshot import ElementSnapshot


class Policy(Model):
    """What the gate obeys."""

    domains: tuple[str, ...] = ()
    ask_every_step: bool = False


class Proposal(Model):
    """This action on this element: the facts on which the gate judges. Secrets are references here."""

    node: str
    attempt: int
    rung: Rung
    action: str
    """The action in words."""
    kind: str
    """The action's name in the SOP: `click`, `fill`, …"""
    effect: Effect
    page_url: str
    frame_url: str | None = None
    leads_to: str | None = None
    """The address that the action itself names: of an `open`, a link, a request."""
    element: ElementSnapshot | None = None
    confidence: float = 1.0
    reasons: tuple[str, ...] = ()


class Verdict(Model):
    """The gate's decision, with the rule and the reason in words."""

    decision: Literal["allow", "ask", "block"]
    rule: str
    reason: str


def judge(proposal: Proposal, policy: Policy) -> Verdict:
    """Allow, ask or block: pure, and total over all proposals."""
    # An `open` leaves the page that it is called on, be it an error page, and a `request` has nothing to do
    # with it: what counts is where they lead.
    here = () if proposal.kind in {"open", "request"} else (proposal.frame_url, proposal.page_url)
    for url in (*here, proposal.leads_to):
        outside = outside_of(policy, url)
        if outside is not None:
            return Verdict(
                decision="block",
                rule="environment.domains",
                reason=f"'{outside}' is not among the SOP's domains ({', '.join(policy.domains) or 'none'})",
            )
    if proposal.rung in ("explore", "vision") and proposal.effect == "once":
        return Verdict(
            decision="block",
            rule="explore.once",
            reason="what nobody recorded may only look and navigate: " + "; ".join(proposal.reasons[-1:]),
        )
    if policy.ask_every_step:
        return Verdict(decision="ask", rule="step", reason="every step is to be asked for")
    where = host_of(proposal.leads_to or proposal.page_url) or "the browser"
    return Verdict(decision="allow", rule="environment.domains", reason=f"{where} is among the SOP's domains")


def outside_of(policy: Policy, url: str | None) -> str | None:
    """The address's host where no domain of the policy covers it; none where it may be visited."""
    if url is None:
        return None
    scheme = url.split(":", 1)[0].lower()
    if scheme in {"about", "javascript", "mailto", "tel", "data"} or not url:
        # No host to judge: an empty page, or something that stays in the page it is on.
        return None
    host = host_of(url)
    return None if covers(policy.domains, host) else host


def check_address(policy: Policy, url: str) -> None:
    """Raises Blocked for an address that the policy does not cover."""
    outside = outside_of(policy, url)
    if outside is not None:
        raise Blocked(
            f"'{outside}' is not among the SOP's domains ({', '.join(policy.domains) or 'none'}), "
            "so nothing was sent there.",
            mend="Where it belongs to the procedure, add the host to environment.domains.",
        )


_MAKER = object()


class Ticket:
    """The gate's permission for one proposal, good for one dispatch."""

    __slots__ = ("_policy", "_used", "proposal")

    def __init__(self, maker: object, proposal: Proposal, policy: Policy) -> None:
        if maker is not _MAKER:
            raise TypeError("only the gate makes tickets")
        self.proposal = proposal
        self._policy = policy
        self._used = False

    def check_address(self, url: str) -> None:
        """Judge an address that the dispatch comes to on its way: a redirect. Raises Blocked."""
        check_address(self._policy, url)

    def redeem(self) -> Proposal:
        """Use the ticket up. Raises PermissionError on a second use."""
        if self._used:
            raise PermissionError("a ticket is good for one dispatch")
        self._used = True
        return self.proposal


class Gate:
    """The policy in force, and the tickets made under it."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def judge(self, proposal: Proposal) -> Verdict:
        return judge(proposal, self.policy)

    def check_address(self, url: str) -> None:
        """Judge an address that is only read from, for a condition. Raises Blocked."""
        check_address(self.policy, url)

    def stop_asking_every_step(self) -> None:
        """A person has said yes to all further steps; everything else holds on."""
        self.policy = self.policy.model_copy(update={"ask_every_step": False})

    def admit(self, proposal: Proposal, verdict: Verdict, *, approved: bool = False) -> Ticket:
        """A ticket for an allowed proposal, or for one that a person approved.

        Raises PermissionError where the verdict does not permit it: the engine must not get here then.
        """
        if self.judge(proposal).decision == "block":
            raise PermissionError("the policy blocks this proposal")
        if verdict.decision == "allow" or (verdict.decision == "ask" and approved):
            return Ticket(_MAKER, proposal, self.policy)
        raise PermissionError(f"not admitted: {verdict.reason}")
