"""Human nodes: a person does or answers something, and the run goes on with it."""

from __future__ import annotations

from handrail.approvals import ApprovalRequest
from handrail.errors import NotVerified, Stopped
from handrail.journal.events.event import Criterion, VariableSet, Verified
from handrail.runtime.people.consulting import ask
from handrail.runtime.people.driving import keep_typed
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import MAIN_PAGE, Human
from handrail.sop.sentences import describe_condition
from handrail.sop.template import render_model
from handrail.sop.values import parse_value


async def ask_person(crew: Crew, node: Human) -> None:
    """Ask, keep the answer, and see that what should be done then is done.

    Raises Waiting where nobody can be asked, Stopped where the person gives up, VariableError for an answer
    that is not of its variable's type, NotVerified where the node's criterion does not hold afterwards.
    """
    shown, real = render_model(node, crew.values.shown), render_model(node, crew.values.real)
    secret = node.into is not None and crew.values.is_secret(node.into)
    request = ApprovalRequest(
        kind="answer",
        node=node.id,
        action=shown.request,
        where=crew.actuator.url(MAIN_PAGE),
        why=shown.context,
        effect="none",
        secret=secret,
    )
    approval = await ask(crew, request, ("answer", "deny"))
    if approval.answer == "deny":
        raise Stopped(f"{approval.by} gave up at '{node.label}'.")
    if node.into is not None:
        text = approval.text or ""
        if secret:
            crew.scribe.keep_out(text)
            keep_typed(crew, [text])
        value = text if secret else parse_value(crew.values.type_of(node.into), text)
        crew.values.set(node.into, value)
        if not secret:
            crew.scribe.write(VariableSet(kind="variable_set", node=node.id, name=node.into, value=value))
    if not real.done_when:
        return
    seconds = node.timeout or crew.settings.verify_seconds
    settled = await crew.verifier.settle(real.done_when, MAIN_PAGE, None, seconds=seconds)
    criteria = tuple(
        Criterion(text=describe_condition(condition), held=finding.held, seen=finding.seen)
        for condition, finding in zip(shown.done_when, settled.findings, strict=True)
    )
    missed = next((criterion for criterion in criteria if not criterion.held), None)
    if missed is not None:
        raise NotVerified(f"It was said to be done, and this was not seen: {missed.text}.")
    crew.scribe.note(Verified(kind="verified", node=node.id, criteria=criteria))
