"""Asking a function: for programs that embed Handrail, and for tests."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable

from handrail.approvals.approver import Approval, ApprovalRequest
from handrail.errors import HandrailError, Waiting

Answerer = Callable[[ApprovalRequest], Approval | Awaitable[Approval]]
"""Takes a request and gives the answer, at once or as an awaitable; it may raise Waiting."""


class CallbackApprover:
    """Every request goes to `answer`. An awaitable is given up where somebody else answers first, or at the
    deadline. Where the function fails, or gives something else, nothing is answered: the session waits."""

    def __init__(self, answer: Answerer) -> None:
        self._answer = answer

    async def ask(self, request: ApprovalRequest) -> Approval:
        try:
            said = self._answer(request)
            if inspect.isawaitable(said):
                said = await said
        except HandrailError:
            raise
        except Exception as error:
            raise Waiting(
                f"The function that answers has failed ({type(error).__name__}: {error}).",
                place=f"node '{request.node}'",
            ) from error
        if not isinstance(said, Approval):
            raise Waiting(
                f"The function that answers gave {type(said).__name__}, and no Approval.",
                place=f"node '{request.node}'",
            )
        return said
