"""Asking a function: for programs that embed Handrail, and for tests."""

from __future__ import annotations

from collections.abc import Callable

from handrail.approvals.approver import Approval, ApprovalRequest


class CallbackApprover:
    """Every request goes to `answer`."""

    def __init__(self, answer: Callable[[ApprovalRequest], Approval]) -> None:
        self._answer = answer

    async def ask(self, request: ApprovalRequest) -> Approval:
        return self._answer(request)
