"""Asking by way of the inbox: the question stands in the journal, the answer comes when somebody gives it.

While somebody looks on, the browser is kept for a while and the answer waited for; else nobody waits here:
the session is put aside without a browser, and taken up again when it was answered. Where somebody sits at a
terminal, both are asked at once, and the first answer counts.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final, get_args

from pydantic import JsonValue

from handrail.approvals.approver import (
    DENYING,
    Answer,
    Approval,
    ApprovalRequest,
    Approver,
    excluded_by,
)
from handrail.errors import Unattended, Waiting
from handrail.journal.database.inbox import Inbox, Message
from handrail.journal.events.event import SessionId

LOOK_SECONDS: Final = 0.2
"""How often the inbox is looked at while somebody looks on, or is asked at a terminal, too."""


class InboxApprover:
    """Gives the answers that were left in a session's inbox; what has none is asked `otherwise`.

    While `watched` says that somebody looks on, the answer is waited for, for `keep_seconds` at most.
    """

    def __init__(
        self,
        inbox: Inbox,
        session: SessionId,
        otherwise: Approver | None = None,
        watched: Callable[[], bool] = lambda: False,
        *,
        keep_seconds: float = math.inf,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        self._inbox = inbox
        self._session = session
        self._otherwise = otherwise
        self._watched = watched
        self._keep_seconds = keep_seconds
        self._look_seconds = look_seconds

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The answer that is there. Raises Waiting where there is none, and nobody else to ask."""
        nobody: Waiting | None = None
        if self._otherwise is not None:
            try:
                return await self._first_of_both(self._otherwise, request)
            except Unattended as unattended:
                # Whoever looks on elsewhere may still answer.
                nobody = unattended
        until = time.monotonic() + self._keep_seconds
        while True:
            # Asked before the inbox: what was answered by somebody who has just gone counts.
            watched = time.monotonic() < until and self._watched()
            found = await self._look(request)
            if found is not None:
                return found
            if not watched:
                break
            await asyncio.sleep(self._look_seconds)
        raise nobody or Waiting(
            f"A person must answer: {request.action}",
            place=f"node '{request.node}'",
            mend=f"Answer with `handrail session answer {self._session}`.",
        )

    async def _look(self, request: ApprovalRequest) -> Approval | None:
        for message in await asyncio.to_thread(self._inbox.answers, self._session):
            approval = approval_of(message, request)
            if approval is not None:
                return approval
        return None

    async def _first_of_both(self, otherwise: Approver, request: ApprovalRequest) -> Approval:
        """The other's answer, or one that comes by the inbox meanwhile; who is late is not asked any more."""
        found = await self._look(request)
        if found is not None:
            return found
        asking = asyncio.ensure_future(otherwise.ask(request))
        try:
            while True:
                done, _ = await asyncio.wait({asking}, timeout=self._look_seconds)
                if done:
                    return asking.result()
                found = await self._look(request)
                if found is not None:
                    return found
        finally:
            if not asking.done():
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)


def approval_of(message: Message, request: ApprovalRequest) -> Approval | None:
    """The answer of a message to this request; none where it is another's, too late, or may not count."""
    body = message.body
    if body.get("request") not in {request.id, request.first} - {""}:
        return None
    if body.get("answer") not in get_args(Answer):
        return None
    if request.deadline is not None and message.at > request.deadline:
        return None
    if body["answer"] not in DENYING and excluded_by(request.excluded, message.by) is not None:
        # Of several who must allow it, this one was counted already.
        return None
    said = {
        "by": message.by,
        "why": _text(body.get("why")) or "",
        "via": _text(body.get("via")) or "",
        "at": message.at,
    }
    choice = _text(body.get("choice"))
    if request.kind == "choose" and body["answer"] != "deny":
        ids = {option.id for option in request.choices}
        # "again" is a kind of answer, and the name of what may be chosen about an action in doubt.
        choice = str(body["answer"]) if choice is None and body["answer"] in ids else choice
        if choice not in ids:
            return None
        return Approval.model_validate({"answer": "choose", "choice": choice, **said})
    return Approval.model_validate({"answer": body["answer"], "text": body.get("text"), **said})


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None
