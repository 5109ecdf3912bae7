"""The policy, and the gate that obeys it: pure decisions about proposed actions."""

from handrail.policy.deeds.facts import Proposal, Verdict
from handrail.policy.documents.document import Level, PolicyDocument
from handrail.policy.judging.decision import judge
from handrail.policy.judging.gate import Gate, Ticket
from handrail.policy.judging.granting import granted, granted_by_address
from handrail.policy.rules.in_force import Policy
from handrail.policy.rules.remembered import RememberedRule
from handrail.policy.words.vocabulary import CATEGORIES, Category
from handrail.sop.domains import covers, host_of

__all__ = [
    "CATEGORIES", "Category", "Gate", "Level", "Policy", "PolicyDocument", "Proposal", "RememberedRule",
    "Ticket", "Verdict", "covers", "granted", "granted_by_address", "host_of", "judge",
]  # fmt: skip
