"""Ways that explorations found: followed again, shortened by trying without each step, and proposed.

A way is tried again after the walk, in a tab of its own, so that the session itself is not disturbed. What is
proposed to be kept was seen to lead there; what could not be tried says so.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from handrail.actuators import Act
from handrail.errors import Blocked, HandrailError, RunError, Stopped
from handrail.policy import Proposal
from handrail.runtime.exploring.daring import effect_of
from handrail.runtime.exploring.moves import Refused, leads_to
from handrail.runtime.exploring.retracing import tasks_of
from handrail.runtime.exploring.venturing import venture
from handrail.runtime.recovery.restoring import open_page
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, find_exactly
from handrail.runtime.walk.way import Way, WayStep
from handrail.sop.action import CloseTab, Open
from handrail.sop.condition import AllOf, AnyOf, Condition, CountIs, ElementIs, TextIs, TitleIs, UrlIs
from handrail.sop.node import Explore
from handrail.sop.restepping import NewSteps

_TAB: Final = "a way tried again"
_SECONDS: Final = 3.0
"""For each element of a way that is tried again."""
_ARRIVAL_SECONDS: Final = 1.0
"""For what the last of its steps leads to."""
_FROM: Final = 1000
"""Attempts of ways that are tried again count from here."""


async def prove(crew: Crew) -> None:
    """Try each way that the session found again, shorten it, and propose its steps as an amendment.

    It never fails the session: what cannot be tried is proposed as it was found, and says so.
    """
    for way in crew.ways.taken():
        short, proven = await _shortened(crew, way)
        crew.lessons.propose_steps(
            NewSteps(node=short.node.id, old=_replaced(short), new=tasks_of(short)),
            reasons=_reasons(short, proven),
            url=short.url,
            score=short.confidence,
        )


def _replaced(way: Way) -> tuple[Explore, ...]:
    """A node that explores is not needed any more where its steps are known; a step is done behind them."""
    return (way.node,) if isinstance(way.node, Explore) else ()


def _reasons(way: Way, proven: bool) -> tuple[str, ...]:
    led = f"the way was explored, and led to {way.url}"
    if not proven:
        return led, "it could not be tried again, so it is as it was found, but for what led in circles"
    taken = len(way.walked)
    dropped = taken - len(way.steps)
    told = f"{dropped} of {taken} steps were superfluous" if dropped else "no step was superfluous"
    return led, told, "tried again from its beginning, in a tab of its own, it led there"


async def _shortened(crew: Crew, way: Way) -> tuple[Way, bool]:
    """The way without its superfluous steps, and whether what is left was seen to lead there."""
    if isinstance(way.node, Explore) and not _is_of_a_page(way.node.success):
        # Another tab would tell nothing: the condition holds everywhere by now.
        return way, False
    replay = _Replay(crew, way)
    try:
        kept, proven = way.steps, await replay.leads(way.steps)
        if not proven and way.walked != way.steps:
            # What seemed to be a circle may have changed what nothing shows.
            proven = await replay.leads(way.walked)
            kept = way.walked if proven else kept
        # A way that cannot be gone twice, as one that switches something on, may do without that step; what
        # else is superfluous shows after it.
        for step in kept if proven else (*kept, *kept):
            fewer = tuple(one for one in kept if one is not step)
            if fewer and fewer != kept and await replay.leads(fewer):
                kept, proven = fewer, True
        return replace(way, steps=kept), proven
    except (HandrailError, Refused):
        return way, False
    finally:
        await replay.close()


def _is_of_a_page(condition: Condition) -> bool:
    """Whether the condition is about what a tab shows, and so not met by a tab that shows something else."""
    if isinstance(condition, AllOf):
        return any(map(_is_of_a_page, condition.of))
    if isinstance(condition, AnyOf):
        return all(map(_is_of_a_page, condition.of))
    return isinstance(condition, ElementIs | TextIs | CountIs | UrlIs | TitleIs)


class _Replay:
    """Follows steps in a tab of its own, from where the way began."""

    def __init__(self, crew: Crew, way: Way) -> None:
        self._crew = crew
        self._way = way
        self._attempt = _FROM

    async def leads(self, steps: Sequence[WayStep]) -> bool:
        """Whether these steps alone lead there. Raises Blocked, Stopped."""
        try:
            await open_page(self._crew, self._way.node.id, _TAB, self._way.start, "a way is tried again")
            for step in steps:
                await self._follow(step)
            return await self._arrives()
        except (Refused, RunError) as missed:
            if isinstance(missed, Stopped | Blocked):
                raise
            return False

    async def _arrives(self) -> bool:
        """Whether the goal is there; what fades in comes a moment after the last step."""
        deadline = time.monotonic() + _ARRIVAL_SECONDS
        while True:
            await self._crew.stop.race(self._crew.actuator.traffic.rest(_TAB))
            if await self._way.reached(_TAB) is not None:
                return True
            if time.monotonic() >= deadline:
                return False
            await self._crew.stop.pause(0.1)

    async def _follow(self, step: WayStep) -> None:
        crew = self._crew
        found: Found | None = None
        if step.target is not None:
            found = await find_exactly(crew.actuator, _TAB, step.target, seconds=_SECONDS, stop=crew.stop)
        self._attempt += 1
        await venture(
            crew,
            _proposal(crew, self._way.node.id, step, found, self._attempt),
            Act(
                page=_TAB,
                action=step.action,
                target=found.target if found else None,
                match=found.match if found else None,
            ),
        )

    async def close(self) -> None:
        """Close the tab again, if it can be."""
        if not self._crew.actuator.is_open(_TAB):
            return
        proposal = Proposal(
            node=self._way.node.id,
            attempt=self._attempt + 1,
            rung="explore",
            action="Close the tab in which the way was tried again",
            kind="close_tab",
            effect="none",
            page_url=self._crew.actuator.url(_TAB),
            reasons=("only closes a tab",),
        )
        try:
            await venture(self._crew, proposal, Act(page=_TAB, action=CloseTab(do="close_tab")))
        except (Refused, HandrailError):
            # The tab ends with the session.
            return


def _proposal(crew: Crew, node: str, step: WayStep, found: Found | None, attempt: int) -> Proposal:
    element = found.match.element if found else None
    value = getattr(step.action, "keys", getattr(step.action, "url", ""))
    # What the page shows now counts, not what it showed then.
    effect, why = effect_of(step.action.do, element, value)
    return Proposal(
        node=node,
        attempt=attempt,
        rung="explore",
        action=step.words,
        kind=step.action.do,
        effect=effect,
        page_url=crew.actuator.url(_TAB),
        frame_url=found.url if found else None,
        leads_to=step.action.url
        if isinstance(step.action, Open)
        else leads_to(found.match if found else None, step.action.do),
        element=element,
        confidence=found.match.confidence if found else 1.0,
        reasons=("it belongs to a way that was found", why),
    )
