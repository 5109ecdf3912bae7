"""The differences of edges, told apart from those that only follow from steps that came, went or moved."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise

from handrail.sop.diff.model import Difference
from handrail.sop.diff.moves import moved
from handrail.sop.document import Sop
from handrail.sop.graph import NEXT, Graph, levels
from handrail.sop.node import Node


def connection_differences(old: Sop, new: Sop) -> Iterator[Difference]:
    """Every edge that is different; `follows` marks those that need no words of their own."""
    before = {(edge.source, edge.when): edge.target for edge in old.edges}
    after = {(edge.source, edge.when): edge.target for edge in new.edges}
    if before == after:
        return
    one, other = Graph(old), Graph(new)
    ids = frozenset(node.id for node in old.walk_nodes()), frozenset(node.id for node in new.walk_nodes())
    displaced = moved(old, new)
    passed = displaced | (ids[0] ^ ids[1])
    straight = _straight(old), _straight(new)
    for source, when in {**before, **after}:
        was, now = before.get((source, when)), after.get((source, when))
        if was == now:
            continue
        if source in passed:
            # Its own sentence tells where it stands; only ways that leave the line need words.
            follows = all(
                target is None or (when == NEXT and lines.get(source) == target)
                for target, lines in zip((was, now), straight, strict=True)
            )
            follows = follows or source in ids[0] ^ ids[1]
        else:
            follows = _beyond(was, one, passed) == _beyond(now, other, passed)
        yield _difference(source, when, was, now, follows)


def _straight(sop: Sop) -> dict[str, str]:
    """Step → the one that is written after it on the same level."""
    return {node.id: after.id for _, nodes in levels(sop) for node, after in pairwise(nodes)}


def _beyond(target: str | None, graph: Graph, passed: Set[str]) -> str | None:
    """Where the way leads once the steps that came, went or moved are passed."""
    seen: set[str] = set()
    while target is not None and target in passed and target not in seen:
        seen.add(target)
        node: Node | None = graph.successor(target)
        target = node.id if node else None
    return target


def _difference(source: str, when: str, was: str | None, now: str | None, follows: bool) -> Difference:
    outcome = "after it" if when == NEXT else f"when it is '{when}'"
    told = [f"'{target}'" if target else "nothing" for target in (was, now)]
    return Difference(
        about="connection",
        kind="changed" if was and now else "added" if now else "removed",
        name=source,
        words=f"step '{source}'",
        field=when,
        before=was,
        after=now,
        sentence=f"{outcome}: {told[0]} → {told[1]}",
        follows=follows,
    )
