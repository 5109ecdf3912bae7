"""What a person showed at the wheel: their recorded work as steps, and what an SOP could learn of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from handrail.compile import compile_recording
from handrail.errors import HandrailError, VariableError
from handrail.recording.store import load_recording
from handrail.sop.condition import ElementIs
from handrail.sop.document import Sop, Variable
from handrail.sop.node import MAIN_PAGE, Node, Task
from handrail.sop.restepping import NewSteps, generalised_step
from handrail.sop.target import Target
from handrail.sop.template import render, render_model


@dataclass(frozen=True)
class Demonstration:
    """The steps that a person did, with the values that they used."""

    steps: tuple[Task, ...] = ()
    deeds: tuple[str, ...] = ()
    """All that they did, in words; also what cannot be a step of an SOP."""
    effects: tuple[str, ...] = ()
    """What a session must not do once more."""
    whole: bool = True
    """Every deed is among the steps: nothing secret was typed, and nothing lacks its element."""


def demonstration(folder: Path, page: str) -> Demonstration:
    """What a recording shows, with its first tab named `page`; nothing where nothing was done."""
    try:
        recording = load_recording(folder)
        sop = compile_recording(recording)
    except HandrailError:
        return Demonstration()
    tasks = [node for node in sop.nodes if isinstance(node, Task)]
    if (
        len(tasks) == 1
        and tasks[0].action.do == "open"
        and tasks[0].action.url == recording.manifest.start_url
    ):
        # A recording in which nothing was done is that of a page that was opened.
        return Demonstration()
    values = _Recorded(sop)
    steps: list[Task] = []
    for task in tasks:
        try:
            steps.append(_as_done(task, page, values))
        except VariableError:
            continue
    lost = any(question.required for question in sop.clarifications)
    return Demonstration(
        tuple(steps),
        tuple(values.words(task.label) for task in tasks),
        tuple(values.words(task.label) for task in tasks if task.effect == "once"),
        whole=len(steps) == len(tasks) and not lost,
    )


class _Recorded:
    """The values of a recording, by the names that its variables were given."""

    def __init__(self, sop: Sop) -> None:
        self._variables: Mapping[str, Variable] = sop.variables

    def __call__(self, name: str) -> JsonValue:
        variable = self._variables.get(name)
        value = (
            None
            if variable is None
            else variable.default
            if variable.default is not None
            else variable.example
        )
        if value is None:
            raise VariableError(f"What was typed as '{name}' was not recorded.")
        return value

    def words(self, label: str) -> str:
        try:
            return render(label, self)
        except VariableError:
            return label


def _as_done(task: Task, page: str, values: _Recorded) -> Task:
    """The step with the values that were used."""
    done = render_model(task, values)
    return done.model_copy(
        update={"label": values.words(task.label), "page": page if task.page == MAIN_PAGE else task.page}
    )


@dataclass(frozen=True)
class OtherTarget:
    """One step was done on another element than the recorded one."""

    node: Task
    target: Target


def lesson(done: Sequence[Task], shown: Sequence[Task]) -> OtherTarget | NewSteps | None:
    """What the SOP could learn where `done`, steps of it in a row, were done by `shown`, which speaks in the
    SOP's variables; none where they are the same."""
    steps, left = list(shown), list(done)
    while len(left) > 1 and steps and _same_deed(left[-1], steps[-1]):
        left.pop()
        steps.pop()
    if not steps:
        return None
    stuck = left[0]
    if len(left) == 1 and len(steps) == 1 and steps[0].action.do == stuck.action.do:
        target = steps[0].target
        if target is not None and stuck.target is not None and _same_value(stuck, steps[0]):
            return None if _same_deed(stuck, steps[0]) else OtherTarget(stuck, target)
    main = _main_step(left[-1], steps)
    steps[main] = _in_place_of(left[-1], steps[main])
    return NewSteps(node=stuck.id, old=tuple(left), new=_leading_to(steps, None))


def before(node: Node, shown: Sequence[Task]) -> NewSteps:
    """The steps that made `node` possible, put before it."""
    return NewSteps(node=node.id, new=_leading_to(shown, node))


def _leading_to(shown: Sequence[Task], node: Node | None) -> tuple[Task, ...]:
    """The steps, each with a criterion where one can be stated: that the next one's element is there."""
    steps: list[Task] = []
    following = node
    for step in reversed(shown):
        target = following.target if isinstance(following, Task) and following.page == step.page else None
        if not step.done_when and target is not None and target.locators:
            there = ElementIs(kind="element", target=target, state="visible")
            step = step.model_copy(update={"done_when": (there,)})
        steps.insert(0, step)
        following = step
    return tuple(steps)


def in_its_words(shown: Sequence[Task], values: Mapping[str, str]) -> tuple[Task, ...]:
    """The steps in the SOP's variables."""
    return tuple(generalised_step(step, values) for step in shown)


def _main_step(old: Task, steps: Sequence[Task]) -> int:
    """Which of the steps did what the old one is for: the last with an effect, where it has one."""
    if old.effect == "once":
        return next((n for n in range(len(steps) - 1, -1, -1) if steps[n].effect == "once"), len(steps) - 1)
    return next(
        (n for n in range(len(steps) - 1, -1, -1) if steps[n].action.do == old.action.do), len(steps) - 1
    )


def _in_place_of(old: Task, shown: Task) -> Task:
    """The old step, done as it was shown: what it is for, and what shows that it was done, stay."""
    action = old.action if shown.action.do == old.action.do and _same_value(old, shown) else shown.action
    changes = {
        "action": action,
        "target": shown.target,
        "skills": (),
        "dialogs": shown.dialogs or old.dialogs,
    }
    return old.model_copy(update=changes)


def _same_value(one: Task, other: Task) -> bool:
    plain = {"modifiers", "position", "button"}
    return one.action.model_dump(exclude=plain) == other.action.model_dump(exclude=plain)


def _same_deed(one: Task, other: Task) -> bool:
    if one.action.do != other.action.do or one.page != other.page:
        return False
    if one.target is None or other.target is None:
        return one.target is other.target
    if any(locator in other.target.locators for locator in one.target.locators):
        return True
    return (one.target.role, one.target.name) == (other.target.role, other.target.name) and bool(
        one.target.name
    )
