"""How long the completion criteria of a step are waited for, and what is waited for with them."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from contextlib import suppress
from typing import Final, Protocol

from handrail.runtime.steps.hearing import Hearing
from handrail.runtime.steps.supporting import only_supports
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.verifying import Settled, answers_in
from handrail.sop import action as sop_action
from handrail.sop.node import Task
from handrail.sop.sending import SENDING
from handrail.sop.target import Target
from handrail.targeting import Sighting

WORDS_SECONDS: Final = 3.0
"""So long at least words are waited for that only support what else was seen."""
_FORM_SECONDS: Final = 5.0
"""So long at the most a form is not filled in while the page waits for its server: some pages always do."""

_SETTING: Final = (
    *(sop_action.Fill, sop_action.Type, sop_action.Paste, sop_action.Select),
    *(sop_action.Check, sop_action.Uncheck, sop_action.PickDate),
)
_CHOICES: Final = frozenset({"option", "radio", "checkbox", "switch", "menuitemradio", "menuitemcheckbox"})


class Following(Protocol):
    """The step after this one, whose target one look can already see."""

    def target_ahead(self, page: str) -> Target | None: ...

    def goes_on_with(self, page: str) -> Target | None: ...

    @property
    def real(self) -> Task: ...

    def glance(self, sighting: Sighting) -> None: ...

    def pictures_first(self, page: str) -> bool: ...

    def fills_in(self, page: str) -> bool: ...


class Awaiting:
    """The waiting for the criteria of one attempt."""

    def __init__(self, crew: Crew, real: Task, own: Target | None, hearing: Hearing) -> None:
        """`real` is the task with its values in clear, and `own` the target that it acts on."""
        self._crew = crew
        self._real = real
        self._own = own
        self._hearing = hearing
        self.sent_before: frozenset[Hashable] | None = None
        """What the page had sent before the step, where it shows already what the step is about to choose."""

    async def settle_in_time(self, upcoming: Following | None) -> Settled:
        """As `_settle_with_words`, as long as the app has not refused what a press has sent: then no
        criterion comes any more."""
        settling = asyncio.ensure_future(self._settle_with_words(upcoming))
        if not isinstance(self._real.action, SENDING):
            return await settling
        refused = asyncio.ensure_future(self._hearing.refused())
        try:
            await asyncio.wait({settling, refused}, return_when=asyncio.FIRST_COMPLETED)
            if settling.done():
                return settling.result()
            await refused
        finally:
            for task in (settling, refused):
                task.cancel()
            await asyncio.gather(settling, refused, return_exceptions=True)
        return await self.settle(upcoming, seconds=0)

    async def _settle_with_words(self, upcoming: Following | None) -> Settled:
        """As `settle`; words that only support other criteria are waited for until the page is at rest."""
        seconds = self.seconds()
        if self.sent_before is not None:
            settled = await self.settle(upcoming, seconds=min(seconds, WORDS_SECONDS))
            if all_held(settled) or await self.sent_nothing():
                return settled
        if not any(self._supporting()):
            return await self.settle(upcoming)
        first = min(seconds, WORDS_SECONDS)
        settled = await self.settle(upcoming, seconds=first)
        if all_held(settled):
            return settled
        if not all(self.counted(settled)):
            return await self.settle(upcoming, seconds=seconds - first)
        await self._crew.stop.race(self._crew.actuator.traffic.rest(self._real.page))
        return await self.settle(upcoming, seconds=0)

    def seconds(self) -> float:
        return self._real.timeout or self._crew.settings.verify_seconds

    def _supporting(self) -> tuple[bool, ...]:
        """Which of the criteria may be missing; none of them at an effect that happens once, or alone."""
        found = tuple(only_supports(part, self._real.done_when) for part in self._real.done_when)
        return tuple(False for _ in found) if self._real.effect == "once" or all(found) else found

    def counted(self, settled: Settled) -> tuple[bool, ...]:
        """Which of the criteria are met, one after the other."""
        pairs = zip(settled.findings, self._supporting(), strict=True)
        return tuple(finding.held or supporting for finding, supporting in pairs)

    async def settle(
        self, upcoming: Following | None, *, again: bool = False, seconds: float | None = None
    ) -> Settled:
        page = self._real.page
        return await self._crew.verifier.settle(
            self._real.done_when,
            page,
            self._own,
            seconds=self.seconds() if seconds is None else seconds,
            ahead=upcoming.target_ahead(page) if upcoming else None,
            again=again,
            may_close=True,
        )

    async def is_answered_late(self) -> bool:
        """Whether what a script has sent by the step has its answer only now: it is waited for as long as for
        the page that answers a form, and what the app makes of it is still to be seen."""
        left = self._crew.settings.navigation_seconds - self.seconds()
        if self._real.timeout is not None or left <= 0 or not self._awaits_answer():
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                await self._crew.stop.race(self._answer())
        return not self._awaits_answer()

    async def _answer(self) -> None:
        while self._awaits_answer():
            await self._crew.actuator.traces.more()

    def _awaits_answer(self) -> bool:
        traces = self._crew.actuator.traces
        return traces.awaited and not all(traces.of(one).held for one in answers_in(self._real.done_when))

    async def asked_for_more(self, upcoming: Following | None) -> bool:
        """Whether the page's scripts have asked their server something because a field was set, or a form
        came that is filled in next, and have the answer by now: an app that draws its form anew by it, or
        puts the record into it, takes away what is filled in before it came."""
        seconds = self.seconds()
        if not sets_field(self._real):
            if upcoming is None or not upcoming.fills_in(self._real.page):
                return False
            seconds = min(seconds, _FORM_SECONDS)
        return await self._crew.stop.race(
            self._crew.actuator.traffic.answered(self._real.page, seconds=seconds)
        )

    async def sent_nothing(self) -> bool:
        """Whether the page was told nothing since it was seen to show the choice already."""
        sent = await self._crew.actuator.traffic.sent(self._real.page)
        return self.sent_before is not None and sent is not None and sent <= self.sent_before


def all_held(settled: Settled) -> bool:
    return all(finding.held for finding in settled.findings)


def sets_field(task: Task) -> bool:
    """Whether the step gives a field its value, and nothing is known to be sent by that for good."""
    if task.effect == "once":
        return False
    chosen = task.target.role if task.target is not None and isinstance(task.action, sop_action.Click) else ""
    return isinstance(task.action, _SETTING) or chosen in _CHOICES
