"""What a page says of what a step does, and whether the app has refused it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from handrail.actuators import Finding, Message, SeenResponse
from handrail.errors import RunError
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.refusing import refusal
from handrail.runtime.walk.told_otherwise import tells_success, told_otherwise
from handrail.sop.condition import ResponseWas, UrlIs
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import Match, decide
from handrail.targeting.naming import own_name

_MOST_SAID: Final = 3
"""Messages of the page that are told with a criterion that did not come true."""
_FIRST_SECONDS: Final = 2.0
"""What is refused is refused by then, as a rule; so long nothing is asked besides the criteria."""
_AGAIN_SECONDS: Final = 1.0
"""An app that tries once more by itself, as with a new token, has begun to by then."""
_PASSING: Final = frozenset({408, 425, 429})
"""Behind these apps and browsers send it again by themselves, a while later."""
_SECRET: Final = re.compile(r"\{\{ secret:([\w.-]+) \}\}")
_MOST_FIELDS: Final = 6
"""So many fields at most are filled in with a secret among them before it is sent."""


class Hearing:
    """The page's messages around one attempt of a step, `real` with its values in clear, on `own`."""

    def __init__(self, crew: Crew, real: Task, own: Target | None) -> None:
        self._crew = crew
        self._real = real
        self._own = own
        self._began = time.time()
        self._before: frozenset[str] | None = None
        self._told: tuple[Message, ...] = ()
        self.was_refused = False
        """The app was seen to refuse what was sent, and to do no more about it."""

    async def listen(self) -> None:
        """Hear what the page says before the action: that is no answer to it."""
        self._began = time.time()
        self._before = frozenset(one.text for one in await self._crew.actuator.messages(self._real.page))

    @property
    def listens(self) -> bool:
        """Whether it is known what the page said before."""
        return self._before is not None

    async def said(self) -> str:
        """What the page itself says of it, best in words that were not there before: why an app refuses."""
        await self._hear()
        new = [one for one in self._told if self._is_new(one)]
        # What was said before already may be meant again where it says that something went wrong.
        told = new or [one for one in self._told if one.failed or one.blocks or not self.listens]
        return f"; the page says {quoted(told)}" if told else ""

    async def objections(self) -> tuple[Message, ...]:
        """What the page says beside the sign of success that tells of a failure: of several records that were
        ticked, one may have been refused."""
        return tuple(one for one in await self._hear() if one.objects and self._is_new(one))

    async def sent_nothing(self) -> bool:
        """Whether the page is known to have sent nothing since that may do something."""
        return self.listens and await self._answers() == ()

    async def was_asked(self, wanted: Sequence[ResponseWas]) -> bool:
        """Whether the app has since taken what these answers are to."""
        answers = await self._answers() or ()
        return any(
            one.status < 400 and not one.failed and one.is_to(part) for one in answers for part in wanted
        )

    async def told_otherwise(self, findings: Sequence[Finding]) -> str | None:
        """What tells in place of the step's criteria, of which these are the findings, that it was done; none
        where there is a doubt."""
        answers = await self._answers() if self.listens and not self.was_refused else None
        if answers is None:
            return None
        await self._hear()
        said = [one for one in self._told if self._is_new(one)]
        path = urlsplit(self._crew.actuator.url(self._real.page)).path
        # It led to a page that an earlier step has found there.
        seen = [
            Finding(held=True)
            if isinstance(part, UrlIs) and part.path and self._crew.moved.get(part.path) == path
            else finding
            for part, finding in zip(self._real.done_when, findings, strict=True)
        ]
        called = own_name(self._own) if self._own is not None else ""
        return told_otherwise(self._real.done_when, seen, answers, said, called=called)

    async def refused(self) -> None:
        """Ends once the app has refused what was sent and does no more about it: to wait for the criteria any
        longer is in vain. Goes on for ever else."""
        await self._crew.stop.pause(_FIRST_SECONDS)
        while True:
            before = self.was_refused
            self.was_refused = await self._refuses_now()
            if before and self.was_refused:
                return
            await self._crew.stop.pause(_AGAIN_SECONDS)

    async def refusal(self, findings: Iterable[Finding]) -> str:
        """How the app has refused what was sent, in words; empty where that is not sure. `findings` are those
        of the step's criteria."""
        answers = await self._answers() if self.listens else None
        if answers is None:
            return ""
        said = await self._hear()
        return refusal(
            self._real.done_when,
            findings,
            answers,
            held_back=any(one.blocks for one in said),
            asks=any(one.asks and self._is_new(one) for one in said),
            sent_back=await self._sent_back(said),
            objects=not answers and await self._stays_with_reason(said),
        )

    def secret_before(self) -> str:
        """The secret that was typed right before, into the form that the step sends; empty where none was."""
        visits = [visit for visit in self._crew.reread().all_visits if visit.node != self._real.id]
        tried = [visit.attempts[-1].action for visit in visits if visit.attempts]
        typed = filter(None, map(_SECRET.search, reversed(tried[-_MOST_FIELDS:])))
        return next((found[1] for found in typed), "")

    async def _refuses_now(self) -> bool:
        if not self._crew.actuator.is_open(self._real.page):
            return False
        with suppress(RunError):
            answers = await self._answers()
            if answers is None:
                return False
            said = await self._hear()
            failing = any(one.failed or one.blocks for one in said)
            if not answers:
                return any(one.blocks or (one.asks and self.listens and self._is_new(one)) for one in said)
            if any(one.document and one.status == HTTPStatus.OK for one in answers):
                # All that the document says is said of what was sent for it.
                return failing
            if self.listens and any(one.refuses and self._is_new(one) for one in said):
                return True
            if not all(400 <= one.status < 500 and one.status not in _PASSING for one in answers):
                return False
            return any(one.document for one in answers) or failing or any(map(self._is_new, said))
        return False

    async def _sent_back(self, said: Sequence[Message]) -> str:
        """What the page says at a field that it refuses, where what sends the form is there once more."""
        told = next((one.text for one in said if one.refuses and self._is_new(one)), "")
        if not told or self._own is None or not self._own.locators:
            return ""
        with suppress(RunError):
            look = await self._crew.actuator.look(self._real.page, target=self._own, timeout=0)
            if look.sighting is not None and isinstance(decide(self._own, look.sighting), Match):
                return told
        return ""

    async def _stays_with_reason(self, said: Sequence[Message]) -> bool:
        """Whether the page says something that it did not say before, and that tells of no success, and what
        sends the form is there once more."""
        reasons = [one for one in said if self._is_new(one) and not one.asks and not tells_success(one.text)]
        if not reasons or self._own is None or not self._own.locators:
            return False
        await self._crew.stop.race(self._crew.actuator.traffic.rest(self._real.page))
        with suppress(RunError):
            look = await self._crew.actuator.look(self._real.page, target=self._own, timeout=0)
            stays = look.sighting is not None and isinstance(decide(self._own, look.sighting), Match)
            return stays and await self.sent_nothing()
        return False

    async def _answers(self) -> tuple[SeenResponse, ...] | None:
        return await self._crew.actuator.traffic.answers(self._real.page, since=self._began)

    async def _hear(self) -> Sequence[Message]:
        """What is said now; what went meanwhile is remembered."""
        said = await self._crew.actuator.messages(self._real.page)
        texts = {one.text for one in said}
        self._told = (*said, *(one for one in self._told if one.text not in texts))
        return said

    def _is_new(self, message: Message) -> bool:
        return message.text not in (self._before or ())


def quoted(said: Sequence[Message]) -> str:
    """The first few of the messages, in quotes."""
    return ", ".join(f"'{one.text}'" for one in said[:_MOST_SAID])
