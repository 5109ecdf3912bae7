"""The walk over an SOP's graph. The engine only says in which order the parts of a step speak."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass

from handrail.errors import Blocked, HandrailError, InputError, PermanentError, RunError, VariableError
from handrail.journal.event import NodeEntered, NodeLeft
from handrail.runtime.asking import ask_person
from handrail.runtime.containers import Containers
from handrail.runtime.crew import Crew
from handrail.runtime.deciding import decide
from handrail.runtime.extracting import extract
from handrail.runtime.position import Position
from handrail.runtime.restoring import open_page
from handrail.runtime.step import Step
from handrail.runtime.undoing import Undo
from handrail.sop.action import Open, Request, SetVariable
from handrail.sop.document import Sop
from handrail.sop.graph import FAILED, NEXT, Graph
from handrail.sop.node import Decision, End, Extract, Group, Human, Loop, Node, Task
from handrail.sop.template import render


@dataclass(frozen=True)
class Walked:
    """How a walk ended: at an end node (`error` is none), or at `node` because of `error`."""

    node: str | None
    error: HandrailError | None = None


class Engine:
    """One session's walk."""

    def __init__(self, sop: Sop, crew: Crew, *, undoing: bool = False) -> None:
        self._sop = sop
        self._graph = Graph(sop)
        self._crew = crew
        self.undo = Undo(crew, self._graph, lambda node: Engine(sop, crew, undoing=True)._aside(node))
        self._containers = Containers(crew, self._graph, None if undoing else self.undo.group)
        self._prepared: Step | None = None

    async def walk(self, start: Position | None = None) -> Walked:
        """Walk from the first node, or from `start`, to an end. What stopped it is in the result, never
        raised."""
        node = start.node if start is not None else self._graph.first()
        try:
            if start is not None:
                self._containers.resume(start.containers, start.undone)
            while node is not None:
                if isinstance(node, End):
                    return Walked(node.id)
                self._crew.stop.check()
                here = node
                try:
                    if start is not None and start.failed is not None:
                        failed, start = start.failed, None
                        raise failed
                    node = await self._visit(here)
                except RunError as error:
                    node = await self._after_failure(here, error)
                except (Blocked, InputError) as error:
                    await self._containers.give_up(here, error)
                    raise
            raise PermanentError("The walk ended without coming to an end node.")
        except HandrailError as error:
            return Walked(node.id if node else None, error)
        finally:
            await self._crew.pictures.finish()

    async def _aside(self, first: Node) -> None:
        """Walk what undoes something: from its first node as far as edges lead."""
        around = self._graph.parent(first.id)
        node: Node | None = first
        while node is not None and node is not around and not isinstance(node, End):
            self._crew.stop.check()
            here = node
            try:
                node = await self._visit(here)
            except RunError as error:
                node = await self._after_failure(here, error)

    async def _visit(self, node: Node) -> Node | None:
        if isinstance(node, Group | Loop):
            if not self._containers.is_open(node):
                self._enter(node)
                if isinstance(node, Loop) and node.over == "elements":
                    await self._open_start_page(node, node.page)
            return await self._containers.arrive(node)
        began = time.monotonic()
        self._enter(node)
        outcome = await self._do(node)
        self._leave(node, outcome, began)
        return self._graph.following(node.id, outcome)

    async def _do(self, node: Node) -> str:
        """What the node is for; gives its outcome."""
        match node:
            case Task():
                await self._perform(node)
            case Extract():
                await self._open_start_page(node, node.page)
                await extract(self._crew, node)
            case Decision():
                if any(page.name == node.page for page in self._sop.environment.start):
                    await self._open_start_page(node, node.page)
                return await decide(self._crew, node)
            case Human():
                await ask_person(self._crew, node)
            case _:
                raise PermanentError(f"Nodes of type '{node.type}' are not run by this version.")
        return NEXT

    async def _after_failure(self, node: Node, error: RunError) -> Node:
        """Where the walk goes on after a node failed. Raises the error where it goes nowhere."""
        began = time.monotonic()
        onward = self._graph.successor(node.id, FAILED) or await self._containers.after_failure(node, error)
        if onward is None:
            raise error
        self._prepared = None
        self._leave(node, FAILED, began)
        return onward

    def _enter(self, node: Node) -> None:
        visits = self._crew.trail.visits
        visits[node.id] += 1
        self._crew.checkpoints.entered()
        self._crew.scribe.note(
            NodeEntered(kind="node_entered", node=node.id, label=node.label, visit=visits[node.id])
        )

    def _leave(self, node: Node, outcome: str, began: float) -> None:
        millis = round((time.monotonic() - began) * 1000, 3)
        self._crew.scribe.note(NodeLeft(kind="node_left", node=node.id, outcome=outcome, millis=millis))
        self._crew.checkpoints.left(node.id, always=isinstance(node, Task) and node.effect == "once")

    async def _perform(self, node: Task) -> None:
        ways = (node.action, *node.skills)
        if not all(isinstance(way, Open | Request | SetVariable) for way in ways):
            await self._open_start_page(node, node.page)
        step = self._prepared if self._prepared and self._prepared.node is node else Step(self._crew, node)
        self._prepared = None
        await step.perform(lambda: self._prepare(self._graph.following(node.id, NEXT)))

    def _prepare(self, node: Node | None) -> Step | None:
        """The following step, so that the look that verifies one can already see the next."""
        if isinstance(node, Task):
            with contextlib.suppress(VariableError):
                # A variable without a value is told when the walk is there.
                self._prepared = Step(self._crew, node)
                return self._prepared
        return None

    async def _open_start_page(self, node: Node, page: str) -> None:
        """A start page is opened when the first step needs it, and passes the gate like any other."""
        actuator = self._crew.actuator
        if actuator.is_open(page):
            return
        start = next((start for start in self._sop.environment.start if start.name == page), None)
        if start is None:
            raise PermanentError(f"The tab '{page}' is not open.")
        url = render(start.url, self._crew.values.real)
        await open_page(self._crew, node.id, page, url, "it is a start page of the SOP")
