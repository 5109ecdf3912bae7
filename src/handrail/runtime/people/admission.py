"""Before anything is performed: the gate judges, and where it says so, people are asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from handrail.approvals import Approval, ApprovalRequest
from handrail.approvals.approver import excluded_by
from handrail.errors import Blocked, Denied, Stopped
from handrail.journal.events.event import Artefact, Judged, Proposed, RuleRemembered
from handrail.journal.views.rules import rule_id
from handrail.policy import Proposal, Ticket, Verdict, host_of
from handrail.policy.deeds.facts import is_more
from handrail.policy.documents.document import ApprovalNeed
from handrail.policy.rules.remembered import rule_for
from handrail.runtime.people.consulting import ask
from handrail.runtime.people.given_before import given_before
from handrail.runtime.walk.crew import Crew
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot

_REMEMBERED = "remembered:"
_SERVICE_ROLES = frozenset({"viewer", "operator", "approver", "admin"})


@dataclass(frozen=True)
class Matter:
    """What more is known of a proposal that a step makes, for a person who is asked about it."""

    page: str
    target: Target | None = None
    value: str | None = None
    """The value that a person may replace; none where they may not."""
    edited: Callable[[str], Proposal] | None = None
    """Takes another value, and gives the proposal with it."""
    again: Callable[[], Awaitable[Proposal]] | None = None
    """Looks at the page anew, and gives the proposal as it is now; raises where it is none any more."""


async def admit(crew: Crew, proposal: Proposal, matter: Matter | None = None) -> Ticket:
    """The gate's ticket for a proposal, journaled with its verdict and, where asked, people's answers.

    The ticket's own proposal is another one where a person has edited the value. Raises Blocked or Stopped
    where there is none, Denied where a person leaves only this step of a `matter` undone, and Waiting where
    nobody can be asked now.
    """
    crew.keep_step()
    proposal = crew.history.told(proposal, crew.gate.policy)
    while True:
        verdict = _judged(crew, proposal)
        crew.scribe.note(_proposed(proposal), _journaled(proposal, verdict))
        if verdict.decision == "block":
            raise _blocked(crew, proposal, verdict)
        if verdict.decision != "ask":
            return crew.gate.admit(proposal, verdict)
        value = await _consented(crew, proposal, verdict, matter)
        # People take their time, and the page goes on: what they allowed is what they were shown.
        now = await matter.again() if matter is not None and matter.again is not None else proposal
        now = crew.history.told(now, crew.gate.policy)
        weighed = _see_still_open(crew, now)
        more = is_more(weighed, verdict) or weighed.further_needs != verdict.further_needs
        if weighed.decision == "ask" and more:
            proposal = now
            continue
        if value is None or matter is None or matter.edited is None:
            return crew.gate.admit(now, verdict, approved=True)
        # Whoever wrote the value has allowed what it was asked for; what is new in it is judged and asked.
        edited = crew.history.told(matter.edited(value), crew.gate.policy)
        again = _judged(crew, edited)
        if again.decision == "ask" and (again.rule, again.categories) == (verdict.rule, verdict.categories):
            covered = again.model_copy(
                update={
                    "decision": "allow",
                    "rule": "edited",
                    "reason": f"whoever was asked wrote this value: {again.reason}",
                }
            )
            crew.scribe.note(_proposed(edited), _journaled(edited, covered))
            return crew.gate.admit(edited, again, approved=True)
        proposal = edited


async def _consented(crew: Crew, proposal: Proposal, verdict: Verdict, matter: Matter | None) -> str | None:
    """Asks the people of each role that must answer, one role after the other. See `Consent.given`."""
    needs = (verdict.need, *verdict.further_needs)
    values = [await Consent(crew, proposal, verdict, matter, need, len(needs)).given() for need in needs]
    return values[0]


def _see_still_open(crew: Crew, now: Proposal) -> Verdict:
    """The verdict of this moment: what was closed or used up meanwhile is not opened by a yes. Raises
    Blocked."""
    verdict = _judged(crew, now)
    if verdict.decision == "block":
        crew.scribe.note(_journaled(now, verdict))
        raise _blocked(crew, now, verdict)
    return verdict


def _blocked(crew: Crew, proposal: Proposal, verdict: Verdict) -> Blocked:
    message = f"The policy does not allow '{proposal.action}': {verdict.reason}."
    return Blocked(message, mend=_mend(crew, proposal, verdict))


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


def _mend(crew: Crew, proposal: Proposal, verdict: Verdict) -> str:
    if verdict.rule == "environment.domains":
        return "Where the step belongs to the procedure, add the host to environment.domains."
    explained = f"handrail policy explain {crew.scribe.session} {proposal.node}"
    return f"`{explained}` tells which layer of the policy says so."


class Consent:
    """The asking of everybody who must allow one proposal."""

    def __init__(
        self,
        crew: Crew,
        proposal: Proposal,
        verdict: Verdict,
        matter: Matter | None,
        need: ApprovalNeed | None,
        roles: int,
    ) -> None:
        self._crew = crew
        self._proposal = proposal
        self._verdict = verdict
        self._matter = matter
        self._need = need
        self._roles = roles
        """How many roles must answer, each for itself."""
        self._wanted = need.quorum if need is not None else 1
        used = _used(crew, proposal)
        self._about = f"used {used} times" if used else ""
        self._given: tuple[str, ...] = ()
        if proposal.effect == "once":
            self._given = given_before(crew.reread().all_visits, crew.values.told)
        self._excluded: dict[str, str] = {}
        if need is not None and need.four_eyes:
            for starter in crew.history.starters:
                self._excluded[starter] = f"{starter} started this session, and somebody else must allow it."

    async def given(self) -> str | None:
        """Returns once everybody has allowed it; the value, where it is to be another.

        Raises Stopped or Denied where somebody does not allow it, Waiting.
        """
        picture = await self._picture()
        first = ""
        value = None
        for number in range(1, self._wanted + 1):
            request = self._request(number, first, picture)
            approval = await ask(self._crew, request, request.answers, counts=self._objection)
            first = first or self._crew.trail.request_id(request)
            self._heed(approval)
            self._excluded[approval.by] = (
                f"{approval.by} has allowed it already, and {self._wanted} people must."
            )
            if approval.answer == "allow_rest":
                self._crew.stop.step_no_more()
                self._crew.gate.ask_every_step(False)
            if approval.answer in ("allow_always", "allow_session"):
                self._remember(self._crew.trail.request_id(request), approval)
            if approval.answer == "edit":
                value = approval.text or ""
        return value

    def _heed(self, approval: Approval) -> None:
        """Raises where it is a no."""
        said = f"{approval.by} did not allow '{self._proposal.action}'."
        if approval.by == "nobody" and approval.why:
            said = f"'{self._proposal.action}' was not allowed. {approval.why}"
        if approval.answer == "deny" and self._matter is not None:
            raise Denied(said)
        if approval.answer in ("deny", "deny_stop"):
            raise Stopped(said)

    def _answers(self) -> tuple[str, ...]:
        more: tuple[str, ...] = ()
        if self._verdict.rule == "step":
            more = ("allow_rest",)
        elif self._verdict.rememberable:
            more = ("allow_session", "allow_always")
        editing = ("edit",) if self._value() is not None else ()
        stopping = ("deny_stop",) if self._matter is not None else ()
        return ("allow", *more, *editing, "deny", *stopping)

    def _value(self) -> str | None:
        # Where several must allow it, all of them must have allowed the same.
        alone = self._wanted == 1 and self._roles == 1
        return self._matter.value if self._matter is not None and alone else None

    def _objection(self, approval: Approval) -> str | None:
        """Why an approval does not count; None where it does. A no always counts."""
        answers = self._answers()
        if approval.answer not in answers:
            return f"'{approval.answer}' is no answer to '{self._proposal.action}': {', '.join(answers)} are."
        need = self._need
        if need is not None and need.role is not None and not self._has_role(need.role, approval.via):
            return f"Somebody with the role '{need.role}' must answer, and {approval.by} does not have it."
        if approval.answer in ("deny", "deny_stop"):
            return None
        return excluded_by(self._excluded, approval.by, self._crew.same_person)

    def _has_role(self, role: str, via: str) -> bool:
        # Of answers that came otherwise, this was seen to before they were taken. Whoever sits at the home's
        # own machine is its administrator, and has the service's roles, but not those of the house.
        return via != "terminal" or role in _SERVICE_ROLES or role in self._crew.roles_here

    def _request(self, number: int, first: str, picture: Artefact | None) -> ApprovalRequest:
        proposal, verdict = self._proposal, self._verdict
        counting = f" (approval {number} of {self._wanted})" if self._wanted > 1 else ""
        if self._roles > 1 and self._need is not None:
            counting += f" (as '{self._need.role}')"
        path = self._crew.pictures.path(picture) if picture is not None else None
        why = verdict.reason
        if self._roles > 1:
            kinds = " and ".join(category.replace("_", " ") for category in verdict.categories)
            why = f"{why}; it is {kinds}, and people of each role that the policy names must allow it"
        return ApprovalRequest.model_validate(
            {
                "first": first,
                "node": proposal.node,
                "action": f"{proposal.action}{counting}",
                "where": _place_words(proposal),
                "element": element_words(proposal.element) if proposal.element is not None else "",
                "values": (*self._given, *proposal.values),
                "editable": self._value(),
                "why": why,
                "effect": proposal.effect,
                "answers": self._answers(),
                "risk": verdict.risk,
                "factors": verdict.factors,
                "categories": verdict.categories,
                "rule": verdict.rule,
                "amount": verdict.amount,
                "need": self._need,
                "excluded": dict(self._excluded),
                "about": self._about,
                "picture": path,
                "artefact": picture,
            }
        )

    async def _picture(self) -> Artefact | None:
        """The page with the element outlined; as it is where that cannot be told from the others."""
        matter, crew = self._matter, self._crew
        if matter is None or not crew.actuator.is_open(matter.page):
            return None
        element = self._proposal.element
        image = None
        if matter.target is not None and element is not None:
            gathered = await crew.actuator.gather(matter.page, matter.target)
            same = [one for one in gathered if _is_same(one.element, element)]
            if len(same) == 1:
                image = await crew.actuator.marked(matter.page, (same[0],))
        image = image or await crew.actuator.picture(matter.page)
        return await crew.pictures.kept(image) if image is not None else None

    def _remember(self, request: str, approval: Approval) -> None:
        """Keep the answer for what is alike, in the journal before it takes effect."""
        proposal, crew = self._proposal, self._crew
        session = crew.scribe.session
        rule = rule_for(
            proposal,
            self._verdict,
            id=rule_id(session, request),
            by=approval.by,
            until=approval.until,
            session=session if approval.answer == "allow_session" else "",
        )
        crew.scribe.write(RuleRemembered(kind="rule_remembered", node=proposal.node, rule=rule), durable=True)
        crew.history.remembered(rule.id)
        crew.gate.remember(rule)


def _used(crew: Crew, proposal: Proposal) -> int:
    """How often the effect was begun at this visit, and a person said that it was not done: a yes is for
    once, and whoever says so need not be somebody who may allow it."""
    if proposal.effect != "once":
        return 0
    number = crew.trail.visits[proposal.node]
    visits = [visit for visit in crew.reread().all_visits if visit.node == proposal.node]
    settled = [a.settled for visit in visits if visit.number == number for a in visit.attempts]
    return sum(one is not None and one.verdict == "not done" and bool(one.by) for one in settled)


def element_words(element: ElementSnapshot) -> str:
    """An element as a person sees it: its role, its name, and where it stands."""
    words = f"{element.role or element.tag} '{element.name or element.text or element.placeholder or ''}'"
    where = element.near.row or element.near.section or element.near.heading
    return f"{words} in '{where}'" if where else words


def _place_words(proposal: Proposal) -> str:
    """The page on which it is done, and the address to which it leads."""
    page, leads_to = proposal.page_url, proposal.leads_to
    if page and leads_to and page != leads_to:
        return f"{page} (leads to {leads_to})"
    return page or leads_to or "a new tab"


def _is_same(one: ElementSnapshot, other: ElementSnapshot) -> bool:
    return (one.tag, one.role, one.name, one.box) == (other.tag, other.role, other.name, other.box)
