"""The graph of one level as Python: straight lines, if and else; any other graph as a loop over its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from handrail.compile.exporters.writing import INDENT, indented, literal_text
from handrail.sop.graph import FAILED, NEXT, Graph
from handrail.sop.node import Decision, End, Node

_EXIT = ""
"""Stands for the end of a level; no node has this id."""


class Way(NamedTuple):
    """One outcome of a node, and the node that it leads to."""

    outcome: str
    to: str | None


class Parts(NamedTuple):
    """How the parts of a level are written."""

    straight: Callable[[list[Node]], list[str]]
    """Several steps, one after the other."""
    decide: Callable[[Decision], tuple[list[str], list[tuple[str | None, str]]]]
    """Lines before, and the outcomes in their order, each with its test; none for the last one."""
    end: Callable[[End], list[str]]
    leave: str
    """The statement that leaves the level early; empty where there is none."""


class _Tangled(Exception):
    """The graph goes back, or a step would have to be written twice."""


def level_lines(graph: Graph, nodes: Sequence[Node], parts: Parts) -> list[str]:
    """The level's statements, beginning with its first node."""
    if not nodes:
        return ["pass"]
    with suppress(_Tangled):
        return _Structure(graph, parts).lines(nodes[0].id) or ["pass"]
    return _stepwise(graph, nodes, parts)


def ways(graph: Graph, node: Node) -> list[Way]:
    """Where a node may lead to on its level."""
    if isinstance(node, End):
        return []
    outcomes = list(node.outcomes) if isinstance(node, Decision) else [NEXT]
    if graph.successor(node.id, FAILED) is not None and FAILED not in outcomes:
        outcomes.append(FAILED)
    found = []
    for outcome in outcomes:
        to = graph.successor(node.id, outcome)
        found.append(Way(outcome, to.id if to else None))
    return found


class _Structure:
    """Statements without jumps, for a graph that never goes back."""

    def __init__(self, graph: Graph, parts: Parts) -> None:
        self._graph = graph
        self._parts = parts
        self._after: dict[str, frozenset[str]] = {}
        self._written: set[str] = set()

    def lines(self, start: str) -> list[str]:
        self._passed(start, ())
        return self._block(start, None)

    def _passed(self, id: str, above: tuple[str, ...]) -> frozenset[str]:
        """The nodes that every way from here passes, itself among them."""
        if id in above:
            raise _Tangled
        if id not in self._after:
            node = self._node(id)
            sets = [
                self._passed(way.to, (*above, id)) if way.to else frozenset({_EXIT})
                for way in ways(self._graph, node)
            ]
            common = frozenset.intersection(*sets) if sets else frozenset({_EXIT})
            self._after[id] = common | {id}
        return self._after[id]

    def _node(self, id: str) -> Node:
        node = self._graph.node(id)
        if node is None:
            raise _Tangled
        return node

    def _block(self, start: str | None, stop: str | None) -> list[str]:
        lines: list[str] = []
        straight: list[Node] = []
        at = start
        while at is not None and at != stop:
            if at in self._written:
                raise _Tangled
            self._written.add(at)
            node = self._node(at)
            found = ways(self._graph, node)
            if len(found) == 1 and not isinstance(node, Decision):
                straight.append(node)
                at = found[0].to
                continue
            lines += self._flushed(straight)
            straight = []
            if isinstance(node, End):
                return [*lines, *self._parts.end(node)]
            branched, at = self._branch(node, found, stop)
            lines += branched
        return [*lines, *self._flushed(straight)]

    def _flushed(self, straight: list[Node]) -> list[str]:
        return self._parts.straight(straight) if straight else []

    def _branch(self, node: Node, found: list[Way], stop: str | None) -> tuple[list[str], str | None]:
        """The statement, and where the level goes on behind it."""
        join = self._join(found)
        if not isinstance(node, Decision):
            return self._attempt(node, found, join, stop), join
        to = {way.outcome: way.to for way in found}
        before, outcomes = self._parts.decide(node)
        lines = list(before)
        # Where every way but one leaves, the one that stays needs no `else`.
        leaving = join is None and stop is None and self._parts.leave != ""
        word = "if"
        for test, outcome in outcomes[:-1]:
            body = self._block(to[outcome], join if join is not None else stop)
            if leaving:
                body = self._left(body)
            lines += [f"{word} {test}:", *indented(body or ["pass"])]
            word = "if" if leaving else "elif"
        last = to[outcomes[-1][1]]
        if leaving:
            return lines, last
        rest = self._block(last, join if join is not None else stop)
        return [*lines, *(["else:", *indented(rest)] if rest else [])], join if join is not None else stop

    def _attempt(self, node: Node, found: list[Way], join: str | None, stop: str | None) -> list[str]:
        to = {way.outcome: way.to for way in found}
        until = join if join is not None else stop
        failed = self._block(to[FAILED], until) or ["pass"]
        following = self._block(to[NEXT], until)
        tried = self._parts.straight([node])
        lines = ["try:", *indented(tried), "except (Error, AssertionError):", *indented(failed)]
        return [*lines, *(["else:", *indented(following)] if following else [])]

    def _left(self, body: list[str]) -> list[str]:
        last = body[-1].strip() if body else ""
        gone = last == self._parts.leave or last.startswith("raise ")
        return body if gone else [*body, self._parts.leave]

    def _join(self, found: list[Way]) -> str | None:
        """The first node that all ways come to again; none where they do not."""
        sets = [self._after[way.to] if way.to else frozenset({_EXIT}) for way in found]
        common = frozenset.intersection(*sets) - {_EXIT}
        # The nearest one is passed before all the others, so it has the most behind it.
        return max(common, key=lambda id: len(self._after[id])) if common else None


def _stepwise(graph: Graph, nodes: Sequence[Node], parts: Parts) -> list[str]:
    """Any graph: one step after the other, each naming the next."""
    lines = [f"step = {literal_text(nodes[0].id)}", "while step:", f"{INDENT}match step:"]
    for node in nodes:
        found = ways(graph, node)
        if isinstance(node, End):
            body = [*parts.end(node), 'step = ""']
        elif isinstance(node, Decision):
            to = {way.outcome: way.to for way in found}
            before, outcomes = parts.decide(node)
            body = list(before)
            for place, (test, outcome) in enumerate(outcomes):
                word = "else" if test is None else f"{'elif' if place else 'if'} {test}"
                body += [f"{word}:", INDENT + _go(to[outcome])]
        elif len(found) > 1:
            to = {way.outcome: way.to for way in found}
            tried = parts.straight([node])
            body = ["try:", *indented(tried), INDENT + _go(to[NEXT])]
            body += ["except (Error, AssertionError):", INDENT + _go(to[FAILED])]
        else:
            body = [*parts.straight([node]), _go(found[0].to)]
        lines += indented(indented([f"case {literal_text(node.id)}:", *indented(body)]))
    return lines


def _go(to: str | None) -> str:
    return f"step = {literal_text(to or '')}"
