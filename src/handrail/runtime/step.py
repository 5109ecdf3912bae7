"""One task, in the order of speech: propose, judge, ask, intend, dispatch, settle, verify."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable

from handrail.actuators import Act, Performed
from handrail.errors import Category, NotVerified, RunError, UnexpectedPage
from handrail.journal.event import (
    Acted,
    ActFailed,
    Criterion,
    Intended,
    Retried,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.policy import Proposal, Ticket
from handrail.runtime.admission import admit
from handrail.runtime.crew import Crew
from handrail.runtime.exact import Found, find_exactly
from handrail.runtime.verifying import Settled, in_main_frame
from handrail.sop import action as sop_action
from handrail.sop.condition import Condition
from handrail.sop.node import Task
from handrail.sop.sentences import describe_action, describe_condition
from handrail.sop.target import Target
from handrail.sop.template import render_model
from handrail.targeting import ElementSnapshot, Match, Sighting, decide

_SURE_TO_REPEAT = (
    sop_action.Open,
    sop_action.Fill,
    sop_action.Select,
    sop_action.Check,
    sop_action.Uncheck,
    sop_action.Hover,
)
"""Actions that leave the same state however often they are done."""

_FIRST_BACKOFF_SECONDS = 0.5


class Step:
    """The doing of one task of the SOP."""

    def __init__(self, crew: Crew, node: Task) -> None:
        self._crew = crew
        self._node = node
        self._real = render_model(node, crew.values.real)
        self._shown = render_model(node, crew.values.shown)
        self._secret = self._real.action != self._shown.action
        self._glance: Sighting | None = None

    @property
    def node(self) -> Task:
        return self._node

    def target_ahead(self, page: str) -> Target | None:
        """The target, if a look at `page` that belongs to the step before can already see it."""
        target = self._real.target
        if self._real.page != page or self._real.before or target is None or target.frame:
            return None
        return target if target.locators and not isinstance(self._real.action, sop_action.Open) else None

    def glance(self, sighting: Sighting) -> None:
        """What the step before has seen of this step's target, after everything that it did."""
        self._glance = sighting

    async def perform(self, upcoming: Callable[[], Step | None]) -> None:
        """Do the task and verify it. Raises what stops the session.

        `upcoming` gives the step that follows, so that one look serves both.
        """
        retries = self._node.retry.times if self._node.retry else self._crew.settings.retries
        attempt = 1
        while True:
            try:
                await self._attempt(attempt, upcoming)
                return
            except RunError as error:
                if attempt > retries or not self._may_repeat(error):
                    raise
                reason = error.message
            attempt += 1
            self._crew.scribe.note(
                Retried(kind="retried", node=self._node.id, attempt=attempt, reason=reason)
            )
            spread = 1 + random.random() / 2
            await self._crew.stop.pause(_FIRST_BACKOFF_SECONDS * 2 ** (attempt - 2) * spread)

    def _may_repeat(self, error: RunError) -> bool:
        if self._node.effect == "once" and error.dispatched:
            return False
        if error.category is Category.UNVERIFIED:
            return isinstance(self._node.action, _SURE_TO_REPEAT)
        return error.category is Category.TRANSIENT

    async def _attempt(self, attempt: int, upcoming: Callable[[], Step | None]) -> None:
        await self._check_before()
        found = await self._find(self._real.target)
        match = found.match if found else None
        onto = await self._onto()
        proposal = self._propose(attempt, found)
        ticket = await admit(self._crew, proposal)
        await self._picture_before()
        self._intend(attempt, proposal, match)
        watch = self._watch(match, upcoming)
        try:
            await self._act(attempt, ticket, match, onto)
            await self._verify(upcoming(), watch)
        finally:
            if watch is not None:
                watch.cancel()

    async def _act(
        self, attempt: int, ticket: Ticket, match: Match | None, onto: tuple[Target, Match] | None
    ) -> None:
        began = time.monotonic()
        act = Act(
            page=self._real.page,
            action=self._real.action,
            target=self._real.target,
            match=match,
            onto=onto,
            dialogs=self._real.dialogs,
            opens=self._real.opens,
            secret=self._secret,
        )
        try:
            performed = await self._crew.actuator.dispatch(ticket, act)
        except RunError as error:
            self._failed(attempt, error)
            raise
        acted = Acted(
            kind="acted", node=self._node.id, attempt=attempt, millis=(time.monotonic() - began) * 1000
        )
        if self._node.effect == "once":
            self._crew.scribe.write(acted, durable=True)
        else:
            self._crew.scribe.note(acted)
        self._keep(performed)

    def _watch(
        self, match: Match | None, upcoming: Callable[[], Step | None]
    ) -> asyncio.Task[Settled] | None:
        """Watch for the criteria while a field is being set: that spares a look after it.

        None where they may hold already, since it would then not be the action that made them true.
        """
        done_when, target = self._real.done_when, self._real.target
        if match is None or match.element.masked or not done_when or (target and target.frame):
            return None
        if self._node.effect == "once" or _stands_already(self._real.action, match.element):
            return None
        if not all(in_main_frame(condition) for condition in done_when):
            return None
        watch = asyncio.ensure_future(self._settle_after(upcoming(), again=True))
        watch.add_done_callback(lambda done: done.cancelled() or done.exception())
        return watch

    async def _settle_after(self, upcoming: Step | None, *, again: bool = False) -> Settled:
        ahead = upcoming.target_ahead(self._real.page) if upcoming else None
        return await self._settle(
            self._real.done_when, self._crew.settings.verify_seconds, ahead, again=again
        )

    async def _check_before(self) -> None:
        if not self._real.before:
            return
        settled = await self._settle(self._real.before, self._crew.settings.find_seconds)
        for condition, finding in zip(self._shown.before, settled.findings, strict=True):
            if not finding.held:
                raise UnexpectedPage(
                    f"Before the step, this should hold and does not: {describe_condition(condition)}."
                )

    async def _find(self, target: Target | None) -> Found | None:
        if target is None or not target.locators:
            return None
        if target is self._real.target and self._glance is not None:
            decision = decide(target, self._glance)
            self._glance = None
            if isinstance(decision, Match):
                return Found(decision, self._crew.actuator.url(self._real.page))
        return await find_exactly(
            self._crew.actuator,
            self._real.page,
            target,
            seconds=self._node.timeout or self._crew.settings.find_seconds,
            stop=self._crew.stop,
        )

    async def _onto(self) -> tuple[Target, Match] | None:
        if not isinstance(self._real.action, sop_action.Drag):
            return None
        found = await self._find(self._real.action.onto)
        return None if found is None else (self._real.action.onto, found.match)

    def _propose(self, attempt: int, found: Found | None) -> Proposal:
        match = found.match if found else None
        return Proposal(
            node=self._node.id,
            attempt=attempt,
            rung="exact",
            action=describe_action(self._shown),
            kind=self._node.action.do,
            effect=self._node.effect,
            page_url=self._crew.actuator.url(self._real.page),
            frame_url=found.url if found else None,
            leads_to=_leads_to(self._real, match),
            element=match.element if match else None,
            confidence=match.confidence if match else 1.0,
            reasons=match.reasons if match else ("the action names no element",),
        )

    async def _picture_before(self) -> None:
        if self._node.effect == "once":
            await self._crew.pictures.taken(self._node.id, self._real.page, "before")

    def _intend(self, attempt: int, proposal: Proposal, match: Match | None) -> None:
        changes = isinstance(
            self._node.action, sop_action.Fill | sop_action.Select | sop_action.Check | sop_action.Uncheck
        )
        old = match.element.value if match and changes and not self._secret else None
        self._crew.scribe.write(
            Intended(
                kind="intended",
                node=self._node.id,
                attempt=attempt,
                effect=self._node.effect,
                action=proposal.action,
                old_value=old,
            ),
            durable=self._node.effect == "once",
        )

    def _failed(self, attempt: int, error: RunError) -> None:
        self._crew.scribe.write(
            ActFailed(
                kind="act_failed",
                node=self._node.id,
                attempt=attempt,
                category=error.category,
                message=error.message,
                dispatched=error.dispatched,
            ),
            durable=self._node.effect == "once",
        )

    def _keep(self, performed: Performed) -> None:
        name = getattr(self._node.action, "into", None)
        value = str(performed.download) if performed.download else performed.text
        if name is None or value is None:
            return
        self._crew.values.set(name, value)
        self._crew.scribe.write(VariableSet(kind="variable_set", node=self._node.id, name=name, value=value))

    async def _settle(
        self,
        conditions: tuple[Condition, ...],
        seconds: float,
        ahead: Target | None = None,
        *,
        again: bool = False,
    ) -> Settled:
        return await self._crew.verifier.settle(
            conditions,
            self._real.page,
            self._real.target,
            seconds=self._node.timeout or seconds,
            ahead=ahead,
            again=again,
        )

    async def _verify(self, upcoming: Step | None, watch: asyncio.Task[Settled] | None) -> None:
        """Done is what was verified. Raises NotVerified where a criterion did not come true."""
        try:
            await self._settle_and_say(upcoming, watch)
        except RunError as error:
            # Whatever goes wrong from here on, the app has seen the action.
            error.dispatched = True
            raise

    async def _settle_and_say(self, upcoming: Step | None, watch: asyncio.Task[Settled] | None) -> None:
        if not self._real.done_when:
            # Nothing says when it is done; what it has set going must not be cut off by what follows.
            await self._crew.stop.race(self._crew.actuator.rest(self._real.page))
            self._crew.actuator.raise_surprise()
            self._crew.scribe.note(
                Unverified(
                    kind="unverified",
                    node=self._node.id,
                    criteria=(),
                    why="the step has no completion criterion",
                )
            )
            return
        settled = await watch if watch is not None else None
        if settled is None or not all(finding.held for finding in settled.findings):
            settled = await self._settle_after(upcoming)
        if upcoming is not None and settled.ahead is not None:
            upcoming.glance(settled.ahead)
        self._crew.actuator.raise_surprise()
        criteria = tuple(
            Criterion(
                text=describe_condition(condition, self._shown.target),
                held=finding.held,
                seen=None if finding.held else finding.seen,
            )
            for condition, finding in zip(self._shown.done_when, settled.findings, strict=True)
        )
        if all(criterion.held for criterion in criteria):
            if self._node.effect != "none":
                sparing = self._node.effect != "once"
                self._crew.pictures.take(self._node.id, self._real.page, "after", sparing=sparing)
            self._crew.scribe.note(Verified(kind="verified", node=self._node.id, criteria=criteria))
            return
        missed = next(criterion for criterion in criteria if not criterion.held)
        why = f"not seen: {missed.text}" + (f" (there was: {missed.seen})" if missed.seen else "")
        self._crew.scribe.write(Unverified(kind="unverified", node=self._node.id, criteria=criteria, why=why))
        raise NotVerified(
            f"The step was done, but its completion criterion did not come true: {why}.",
            mend="See what the app shows, then correct the criterion or the data.",
        )


def _stands_already(action: sop_action.Action, element: ElementSnapshot) -> bool:
    """Whether the element holds what the action would give it, or the action gives it nothing."""
    match action:
        case sop_action.Fill():
            return element.value is None or element.value == action.value
        case sop_action.Select():
            return element.value is None or element.value == ", ".join(action.options)
        case sop_action.Check():
            return element.checked is not False
        case sop_action.Uncheck():
            return element.checked is not True
        case _:
            return True


def _leads_to(node: Task, match: Match | None) -> str | None:
    """The address that the action itself names; where a click's own form or link goes."""
    if isinstance(node.action, sop_action.Open | sop_action.Request):
        return node.action.url
    element: ElementSnapshot | None = match.element if match else None
    if element is None or node.action.do not in {"click", "double_click", "press", "download"}:
        return None
    if element.href:
        return element.href
    if element.form and (element.tag == "button" or node.action.do == "press"):
        return element.form.action
    return None
