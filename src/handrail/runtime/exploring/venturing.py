"""Doing what nobody recorded: through the gate, journaled, and never with an effect that happens once."""

from __future__ import annotations

import time

from handrail.actuators import Act
from handrail.errors import Blocked, RunError, TransientError
from handrail.journal.events.event import Acted, ActFailed, Intended
from handrail.policy import Proposal
from handrail.runtime.exploring.moves import Refused
from handrail.runtime.people.admission import admit
from handrail.runtime.walk.crew import Crew


async def venture(crew: Crew, proposal: Proposal, act: Act) -> None:
    """Do it. Raises Refused, with the reason in words, where the gate or the page does not let it be done."""
    node, attempt = proposal.node, proposal.attempt
    try:
        ticket = await admit(crew, proposal)
    except Blocked as blocked:
        raise Refused(blocked.message) from blocked
    begun = Intended(
        kind="intended", node=node, attempt=attempt, effect=proposal.effect, action=proposal.action
    )
    try:
        with crew.history.beginning(ticket.proposal, crew.gate.policy):
            crew.scribe.write(begun)
    except TransientError as error:
        raise Refused(error.message) from error
    began = time.monotonic()
    try:
        await crew.dispatch(ticket, act)
    except (RunError, Blocked) as error:
        crew.scribe.write(
            ActFailed(
                kind="act_failed",
                node=node,
                attempt=attempt,
                category=error.category,
                message=error.message,
                dispatched=error.dispatched,
            )
        )
        raise Refused(error.message, passing=isinstance(error, RunError) and not error.dispatched) from error
    millis = (time.monotonic() - began) * 1000
    crew.scribe.note(Acted(kind="acted", node=node, attempt=attempt, millis=millis))
