"""Ways to ask a person."""

from handrail.approvals.approver import Approval, ApprovalRequest, Approver
from handrail.approvals.callback import CallbackApprover
from handrail.approvals.terminal import TerminalApprover

__all__ = ["Approval", "ApprovalRequest", "Approver", "CallbackApprover", "TerminalApprover"]
