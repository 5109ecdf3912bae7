"""Ways to ask a person."""

from handrail.approvals.approver import Approval, ApprovalRequest, Approver, Choice
from handrail.approvals.callback import CallbackApprover
from handrail.approvals.terminal import TerminalApprover

__all__ = ["Approval", "ApprovalRequest", "Approver", "CallbackApprover", "Choice", "TerminalApprover"]
