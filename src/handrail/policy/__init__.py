"""The policy, and the gate that obeys it."""

from handrail.policy.domains import covers, host_of
from handrail.policy.gate import Gate, Policy, Proposal, Ticket, Verdict, judge

__all__ = ["Gate", "Policy", "Proposal", "Ticket", "Verdict", "covers", "host_of", "judge"]
