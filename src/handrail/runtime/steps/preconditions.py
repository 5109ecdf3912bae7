"""What must hold before a step: its conditions, the record that is meant, and that it has something to do."""

from __future__ import annotations

from handrail.errors import UnexpectedPage, WrongRecord
from handrail.runtime.walk.crew import Crew
from handrail.sop.condition import Condition, ElementIs, Not
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.node import Task
from handrail.sop.sentences import describe_condition


async def see_what_holds(crew: Crew, node: Task, real: Task, shown: Task) -> None:
    """`real` is the task with its values in clear, `shown` as people see it.

    Raises UnexpectedPage where a condition does not hold within the step's time, and WrongRecord where the
    page or the row is about another record.
    """
    sure = [place for place, part in enumerate(real.before) if not _asks_that_undone(part, real)]
    conditions = (*(real.before[place] for place in sure), *real.identity)
    if not conditions:
        return
    seconds = node.timeout or crew.settings.find_seconds
    settled = await crew.verifier.settle(conditions, real.page, real.target, seconds=seconds)
    told = (*(shown.before[place] for place in sure), *shown.identity)
    for place, (condition, finding) in enumerate(zip(told, settled.findings, strict=True)):
        if finding.held:
            continue
        words = describe_condition(condition, shown.target)
        if place < len(sure):
            raise _not_so(words)
        called = record_in_heading(node.identity[place - len(sure)], conditions[place])
        if called and await crew.in_hand.is_its_form(real, called, crew.actuator, crew.stop):
            continue
        seen = f" (there is: {finding.seen})" if finding.seen else ""
        raise WrongRecord(
            f"This is not the intended record: {words}, and it is not so{seen}.",
            mend="Check that the earlier steps open the right record; nothing was done on this one.",
        )


def record_in_heading(asked: Condition, filled: Condition) -> str | None:
    """What the record is called whose heading is asked for, be it among words of the app ("Editing
    {{ name }}"); none where something else is. `filled` is the same with its values."""
    written, heading = _heading(asked), _heading(filled)
    before, named, rest = (written or "").partition("{{")
    _, ends, after = rest.partition("}}")
    if heading is None or not named:
        return heading
    if not ends or "{{" in after:
        return None
    bare = heading.startswith(before) and heading.endswith(after)
    return heading[len(before) : len(heading) - len(after)] if bare else None


def _heading(condition: Condition) -> str | None:
    target = condition.target if isinstance(condition, ElementIs) and condition.state == "visible" else None
    if target is None or len(target.locators) != 1:
        return None
    match target.locators[0]:
        case RowLocator(role="heading", text=says) | RoleLocator(role="heading", name=says, within=None):
            return says
        case _:
            return None


async def see_that_it_is_undone(crew: Crew, real: Task, shown: Task) -> None:
    """That the step has something to do, where it asks for that: done once more, it would be undone.

    Raises UnexpectedPage where it is done already.
    """
    undone = [place for place, part in enumerate(real.before) if _asks_that_undone(part, real)]
    if not undone:
        return
    asked = tuple(real.before[place] for place in undone)
    settled = await crew.verifier.settle(asked, real.page, real.target, seconds=0)
    for place, finding in zip(undone, settled.findings, strict=True):
        if not finding.held:
            raise _not_so(describe_condition(shown.before[place], shown.target))


def _asks_that_undone(part: Condition, task: Task) -> bool:
    """Whether it says no more than that what shows the task to be done is not so yet."""
    return isinstance(part, Not) and part.condition in task.done_when


def _not_so(words: str) -> UnexpectedPage:
    return UnexpectedPage(f"Before the step, this should be true but is not: {words}.")
