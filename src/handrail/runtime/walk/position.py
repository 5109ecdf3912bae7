"""Where a session goes on: read from its journal and its graph alone, before any browser is started.

After a crash the walk goes back to an *anchor*: a checkpoint with tabs that can be opened by their
addresses, behind the last `once` action, so that all that is walked again may be repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from handrail.errors import RunError
from handrail.journal.events.event import NodeLeft, Tab
from handrail.journal.views.marks import Mark, Turn
from handrail.journal.views.visit import Attempt, Visit
from handrail.journal.views.walked import Walk
from handrail.sop.graph import Graph
from handrail.sop.node import Group, Loop, Node, Task


@dataclass(frozen=True)
class Position:
    """A place in the walk, with all that the walk must know to go on there."""

    node: Node | None
    """Where it goes on; none where the walk fell off the graph."""
    seq: int | None = None
    """The checkpoint's entry; 0 for the beginning, none where all that was walked stands."""
    visits: Counter[str] = field(default_factory=Counter)
    containers: tuple[tuple[Loop | Group, Turn | None], ...] = ()
    """The open groups and loops, outermost first, with the turn that a loop is in."""
    variables: Mapping[str, JsonValue] = field(default_factory=dict)
    tabs: Mapping[str, Tab] = field(default_factory=dict)
    filled: tuple[Task, ...] = ()
    """Steps that set fields of its pages since those were loaded, where an effect came behind them."""
    failed: RunError | None = None
    """What the node failed of, where that is all that is left to say of it."""
    undone: str | None = None
    """The atomic group around that was undone because of it."""


@dataclass(frozen=True)
class Doubt:
    """A `once` action of which it is not known whether it was done, or done right."""

    node: Task
    visit: Visit
    attempt: Attempt
    position: Position
    """At the node itself."""

    @property
    def performed(self) -> bool:
        """It was performed, looked at, and not seen to be right; else not even that is known: what a browser
        that ended right behind it had sent, nobody saw."""
        return self.attempt.done and self.visit.verified is False


def beginning(graph: Graph) -> Position:
    """Where a walk starts."""
    return Position(graph.first(), seq=0)


def doubt(walk: Walk, graph: Graph) -> Doubt | None:
    """The action that the last process was in the middle of, where it must not be repeated blindly."""
    visit = _where_it_was(walk)
    node = graph.node(visit.node) if visit is not None else None
    if visit is None or not isinstance(node, Task):
        return None
    attempt = next((a for a in reversed(visit.attempts) if a.stands), None)
    if attempt is None or visit.outcome is not None:
        return None
    tabs = walk.marks[-1].tabs if walk.marks else {}
    position = Position(
        node,
        visits=_visits(walk, len(walk.visits)),
        containers=_containers(graph, tuple(walk.open), walk.turns, visit.node),
        variables=dict(walk.variables),
        tabs=tabs,
        filled=_filled(walk, len(walk.visits), graph),
    )
    return Doubt(node, visit, attempt, position)


def anchors(walk: Walk, graph: Graph) -> Iterator[Position]:
    """The places from which the walk may go on, the best first; none where an effect would be repeated.

    A checkpoint whose tab had just loaded a document is better than one where scripts had only changed the
    address: what is there can be had again by opening it. One behind fields that were filled in and not sent
    off is none at all, nor is the answer to a form: its address gives another page.
    """
    safe = [mark for mark in reversed(walk.marks) if not _effect_since(walk, mark.visits)]
    there = [mark for mark in safe if not any(tab.sent for tab in mark.tabs.values())]
    fresh = [mark for mark in there if _is_fresh(mark)]
    rest = [mark for mark in there if not _is_fresh(mark) and not _loses(walk, mark)]
    for mark in (*fresh, *rest):
        yield _at(mark, walk, graph)
    if walk.forked:
        return
    if not _effect_since(walk, 0):
        yield beginning(graph)
    elif not safe and walk.left is not None and walk.undone_to is None:
        yield _where_it_stands(walk, walk.left, graph)


def standing(walk: Walk, graph: Graph) -> Position:
    """The place that the walk is at, inside of what is open there; nothing is gone back to."""
    inside = walk.open[-1] if walk.open else None
    return Position(
        graph.node(inside) if inside is not None else None,
        visits=_visits(walk, len(walk.visits)),
        containers=_containers(graph, tuple(walk.open), walk.turns, None),
        variables=dict(walk.variables),
        tabs=walk.marks[-1].tabs if walk.marks else {},
    )


def _where_it_stands(walk: Walk, left: NodeLeft, graph: Graph) -> Position:
    """The place itself, where the last effect was left and no checkpoint came to be written behind it."""
    visits = _visits(walk, len(walk.visits))
    inside = graph.node(walk.open[-1]) if walk.open else None
    leaf = inside is not None and not isinstance(inside, Loop | Group)
    if leaf and inside is not None:
        visits[inside.id] -= 1
    return Position(
        inside if leaf else _following(left, tuple(walk.open), graph),
        visits=visits,
        containers=_containers(graph, tuple(walk.open), walk.turns, None),
        variables=dict(walk.variables),
        tabs=walk.marks[-1].tabs if walk.marks else {},
        filled=_filled(walk, len(walk.visits), graph),
    )


def _effect_since(walk: Walk, visits: int) -> bool:
    """Whether a `once` action was done, or may have been, in a visit after the first so many."""
    return any(
        attempt.stands for visit in walk.visits[visits:] if not visit.undoing for attempt in visit.attempts
    )


def has_unsent(walk: Walk) -> bool:
    """Whether something was filled in since the last page came, and not sent off: another page loses it."""
    fresh = [mark.visits for mark in walk.marks if _is_fresh(mark)]
    since = walk.visits[fresh[-1] if fresh else 0 :]
    return any(a.effect == "repeatable" and a.acted for visit in since for a in visit.attempts)


def _is_fresh(mark: Mark) -> bool:
    return any(tab.loaded for tab in mark.tabs.values())


def _loses(walk: Walk, mark: Mark) -> bool:
    """Whether opening the tabs' addresses would lose what was filled in since they were loaded."""
    earlier = [one.visits for one in walk.marks if one.seq < mark.seq and _is_fresh(one)]
    since = walk.visits[earlier[-1] if earlier else 0 : mark.visits]
    for visit in reversed(since):
        if any(attempt.once and attempt.done for attempt in visit.attempts):
            return False
        if any(attempt.effect == "repeatable" and attempt.acted for attempt in visit.attempts):
            return True
    return False


def _filled(walk: Walk, until: int, graph: Graph) -> tuple[Task, ...]:
    """The steps that set fields since the last page was loaded."""
    fresh = [mark.visits for mark in walk.marks if mark.visits <= until and _is_fresh(mark)]
    since = walk.visits[fresh[-1] if fresh else 0 : until]
    setting = [v.node for v in since if any(a.effect == "repeatable" and a.acted for a in v.attempts)]
    nodes = (graph.node(name) for name in dict.fromkeys(setting))
    return tuple(node for node in nodes if isinstance(node, Task))


def _at(mark: Mark, walk: Walk, graph: Graph) -> Position:
    return Position(
        _following(mark.left, mark.open, graph),
        seq=mark.seq,
        visits=_visits(walk, mark.visits),
        containers=_containers(graph, mark.open, mark.turns, None),
        variables=mark.variables,
        tabs=mark.tabs,
        filled=() if _is_fresh(mark) else _filled(walk, mark.visits, graph),
    )


def _following(left: NodeLeft, open_nodes: tuple[str, ...], graph: Graph) -> Node | None:
    following = graph.following(left.node, left.outcome)
    if following is None and open_nodes:
        # It failed, and a loop around went on without the item.
        return graph.node(open_nodes[-1])
    return following


def _visits(walk: Walk, until: int) -> Counter[str]:
    numbers: Counter[str] = Counter()
    for visit in walk.visits[:until]:
        numbers[visit.node] = max(numbers[visit.node], visit.number)
    return numbers


def _containers(
    graph: Graph, open_nodes: tuple[str, ...], turns: Mapping[str, Turn], but: str | None
) -> tuple[tuple[Loop | Group, Turn | None], ...]:
    found: list[tuple[Loop | Group, Turn | None]] = []
    for name in open_nodes:
        node = graph.node(name)
        if isinstance(node, Loop | Group) and name != but:
            found.append((node, turns.get(name)))
    return tuple(found)


def _where_it_was(walk: Walk) -> Visit | None:
    return walk.latest.get(walk.open[-1]) if walk.open else None
