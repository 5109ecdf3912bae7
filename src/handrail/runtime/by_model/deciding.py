"""Decisions by stated checks: which outcome the evidence gives, and what it was."""

from __future__ import annotations

import time
from typing import NamedTuple

from handrail.actuators import Finding
from handrail.journal.events.event import Criterion, Decided
from handrail.runtime.by_model.classifying import choose_way, classify
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.stopping import Call
from handrail.sop.condition import Condition, Not
from handrail.sop.node import Decision
from handrail.sop.sentences import describe_condition
from handrail.sop.template import render_model


class _Seen(NamedTuple):
    """The checks as they were found at one moment."""

    findings: dict[str, Finding]

    def first(self, outcomes: tuple[str, ...]) -> str | None:
        """The first outcome whose check holds."""
        return next((one for one in outcomes if one in self.findings and self.findings[one].held), None)


async def decide(crew: Crew, node: Decision) -> str:
    """The node's outcome, journaled with its evidence.

    A check that something is there holds as soon as it is seen. That something is missing counts only
    once the page is at rest: until then it may be on its way. Where no check holds, the safe default is
    taken, at once if it has no check of its own, else after the time for finding an element. Where nothing
    is stated to check, a model is asked. A person who wants a way gets it; who goes step by step is asked.
    """
    crew.keep_step()
    wanted = crew.stop.branch(node.id)
    if wanted is not None and wanted.outcome in node.outcomes:
        return _by_call(crew, node, wanted)
    if not node.check:
        return await classify(crew, node)
    outcome, seen = await _checked(crew, node)
    if crew.gate.policy.ask_every_step:
        return await _confirmed(crew, node, outcome, seen)
    return _decided(crew, node, outcome, seen)


async def _checked(crew: Crew, node: Decision) -> tuple[str | None, _Seen]:
    """The outcome that the checks give, if any does."""
    real = render_model(node, crew.values.real)
    checked = tuple(outcome for outcome in node.outcomes if outcome in node.check)
    positive = tuple(outcome for outcome in checked if not isinstance(node.check[outcome], Not))
    seen = await _look(crew, real)
    # An outcome that comes after a negative one may hold as well; the order of the outcomes decides.
    early = seen.first(positive) if checked[: len(positive)] == positive else None
    if early is not None:
        return early, seen
    if crew.actuator.is_open(node.page):
        await crew.stop.race(crew.actuator.traffic.rest(node.page))
    seen = await _look(crew, real)
    patience = (node.timeout or crew.settings.find_seconds) if node.default in node.check else 0.0
    deadline = time.monotonic() + patience
    while (outcome := seen.first(checked)) is None and time.monotonic() < deadline:
        await crew.stop.pause(0.1)
        seen = await _look(crew, real)
    return outcome, seen


async def _confirmed(crew: Crew, node: Decision, outcome: str | None, seen: _Seen) -> str:
    """The way that a person takes, who sees what the checks say. Raises Waiting where nobody can be asked."""
    leaning = outcome if outcome is not None else node.default
    said = (
        f"The checks say '{leaning}'"
        if outcome is not None
        else f"No check holds; '{leaning}' is the safe way"
    )
    chosen, by = await choose_way(crew, node, leaning, said)
    if chosen is None or chosen == leaning:
        return _decided(crew, node, outcome, seen)
    return _decided(crew, node, chosen, seen, by=by)


def _by_call(crew: Crew, node: Decision, wanted: Call) -> str:
    crew.scribe.write(
        Decided(
            kind="decided",
            node=node.id,
            outcome=wanted.outcome,
            by_default=False,
            evidence=(),
            why=wanted.why or "a person wanted this way",
            by=wanted.by,
        )
    )
    return wanted.outcome


async def _look(crew: Crew, node: Decision) -> _Seen:
    findings: dict[str, Finding] = {}
    for outcome in node.outcomes:
        if outcome in node.check:
            findings[outcome] = await holds(crew, node.check[outcome], node.page)
    return _Seen(findings)


async def holds(crew: Crew, condition: Condition, page: str) -> Finding:
    """Whether a condition, rendered, holds at this moment."""
    settled = await crew.verifier.settle((condition,), page, None, seconds=0)
    return settled.findings[0]


def _decided(crew: Crew, node: Decision, outcome: str | None, seen: _Seen, by: str = "") -> str:
    shown = render_model(node, crew.values.shown)
    evidence = tuple(
        Criterion(
            text=f"{name}: {describe_condition(shown.check[name])}", held=finding.held, seen=finding.seen
        )
        for name, finding in seen.findings.items()
    )
    taken = outcome if outcome is not None else node.default
    crew.scribe.note(
        Decided(
            kind="decided",
            node=node.id,
            outcome=taken,
            by_default=outcome is None,
            evidence=evidence,
            by=by,
        )
    )
    return taken
