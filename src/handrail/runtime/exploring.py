"""Exploring: look, let a model propose one action, have the gate judge it, act, and see whether it helped."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar
from urllib.parse import urljoin

from pydantic import BaseModel, create_model

from handrail.actuators import Act
from handrail.errors import Blocked, ExplorationEnded, PermanentError, RunError
from handrail.journal.event import Acted, ActFailed, Criterion, Intended, Verified
from handrail.models import Evidence, Question
from handrail.models.question import LIMITS
from handrail.policy import Proposal, covers, host_of
from handrail.runtime.admission import admit
from handrail.runtime.crew import Crew
from handrail.runtime.daring import effect_of
from handrail.runtime.deciding import holds
from handrail.runtime.exact import as_it_is_now
from handrail.runtime.observing import Observation, observed
from handrail.runtime.showing import page_text
from handrail.sop import action as sop
from handrail.sop.node import Explore
from handrail.sop.sentences import describe_condition
from handrail.sop.target import Target
from handrail.sop.template import render_model
from handrail.targeting import Match

R = TypeVar("R")

CONTROLS: Final = Target(role="button")
"""Whatever can be acted on, whatever its role: the page gathers controls for it."""
_TEXT: Final = 1500
_REFUSALS: Final = 3
"""So many proposals in a row that cannot be followed, and the exploration ends."""
KINDS: Final = ("open", "click", "fill", "select", "press", "scroll")


class Move(BaseModel):
    """A model's answer; the kinds of action are narrowed to those that are allowed."""

    move: Literal["act", "done", "give_up"]
    action: str | None = None
    element: int | None = None
    value: str | None = None
    reason: str = ""


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


class _Refused(Exception):
    """A proposal that is not followed, and why in words."""


@dataclass
class _Tried:
    """What was tried so far."""

    lines: list[str] = field(default_factory=list)
    moves: set[tuple[str, str]] = field(default_factory=set)
    """State of the page and action: nothing is tried twice in the same state."""
    refused: int = 0
    acted: int = 0

    def told(self) -> str:
        return "\n".join(f"{number}. {line}" for number, line in enumerate(self.lines, start=1))


class Explorer(Generic[R]):
    """One exploration; `reached` says whether the goal is, and is the only one to say so."""

    def __init__(
        self, crew: Crew, errand: Errand, reached: Callable[[], Awaitable[R | None]], first_attempt: int
    ) -> None:
        self._crew = crew
        self._errand = errand
        self._reached = reached
        self._attempt = first_attempt
        self._tried = _Tried()
        self._before: Observation | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """What was done, in words."""
        return tuple(self._tried.lines)

    async def explore(self) -> R:
        """What `reached` gives. Raises PermanentError, with what was tried, where the goal is not reached;
        BudgetSpent; Stopped."""
        self._crew.stop.explore(self._errand.node)
        try:
            return await self._explore()
        except ExplorationEnded as ended:
            raise self._lost(ended.message) from ended
        finally:
            self._crew.stop.explore("")

    async def _explore(self) -> R:
        deadline = time.monotonic() + self._errand.seconds
        while True:
            found = await self._reached()
            if found is not None:
                return found
            if self._tried.acted >= self._errand.steps:
                raise self._lost(f"after {self._errand.steps} actions, the bound")
            if time.monotonic() >= deadline:
                raise self._lost(f"after {self._errand.seconds:g} s, the bound")
            if self._tried.refused >= _REFUSALS:
                raise self._lost(f"{_REFUSALS} proposals in a row could not be followed")
            await self._turn()

    async def _turn(self) -> None:
        self._crew.stop.check()
        seen = await self._look()
        move = await self._proposed(seen)
        if move.move == "give_up":
            raise self._lost(f"the model gave up: {move.reason}")
        try:
            if move.move == "done":
                raise _Refused("the model said that the goal is reached, and it is not")
            await self._follow(seen, move)
            self._tried.refused = 0
        except _Refused as refused:
            self._tried.refused += 1
            self._tried.lines.append(f"{_words(seen, move)}: not done, {refused}")
        self._before = seen

    async def _look(self) -> Observation:
        actuator, page = self._crew.actuator, self._errand.page
        await self._crew.stop.race(actuator.rest(page))
        candidates = await self._crew.stop.race(actuator.gather(page, CONTROLS))
        return observed(actuator.url(page), actuator.tabs()[page].title, candidates)

    async def _proposed(self, seen: Observation) -> Move:
        text = await self._crew.stop.race(page_text(self._crew.actuator, self._errand.page))
        evidence = [Evidence("the elements of the page", seen.described(self._before))]
        if self._tried.lines:
            evidence.append(Evidence("what was tried", self._tried.told()))
        evidence.append(Evidence("text of the page", text[:_TEXT]))
        replied = await self._crew.ask_model(
            self._errand.node,
            Question(
                purpose="explore",
                prompt="explore-1",
                parts={
                    "goal": self._errand.goal,
                    "context": self._errand.context or "none",
                    "actions": ", ".join(self._errand.actions),
                },
                evidence=tuple(evidence),
                answer=_schema(self._errand.actions),
                limits=LIMITS["explore"],
            ),
        )
        if replied.value is None:
            raise self._lost(f"the model gave no answer: {replied.why}")
        return replied.value

    async def _follow(self, seen: Observation, move: Move) -> None:
        """Do what is proposed. Raises _Refused where that may not or cannot be."""
        action = self._action(move)
        known = (seen.fingerprint, f"{move.action} {move.element} {move.value}")
        if known in self._tried.moves:
            raise _Refused("it was tried before in this state of the page")
        self._tried.moves.add(known)
        target, match, url = None, None, None
        if not isinstance(action, sop.Open):
            target, match, url = await self._element(seen, move)
        effect, why = effect_of(action.do, match.element if match else None, move.value or "")
        leads_to = action.url if isinstance(action, sop.Open) else _leads_to(match, action.do)
        self._check_domain(leads_to)
        words = _words(seen, move)
        proposal = Proposal(
            node=self._errand.node,
            attempt=self._attempt,
            rung="explore",
            action=words,
            kind=action.do,
            effect=effect,
            page_url=self._crew.actuator.url(self._errand.page),
            frame_url=url,
            leads_to=leads_to,
            element=match.element if match else None,
            confidence=match.confidence if match else 1.0,
            reasons=(f"the model: {move.reason}", why),
        )
        await self._act(proposal, Act(page=self._errand.page, action=action, target=target, match=match))
        self._tried.acted += 1
        self._tried.lines.append(f"{words}: done, then {self._where()}")

    async def _act(self, proposal: Proposal, act: Act) -> None:
        crew, node, attempt = self._crew, self._errand.node, self._attempt
        self._attempt += 1
        try:
            ticket = await admit(crew, proposal)
        except Blocked as blocked:
            raise _Refused(blocked.message) from blocked
        intended = Intended(
            kind="intended", node=node, attempt=attempt, effect=proposal.effect, action=proposal.action
        )
        crew.scribe.write(intended)
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
            raise _Refused(error.message) from error
        millis = (time.monotonic() - began) * 1000
        crew.scribe.note(Acted(kind="acted", node=node, attempt=attempt, millis=millis))

    def _action(self, move: Move) -> Any:
        value = move.value or ""
        if move.action not in self._errand.actions:
            raise _Refused(f"'{move.action}' is not allowed here")
        match move.action:
            case "open":
                return sop.Open(do="open", url=urljoin(self._crew.actuator.url(self._errand.page), value))
            case "click":
                return sop.Click(do="click")
            case "fill":
                return sop.Fill(do="fill", value=value)
            case "select":
                return sop.Select(do="select", options=(value,))
            case "press":
                return sop.Press(do="press", keys=value or "Enter")
            case "scroll":
                return sop.Scroll(do="scroll", to_end=True)
            case _:
                raise _Refused(f"'{move.action}' is not known")

    async def _element(self, seen: Observation, move: Move) -> tuple[Target, Match, str]:
        if move.element is None or not 1 <= move.element <= len(seen.elements):
            raise _Refused(f"there is no element [{move.element}]")
        candidate = seen.elements[move.element - 1]
        if candidate.element.masked:
            raise _Refused("it is a field for a secret")
        now = await as_it_is_now(self._crew.actuator, self._errand.page, candidate)
        if now is None:
            raise _Refused("it is not there any more")
        return now

    def _check_domain(self, leads_to: str | None) -> None:
        host = host_of(leads_to or self._crew.actuator.url(self._errand.page))
        if self._errand.domains and host and not covers(self._errand.domains, host):
            raise _Refused(f"'{host}' is not among the domains of the exploration")

    def _where(self) -> str:
        tabs = self._crew.actuator.tabs()
        tab = tabs.get(self._errand.page)
        return f"at {tab.url}" if tab is not None else "the tab was closed"

    def _lost(self, why: str) -> PermanentError:
        tried = "; ".join(self._tried.lines) or "nothing"
        return PermanentError(
            f"No way was found to '{self._errand.goal}': {why}. Tried: {tried}.",
            mend="Record the way, or take the step over.",
        )


async def explore(crew: Crew, node: Explore, first_attempt: int) -> None:
    """Do an explore node: until its success condition holds. Raises as `Explorer.explore`."""
    real, shown = render_model(node, crew.values.real), render_model(node, crew.values.shown)

    async def reached() -> bool | None:
        return True if (await holds(crew, real.success, node.page)).held else None

    errand = Errand(
        node=node.id,
        page=node.page,
        goal=shown.goal,
        context=node.context or node.intent,
        actions=tuple(kind for kind in node.actions if kind in KINDS),
        domains=node.domains,
        steps=node.max_steps,
        seconds=node.max_seconds,
    )
    await Explorer(crew, errand, reached, first_attempt).explore()
    criterion = Criterion(text=describe_condition(shown.success), held=True)
    crew.scribe.write(Verified(kind="verified", node=node.id, criteria=(criterion,)))


def _schema(actions: tuple[str, ...]) -> type[Move]:
    kinds: Any = Literal[actions] if actions else str
    return create_model("Move", __base__=Move, action=(kinds | None, None))


def _words(seen: Observation, move: Move) -> str:
    if move.move != "act":
        return "Say that it is done"
    value = f" '{move.value}'" if move.value and move.action != "click" else ""
    if move.element is None or not 1 <= move.element <= len(seen.elements):
        return f"{(move.action or 'act').capitalize()}{value}"
    element = seen.elements[move.element - 1].element
    name = element.name or element.text or element.placeholder or ""
    onto = (
        f" into {element.role or element.tag}" if move.action == "fill" else f" {element.role or element.tag}"
    )
    return f"{(move.action or 'act').capitalize()}{value}{onto} '{name[:60]}'"


def _leads_to(match: Match | None, kind: str) -> str | None:
    if match is None or kind not in ("click", "press"):
        return None
    element = match.element
    if element.href:
        return element.href
    sends = element.form is not None and (element.tag == "button" or kind == "press")
    return element.form.action if sends and element.form is not None else None
