"""What one session has behind it: visits, attempts and answers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from handrail.approvals import Approval, ApprovalRequest
from handrail.approvals.approver import DENYING, Answer
from handrail.journal.events.event import Answered, Asked, SessionId
from handrail.journal.views.walked import Walk


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
    closed: set[str] = field(default_factory=set)
    """Requests that this process has had an answer to."""

    def attempts_before(self, node: str) -> int:
        """The attempts that were made in the present visit of a node before this process."""
        return self.attempts.get((node, self.visits[node]), 0)

    def request_id(self, request: ApprovalRequest) -> str:
        """The same question at the same visit has the same id in every process, so that its answer fits; one
        that was asked anew has an id of its own, so that no answer to what was shown before fits it."""
        times = 0
        while self._id(request, times + 1) in self.asked:
            times += 1
        return self._id(request, times)

    def id_anew(self, request: ApprovalRequest) -> str:
        """The id of the question when it is asked anew."""
        times = 0
        while (id := self._id(request, times)) in self.asked:
            times += 1
        return id

    def was_denied(self, known_as: str) -> bool:
        """Whether somebody said no to it before the session was taken up again, as one of several who must
        allow it or alone."""
        return any(
            said.answer in DENYING
            for id, said in self.answers.items()
            if id in self.asked and self.asked[id].known_as == known_as
        )

    def open_of(self, known_as: str) -> tuple[Asked, ...]:
        """What was asked by this id, and not answered."""
        return tuple(
            asked
            for id, asked in self.asked.items()
            if asked.known_as == known_as and id not in self.answers and id not in self.closed
        )

    def _id(self, request: ApprovalRequest, anew: int) -> str:
        choices = "|".join(choice.words for choice in request.choices)
        parts = [self.session, request.node, self.visits[request.node], request.kind, request.action, choices]
        parts += [request.turn] if request.turn > 1 else []
        # Of several who must allow it, whoever is counted next is counted for this asking.
        parts += [name for name in (request.first, request.about) if name]
        parts += [f"anew {anew}"] if anew else []
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
