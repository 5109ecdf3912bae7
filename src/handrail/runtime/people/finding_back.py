"""After a person drove: which steps are done by now, and where the walk goes on.

What a step's completion criterion shows now, and did not show before, was done by the person. Nothing else
proves it; where they did something with an effect and nothing shows which step that was, they are asked
before the next step of that kind is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import RunError, Stopped, VariableError
from handrail.journal.events.driving import HandedBack
from handrail.journal.events.event import Criterion
from handrail.runtime.people.consulting import ask
from handrail.runtime.people.driving import Drive
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.wheel import BEHIND
from handrail.sop.action import gives_values
from handrail.sop.graph import Graph
from handrail.sop.node import Node, Task
from handrail.sop.sentences import describe_action, describe_condition
from handrail.sop.template import render_model

_FURTHEST: Final = 12
"""So many steps ahead are looked at."""
_PATIENCE_SECONDS: Final = 3.0
"""For the page to show what the person's last act has brought about."""


@dataclass(frozen=True)
class Ahead:
    """A step that the person may do by hand, as it stood before they drove."""

    node: Task
    held: bool
    """Its criterion held already, or could not be looked at: it will prove nothing."""


@dataclass(frozen=True)
class ByHand:
    """A step that the person did, and what shows it."""

    node: Task
    criteria: tuple[Criterion, ...]
    why: str
    by: str = ""
    """Who said so, where a person was asked."""


async def look_ahead(crew: Crew, graph: Graph, node: Node) -> tuple[Ahead, ...]:
    """The steps from this one on that a person may do, and whether their criteria hold before that."""
    return tuple([Ahead(task, (await _look(crew, task)) is not False) for task in _ahead(graph, node)])


def _ahead(graph: Graph, node: Node | None) -> Iterator[Task]:
    level = graph.parent(node.id) if node is not None else None
    seen: set[str] = set()
    while isinstance(node, Task) and node.id not in seen and len(seen) < _FURTHEST:
        # What the person read or fetched is not known to the walk.
        if (
            gives_values(node.action)
            or getattr(node.action, "into", None)
            or graph.parent(node.id) is not level
        ):
            return
        seen.add(node.id)
        yield node
        node = graph.successor(node.id)


async def find_back(crew: Crew, ahead: tuple[Ahead, ...], drive: Drive) -> tuple[ByHand, ...]:
    """The steps that the person did, in order; none where the walk goes on where it was."""
    for name in [one.node.opens for one in ahead if one.node.opens]:
        if not crew.actuator.is_open(name) and not await crew.actuator.adopt(name):
            break
    if drive.back.at is not None:
        return _up_to(drive.back.at, ahead, drive)
    if not drive.back.deeds and not drive.moved:
        return ()
    for one in reversed(ahead):
        if not one.held and await _look(crew, one.node):
            return await _proved(crew, ahead[: ahead.index(one) + 1])
    if ahead and not ahead[0].held and await _look(crew, ahead[0].node, _PATIENCE_SECONDS):
        return await _proved(crew, ahead[:1])
    return _without_criterion(ahead, drive)


def _up_to(at: str, ahead: tuple[Ahead, ...], drive: Drive) -> tuple[ByHand, ...]:
    """The steps before the one that the person named; none where it is not one of those ahead."""
    names = [one.node.id for one in ahead]
    if at in names:
        until = names.index(at)
    elif ahead and at == BEHIND:
        until = 1
    else:
        return ()
    return tuple(_said(one.node, f"{drive.by} says so") for one in ahead[:until])


def _without_criterion(ahead: tuple[Ahead, ...], drive: Drive) -> tuple[ByHand, ...]:
    """A step that can be repeated, and of which nothing shows that it was done: a deed of its kind is it."""
    first = ahead[0].node if ahead else None
    shown = drive.shown.steps
    if first is None or first.done_when or first.effect == "once" or len(drive.back.deeds) != 1 or not shown:
        return ()
    same = shown[0].action.do == first.action.do
    return (_said(first, f"{drive.by} did the same by hand"),) if same else ()


def _said(node: Task, why: str) -> ByHand:
    return ByHand(node, (Criterion(text=why, held=True),), why)


async def _proved(crew: Crew, done: tuple[Ahead, ...]) -> tuple[ByHand, ...]:
    found = []
    for one in done:
        criteria = await _criteria(crew, one.node, 0)
        held = tuple(criterion for criterion in criteria or () if criterion.held)
        last = one is done[-1]
        why = "; ".join(c.text for c in held) if last else f"'{done[-1].node.label}' behind it was done"
        found.append(ByHand(one.node, held if last else (), why))
    return tuple(found)


async def _look(crew: Crew, node: Task, seconds: float = 0) -> bool | None:
    """Whether the step's criterion holds; none where that cannot be told."""
    criteria = await _criteria(crew, node, seconds)
    return None if not criteria else all(criterion.held for criterion in criteria)


async def _criteria(crew: Crew, node: Task, seconds: float) -> tuple[Criterion, ...] | None:
    if not node.done_when or not crew.actuator.is_open(node.page):
        return None
    try:
        real, shown = render_model(node, crew.values.real), render_model(node, crew.values.shown)
        settled = await crew.verifier.settle(real.done_when, node.page, real.target, seconds=seconds)
    except (RunError, VariableError):
        return None
    return tuple(
        Criterion(text=describe_condition(told, shown.target), held=finding.held, seen=finding.seen)
        for told, finding in zip(shown.done_when, settled.findings, strict=True)
    )


async def was_done_by_hand(crew: Crew, node: Task, back: HandedBack | None) -> ByHand | str:
    """Whether one of the person's deeds was this step: a person says; where it was not, who said so.

    Raises Waiting where nobody can be asked now, Stopped where the person stops the run.
    """
    shown = render_model(node, crew.values.shown)
    choices = (
        Choice(id="done", words="It was done, and is right: go on after it"),
        Choice(id="again", words="It was not done: do it now"),
        Choice(id="stop", words="Stop the run here"),
    )
    deeds = "; ".join(back.effects or back.deeds) if back is not None else ""
    perhaps = f"was perhaps done by hand ({deeds})" if deeds else "was begun, and not seen to be right"
    request = ApprovalRequest(
        kind="choose",
        node=node.id,
        action=f"'{describe_action(shown)}' {perhaps}. Was it done?",
        where=crew.actuator.url(node.page),
        why="nothing on the page shows whether it was",
        effect=node.effect,
        choices=choices,
        about=f"try {crew.trail.attempts_before(node.id)}, drive {back.number if back is not None else 0}",
    )
    answer = await ask(crew, request, tuple(choice.id for choice in choices))
    if answer.choice == "done":
        return replace(_said(node, f"{answer.by} says that it was done"), by=answer.by)
    if answer.choice == "again":
        return answer.by
    raise Stopped(f"{answer.by} stopped the run at '{node.label}'.")
