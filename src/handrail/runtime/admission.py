"""Before anything is performed: the gate judges, and where it says so, a person is asked."""

from __future__ import annotations

from handrail.approvals import Approval, ApprovalRequest
from handrail.errors import Blocked, Stopped
from handrail.journal.event import Answered, Asked, Judged, Proposed
from handrail.policy import Proposal, Ticket, Verdict, host_of
from handrail.runtime.crew import Crew


async def admit(crew: Crew, proposal: Proposal) -> Ticket:
    """The gate's ticket for a proposal, journaled with its verdict and, where asked, a person's answer.

    Raises Blocked or Stopped where there is none.
    """
    verdict = crew.gate.judge(proposal)
    proposed = Proposed(
        kind="proposed",
        node=proposal.node,
        attempt=proposal.attempt,
        rung=proposal.rung,
        action=proposal.action,
        element=proposal.element,
        host=host_of(proposal.leads_to or proposal.page_url),
        confidence=proposal.confidence,
        reasons=proposal.reasons,
    )
    judged = Judged(
        kind="judged",
        node=proposal.node,
        attempt=proposal.attempt,
        verdict=verdict.decision,
        rule=verdict.rule,
        reason=verdict.reason,
    )
    crew.scribe.note(proposed, judged)
    if verdict.decision == "block":
        raise Blocked(
            f"The policy does not allow '{proposal.action}': {verdict.reason}.",
            mend="Where the step belongs to the procedure, add the host to environment.domains.",
        )
    approved = verdict.decision == "ask" and await _ask(crew, proposal, verdict)
    return crew.gate.admit(proposal, verdict, approved=approved)


async def _ask(crew: Crew, proposal: Proposal, verdict: Verdict) -> bool:
    approval = await ask(
        crew,
        ApprovalRequest(
            node=proposal.node,
            action=proposal.action,
            where=proposal.leads_to or proposal.page_url or "a new tab",
            why=verdict.reason,
            effect=proposal.effect,
        ),
        ("allow", "allow_rest", "deny"),
    )
    if approval.answer == "deny":
        raise Stopped(f"{approval.by} did not allow '{proposal.action}'.")
    if approval.answer == "allow_rest":
        crew.gate.stop_asking_every_step()
    return True


async def ask(crew: Crew, request: ApprovalRequest, choices: tuple[str, ...]) -> Approval:
    """A person's answer, journaled with its question. Raises Waiting where nobody can be asked.

    The request's id is set here: one that was answered before the session was taken up again is not asked
    twice.
    """
    request = request.model_copy(update={"id": crew.trail.request_id(request)})
    crew.scribe.write(
        Asked(
            kind="asked",
            request=request.id,
            node=request.node,
            question=request.action,
            choices=choices,
            text=request.text,
        )
    )
    approval = crew.trail.answered(request)
    if approval is None:
        approval = await crew.stop.race(crew.approver.ask(request))
    crew.scribe.write(
        Answered(
            kind="answered",
            request=request.id,
            node=request.node,
            answer="•••" if request.secret else approval.choice or approval.text or approval.answer,
            by=approval.by,
            why=approval.why,
        )
    )
    return approval
