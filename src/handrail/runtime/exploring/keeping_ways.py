"""Ways in the journal: noted as they are found, and known again to the process that takes the session up."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

from pydantic import BaseModel, JsonValue

from handrail.errors import VariableError
from handrail.journal.events.driving import StepsProposed
from handrail.journal.events.ways import WayFound
from handrail.journal.views.walked import Walk
from handrail.runtime.by_model.deciding import holds
from handrail.runtime.exploring.retracing import tasks_of
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found
from handrail.runtime.walk.way import Reached, Way, WayStep
from handrail.sop.condition import Condition
from handrail.sop.graph import Graph
from handrail.sop.node import Explore, Task
from handrail.sop.target import Target
from handrail.sop.template import Lookup, names_in_model, references_in, render_model, templates, value_of
from handrail.sop.values import text_of
from handrail.targeting import Match, decide

_STATE: Final = ""
"""The state of the page is no part of what is kept: circles were taken out when the way was found."""


def condition_shown(crew: Crew, condition: Condition) -> Callable[[str], Awaitable[bool | None]]:
    """Whether a tab shows what a condition, rendered, says."""

    async def shows(tab: str) -> bool | None:
        return True if (await holds(crew, condition, tab)).held else None

    return shows


def element_shown(crew: Crew, target: Target) -> Callable[[str], Awaitable[Found | None]]:
    """The element that a target, rendered, gives in a tab."""

    async def shows(tab: str) -> Found | None:
        look = await crew.stop.race(crew.actuator.look(tab, target=target, timeout=0))
        decision = decide(target, look.sighting) if look.sighting is not None else None
        return Found(decision, target, look.url) if isinstance(decision, Match) else None

    return shows


def keep(crew: Crew, way: Way) -> None:
    """Note a way for this session, in this process and in others. Raises StoreError."""
    crew.ways.keep(way)
    steps = tasks_of(way)
    crew.scribe.note(
        WayFound(
            kind="way_found",
            node=way.node.id,
            steps=steps,
            values=_values(crew, (way.node, *steps)),
            start=way.start,
            url=way.url,
            taken=len(way.walked),
            confidence=way.confidence,
        )
    )


def _values(crew: Crew, models: Iterable[BaseModel]) -> dict[str, JsonValue]:
    """What their templates speak of, as it is here and now."""
    found: dict[str, JsonValue] = {}
    for name in dict.fromkeys(name for model in models for name in names_in_model(model)):
        with contextlib.suppress(VariableError):
            if not crew.values.is_secret(name):
                found[name] = crew.values.shown(name)
    return found


def recall(crew: Crew, walk: Walk, graph: Graph) -> None:
    """Know again what earlier processes of the session found, by its journal.

    What was proposed by then need not be tried again. What cannot be had any more, as a secret that was
    taken back, is looked for anew where it is needed.
    """
    events = ((entry.event, entry.seq) for entry in walk.amendments)
    proposed = {(event.node, seq) for event, seq in events if isinstance(event, StepsProposed)}
    for entry in walk.ways.values():
        found = entry.event
        assert isinstance(found, WayFound)
        node = graph.node(found.node)
        if not isinstance(node, Task | Explore):
            continue
        with contextlib.suppress(VariableError):
            way = _recalled(crew, node, found)
            later = any(at == found.node and seq > entry.seq for at, seq in proposed)
            crew.ways.keep(way, proposed=later)


def _recalled(crew: Crew, node: Task | Explore, found: WayFound) -> Way:
    """Raises VariableError where something that it speaks of has no value any more."""
    then = _lookup(found.values, crew.values.real)
    shown = render_model(node, _lookup(found.values, crew.values.shown))
    real = render_model(node, then)
    goal = shown.target if isinstance(shown, Task) else None
    reached: Reached
    if isinstance(real, Explore):
        reached = condition_shown(crew, real.success)
    elif real.target is not None:
        reached = element_shown(crew, real.target)
    else:
        raise VariableError(f"The step '{node.id}' needs no element any more.")
    steps = tuple(_step(task, then) for task in found.steps)
    return Way(
        node=node,
        start=found.start,
        steps=steps,
        walked=steps,
        url=found.url,
        confidence=found.confidence,
        goal=goal,
        reached=reached,
        named=_named((node, *found.steps), _lookup(found.values, _no_value)),
    )


def _step(task: Task, then: Lookup) -> WayStep:
    real = render_model(task.model_copy(update={"done_when": ()}), then)
    return WayStep(real.label, real.action, real.target, task.effect, task.effect_reason, _STATE)


def _lookup(values: Mapping[str, JsonValue], else_: Lookup) -> Lookup:
    def look(name: str) -> JsonValue:
        return values[name] if name in values else else_(name)

    return look


def _no_value(name: str) -> JsonValue:
    raise VariableError(f"'{name}' had no value.")


def _named(models: Iterable[BaseModel], then: Lookup) -> dict[str, str]:
    """What `named_values` gave when the way was found."""
    texts = (text for model in models for _, text in templates(model))
    used = (part.words for text in texts for part in references_in(text) if not part.filters)
    named: dict[str, str] = {}
    for words in dict.fromkeys(used):
        with contextlib.suppress(VariableError):
            value = value_of(words, then)
            if isinstance(value, str | int | float):
                named[words] = text_of(value)
    return named
