"""Asking by way of the inbox: the question stands in the journal, the answer comes when somebody gives it.

While somebody looks on, the browser is kept and the answer waited for; else nobody waits here: the session is
put aside without a browser, and taken up again when it was answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, get_args

from pydantic import JsonValue

from handrail.approvals.approver import Answer, Approval, ApprovalRequest, Approver
from handrail.errors import Waiting
from handrail.journal.event import SessionId
from handrail.journal.inbox import Inbox, Message

_LOOK_SECONDS: Final = 0.2


class InboxApprover:
    """Gives the answers that were left in a session's inbox; what has none is asked `otherwise`.

    While `watched` says that somebody looks on, the answer is waited for.
    """

    def __init__(
        self,
        inbox: Inbox,
        session: SessionId,
        otherwise: Approver | None = None,
        watched: Callable[[], bool] = lambda: False,
    ) -> None:
        self._inbox = inbox
        self._session = session
        self._otherwise = otherwise
        self._watched = watched

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The answer that is there. Raises Waiting where there is none, and nobody else to ask."""
        while True:
            # Asked before the inbox: what was answered by somebody who has just gone counts.
            watched = self._watched()
            approval = await asyncio.to_thread(self._answer, request)
            if approval is not None:
                return approval
            if not watched:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        if self._otherwise is not None:
            return await self._otherwise.ask(request)
        raise Waiting(
            f"A person must answer: {request.action}",
            place=f"node '{request.node}'",
            mend=f"Answer with `handrail session answer {self._session}`.",
        )

    def _answer(self, request: ApprovalRequest) -> Approval | None:
        for message in reversed(self._inbox.answers(self._session)):
            approval = _approval(message, request)
            if approval is not None:
                return approval
        return None


def _approval(message: Message, request: ApprovalRequest) -> Approval | None:
    body = message.body
    if body.get("request") != request.id or body.get("answer") not in get_args(Answer):
        return None
    choice = _text(body.get("choice"))
    if request.kind == "choose" and body["answer"] != "deny":
        if choice not in {option.id for option in request.choices}:
            return None
        return Approval(answer="choose", by=message.by, choice=choice, why=_text(body.get("why")) or "")
    return Approval.model_validate(
        {"answer": body["answer"], "by": message.by, "text": body.get("text"), "why": body.get("why") or ""}
    )


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None
