"""What a step waits for before it acts, on a page that is busy with itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from handrail.runtime.steps.awaiting import sets_field
from handrail.runtime.steps.lost_values import Lost, lost_before, put_back
from handrail.runtime.steps.proving import Proof
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.verifying import answers_in
from handrail.sop.action import Fill
from handrail.sop.condition import Condition
from handrail.sop.node import Task

_OLD_ENOUGH_SECONDS: Final = 4.0
"""A page that saves by itself may take what it holds soon after it came for what is saved already: nobody is
that fast who works by hand."""

_QUIET_SECONDS: Final = 1.0
"""So long at the most an effect, or what filters a list, waits for what the page asked for before it."""


async def let_page_age(crew: Crew, real: Task, done_when: tuple[Condition, ...]) -> None:
    """Before anything is listened for: what the page saves by itself as it came is no answer, and what it
    lists as it came is none of what is typed to filter that."""
    if isinstance(real.action, Fill) and real.action.filters:
        await crew.stop.race(crew.actuator.traffic.quiet(real.page, seconds=_QUIET_SECONDS))
    if answers_in(done_when) and sets_field(real):
        await crew.stop.race(crew.actuator.traffic.of_age(real.page, seconds=_OLD_ENOUGH_SECONDS))


async def before_effect(crew: Crew, task: Task, proof: Proof) -> bool:
    """What an effect leaves behind before it: a picture, and what the page says then; whether its criterion
    holds already.

    Raises UnexpectedPage where the page has not kept what the effect sends.
    """
    quiet = partial(crew.actuator.traffic.quiet, task.page)
    until = time.monotonic() + _QUIET_SECONDS
    (asked, held, lost), _ = await asyncio.gather(
        _seen_once_quiet(quiet, crew, task, proof), crew.pictures.taken(task.id, task.page, "before")
    )
    # What came up meanwhile, as what a page loads a moment after a press.
    stirred = asked is None or crew.actuator.traffic.asked() != asked
    if stirred and (left := until - time.monotonic()) > 0 and await quiet(seconds=left):
        held, lost = await _seen(crew, task, proof)
    if lost:
        await put_back(crew, task, lost)
    return held


async def _seen_once_quiet(
    quiet: Callable[..., Awaitable[bool]], crew: Crew, task: Task, proof: Proof
) -> tuple[int | None, bool, list[Lost]]:
    """As `_seen`, with how often pages had asked for something then."""
    # An app that waits for its server passes over what is pressed, and what it shows then is none of the
    # effect's doing.
    await quiet(seconds=_QUIET_SECONDS)
    asked = crew.actuator.traffic.asked()
    return asked, *await _seen(crew, task, proof)


async def _seen(crew: Crew, task: Task, proof: Proof) -> tuple[bool, list[Lost]]:
    """Whether the criterion holds, and which fields have lost their value."""
    held, lost, _ = await asyncio.gather(proof.holds_already(), lost_before(crew, task), proof.listen())
    return held, lost
