"""One task, in the order of speech: propose, judge, ask, intend, dispatch, settle, verify."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial

from handrail.actuators import Act, Performed
from handrail.errors import (
    Blocked,
    Category,
    RunError,
)
from handrail.policy import Proposal, Ticket
from handrail.policy.categories.choices import with_choices
from handrail.policy.judging.granting import named_by
from handrail.runtime.exploring.keeping_ways import keep as keep_way
from handrail.runtime.finding.done_otherwise import done_otherwise
from handrail.runtime.finding.drawn_anew import held_anew
from handrail.runtime.finding.ladder import Ladder
from handrail.runtime.finding.leading import leads_to
from handrail.runtime.finding.offered_otherwise import Instead, opens_by_itself, picked_at_once
from handrail.runtime.people.admission import Matter, admit
from handrail.runtime.recovery.mending import Mending
from handrail.runtime.recovery.recovering import Facts, Tried, may_go_another_way
from handrail.runtime.steps.already import is_so, without_answers
from handrail.runtime.steps.awaiting import sets_field
from handrail.runtime.steps.days import as_it_asks, picked_by_now, typed_by_now, with_day_typed, with_same
from handrail.runtime.steps.editing import value_of, variable_of, with_value
from handrail.runtime.steps.giving import Giving
from handrail.runtime.steps.leaving_same import chosen_and_not_offered, leaves_same
from handrail.runtime.steps.preconditions import see_that_it_is_undone, see_what_holds
from handrail.runtime.steps.proving import Proof
from handrail.runtime.steps.waiting_for_page import before_effect, let_page_age
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.entries import Entries
from handrail.runtime.walk.exact import Found, found_anew
from handrail.runtime.walk.keeping import kept_before
from handrail.runtime.walk.verifying import answers_in
from handrail.sop import action as sop_action
from handrail.sop.action import gives_values
from handrail.sop.condition import Condition
from handrail.sop.node import Task
from handrail.sop.sentences import describe_action, describe_deed
from handrail.sop.target import Target
from handrail.sop.template import render_model
from handrail.sop.values import parse_value
from handrail.targeting import Match, Sighting, decide

_WITHOUT_ELEMENT = (
    sop_action.Open,
    sop_action.Back,
    sop_action.Forward,
    sop_action.Reload,
    sop_action.SwitchTab,
    sop_action.CloseTab,
    sop_action.Wait,
    sop_action.Request,
)
"""Actions that need no element; the target of their task is another skill's."""


class Step:
    """The doing of one task of the SOP."""

    def __init__(self, crew: Crew, node: Task, mending: Mending) -> None:
        self._crew = crew
        self._node = node
        self._mending = mending
        self._entries = Entries(crew.scribe, node)
        self._giving = Giving(crew, node)
        self._attempts = 0
        self._glance: Sighting | None = None
        self._pressed: Found | None = None
        self._upcoming: Callable[[], Step | None] | None = None
        self._take(node)

    def _take(self, way: Task) -> None:
        """Do it this way: the task's own action, or one of its skills."""
        self._way = way
        # What shows that it was done may speak of what the action itself gives a value to.
        before = way.model_copy(update={"done_when": ()}) if gives_values(way.action) else way
        self._real = render_model(before, self._crew.values.real)
        self._shown = render_model(before, self._crew.values.shown)
        self._secret = self._real.action != self._shown.action
        self._otherwise: str | None = None
        self._opens_by_itself = False

    @property
    def node(self) -> Task:
        return self._node

    def target_ahead(self, page: str) -> Target | None:
        """The target, if a look at `page` that belongs to the step before can already see it."""
        return None if self._real.before or self._real.identity else self.goes_on_with(page)

    def goes_on_with(self, page: str) -> Target | None:
        """The target in `page`, where what else must hold before the step is yet to be seen."""
        target, real = self._real.target, self._real
        if real.page != page or target is None or target.frame:
            return None
        return target if target.locators and not isinstance(real.action, _WITHOUT_ELEMENT) else None

    @property
    def real(self) -> Task:
        """The task with its values in clear."""
        return self._real

    def glance(self, sighting: Sighting) -> None:
        """What the step before has seen of this step's target, after everything that it did."""
        self._glance = sighting

    def pictures_first(self, page: str) -> bool:
        """Whether the step begins with a picture of this page."""
        return self._node.effect == "once" and self._real.page == page

    def fills_in(self, page: str) -> bool:
        """Whether the step gives a field of this page its value."""
        return self._real.page == page and sets_field(self._real)

    async def perform(self, upcoming: Callable[[], Step | None]) -> None:
        """Do the task and verify it, in the first of its ways that can be done.

        `upcoming` gives the step that follows, so that one look serves both. Raises what stops the session.
        """
        self._attempts = self._crew.trail.attempts_before(self._node.id)
        self._upcoming = upcoming
        ways = (self._node.action, *self._node.skills)
        for place, action in enumerate(ways):
            if place:
                self._take(self._node.model_copy(update={"action": action}))
            try:
                await self._try(upcoming)
                return
            except RunError as error:
                if place + 1 == len(ways) or not may_go_another_way(error):
                    raise
                other = describe_deed(
                    render_model(ways[place + 1], self._crew.values.shown), self._shown.target
                )
                reason = f"{error.message} Another way is taken: {other}."
                self._mending.retried(self._node.id, self._attempts + 1, reason)

    async def _try(self, upcoming: Callable[[], Step | None]) -> None:
        times = 0
        while True:
            self._attempts += 1
            times += 1
            try:
                await self._attempt(upcoming)
                return
            except RunError as error:
                facts = Facts(
                    self._node.effect, await leaves_same(self._crew, self._real, error, self._pressed)
                )
                # On the way to an element that was not found the page was looked at already.
                tried = Tried(times, looked=error.category is Category.TARGET)
                page = self._real.page
                if not await self._mending.mends(self._node, page, error, facts, tried, self._attempts):
                    raise
                if error.dispatched and await self._was_done(error, upcoming):
                    return

    async def _was_done(self, error: RunError, upcoming: Callable[[], Step | None]) -> bool:
        """Whether the criterion holds after all, as the page has settled: nothing is done twice then."""
        proof = Proof(self._crew, self._real, self._shown, None)
        waited = error.category is Category.UNVERIFIED
        if not await proof.holds_already(0 if waited else self._crew.settings.verify_seconds):
            return False
        await proof.verify(upcoming(), None)
        return True

    async def _attempt(self, upcoming: Callable[[], Step | None]) -> None:
        if isinstance(self._real.action, sop_action.SetVariable):
            self._giving.set(self._real.action)
            return
        self._pressed = None
        if self._attempts == 1 and await chosen_and_not_offered(self._crew, self._real):
            await Proof(self._crew, self._real, self._shown, None).stands(upcoming())
            return
        found = await self._ready()
        if await self._stands(found, upcoming):
            self._crew.filled.keep(self._real, self._shown, found)
            return
        crew = self._crew
        await see_that_it_is_undone(crew, self._real, self._shown)
        await crew.in_hand.see_that_dialog_means_it(self._real, found, crew.actuator, crew.stop)
        await let_page_age(crew, self._real, self._done_when())
        onto = await self._onto()
        seen = [found]
        matter, edits = self._matter(seen)
        ticket = await admit(crew, self._propose(found), matter)
        found = self._pressed = seen[0]
        await self._carry_out(ticket, found, onto, edits, upcoming)
        crew.filled.keep(self._real, self._shown, found)
        crew.in_hand.take(self._real, found)
        self._learn(found, self._node.target, "target")
        if isinstance(self._node.action, sop_action.Drag):
            self._learn(onto, self._node.action.onto, "action.onto")

    async def _ready(self) -> Found | None:
        """The element, where all that must hold before the step does; the task is then as its page has it."""
        if self._secret or self._opens_by_itself:
            # A one-time code is of this moment; and a page that is ready by now may have drawn its own list.
            self._take(self._way)
        self._crew.filled.forget(self._node.id)
        await self._check_before()
        found = await self._picked_at_once() or await self._find(self._real.target)
        if found is not None and found.way is not None:
            await self._check_before()
        if (native := opens_by_itself(self._crew, self._real, self._shown, found)) is not None:
            self._real, self._shown, found = native
            self._opens_by_itself = True
        self._real, self._shown = held_anew(self._crew, self._real), held_anew(self._crew, self._shown)
        self._write_as_asked(found)
        return found

    async def _carry_out(
        self,
        ticket: Ticket,
        found: Found | None,
        onto: Found | None,
        edits: list[str],
        upcoming: Callable[[], Step | None],
    ) -> None:
        """Intend what was admitted, do it, and verify it; `edits` are the values that a person gave it."""
        proposal = ticket.proposal
        told = self._otherwise or (found.otherwise if found is not None else None)
        proof = Proof(self._crew, self._real, self._shown, found, told or None)
        once = self._node.effect == "once"
        held_before = once and await before_effect(self._crew, self._real, proof)
        await self._crew.hold(self._node.timeout)
        stop = self._crew.stop
        finishing = stop.finishing(self._crew.settings.verify_seconds) if once else nullcontext()
        with stop.giving_way(False), finishing:
            kept = kept_before(self._real.action, found, secret=self._secret)
            with self._crew.history.beginning(proposal, self._crew.gate.policy):
                self._entries.intend(self._attempts, proposal, kept, held_before=held_before)
            watch = proof.watch(upcoming)
            try:
                performed, millis = await self._act(ticket, found, onto)
                if once and not edits and not gives_values(self._way.action):
                    watch = await proof.look_on(upcoming)
                self._keep(performed, millis)
                self._giving.keep_edits(edits)
                if gives_values(self._way.action):
                    proof = Proof(self._crew, self._real, self._shown, found)
                # Made anew where a person has changed a value that the following step may speak of.
                following = upcoming() if edits or watch is None else proof.following
                await proof.verify(following, watch)
            except RunError as error:
                await proof.see_whether_asked_first(error)
                self._entries.refused(self._attempts, error)
                raise
            finally:
                if watch is not None:
                    watch.cancel()

    def _write_as_asked(self, found: Found | None) -> None:
        """Write a day as the field asks for it by now. Raises PermanentError where nobody knows which."""
        if found is not None and (day := typed_by_now(self._real, found.match.element)) is not None:
            self._real, self._shown = with_day_typed(self._real, day), with_day_typed(self._shown, day)
            self._otherwise = f"the day is typed as '{day}', as the field asks for it by now"
            return
        picked = picked_by_now(self._real, found.match.element) if found and not self._secret else None
        if picked is not None:
            self._real, self._shown = picked, with_same(self._shown, picked)
            self._otherwise = "the day is picked in a calendar by now"
            return
        old = None if self._secret or self._otherwise is not None else value_of(self._real)
        new = as_it_asks(self._real.target, found.match.element, old) if found is not None and old else None
        if old and new:
            self._real, self._shown = with_value(self._real, old, new), with_value(self._shown, old, new)
            self._otherwise = f"the day is written '{new}', as the field asks by now"

    async def _stands(self, found: Found | None, upcoming: Callable[[], Step | None]) -> bool:
        """Whether what would be sent is so already, as where one chooses what is chosen, or a toggle is on
        that a click would turn off.

        Only where nothing was tried yet: what was chosen then may never have arrived.
        """
        toggles = isinstance(self._real.action, sop_action.Click)
        sends = self._node.effect == "once" or bool(answers_in(self._real.done_when))
        first = self._attempts == 1 and (sends or toggles)
        if not first or found is None or not is_so(self._real, found.match.element):
            return False
        real, shown = without_answers(self._real), without_answers(self._shown)
        # What is expanded may still be filled by the server.
        patient = isinstance(real.action, sop_action.Click) and real.action.expands
        return await Proof(self._crew, real, shown, found).stands(upcoming(), patient=patient)

    def _learn(self, found: Found | None, old: Target | None, field: str) -> None:
        """Propose to keep what was found otherwise than it was recorded, now that it is seen to be right."""
        if found is not None and found.way is not None and found.way.steps:
            keep_way(self._crew, found.way)
        if found is None or found.healed is None or old is None:
            return
        self._crew.lessons.propose(
            self._node.id,
            old,
            found.target,
            field=field,
            reasons=found.healed.reasons,
            score=found.healed.score,
            url=found.url,
            pictures=(found.healed.picture,) if found.healed.picture else (),
        )

    def _secrets_answered(self) -> tuple[str, ...]:
        pairs = zip(self._real.dialogs, self._shown.dialogs, strict=True)
        return tuple(real.text for real, shown in pairs if real.text and real.text != shown.text)

    async def _act(self, ticket: Ticket, found: Found | None, onto: Found | None) -> tuple[Performed, float]:
        """What came of the action, and the milliseconds that it took."""
        began = time.monotonic()
        act = Act(
            page=self._real.page,
            action=self._real.action,
            target=found.target if found else self._real.target,
            match=found.match if found else None,
            onto=(onto.target, onto.match) if onto else None,
            dialogs=self._real.dialogs,
            opens=self._real.opens,
            secret=self._secret,
            secrets_answered=self._secrets_answered(),
            timeout=self._node.timeout,
            # What the action itself gives values to is not filled in yet: then it is listened for all along.
            answers=answers_in(self._done_when()),
        )
        try:
            performed = await self._crew.dispatch(ticket, act)
        except (RunError, Blocked) as error:
            self._entries.failed(self._attempts, error)
            raise
        return performed, (time.monotonic() - began) * 1000

    def _done_when(self) -> tuple[Condition, ...]:
        return self._real.done_when or self._way.done_when

    async def _check_before(self) -> None:
        """What must hold before the step, and whose record the page or row is about."""
        await see_what_holds(self._crew, self._node, self._real, self._shown)

    async def _find(self, target: Target | None) -> Found | None:
        if target is None or not target.locators or isinstance(self._real.action, _WITHOUT_ELEMENT):
            return None
        if target is self._real.target and self._glance is not None:
            decision = decide(target, self._glance)
            self._glance = None
            if isinstance(decision, Match):
                return Found(decision, target, self._crew.actuator.url(self._real.page))
        clear = partial(self._mending.clear, self._node, self._real.page)
        instead = self._instead if target is self._real.target and not self._secret else None
        ladder = Ladder(self._crew, self._node, self._real, self._shown, self._attempts, clear, instead)
        return await ladder.climb(target)

    async def _instead(self) -> Found | None:
        """What the same choice is made with by now; the task is done so from here on."""
        following = self._upcoming() if self._upcoming is not None else None
        return self._taken(await done_otherwise(self._crew, self._real, self._shown, following))

    async def _picked_at_once(self) -> Found | None:
        if self._crew.native.get(self._real.page) is None or self._secret:
            return None
        return self._taken(await picked_at_once(self._crew, self._real, self._shown))

    def _taken(self, instead: Instead | None) -> Found | None:
        if instead is None:
            return None
        self._real, self._shown = instead.real, instead.shown
        return instead.found

    async def _onto(self) -> Found | None:
        action = self._real.action
        return await self._find(action.onto) if isinstance(action, sop_action.Drag) else None

    def _matter(self, seen: list[Found | None]) -> tuple[Matter, list[str]]:
        """What a person who is asked about the step may see and change; the list gets the value that they
        write in place of its own. `seen` holds the element, and gets it as it is once they have answered."""
        edits: list[str] = []
        value = None if self._secret else value_of(self._shown)

        def edited(new: str) -> Proposal:
            if (name := variable_of(self._node)) is not None:
                # Before anything is done: what does not fit the variable is told.
                parse_value(self._crew.values.type_of(name), new)
            old = edits[-1] if edits else value or ""
            self._real, self._shown = with_value(self._real, old, new), with_value(self._shown, old, new)
            edits.append(new)
            return self._propose(seen[0])

        async def again() -> Proposal:
            await self._check_before()
            seen[0] = await self._anew(seen[0])
            return self._propose(seen[0])

        target = self._real.target if seen[0] is None else seen[0].target
        return Matter(self._real.page, target, value, edited, again), edits

    async def _anew(self, found: Found | None) -> Found | None:
        if found is None:
            return None
        crew, seconds = self._crew, self._node.timeout or self._crew.settings.find_seconds
        return await found_anew(crew.actuator, self._real.page, found, seconds=seconds, stop=crew.stop)

    def _propose(self, found: Found | None) -> Proposal:
        match = found.match if found else None
        proposal = Proposal(
            node=self._node.id,
            attempt=self._attempts,
            rung=found.rung if found else "exact",
            action=describe_action(self._shown),
            kind=self._real.action.do,
            effect=self._node.effect,
            page_url=self._crew.actuator.url(self._real.page),
            frame_url=found.url if found else None,
            leads_to=leads_to(self._real, self._shown, match),
            element=match.element if match else None,
            confidence=match.confidence if match else 1.0,
            reasons=match.reasons if match else ("the action names no element",),
            chosen_by=found.healed.by if found and found.healed else "",
            **named_by(self._way, self._shown),
        )
        return with_choices(proposal, self._crew.choices)

    def _keep(self, performed: Performed, millis: float) -> None:
        file = self._giving.file_of(performed)
        self._entries.acted(self._attempts, millis, file)
        self._giving.keep(self._real.action, performed, file)
        if gives_values(self._way.action):
            self._real = render_model(self._way, self._crew.values.real)
            self._shown = render_model(self._way, self._crew.values.shown)
