"""Proof that a step did what it is for: its completion criteria, watched for and told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

from handrail.actuators import Message
from handrail.errors import NotVerified, RunError, TransientError, UnexpectedQuestion
from handrail.journal.events.event import Criterion, Unverified, Verified
from handrail.runtime.finding.nearly_called import called_nearly
from handrail.runtime.recovery.mending import not_reached
from handrail.runtime.steps.already import WAS_SO, lacks_words_at_most, may_be_so, shows_choice
from handrail.runtime.steps.awaiting import WORDS_SECONDS, Awaiting, Following, all_held
from handrail.runtime.steps.hearing import Hearing, quoted
from handrail.runtime.steps.led_on import led_on
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, told_by
from handrail.runtime.walk.refusing import ASKS_FIRST, refusal_error, sign_in_error
from handrail.runtime.walk.verifying import Settled, answers_in, in_main_frame, is_far
from handrail.sop import action as sop_action
from handrail.sop.action import gives_values
from handrail.sop.condition import Condition, ResponseWas, UrlIs
from handrail.sop.node import Task
from handrail.sop.sentences import describe_condition
from handrail.targeting.kinds import SET_AT_ONCE

_SENDING_SECONDS: Final = 0.001
"""Enough for a question to go out; a write to disk takes longer."""


class Proof:
    """The criteria of one attempt; `real` is the task with its values in clear, `shown` as people see it."""

    def __init__(
        self, crew: Crew, real: Task, shown: Task, found: Found | None, otherwise: str | None = None
    ) -> None:
        """`otherwise` says what is done otherwise than it was recorded, as the page has changed."""
        self._otherwise = otherwise
        self._crew = crew
        self._real = real
        self._shown = shown
        self._found = found
        self._own = told_by(found) if found is not None else real.target
        self.following: Following | None = None
        """The step that is looked for ahead while the criteria are watched for."""
        self._began = time.time() * 1000
        page = real.page
        self._url = crew.actuator.url(page) if crew.actuator.is_open(page) else ""
        self._hearing = Hearing(crew, real, self._own)
        self._awaiting = Awaiting(crew, real, self._own, self._hearing)
        self._once_more = True
        """Whether criteria that the watch did not see are looked for again."""

    def watch(self, upcoming: Callable[[], Following | None]) -> asyncio.Task[Settled] | None:
        """Watch for the criteria while a field is being set: that spares a look after it.

        None where they may hold already, since it would then not be the action that made them true.
        """
        done_when, own = self._real.done_when, self._own
        if self._found is None or not done_when or (own and own.frame):
            return None
        element = self._found.match.element
        if element.masked or self._real.effect == "once" or may_be_so(self._real.action, element):
            return None
        if not all(in_main_frame(condition) for condition in done_when):
            return None
        if isinstance(self._real.action, sop_action.Select) or element.input_type in SET_AT_ONCE:
            # It is done before a look could begin, which would wait for the next change.
            return None
        return self._begin(upcoming(), again=True)

    async def look_on(self, upcoming: Callable[[], Following | None]) -> asyncio.Task[Settled] | None:
        """Begin to look for the criteria of what was just done: the browser works on it while the journal
        waits for the disk. None where there are none."""
        if not self._real.done_when:
            return None
        self._once_more = False
        watch = self._begin(upcoming(), again=False)
        await asyncio.sleep(_SENDING_SECONDS)
        return watch

    def _begin(self, following: Following | None, *, again: bool) -> asyncio.Task[Settled]:
        self.following = following
        looking = (
            self._awaiting.settle(following, again=True)
            if again
            else self._awaiting.settle_in_time(following)
        )
        watch = asyncio.ensure_future(looking)
        watch.add_done_callback(lambda done: done.cancelled() or done.exception())
        return watch

    async def holds_already(self, seconds: float = 0) -> bool:
        """Whether the page shows all that it can show of the criterion before anything is done, or comes to
        within so many seconds."""
        near = tuple(part for part in self._real.done_when if not is_far(part))
        page = self._real.page
        if not near or gives_values(self._real.action) or not self._crew.actuator.is_open(page):
            return False
        try:
            settled = await self._crew.verifier.settle(near, page, self._own, seconds=seconds)
        except RunError:
            # What cannot be looked at does not hold; the step's own look tells of it.
            return False
        if shows_choice(self._real, near, settled.findings):
            self._awaiting.sent_before = await self._crew.actuator.traffic.sent(page)
        return all_held(settled)

    async def stands(self, upcoming: Following | None, *, patient: bool = False) -> bool:
        """Whether all is so that the step is for, before anything is sent, or where `patient` comes to be so
        by itself; then it is journaled, and as unverified where the page lacks words."""
        settled = await self._awaiting.settle(upcoming, seconds=None if patient else 0)
        held = all_held(settled)
        sends = self._real.effect == "once"
        if not held and not (sends and lacks_words_at_most(self._real.done_when, settled.findings)):
            return False
        if upcoming is not None and settled.ahead is not None:
            upcoming.glance(settled.ahead)
        self._tell_as_it_was(settled)
        return True

    async def verify(self, upcoming: Following | None, watch: asyncio.Task[Settled] | None) -> None:
        """Done is what was verified. Raises NotVerified where a criterion did not come true."""
        try:
            if self._real.done_when:
                await self._verify(upcoming, watch)
            else:
                await self._rest()
        except RunError as error:
            # Whatever goes wrong from here on, the app has seen the action.
            error.dispatched = True
            raise

    async def _rest(self) -> None:
        """Nothing says when it is done; what it has set going must not be cut off by what follows."""
        await self._crew.stop.race(self._crew.actuator.traffic.rest(self._real.page))
        self._crew.actuator.raise_surprise()
        told = self._told_by_tabs()
        if told is not None:
            criteria = (Criterion(text=told, held=True),)
            self._crew.scribe.note(Verified(kind="verified", node=self._real.id, criteria=criteria))
            return
        why = "the step has no completion criterion"
        self._crew.scribe.note(Unverified(kind="unverified", node=self._real.id, criteria=(), why=why))

    def _told_by_tabs(self) -> str | None:
        """That a tab is gone is all that closing it is for; so it is with a press that only opens one, as a
        script writes it, which has no address of its own and no server's answer."""
        page, opened, is_open = self._real.page, self._real.opens, self._crew.actuator.is_open
        if isinstance(self._real.action, sop_action.CloseTab) and not is_open(page):
            return f"the tab '{page}' is closed"
        if opened is not None and self._real.effect == "none" and is_open(opened):
            return f"the tab '{opened}' is open"
        return None

    async def _verify(self, upcoming: Following | None, watch: asyncio.Task[Settled] | None) -> None:
        # By the time of an answer the browser has told of what the page's scripts have asked for.
        settled = await watch if watch is not None else await self._awaiting.settle_in_time(upcoming)
        missed_by_watch = watch is not None and self._once_more and not all_held(settled)
        if not self._hearing.was_refused and (
            await self._awaiting.asked_for_more(upcoming) or missed_by_watch
        ):
            settled = await self._awaiting.settle_in_time(upcoming)
        if (
            not self._hearing.was_refused
            and not all_held(settled)
            and await self._awaiting.is_answered_late()
        ):
            settled = await self._awaiting.settle_in_time(upcoming)
        if upcoming is not None and settled.ahead is not None:
            upcoming.glance(settled.ahead)
        self._crew.actuator.raise_surprise()
        criteria = self._criteria(settled)
        node = self._real.id
        missed = [
            one for one, held in zip(criteria, self._awaiting.counted(settled), strict=True) if not held
        ]
        objections = () if missed else await self._objections(upcoming)
        if objections:
            why = f"the criterion came true, but the page also says {quoted(objections)}"
            criteria += (Criterion(text="no part of it failed", held=False, seen=quoted(objections)),)
            self._crew.scribe.write(Unverified(kind="unverified", node=node, criteria=criteria, why=why))
            raise NotVerified(
                f"The step was done: {why}.", mend="Check in the app what was done and what was not."
            )
        if not missed and await self._stays_error_page(settled, upcoming):
            error = Criterion(text="the server has the page", held=False, seen=f"status {settled.status}")
            await self._fail(settled, (*criteria, error), error, upcoming)
        if not missed:
            if not self._hearing.listens:
                await self._picture(upcoming)
            verified = Verified(kind="verified", node=node, criteria=criteria, otherwise=self._otherwise)
            if self._real.effect == "once":
                # A crash must not leave in doubt what was seen.
                self._crew.scribe.write(verified)
            else:
                self._crew.scribe.note(verified)
            return
        if await self._was_so(settled):
            await self._picture(upcoming)
            self._tell_as_it_was(settled)
            return
        if self._real.effect == "once" and await self._is_told_otherwise(settled, criteria, upcoming):
            return
        led = await led_on(self._crew, self._real, settled.findings, self._url, upcoming)
        if led is not None:
            self._crew.scribe.note(
                Verified(kind="verified", node=node, criteria=criteria, otherwise=self._otherwise or led)
            )
            return
        await self._fail(settled, criteria, missed[0], upcoming)

    async def _is_told_otherwise(
        self, settled: Settled, criteria: tuple[Criterion, ...], upcoming: Following | None
    ) -> bool:
        """Whether the app tells in other words, or at another address, that the effect was done; then that
        is journaled."""
        if not self._crew.actuator.is_open(self._real.page):
            return False
        told = await self._hearing.told_otherwise(settled.findings)
        if told is None:
            return False
        await self._picture(upcoming)
        node = self._real.id
        self._crew.scribe.write(Verified(kind="verified", node=node, criteria=criteria, otherwise=told))
        return True

    async def _stays_error_page(self, settled: Settled, upcoming: Following | None) -> bool:
        """Whether nothing but an address tells that it was done, and the server has an error's page there.

        One that lets visitors in a moment later, or wakes up, is given that moment.
        """
        until = time.monotonic() + min(self._awaiting.seconds(), WORDS_SECONDS)
        while self._is_error_page(settled) and (left := until - time.monotonic()) > 0:
            settled = await self._awaiting.settle(upcoming, again=True, seconds=left)
        return self._is_error_page(settled)

    def _is_error_page(self, settled: Settled) -> bool:
        """Of an effect that happens once its own answer tells; some servers give all pages as not found."""
        asked = self._real.done_when
        told = any(isinstance(part, ResponseWas) and part.status == settled.status for part in asked)
        came = settled.began >= self._began and settled.status is not None and settled.status >= 400
        held = [part for part, finding in zip(asked, settled.findings, strict=True) if finding.held]
        return came and not told and self._real.effect != "once" and all(map(_is_address, held))

    async def _did_next(self, upcoming: Following | None) -> bool:
        """Whether the app has done at once what the next step is for, and should have been asked first."""
        if self._real.effect == "once" or upcoming is None or upcoming.real.effect != "once":
            return False
        return await self._hearing.was_asked(answers_in(upcoming.real.done_when))

    async def _fail(
        self,
        settled: Settled,
        criteria: tuple[Criterion, ...],
        missed: Criterion,
        upcoming: Following | None,
    ) -> NoReturn:
        said = await self._hearing.said()
        ahead = await self._did_next(upcoming)
        if ahead:
            said += "; the app did at once what the next step is for"
        seen = f" (there was: {missed.seen})" if missed.seen else await self._nearly(criteria, missed)
        why = f"not seen: {missed.text}{seen}{said}"
        error = NotVerified(
            f"The step was done, but its completion criterion did not come true: {why}.",
            mend="See what the app shows, then correct the criterion or the data.",
        )
        refused = ""
        if self._real.effect == "once":
            await self._see_that_it_was_answered(error)
            refused = await self._hearing.refusal(settled.findings)
        told = Unverified(kind="unverified", node=self._real.id, criteria=criteria, why=why, ahead=ahead)
        self._crew.scribe.write(told)
        if refused:
            error = refusal_error(refused, said)
        elif self._real.effect != "once" and self._hearing.was_refused:
            error = sign_in_error(self._hearing.secret_before(), said) or error
        raise error

    async def _nearly(self, criteria: tuple[Criterion, ...], missed: Criterion) -> str:
        at = criteria.index(missed)
        if at >= len(self._real.done_when):
            # That an error's page came is told besides what the step says.
            return ""
        condition = self._real.done_when[at]
        return await self._crew.stop.race(called_nearly(self._crew.actuator, self._real.page, condition))

    def _criteria(self, settled: Settled) -> tuple[Criterion, ...]:
        return tuple(
            Criterion(
                text=describe_condition(condition, self._shown.target),
                held=finding.held,
                seen=finding.seen if finding.read_back or not finding.held else None,
            )
            for condition, finding in zip(self._shown.done_when, settled.findings, strict=True)
        )

    async def _was_so(self, settled: Settled) -> bool:
        """Whether the page showed the choice before, still does, and was told nothing."""
        asked = self._real.done_when
        stays = shows_choice(self._real, asked, settled.findings)
        return stays and lacks_words_at_most(asked, settled.findings) and await self._awaiting.sent_nothing()

    def _tell_as_it_was(self, settled: Settled) -> None:
        """It was so already: what holds is told, and what is missing beside the server's answer."""
        pairs = zip(self._real.done_when, self._criteria(settled), strict=True)
        told = tuple(one for part, one in pairs if one.held or not isinstance(part, ResponseWas))
        missed = ", ".join(one.text for one in told if not one.held)
        told = (*told, WAS_SO)
        self._crew.scribe.write(
            Unverified(
                kind="unverified",
                node=self._real.id,
                criteria=told,
                why=f"{WAS_SO.text}; not seen: {missed}",
            )
            if missed
            else Verified(kind="verified", node=self._real.id, criteria=told)
        )

    async def listen(self) -> None:
        """Hear what the page says before the action: that is no answer to it."""
        await self._hearing.listen()

    async def _objections(self, upcoming: Following | None) -> tuple[Message, ...]:
        """What tells beside the sign of success of a failure. Nothing where nobody has listened before; else
        the picture of what the step has left behind is begun meanwhile, as neither needs the other."""
        if not self._hearing.listens:
            return ()
        objections, _ = await asyncio.gather(self._hearing.objections(), self._picture(upcoming))
        return objections

    async def see_whether_asked_first(self, error: RunError) -> None:
        """Where the page asked something first, was told no, and sent nothing, nothing is in doubt."""
        if self._real.effect != "once" or not isinstance(error, UnexpectedQuestion):
            return
        await self._crew.stop.race(self._crew.actuator.traffic.rest(self._real.page))
        form = self._found.match.element.form if self._found is not None else None
        posts = form is not None and form.method.lower() == "post"
        if (posts or answers_in(self._real.done_when)) and await self._hearing.sent_nothing():
            error.refused = ASKS_FIRST
            error.mend = "It was dismissed, and nothing was sent. Record the step again, with the answer."

    async def _see_that_it_was_answered(self, error: NotVerified) -> None:
        """Raises NotReached where the browser shows its own page in the place of an answer: then the app has
        not said that it went wrong, and may never have got it."""
        if not self._crew.actuator.is_open(self._real.page):
            return
        with suppress(TransientError):
            document = await self._crew.actuator.document(self._real.page)
            if document.status is None:
                raise not_reached(document, error)

    async def _picture(self, upcoming: Following | None) -> None:
        """Show what the step has left behind, where the picture before the next effect does not."""
        page, effect = self._real.page, self._real.effect
        if effect == "once":
            await self._crew.pictures.begin(self._real.id, page, "after")
        elif upcoming is not None and upcoming.pictures_first(page):
            await self._crew.pictures.expect(page)
        elif effect == "repeatable":
            await self._crew.pictures.begin(self._real.id, page, "after", sparing=True)


def _is_address(condition: Condition) -> bool:
    return isinstance(condition, UrlIs)
