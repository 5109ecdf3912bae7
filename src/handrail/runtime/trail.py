"""What one session has behind it: visits, attempts and answers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from handrail.approvals import Approval, ApprovalRequest
from handrail.approvals.approver import DENYING, Answer
from handrail.journal.event import Answered, Asked, SessionId
from handrail.journal.fold import Walk


def attempts_behind(behind: Walk) -> dict[tuple[str, int], int]:
    """Node and visit → the number of the last attempt that was made there."""
    return {
        (visit.node, visit.number): max(attempt.number for attempt in visit.attempts)
        for visit in behind.all_visits
        if visit.attempts
    }


_ALLOWING: Final[dict[str, Answer]] = {
    "allow_rest": "allow_rest",
    "allow_session": "allow_session",
    "allow_always": "allow_always",
    "edit": "edit",
}


@dataclass
class Trail:
    """Counts the visits, and knows what earlier processes of the same session left behind."""

    session: SessionId
    visits: Counter[str] = field(default_factory=Counter)
    """Node → how often the walk has come to it."""
    attempts: Mapping[tuple[str, int], int] = field(default_factory=dict)
    """Node and visit → the attempts that were made there before the session was taken up, or went back."""
    answers: Mapping[str, Answered] = field(default_factory=dict)
    """Request → what a person answered before the session was taken up again."""
    asked: dict[str, Asked] = field(default_factory=dict)
    """Request → the question with the times that it has, also from before the session was taken up again."""

    def attempts_before(self, node: str) -> int:
        """The attempts that were made in the present visit of a node before this process."""
        return self.attempts.get((node, self.visits[node]), 0)

    def request_id(self, request: ApprovalRequest) -> str:
        """The same question at the same visit has the same id in every process, so that its answer fits."""
        choices = "|".join(choice.words for choice in request.choices)
        parts = [self.session, request.node, self.visits[request.node], request.kind, request.action, choices]
        parts += [request.turn] if request.turn > 1 else []
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12]

    def answered(self, request: ApprovalRequest) -> Approval | None:
        """What a person answered to this question before; none where that cannot be used again."""
        answer = self.answers.get(request.id)
        if answer is None or request.secret or answer.answer in DENYING:
            return None
        match request.kind:
            case "approve":
                said = _ALLOWING.get(answer.answer, "allow")
                return Approval(answer=said, by=answer.by, text=answer.value, why=answer.why, via=answer.via)
            case "choose":
                return Approval(answer="choose", by=answer.by, choice=answer.answer, why=answer.why)
            case "review":
                if answer.answer == "allow":
                    return Approval(answer="allow", by=answer.by, why=answer.why)
                if answer.answer == "again":
                    return Approval(answer="again", by=answer.by, why=answer.why)
                return Approval(answer="answer", by=answer.by, text=answer.answer, why=answer.why)
            case "answer":
                return Approval(answer="answer", by=answer.by, text=answer.answer, why=answer.why)
