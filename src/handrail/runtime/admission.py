"""Before anything is performed: the gate judges, and where it says so, people are asked."""

from __future__ import annotations

from collections.abc import Callable

from handrail.approvals import Approval, ApprovalRequest
from handrail.errors import Blocked, Stopped, Waiting
from handrail.journal.event import Answered, Asked, Judged, Proposed, RuleRemembered
from handrail.journal.rules import rule_id
from handrail.policy import Proposal, Ticket, Verdict, host_of
from handrail.policy.remembered import rule_for
from handrail.runtime.crew import Crew

_REMEMBERED = "remembered:"


async def admit(crew: Crew, proposal: Proposal) -> Ticket:
    """The gate's ticket for a proposal, journaled with its verdict and, where asked, people's answers.

    Raises Blocked or Stopped where there is none, and Waiting where nobody can be asked now.
    """
    crew.keep_step()
    proposal = crew.history.told(proposal, crew.gate.policy)
    verdict = _judged(crew, proposal)
    crew.scribe.note(_proposed(proposal), _journaled(proposal, verdict))
    if verdict.decision == "block":
        raise Blocked(
            f"The policy does not allow '{proposal.action}': {verdict.reason}.", mend=_mend(verdict)
        )
    approved = verdict.decision == "ask" and await _approved(crew, proposal, verdict)
    return crew.gate.admit(proposal, verdict, approved=approved)


def _judged(crew: Crew, proposal: Proposal) -> Verdict:
    verdict = crew.gate.judge(proposal)
    while verdict.rule.startswith(_REMEMBERED):
        rule = verdict.rule.removeprefix(_REMEMBERED)
        if crew.history.holds(rule):
            break
        crew.gate.forget(rule)
        verdict = crew.gate.judge(proposal)
    return verdict


def _proposed(proposal: Proposal) -> Proposed:
    return Proposed(
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


def _journaled(proposal: Proposal, verdict: Verdict) -> Judged:
    return Judged(
        kind="judged",
        node=proposal.node,
        attempt=proposal.attempt,
        verdict=verdict.decision,
        rule=verdict.rule,
        reason=verdict.reason,
        risk=verdict.risk,
        factors=verdict.factors,
        categories=verdict.categories,
    )


def _mend(verdict: Verdict) -> str:
    if verdict.rule == "environment.domains":
        return "Where the step belongs to the procedure, add the host to environment.domains."
    return "`handrail policy explain` tells which layer of the policy says so."


async def _approved(crew: Crew, proposal: Proposal, verdict: Verdict) -> bool:
    """True once everybody who must has allowed it. Raises Stopped where somebody does not."""
    people: list[str] = []
    wanted = verdict.need.quorum if verdict.need is not None else 1
    for number in range(1, wanted + 1):
        counting = f" (approval {number} of {wanted})" if wanted > 1 else ""
        request = _request(proposal, verdict, counting)

        def counts(approval: Approval, answers: tuple[str, ...] = request.answers) -> str | None:
            if approval.answer not in answers:
                return f"'{approval.answer}' is no answer to '{proposal.action}': {', '.join(answers)} are."
            return _objection(crew, verdict, people, approval)

        approval = await ask(crew, request, request.answers, counts=counts)
        if approval.answer == "deny":
            raise Stopped(f"{approval.by} did not allow '{proposal.action}'.")
        people.append(approval.by)
        if approval.answer == "allow_rest":
            crew.stop.step_no_more()
            crew.gate.ask_every_step(False)
        if approval.answer == "allow_always":
            _remember(crew, proposal, verdict, crew.trail.request_id(request), approval)
    return True


def _objection(crew: Crew, verdict: Verdict, people: list[str], approval: Approval) -> str | None:
    """Why an approval does not count; None where it does. A no always counts."""
    need = verdict.need
    if need is None or approval.answer == "deny":
        return None
    if need.four_eyes and approval.by == crew.history.starter:
        return f"{approval.by} started this session, and somebody else must allow it."
    if approval.by in people:
        return f"{approval.by} has allowed it already, and {need.quorum} people must."
    return None


def _request(proposal: Proposal, verdict: Verdict, counting: str) -> ApprovalRequest:
    if verdict.rule == "step":
        more: tuple[str, ...] = ("allow_rest",)
    else:
        more = ("allow_always",) if verdict.rememberable else ()
    return ApprovalRequest.model_validate(
        {
            "node": proposal.node,
            "action": f"{proposal.action}{counting}",
            "where": proposal.leads_to or proposal.page_url or "a new tab",
            "why": verdict.reason,
            "effect": proposal.effect,
            "answers": ("allow", *more, "deny"),
            "risk": verdict.risk,
            "factors": verdict.factors,
            "categories": verdict.categories,
            "need": verdict.need,
        }
    )


def _remember(crew: Crew, proposal: Proposal, verdict: Verdict, request: str, approval: Approval) -> None:
    """Keep the answer for what is alike, in the journal before it takes effect."""
    id = rule_id(crew.scribe.session, request)
    rule = rule_for(proposal, verdict, id=id, by=approval.by, until=approval.until)
    crew.scribe.write(RuleRemembered(kind="rule_remembered", node=proposal.node, rule=rule), durable=True)
    crew.gate.remember(rule)


def _counts(approval: Approval) -> None:
    return None


async def ask(
    crew: Crew,
    request: ApprovalRequest,
    choices: tuple[str, ...],
    *,
    counts: Callable[[Approval], str | None] = _counts,
) -> Approval:
    """A person's answer, journaled with its question. Raises Waiting where nobody can be asked.

    The request's id is set here: one that was answered before the session was taken up again is not asked
    twice. `counts` says why an answer is not one, where it is not: then another person's is waited for.
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
    if approval is None or counts(approval) is not None:
        approval = await crew.stop.race(crew.approver.ask(request))
    objection = counts(approval)
    if objection is not None:
        raise Waiting(objection, place=f"node '{request.node}'", mend="Ask them to answer.")
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
