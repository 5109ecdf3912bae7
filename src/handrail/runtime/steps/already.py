"""What is so already: a choice that changes nothing, because of which an app is told nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.actuators import Finding
from handrail.journal.events.event import Criterion
from handrail.sop import action as sop_action
from handrail.sop.condition import Condition, ElementIs, ResponseWas, TextIs, ValueIs
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.targeting import ElementSnapshot

WAS_SO: Final = Criterion(text="it was so already, and nothing was sent", held=True)


def is_so(task: Task, element: ElementSnapshot) -> bool:
    """Whether a field, list, box or toggle is as the step would set it; then nothing would be changed."""
    match task.action:
        case sop_action.Click(expands=True):
            return element.expanded is True
        case sop_action.Click():
            # What is on already would be turned off, and was meant to be on.
            states = _own_states(task)
            return element.checked is not None and ("checked" if element.checked else "unchecked") in states
        case sop_action.Select(options=options) if element.tag == "select" and element.value:
            held = [element.value] if len(options) == 1 else sorted(element.value.split(", "))
            return held == sorted(option for option in options if option)
        case sop_action.Fill(value=value):
            return element.value == value and not element.masked
        case sop_action.Check():
            return element.checked is True
        case sop_action.Uncheck():
            return element.checked is False
        case _:
            return False


def _own_states(task: Task) -> set[str]:
    """What the step is to make of its element."""
    return {part.state for part in task.done_when if isinstance(part, ElementIs) and not part.target}


def may_be_so(action: sop_action.Action, element: ElementSnapshot) -> bool:
    """Whether the element holds what the action would give it, or does not say what it holds."""
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


def without_answers(task: Task) -> Task:
    """The task without criteria about what the app would answer; where the element says itself that it is on,
    as an entry does that is chosen, also without the words that only a press would bring up."""
    says_itself = isinstance(task.action, sop_action.Click) and bool(_own_states(task) & {"checked"})
    left = tuple(
        part
        for part in task.done_when
        if not isinstance(part, ResponseWas)
        and not (says_itself and isinstance(part, TextIs) and part.target is None)
    )
    return task.model_copy(update={"done_when": left})


def field_of_choice(real: Task) -> Target | None:
    """The field that shows an entry once it is picked out of its list; none where the task picks none."""
    entry = real.target
    if entry is None or entry.role != "option" or not isinstance(real.action, sop_action.Click):
        return None
    shown = (part for part in real.done_when if isinstance(part, ValueIs) and part.equals in _called(entry))
    return next((part.target for part in shown if part.target is not None), None)


def _called(entry: Target) -> set[str]:
    return {" ".join(words.split()) for words in (entry.name, entry.text) if words}


def shows_choice(real: Task, asked: Sequence[Condition], findings: Sequence[Finding]) -> bool:
    """Whether a field holds what the step is about to pick out of a list, as one of the criteria asks for."""
    target = real.target
    if target is None or not isinstance(real.action, sop_action.Click):
        return False
    return any(
        isinstance(part, ValueIs)
        and part.target is not None
        and part.equals in _called(target)
        and finding.held
        for part, finding in zip(asked, findings, strict=True)
    )


def lacks_words_at_most(asked: Sequence[Condition], findings: Sequence[Finding]) -> bool:
    """Whether no more is missing than words of the page, and answers of a server that was asked nothing."""
    return all(
        finding.held or isinstance(part, ResponseWas) or (isinstance(part, TextIs) and part.target is None)
        for part, finding in zip(asked, findings, strict=True)
    )
