"""The steps of a way as the SOP would have them, and the same way once more, with the values of then."""

from __future__ import annotations

import contextlib
from typing import Final

from handrail.errors import VariableError
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.way import Way, WayStep
from handrail.sop.condition import Condition, ElementIs
from handrail.sop.node import Explore, Task
from handrail.sop.restepping import generalised_step
from handrail.sop.sentences import describe_action
from handrail.sop.target import Target
from handrail.sop.template import references_in, render_model, templates
from handrail.sop.values import text_of

_LABEL: Final = 80


def named_values(crew: Crew, node: Task | Explore) -> dict[str, str]:
    """The values of this visit, by the names that the node and the SOP have for them; secrets aside."""
    used = (part.words for _, text in templates(node) for part in references_in(text) if not part.filters)
    named: dict[str, str] = {}
    for name in dict.fromkeys((*used, *crew.values.plain)):
        with contextlib.suppress(VariableError):
            value = crew.values.shown(name)
            if not crew.values.is_secret(name) and isinstance(value, str | int | float):
                named[name] = text_of(value)
    return named


def tasks_of(way: Way) -> tuple[Task, ...]:
    """The steps as the SOP would have them: each is done when what comes next is there to be acted on, the
    last when what was looked for is."""
    found = (
        Task(
            type="task",
            id=f"{way.node.id[:60]}-way-{number}",
            label=step.words[:_LABEL],
            intent=f"Leads to what '{way.node.label}' needs.",
            action=step.action,
            target=step.target,
            page=way.node.page,
            optional=isinstance(way.node, Explore) and way.node.optional,
            effect=step.effect,
            effect_reason=step.why,
            done_when=_shown(way.steps[number].target) if number < len(way.steps) else (),
        )
        for number, step in enumerate(way.steps, start=1)
    )
    written = [generalised_step(step, way.named) for step in found]
    # The label says what the SOP says, not the values of this run.
    labelled = [step.model_copy(update={"label": describe_action(step)[:_LABEL]}) for step in written]
    if labelled:
        labelled[-1] = _last(way, labelled[-1])
    return tuple(labelled)


def _last(way: Way, step: Task) -> Task:
    """The step that leads there. What shows that it does is the SOP's own, where it says it."""
    node = way.node
    if isinstance(node, Explore):
        return step.model_copy(update={"done_when": (node.success, *node.done_when)})
    return generalised_step(step.model_copy(update={"done_when": _shown(way.goal)}), way.named)


def _shown(target: Target | None) -> tuple[Condition, ...]:
    return (ElementIs(kind="element", state="visible", target=target),) if target else ()


def steps_again(crew: Crew, way: Way) -> tuple[WayStep, ...]:
    """The steps of a way that was found before, with the values that their names have now.

    None at all where one of them has no value by now.
    """
    try:
        return tuple(
            _again(step, render_model(task.model_copy(update={"done_when": ()}), crew.values.real))
            for step, task in zip(way.steps, tasks_of(way), strict=True)
        )
    except VariableError:
        return ()


def _again(step: WayStep, task: Task) -> WayStep:
    return WayStep(describe_action(task), task.action, task.target, step.effect, step.why, "")
