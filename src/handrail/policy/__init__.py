"""The policy, and the gate that obeys it."""

from handrail.policy.gate import Gate, Policy, Proposal, Ticket, Verdict, judge
from handrail.sop.domains import covers, host_of

__all__ = ["Gate", "Policy", "Proposal", "Ticket", "Verdict", "covers", "host_of", "judge"]
