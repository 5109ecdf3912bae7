"""Pressing what no step names, because it stands in a step's way or folds away what it needs."""

from __future__ import annotations

from handrail.actuators import Act
from handrail.errors import RunError
from handrail.journal.events.event import Handler
from handrail.policy import Proposal
from handrail.runtime.people.admission import admit
from handrail.runtime.walk.crew import Crew
from handrail.sop.action import Click
from handrail.sop.sentences import describe_deed
from handrail.targeting import Candidate, Match, decide


async def press(
    crew: Crew, node: str, page: str, button: Candidate, handler: Handler, reason: str, *, asking: bool = True
) -> str | None:
    """Press it, and say what was pressed; none where it is gone, or its page does not let it be pressed.

    Without `asking` nothing is pressed that people would have to be asked about. Raises Blocked.
    """
    target = await crew.actuator.describe(page, button)
    look = await crew.actuator.look(page, target=target, timeout=0) if target else None
    match = decide(target, look.sighting) if target and look and look.sighting else None
    if target is None or look is None or not isinstance(match, Match):
        return None
    action = Click(do="click")
    form = match.element.form
    proposal = Proposal(
        node=node,
        attempt=0,
        rung="exact",
        action=describe_deed(action, target),
        kind="click",
        effect="repeatable",
        page_url=crew.actuator.url(page),
        frame_url=look.url,
        leads_to=form.action if form and form.action and match.element.tag == "button" else None,
        element=match.element,
        # "Reject all", of cookies, is what it is known for; what else a button says is judged.
        named=handler == "cookie banner",
        granted=("irreversible",) if handler == "cookie banner" else (),
        reasons=(reason,),
    )
    if not asking and crew.gate.judge(proposal).decision != "allow":
        return None
    ticket = await admit(crew, proposal)
    try:
        await crew.dispatch(ticket, Act(page=page, action=action, target=target, match=match))
    except RunError:
        return None
    return proposal.action
