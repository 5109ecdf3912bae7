"""Pages of results: finding what leads to the next one, and going there past the gate."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from handrail.actuators import Act, Reading
from handrail.errors import PermanentError
from handrail.policy import Proposal
from handrail.runtime.loops.joining import alike
from handrail.runtime.loops.listing import Listing
from handrail.runtime.people.admission import admit
from handrail.sop.action import Click
from handrail.sop.sentences import describe_target
from handrail.sop.target import Target
from handrail.targeting import Match, decide

_AGAIN_SECONDS: Final = 0.1


async def following(listing: Listing, leads: Target) -> Match | None:
    """The element that leads to the next page of results; none where it is gone or disabled."""
    crew = listing.crew
    look = await crew.stop.race(crew.actuator.look(listing.page, target=leads, timeout=0))
    decision = decide(leads, look.sighting) if look.sighting is not None else None
    return decision if isinstance(decision, Match) and decision.element.enabled else None


async def turn(listing: Listing, leads: Target, match: Match, before: Sequence[Reading]) -> None:
    """Go to the next page of results, past the gate, and wait until it shows other records.

    Raises PermanentError where the list stays as it was.
    """
    crew = listing.crew
    proposal = Proposal(
        node=listing.place,
        attempt=1,
        rung="exact",
        action=f"Click {describe_target(leads)}",
        kind="click",
        effect="none",
        page_url=crew.actuator.url(listing.page),
        leads_to=match.element.href,
        element=match.element,
        confidence=match.confidence,
        reasons=("it leads to the next page of results", *match.reasons),
        named=True,
    )
    ticket = await admit(crew, proposal)
    await crew.dispatch(ticket, Act(page=listing.page, action=Click(do="click"), target=leads, match=match))
    deadline = time.monotonic() + crew.settings.navigation_seconds
    while time.monotonic() < deadline:
        now = await listing.drawn()
        if now and not (len(now) == len(before) and all(map(alike, now, before))):
            return
        await crew.stop.pause(_AGAIN_SECONDS)
    raise PermanentError(
        f"{describe_target(leads).capitalize()} was clicked, but the list did not change.",
        place=f"node '{listing.place}'",
        mend="Correct 'next': it should find what leads to the next page, and nothing on the last one.",
    )
