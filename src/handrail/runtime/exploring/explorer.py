"""Exploring: look, let a model propose one action, have the gate judge it, act, and see whether it helped."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

from handrail.actuators import Act
from handrail.errors import ExplorationEnded, PermanentError, TargetAmbiguous, TargetNotFound
from handrail.models import Evidence, Question
from handrail.models.question import LIMITS
from handrail.policy import Proposal, covers, host_of
from handrail.runtime.by_model.showing import page_text, page_title
from handrail.runtime.exploring.daring import effect_of
from handrail.runtime.exploring.moves import Move, Refused, action_of, leads_to, schema, words_of
from handrail.runtime.exploring.observing import Observation, observed
from handrail.runtime.exploring.retracing import steps_again
from handrail.runtime.exploring.tried import Tried
from handrail.runtime.exploring.venturing import venture
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now, find_exactly
from handrail.runtime.walk.way import WayStep
from handrail.sop import action as sop
from handrail.sop.action import Action
from handrail.sop.target import Target
from handrail.targeting import Match

R = TypeVar("R")
_Where: TypeAlias = tuple[Target | None, Match | None, str | None]
"""The element by a target, as it was seen, and the address of its document; nothing where none is needed."""

CONTROLS: Final = Target(role="button")
"""Whatever can be acted on, whatever its role: the page gathers controls for it."""
_TEXT: Final = 1500
_AGAIN_SECONDS: Final = 2.0
"""For each element of a way that was found before."""
_SILENT_SECONDS: Final = 1.0
"""An action after which the page is as it was is given so long."""
_REFUSALS: Final = 3
"""So many proposals in a row that cannot be followed, and the exploration ends."""


@dataclass(frozen=True)
class Errand:
    """What is looked for, and within which bounds."""

    node: str
    page: str
    goal: str
    context: str
    actions: tuple[str, ...]
    domains: tuple[str, ...]
    steps: int
    seconds: float
    money: float | None = None
    """US dollars that its questions may cost; it can be held only where the model's price is known."""


def page_question(errand: Errand, elements: str, tried: str, text: str) -> Question[Move]:
    """What is asked at one look: the elements of the page, what was tried, and the beginning of the text."""
    evidence = [Evidence("the elements of the page", elements)]
    if tried:
        evidence.append(Evidence("what was tried", tried))
    evidence.append(Evidence("text of the page", text[:_TEXT]))
    return Question(
        purpose="explore",
        prompt="explore-1",
        parts={
            "goal": errand.goal,
            "context": errand.context or "none",
            "actions": ", ".join(errand.actions),
        },
        evidence=tuple(evidence),
        answer=schema(errand.actions),
        limits=LIMITS["explore"],
    )


class Explorer(Generic[R]):
    """One exploration; `reached` says whether the goal is, and is the only one to say so."""

    def __init__(
        self,
        crew: Crew,
        errand: Errand,
        reached: Callable[[], Awaitable[R | None]],
        first_attempt: int,
    ) -> None:
        self._crew = crew
        self._errand = errand
        self.reached = reached
        self._attempt = first_attempt
        self._tried = Tried()
        self._before: Observation | None = None
        self._acted_on: str | None = None
        """The state of the page in which the last action was done, until the page was looked at again."""
        self._steps: list[WayStep] = []
        self.start = crew.actuator.url(errand.page)
        """The address at which it began."""

    @property
    def path(self) -> tuple[str, ...]:
        """What was done, in words."""
        return tuple(self._tried.lines)

    @property
    def walked(self) -> tuple[WayStep, ...]:
        """All the steps, in their order."""
        return tuple(self._steps)

    def begin_anew(self) -> None:
        """Have the bounds counted from here on; what was tried is still known."""
        self._tried.begin_anew()

    async def explore(self) -> R:
        """What `reached` gives. Raises PermanentError, with what was tried, where the goal is not reached;
        ExplorationEnded where a person ends it; BudgetSpent; Stopped."""
        self._crew.stop.explore(self._errand.node)
        try:
            return await self._explore()
        except ExplorationEnded as ended:
            raise ExplorationEnded(f"{ended.message} {self._told()}") from ended
        finally:
            self._crew.stop.explore("")

    async def _explore(self) -> R:
        deadline = time.monotonic() + self._errand.seconds
        found = await self.reached()
        if found is None:
            await self._as_before()
        while found is None:
            found = await self._reached_at_rest()
            if found is None:
                self._check_bounds(deadline)
                await self._turn()
        return found

    async def _reached_at_rest(self) -> R | None:
        """What the last action led to may be on its way: a model asked meanwhile would go past it."""
        if self._crew.actuator.is_open(self._errand.page):
            await self._crew.stop.race(self._crew.actuator.traffic.rest(self._errand.page))
        found = await self.reached()
        if found is None and self._acted_on is not None:
            await self._something_happens(self._acted_on)
            found = await self.reached()
        self._acted_on = None
        return found

    async def _something_happens(self, state: str) -> None:
        """Wait a moment where the page is still as it was before the action: dialogs and menus that fade in
        come up when nothing is under way any more."""
        deadline = time.monotonic() + _SILENT_SECONDS
        while time.monotonic() < deadline and self._crew.actuator.is_open(self._errand.page):
            if (await self._look()).fingerprint != state:
                return
            await self._crew.stop.pause(0.1)

    async def _as_before(self) -> None:
        """Go the way that led there before in this session, as far as it can be gone: no model is asked."""
        known = self._crew.ways.known(self._errand.node)
        steps = steps_again(self._crew, known) if known is not None else ()
        for number, step in enumerate(steps, start=1):
            self._crew.stop.check()
            said = f"step {number} of {len(steps)} of the way that was found before in this session"
            seen = await self._look()
            self._tried.saw(seen.fingerprint)
            try:
                await self._repeat(seen, step, said)
            except Refused as refused:
                self._tried.refuse(step.words, f"{refused}; it was {said}")
                self._tried.refused = 0
                return

    async def _repeat(self, seen: Observation, step: WayStep, said: str) -> None:
        """One step of a way that is known. Raises Refused."""
        crew, page = self._crew, self._errand.page
        found: Found | None = None
        if step.target is not None:
            try:
                found = await find_exactly(
                    crew.actuator, page, step.target, seconds=_AGAIN_SECONDS, stop=crew.stop
                )
            except (TargetNotFound, TargetAmbiguous) as missed:
                raise Refused(missed.message) from missed
        where = (found.target, found.match, found.url) if found else (None, None, None)
        await self._act(seen, step.words, step.action, where, said)

    def _check_bounds(self, deadline: float) -> None:
        errand, tried = self._errand, self._tried
        if tried.acted >= errand.steps:
            raise self._lost(f"after {errand.steps} actions, the bound")
        if time.monotonic() >= deadline:
            raise self._lost(f"after {errand.seconds:g} s, the bound")
        if errand.money is not None and tried.money >= errand.money:
            raise self._lost(f"after ${tried.money:.4f} for questions; ${errand.money:g} is the bound")
        if tried.refused >= _REFUSALS:
            raise self._lost(f"{_REFUSALS} proposals in a row could not be followed")

    async def _turn(self) -> None:
        self._crew.stop.check()
        seen = await self._look()
        self._tried.saw(seen.fingerprint)
        move = await self._proposed(seen)
        self._crew.stop.check()
        if move.move == "give_up":
            raise self._lost(f"the model gave up: {move.reason}")
        try:
            if move.move == "done":
                raise Refused("the model said that the goal is reached, and it is not")
            await self._follow(seen, move)
        except Refused as refused:
            self._tried.refuse(words_of(seen, move), str(refused))
        self._before = seen

    async def _look(self) -> Observation:
        actuator, page = self._crew.actuator, self._errand.page
        await self._crew.stop.race(actuator.traffic.rest(page))
        candidates = await self._crew.stop.race(actuator.gather(page, CONTROLS, brief=True))
        text = await self._crew.stop.race(page_text(actuator, page))
        title = await self._crew.stop.race(page_title(actuator, page))
        return observed(actuator.url(page), title, candidates, text)

    async def _proposed(self, seen: Observation) -> Move:
        question = page_question(self._errand, seen.described(self._before), self._tried.told(), seen.text)
        replied = await self._crew.ask_model(self._errand.node, question)
        self._tried.money += replied.cost or 0.0
        if replied.value is None:
            raise self._lost(f"the model gave no answer: {replied.why}")
        return replied.value

    async def _follow(self, seen: Observation, move: Move) -> None:
        """Do what is proposed. Raises Refused where that may not or cannot be."""
        page = self._errand.page
        action = action_of(move, self._errand.actions, self._crew.actuator.url(page))
        if self._tried.again(seen.fingerprint, f"{move.action} {move.element} {move.value}"):
            raise Refused("it was tried before in this state of the page")
        try:
            await self._do(seen, move, action)
        except Refused as refused:
            if not refused.passing:
                raise
            await self._do(seen, move, action)

    async def _do(self, seen: Observation, move: Move, action: Action) -> None:
        """Act on the element as it is now. Raises Refused."""
        where: _Where = (None, None, None)
        if not isinstance(action, sop.Open):
            where = await self._element(seen, move)
        await self._act(seen, words_of(seen, move), action, where, f"the model: {move.reason}")

    async def _act(self, seen: Observation, words: str, action: Action, where: _Where, because: str) -> None:
        """Through the gate, and only if it has no effect that happens once. Raises Refused."""
        page = self._errand.page
        target, match, url = where
        element = match.element if match else None
        effect, why = effect_of(action.do, element, _value_of(action))
        leading = action.url if isinstance(action, sop.Open) else leads_to(match, action.do)
        self._check_domain(leading)
        proposal = Proposal(
            node=self._errand.node,
            attempt=self._attempt,
            rung="explore",
            action=words,
            kind=action.do,
            effect=effect,
            page_url=self._crew.actuator.url(page),
            frame_url=url,
            leads_to=leading,
            element=element,
            confidence=match.confidence if match else 1.0,
            reasons=(because, why),
        )
        self._attempt += 1
        await venture(self._crew, proposal, Act(page=page, action=action, target=target, match=match))
        self._acted_on = seen.fingerprint
        self._tried.did(words, self._where())
        self._steps.append(WayStep(words, action, target, effect, why, seen.fingerprint))

    async def _element(self, seen: Observation, move: Move) -> tuple[Target, Match, str]:
        if move.element is None or not 1 <= move.element <= len(seen.elements):
            raise Refused(f"there is no element [{move.element}]")
        candidate = seen.elements[move.element - 1]
        if candidate.element.masked:
            raise Refused("it is a field for a secret")
        now = await as_it_is_now(self._crew.actuator, self._errand.page, candidate)
        if now is None:
            raise Refused("it is no longer there")
        return now

    def _check_domain(self, leading: str | None) -> None:
        host = host_of(leading or self._crew.actuator.url(self._errand.page))
        if self._errand.domains and host and not covers(self._errand.domains, host):
            raise Refused(f"'{host}' is not among the domains of the exploration")

    def _where(self) -> str:
        tabs = self._crew.actuator.tabs()
        tab = tabs.get(self._errand.page)
        return f"at {tab.url}" if tab is not None else "the tab was closed"

    def _told(self) -> str:
        return f"Tried: {' '.join(self._tried.lines) or 'nothing.'}"

    def _lost(self, why: str) -> PermanentError:
        return PermanentError(
            f"No way was found to '{self._errand.goal}': {why}. {self._told()}",
            mend="Record the way, or take the step over.",
        )


def _value_of(action: Action) -> str:
    """What the effect of an action is told by, besides its element: its keys, or its address."""
    return str(getattr(action, "keys", getattr(action, "url", "")))
