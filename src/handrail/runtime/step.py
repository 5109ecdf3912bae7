"""One task, in the order of speech: propose, judge, ask, intend, dispatch, settle, verify."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from handrail.actuators import Act, Performed
from handrail.errors import Blocked, Category, NotVerified, RunError, UnexpectedPage
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
from handrail.policy import Proposal, host_of
from handrail.runtime.admission import admit
from handrail.runtime.crew import Crew
from handrail.runtime.exact import Found, find_exactly
from handrail.runtime.verifying import Settled
from handrail.sop import action as sop_action
from handrail.sop.action import gives_values
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
        # What shows that it was done may speak of what the action itself gives a value to.
        before = node.model_copy(update={"done_when": ()}) if gives_values(node.action) else node
        self._real = render_model(before, crew.values.real)
        self._shown = render_model(before, crew.values.shown)
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
            timeout=self._node.timeout,
        )
        try:
            performed = await self._crew.actuator.dispatch(ticket, act)
        except (RunError, Blocked) as error:
            self._failed(attempt, error)
            raise
        acted = Acted(
            kind="acted", node=self._node.id, attempt=attempt, millis=(time.monotonic() - began) * 1000
        )
        if self._node.effect == "once":
            self._crew.scribe.write(acted, durable=True)
        else:
            self._crew.scribe.note(acted)
        try:
            self._keep(performed)
            await self._verify(upcoming())
        except RunError as error:
            # Whatever goes wrong from here on, the app has seen the action.
            error.dispatched = True
            raise

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
            leads_to=_leads_to(self._real, self._shown, match),
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

    def _failed(self, attempt: int, error: RunError | Blocked) -> None:
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
        given = dict(performed.values)
        name = getattr(self._node.action, "into", None)
        value = str(performed.download) if performed.download else performed.text
        if isinstance(name, str) and value is not None:
            given[name] = value
        for name, value in given.items():
            self._crew.values.set(name, value)
            self._crew.scribe.write(
                VariableSet(kind="variable_set", node=self._node.id, name=name, value=value)
            )
        if gives_values(self._node.action):
            self._real = render_model(self._node, self._crew.values.real)
            self._shown = render_model(self._node, self._crew.values.shown)

    async def _settle(
        self, conditions: tuple[Condition, ...], seconds: float, ahead: Target | None = None
    ) -> Settled:
        return await self._crew.verifier.settle(
            conditions,
            self._real.page,
            self._real.target,
            seconds=self._node.timeout or seconds,
            ahead=ahead,
        )

    async def _verify(self, upcoming: Step | None) -> None:
        """Done is what was verified. Raises NotVerified where a criterion did not come true."""
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
        ahead = upcoming.target_ahead(self._real.page) if upcoming else None
        settled = await self._settle(self._real.done_when, self._crew.settings.verify_seconds, ahead)
        if upcoming is not None and settled.ahead is not None:
            upcoming.glance(settled.ahead)
        self._crew.actuator.raise_surprise()
        criteria = tuple(
            Criterion(
                text=describe_condition(condition, self._shown.target),
                held=finding.held,
                seen=finding.seen if finding.read_back or not finding.held else None,
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


def _leads_to(node: Task, shown: Task, match: Match | None) -> str | None:
    """The address that the action itself names; where a click's own form or link goes."""
    if isinstance(node.action, sop_action.Open | sop_action.Request):
        # A person may be asked about it: without secrets, unless they decide which host it is.
        public = shown.action.url if isinstance(shown.action, type(node.action)) else node.action.url
        return public if host_of(public) == host_of(node.action.url) else node.action.url
    element: ElementSnapshot | None = match.element if match else None
    if element is None or node.action.do not in {"click", "double_click", "press", "download"}:
        return None
    if element.href:
        return element.href
    if element.form and (element.tag == "button" or node.action.do == "press"):
        return element.form.action
    return None
