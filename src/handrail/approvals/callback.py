"""Asking a function: for programs that embed Handrail, and for tests."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable

from handrail.approvals.approver import Approval, ApprovalRequest

Answerer = Callable[[ApprovalRequest], Approval | Awaitable[Approval]]
"""Takes a request and gives the answer, at once or as an awaitable; it may raise Waiting."""


class CallbackApprover:
    """Every request goes to `answer`. An awaitable is given up where somebody else answers first, or at the
    deadline."""

    def __init__(self, answer: Answerer) -> None:
        self._answer = answer

    async def ask(self, request: ApprovalRequest) -> Approval:
        said = self._answer(request)
        if inspect.isawaitable(said):
            return await said
        return said
