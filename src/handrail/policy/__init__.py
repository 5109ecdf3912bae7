"""The policy, and the gate that obeys it: pure decisions about proposed actions."""

from handrail.policy.document import Level, PolicyDocument
from handrail.policy.facts import Proposal, Verdict
from handrail.policy.gate import Gate, Ticket
from handrail.policy.judging import judge
from handrail.policy.naming import granted, granted_by_address
from handrail.policy.policy import Policy
from handrail.policy.remembered import RememberedRule
from handrail.policy.vocabulary import CATEGORIES, Category
from handrail.sop.domains import covers, host_of

__all__ = [
    "CATEGORIES", "Category", "Gate", "Level", "Policy", "PolicyDocument", "Proposal", "RememberedRule",
    "Ticket", "Verdict", "covers", "granted", "granted_by_address", "host_of", "judge",
]  # fmt: skip
