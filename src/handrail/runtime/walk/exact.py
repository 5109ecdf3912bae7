"""The exact rung: the recorded element, or nothing."""

from __future__ import annotations

import time
from typing import NamedTuple

from handrail.actuators import Actuator, Look
from handrail.errors import RunError, TargetAmbiguous, TargetNotFound
from handrail.journal.events.event import Artefact
from handrail.runtime.walk.stopping import StopSignal
from handrail.runtime.walk.way import Way
from handrail.sop.node import Rung
from handrail.sop.sentences import describe_target
from handrail.sop.target import Target
from handrail.sop.wording import address_words
from handrail.targeting import Candidate, Match, Miss, decide


class Healed(NamedTuple):
    """How an element was found that the recorded locators did not give."""

    score: float
    reasons: tuple[str, ...]
    picture: Artefact | None = None
    """The page with the element, or the candidates that there were, outlined."""
    by: str = ""
    """Who chose it, where a person did."""


class Found(NamedTuple):
    """The element, the target that gives it on this page, and the address of its document."""

    match: Match
    target: Target
    url: str
    rung: Rung = "exact"
    healed: Healed | None = None
    way: Way | None = None
    """Where the way to it was explored; what must hold before the step is to be checked anew then."""
    otherwise: str = ""
    """Where else it stands by now, where it had to be opened for the step."""


def told_by(found: Found) -> Target:
    """The target for whoever takes what its first locator finds: one that others fit by now, as a role
    without a name, comes after the one that led to the element."""
    first, others = found.match.locator, found.target.locators
    if first not in others or first == others[0]:
        return found.target
    return found.target.model_copy(update={"locators": (first, *(one for one in others if one != first))})


async def as_it_is_now(
    actuator: Actuator, page: str, candidate: Candidate
) -> tuple[Target, Match, str] | None:
    """A gathered element by a target that describes it now, with the address of its document; none once it
    is gone."""
    fresh = await actuator.describe(page, candidate)
    look = await actuator.look(page, target=fresh, timeout=0) if fresh else None
    decision = decide(fresh, look.sighting) if fresh and look and look.sighting else None
    if fresh is None or look is None or not isinstance(decision, Match):
        return None
    return fresh, decision, look.url


async def found_anew(
    actuator: Actuator, page: str, found: Found, *, seconds: float, stop: StopSignal
) -> Found:
    """The same element, looked for again; how sure that is stays what it was."""
    now = await find_exactly(actuator, page, found.target, seconds=seconds, stop=stop)
    sure = {"confidence": found.match.confidence, "reasons": found.match.reasons}
    return found._replace(match=now.match.model_copy(update=sure), url=now.url)


async def find_exactly(
    actuator: Actuator, page: str, target: Target, *, seconds: float, stop: StopSignal, mend: str = ""
) -> Found:
    """Wait up to `seconds` for the element that the target means beyond doubt.

    `mend` says what helps where it is not there on a page that works. Raises TargetNotFound or
    TargetAmbiguous with what each locator found.
    """
    deadline = time.monotonic() + seconds
    again = False
    while True:
        left = max(0.0, deadline - time.monotonic())
        look = await stop.race(actuator.look(page, target=target, timeout=left, again=again))
        assert look.sighting is not None
        decision = decide(target, look.sighting)
        if isinstance(decision, Match):
            return Found(decision, target, look.url)
        if time.monotonic() >= deadline:
            raise _missed(target, decision, look, seconds, mend)
        again = True


def _missed(target: Target, miss: Miss, look: Look, seconds: float, mend: str) -> RunError:
    what, url = describe_target(target), address_words(look.url)
    reasons = "; ".join(miss.reasons)
    if miss.why == "ambiguous":
        return TargetAmbiguous(
            f"{what[:1].upper()}{what[1:]} is not the only one on {url}: {reasons}.",
            mend="Record the step again, or give its target a locator that finds one element.",
        )
    refused = look.status is not None and look.status >= 400
    there = f", where the server answers with status {look.status}" if refused else ""
    return TargetNotFound(
        f"{what[:1].upper()}{what[1:]} was not found on {url} within {seconds:g} s{there}: {reasons}.",
        mend="See whether the app works and the address is right."
        if refused
        else mend or "See the page with --headed; where it has changed, record the step again.",
    )
