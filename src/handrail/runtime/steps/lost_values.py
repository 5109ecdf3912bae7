"""What steps have filled in, until it is sent: a page may take it away again, as one that draws its form anew
once its scripts are there, or puts in late what its server knows of the record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from handrail.actuators import Act, Finding
from handrail.errors import UnexpectedPage
from handrail.journal.events.event import Handled
from handrail.policy import Proposal
from handrail.policy.judging.granting import named_by
from handrail.runtime.people.admission import admit
from handrail.runtime.recovery.unsent import is_there
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import find_exactly
from handrail.runtime.walk.filled import Filled
from handrail.runtime.walk.verifying import with_target
from handrail.sop import action as sop
from handrail.sop.condition import ResponseWas
from handrail.sop.node import Task
from handrail.sop.sending import says_what_it_holds
from handrail.sop.sentences import describe_action

_ROUNDS: Final = 2
"""Times that a form is filled in anew: one field may empty another."""
_SET_AGAIN: Final = (sop.Fill, sop.Select, sop.Check, sop.Uncheck)

_COMES_BACK_SECONDS: Final = 1.0
"""A form that is being drawn anew may get its values back by itself."""
_KEPT_SECONDS: Final = 0.5
"""What was taken away once may be taken away again: so long it must be seen to stay."""


class Lost(NamedTuple):
    """A field that holds something else than what was put into it."""

    field: Filled
    seen: str


async def lost_before(crew: Crew, node: Task) -> list[Lost]:
    """The fields which the step sends that do not hold, right now, what they were given.

    A field that is gone, and one that only writes its value in another way, say nothing.
    """
    return await _lost(crew, crew.filled.of(node.sends, node.page), seconds=0)


async def put_back(crew: Crew, node: Task, lost: list[Lost]) -> None:
    """Fill in again what the page has emptied or overwritten.

    Raises UnexpectedPage where a field does not keep it.
    """
    seconds = min(_COMES_BACK_SECONDS, crew.settings.find_seconds)
    lost = await _lost(crew, [one.field for one in lost], seconds=seconds)
    for _ in range(_ROUNDS):
        if not lost:
            return
        again = [one for one in lost if _may_be_set_again(one.field.real)]
        for one in again:
            await _set_again(crew, node, one)
        # What holds the same as before is written so by the app; that it is empty is no way to write it.
        written = {
            (one.field.real.id, one.seen) for one in again if one.seen and one.seen != one.field.before
        }
        await crew.stop.pause(_KEPT_SECONDS)
        found = await lost_before(crew, node)
        lost = [one for one in found if (one.field.real.id, one.seen) not in written]
    if lost:
        raise _gone(node, lost[0])


async def _lost(crew: Crew, fields: Iterable[Filled], *, seconds: float) -> list[Lost]:
    asked = [(one, part) for one in fields for part in says_what_it_holds(one.real)]
    if not asked:
        return []
    conditions = tuple(with_target(part, one.real.target) for one, part in asked)
    page = asked[0][0].real.page
    settled = await crew.verifier.settle(conditions, page, None, seconds=seconds)
    lost: dict[str, Lost] = {}
    for (one, _), finding in zip(asked, settled.findings, strict=True):
        page, target = one.real.page, one.real.target
        is_lost = not finding.held and not _is_alike(one, finding) and one.real.id not in lost
        if is_lost and target is not None and await is_there(crew, page, target):
            lost[one.real.id] = Lost(one, finding.seen or "")
    return list(lost.values())


def _is_alike(one: Filled, finding: Finding) -> bool:
    """Whether the field shows what it was given in a way of its own: in capitals, cut off, or with more."""
    given = getattr(one.real.action, "value", None)
    if not isinstance(given, str) or not finding.seen:
        return False
    typed, seen = _bare(given), _bare(finding.seen)
    if typed.isdigit() and seen.isdigit():
        return typed.lstrip("0") == seen.lstrip("0")
    return bool(seen) and (typed in seen or seen in typed or _words(given) == _words(finding.seen))


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _words(text: str) -> list[str]:
    return sorted(word.lstrip("0") for word in re.split(r"[\W_]+", text.casefold()) if word)


def _may_be_set_again(task: Task) -> bool:
    """Nothing but a plain field: what is chosen of a list that is offered is more than its text, and what
    saves itself is an effect."""
    offers = (
        task.target is not None and task.target.role == "combobox" and not isinstance(task.action, sop.Select)
    )
    saves = any(isinstance(part, ResponseWas) for part in task.done_when)
    return isinstance(task.action, _SET_AGAIN) and task.effect != "once" and not offers and not saves


async def _set_again(crew: Crew, node: Task, lost: Lost) -> None:
    """Do once more what the field was given; the gate judges it as it does every action."""
    real, shown = lost.field.real, lost.field.shown
    assert real.target is not None
    found = await find_exactly(crew.actuator, real.page, real.target, seconds=0, stop=crew.stop)
    reason = f"What was filled in was gone: the field held '{lost.seen}'."
    proposal = Proposal(
        node=node.id,
        attempt=0,
        rung="exact",
        action=describe_action(shown),
        kind=real.action.do,
        effect="repeatable",
        page_url=crew.actuator.url(real.page),
        frame_url=found.url,
        element=found.match.element,
        confidence=found.match.confidence,
        reasons=(reason,),
        **named_by(real, shown),
    )
    ticket = await admit(crew, proposal)
    await crew.dispatch(
        ticket, Act(page=real.page, action=real.action, target=real.target, match=found.match)
    )
    crew.scribe.write(
        Handled(kind="handled", node=node.id, handler="lost value", action=proposal.action, reason=reason)
    )


def _gone(node: Task, lost: Lost) -> UnexpectedPage:
    held = f"holds '{lost.seen}'" if lost.seen else "is empty"
    return UnexpectedPage(
        f"What was filled in is no longer there: the field of '{lost.field.shown.label}' {held} now, and "
        f"'{node.label}' would send that.",
        mend="See in the app what takes it away; nothing was sent.",
    )
