"""Deeds: what a session has done that can be undone or must be told, read from its journal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from handrail.journal.events.undo import Undone
from handrail.journal.views.visit import Attempt, Visit
from handrail.journal.views.walked import Walk
from handrail.runtime.loops.looping import scope_of
from handrail.sop.graph import Graph
from handrail.sop.node import Loop, Task
from handrail.sop.undoing import Before, Compensate, GoBack, Inverse, Irreversible, Nothing, SetBack, inverse


@dataclass(frozen=True)
class Deed:
    """One action that was done, or may have been, and what undoes it."""

    seq: int
    node: Task
    visit: Visit
    attempt: Attempt
    inverse: Inverse

    @property
    def once(self) -> bool:
        return self.attempt.once

    @property
    def action(self) -> str:
        return self.attempt.action

    @property
    def is_settled(self) -> bool:
        """Whether the journal knows if it was done, so that nobody need look."""
        return self.attempt.settled is not None or (self.attempt.done and not self.visit.unsettled)

    def told(self, verdict: Literal["undone", "nothing to undo", "not undone"], how: str) -> Undone:
        """The event that tells what came of undoing it."""
        return Undone(
            kind="undone",
            node=self.node.id,
            visit=self.visit.number,
            attempt=self.attempt.number,
            effect=self.node.effect,
            action=self.action,
            verdict=verdict,
            how=how.rstrip("."),
        )


def deeds(walk: Walk, graph: Graph, after: int) -> list[Deed]:
    """What was done behind an entry and is not undone yet, the last first.

    Of the addresses that a tab had, only the first is gone back to: what lies between is undone on pages of
    its own.
    """
    found = sorted(_deeds(walk, graph, after), key=lambda deed: deed.seq, reverse=True)
    first: dict[str, int] = {}
    for deed in found:
        if isinstance(deed.inverse, GoBack):
            first[deed.node.page] = deed.seq
    return [
        deed for deed in found if not isinstance(deed.inverse, GoBack) or first[deed.node.page] == deed.seq
    ]


def lasting(found: Sequence[Deed]) -> list[Deed]:
    """What all stays as it is, although it is to be undone: whatever happens once was surely done, nothing
    undoes it, and behind it nothing was changed that can be set back. The first of it first."""
    once = [deed for deed in found if deed.once]
    stays = all(deed.is_settled and isinstance(deed.inverse, Irreversible) for deed in once)
    if not once or not stays or any(isinstance(deed.inverse, Compensate) for deed in found):
        return []
    last = max(deed.seq for deed in once)
    if any(isinstance(deed.inverse, SetBack) and deed.seq > last for deed in found):
        return []
    return [deed for deed in reversed(once) if deed.attempt.done]


def _deeds(walk: Walk, graph: Graph, after: int) -> Iterator[Deed]:
    for visit in walk.all_visits:
        node = graph.node(visit.node)
        if visit.undoing or visit.aside or not isinstance(node, Task):
            continue
        for attempt in visit.attempts:
            entry, intended = attempt.intended_entry, attempt.intended
            if entry is None or intended is None or entry.seq <= after or attempt.undone is not None:
                continue
            if not (attempt.done or attempt.in_doubt):
                continue
            found = inverse(node, intended.do or node.action.do, _before(attempt))
            if not isinstance(found, Nothing):
                yield Deed(entry.seq, node, visit, attempt, found)


def _before(attempt: Attempt) -> Before:
    intended = attempt.intended
    assert intended is not None
    target = intended.target
    return Before(
        url=intended.url or "",
        value=intended.old_value,
        secret=bool(intended.secret),
        several=target is not None and target.tag == "select" and target.role == "listbox",
        radio=target is not None and (target.role == "radio" or target.input_type == "radio"),
        file=attempt.file or "",
    )


def scopes_of(deed: Deed, graph: Graph) -> list[Mapping[str, JsonValue]]:
    """The names that the loops around gave it."""
    loops = [(graph.node(name), number, item) for name, number, item in deed.attempt.turns]
    return [scope_of(loop, item, number) for loop, number, item in loops if isinstance(loop, Loop)]
