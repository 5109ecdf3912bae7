"""The walk over an SOP's graph. The engine only says in which order the parts of a step speak."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass

from handrail.actuators import Act
from handrail.errors import HandrailError, PermanentError, VariableError
from handrail.journal.event import NodeEntered, NodeLeft
from handrail.policy import Proposal
from handrail.runtime.admission import admit
from handrail.runtime.crew import Crew
from handrail.runtime.step import Step
from handrail.sop.action import Open, Request
from handrail.sop.document import Sop
from handrail.sop.graph import Graph
from handrail.sop.node import End, Group, Node, Task
from handrail.sop.template import render

NEXT = "next"


@dataclass(frozen=True)
class Walked:
    """How a walk ended: at an end node (`error` is none), or at `node` because of `error`."""

    node: str | None
    error: HandrailError | None = None


class Engine:
    """One session's walk."""

    def __init__(self, sop: Sop, crew: Crew) -> None:
        self._sop = sop
        self._graph = Graph(sop)
        self._crew = crew
        self._prepared: Step | None = None

    async def walk(self) -> Walked:
        """Walk from the first node to an end. What stopped the walk is in the result, never raised."""
        node: Node | None = self._graph.first()
        open_groups: dict[str, float] = {}
        try:
            while node is not None:
                self._crew.stop.check()
                node = await self._visit(node, open_groups)
                if isinstance(node, End):
                    return Walked(node.id)
            raise PermanentError("The walk ended without coming to an end node.")
        except HandrailError as error:
            return Walked(node.id if node else None, error)
        finally:
            await self._crew.pictures.finish()

    async def _visit(self, node: Node, open_groups: dict[str, float]) -> Node | None:
        scribe = self._crew.scribe
        if isinstance(node, Group):
            if node.id not in open_groups:
                open_groups[node.id] = time.monotonic()
                scribe.note(NodeEntered(kind="node_entered", node=node.id, label=node.label))
                child = self._graph.first_child(node.id)
                if child is not None:
                    return child
            began = open_groups.pop(node.id)
            scribe.note(_left(node, began))
            return self._graph.following(node.id, NEXT)
        if not isinstance(node, Task):
            raise PermanentError(f"Nodes of type '{node.type}' are not run by this version.")
        began = time.monotonic()
        scribe.note(NodeEntered(kind="node_entered", node=node.id, label=node.label))
        await self._open_start_page(node)
        step = self._prepared if self._prepared and self._prepared.node is node else Step(self._crew, node)
        self._prepared = None
        await step.perform(lambda: self._prepare(self._graph.following(node.id, NEXT)))
        scribe.note(_left(node, began))
        return self._graph.following(node.id, NEXT)

    def _prepare(self, node: Node | None) -> Step | None:
        """The following step, so that the look that verifies one can already see the next."""
        if isinstance(node, Task):
            with contextlib.suppress(VariableError):
                # A variable without a value is told when the walk is there.
                self._prepared = Step(self._crew, node)
                return self._prepared
        return None

    async def _open_start_page(self, node: Task) -> None:
        """A start page is opened when the first step needs it, and passes the gate like any other."""
        actuator = self._crew.actuator
        if actuator.is_open(node.page) or isinstance(node.action, Open | Request):
            return
        start = next((page for page in self._sop.environment.start if page.name == node.page), None)
        if start is None:
            raise PermanentError(f"The tab '{node.page}' is not open.", place=f"node '{node.id}'")
        url = render(start.url, self._crew.values.real)
        proposal = Proposal(
            node=node.id,
            attempt=0,
            rung="exact",
            action=f"Open {url}",
            kind="open",
            effect="none",
            page_url="",
            leads_to=url,
            reasons=("it is a start page of the SOP",),
        )
        ticket = await admit(self._crew, proposal)
        await actuator.dispatch(ticket, Act(page=node.page, action=Open(do="open", url=url)))


def _left(node: Node, began: float) -> NodeLeft:
    millis = (time.monotonic() - began) * 1000
    return NodeLeft(kind="node_left", node=node.id, outcome=NEXT, millis=round(millis, 3))
