"""The walk and the wheel: when a person gets it, what is journaled of what they did, and what is learned."""

from __future__ import annotations

from typing import NamedTuple

from handrail.errors import RunError, VariableError
from handrail.journal.events.driving import DoneByHand, HandedBack
from handrail.journal.events.event import NodeEntered, NodeLeft, Settled, Unverified, Verified
from handrail.runtime.people.demonstrating import OtherTarget, before, in_its_words, lesson
from handrail.runtime.people.done_by_word import may_be_said, said_done
from handrail.runtime.people.driving import Drive, drive, page_of
from handrail.runtime.people.finding_back import ByHand, find_back, look_ahead, was_done_by_hand
from handrail.runtime.people.stuck import kept_for_onlookers
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import doubt, has_unsent
from handrail.runtime.walk.trail import attempts_behind
from handrail.runtime.walk.wheel import BEHIND, Wish
from handrail.sop.document import Sop
from handrail.sop.graph import NEXT, Graph
from handrail.sop.node import Group, Loop, Node, Task
from handrail.sop.sentences import describe_action
from handrail.sop.template import render_model
from handrail.sop.values import text_of


class Onward(NamedTuple):
    """Where the walk goes on after a person drove."""

    node: Node | None
    astray: bool = False
    """The page that the step needs is not there any more: it must be walked to once more."""


class Helm:
    """One walk's part in it."""

    def __init__(self, crew: Crew, sop: Sop, graph: Graph) -> None:
        self._crew = crew
        self._sop = sop
        self._graph = graph
        self._by_hand: HandedBack | None = None
        self._helped: dict[str, Drive] = {}
        """Step → what a person did so that it can be done; offered once it is seen to work."""

    def remember(self, by_hand: HandedBack | None) -> None:
        """What a person did before the session was taken up, and nobody has placed yet."""
        self._by_hand = by_hand

    def is_known(self, node: Node) -> bool:
        """Whether the walk only comes back to where it was: nobody is given the wheel there yet."""
        return (node.id, self._crew.trail.visits[node.id] + 1) in self._crew.stop.wheel.known

    async def rescue(self, node: Node, error: RunError) -> Wish | None:
        """Who drives where the walk is stuck; none where nobody wants to. Raises Stopped; RunError where it
        is to be tried again."""
        wheel = self._crew.stop.wheel
        if self._crew.recordings is None:
            return None
        if wheel.wish is not None:
            return Wish(wheel.wish.by, error.message)
        if wheel.attendant is None:
            return await kept_for_onlookers(self._crew, node, error)
        said = await self._crew.stop.race(wheel.attendant.stuck(node.label, error.message))
        if said == "stop":
            return None
        if said == "again":
            return Wish("")
        return Wish(wheel.attendant.name, error.message)

    async def drive(self, node: Node, wish: Wish) -> Onward:
        """Let a person drive; tells where to go on, which is `node` itself where it is not done."""
        crew = self._crew
        assert crew.recordings is not None
        ahead = await look_ahead(crew, self._graph, node)
        driven = await drive(crew, crew.recordings, node, wish)
        done = await find_back(crew, ahead, driven)
        if driven.back.effects:
            self._by_hand = driven.back
        if not done and driven.back.at == BEHIND and may_be_said(node):
            self._pass(node, driven.by)
            return Onward(self._graph.following(node.id, NEXT))
        if not done:
            self._helped[node.id] = driven
            onward = await self.again(node)
            return Onward(onward, astray=onward is node and driven.moved and self._is_astray(node))
        for one in done:
            self._write(one, driven.by)
        if any(one.node.effect == "once" for one in done):
            self._by_hand = None
        self._learn([one.node for one in done], driven)
        last = done[-1].node
        crew.checkpoints.left(last.id, always=True)
        return Onward(self._graph.following(last.id, NEXT))

    def _pass(self, node: Node, by: str) -> None:
        """Leave a node that has no action of its own, on the person's word."""
        crew = self._crew
        if crew.reread().open[-1:] != [node.id]:
            number = crew.trail.visits[node.id] = crew.trail.visits[node.id] + 1
            crew.scribe.note(NodeEntered(kind="node_entered", node=node.id, label=node.label, visit=number))
        left = NodeLeft(kind="node_left", node=node.id, outcome=NEXT, millis=0)
        crew.scribe.write(*said_done(crew, node, by), left, durable=True)
        crew.checkpoints.left(node.id, always=True)

    def _is_astray(self, node: Node) -> bool:
        """Whether the step cannot be done where the person left the tabs."""
        return not self._crew.actuator.is_open(page_of(node)) or has_unsent(self._crew.reread())

    async def again(self, node: Node) -> Node | None:
        """The node once more, at the same visit; what it had begun and nobody saw the end of is asked for."""
        crew = self._crew
        walk = crew.reread()
        crew.trail.attempts = attempts_behind(walk)
        unsure = doubt(walk, self._graph)
        if unsure is not None and unsure.node.id == node.id:
            said = await was_done_by_hand(crew, unsure.node, walk.drives[-1] if walk.drives else None)
            if isinstance(said, ByHand):
                self._write(said, said.by)
                return self._graph.following(node.id, NEXT)
            self._settled(node.id, unsure.attempt.number, said)
            self._by_hand = None
        if walk.open[-1:] == [node.id] and not isinstance(node, Loop | Group):
            crew.trail.visits[node.id] -= 1
        return node

    async def before(self, node: Node) -> Node | None:
        """Before a step: where a person may have done it by hand, it is asked for. Gives the node to go on
        with."""
        if self._by_hand is None or not isinstance(node, Task) or node.effect != "once":
            return node
        visits, label = self._crew.trail.visits, node.label
        entered = NodeEntered(kind="node_entered", node=node.id, label=label, visit=visits[node.id] + 1)
        self._crew.scribe.note(entered)
        visits[node.id] += 1
        said = await was_done_by_hand(self._crew, node, self._by_hand)
        self._by_hand = None
        if isinstance(said, ByHand):
            self._write(said, said.by)
            self._crew.checkpoints.left(node.id, always=True)
            return self._graph.following(node.id, NEXT)
        visits[node.id] -= 1
        self._settled(node.id, 0, said)
        return node

    def worked(self, node: Node) -> None:
        """The step was done: what a person did for it can be offered as steps."""
        helped = self._helped.pop(node.id, None)
        if helped is None or not helped.shown.whole or not helped.shown.steps:
            return
        shown = in_its_words(helped.shown.steps, self._values())
        why = f"{helped.by} showed it; then '{node.label}' could be done"
        self._crew.lessons.propose_steps(before(node, shown), reasons=(why,), url=_url(helped))

    def _settled(self, node: str, attempt: int, by: str) -> None:
        why = f"{by} says that it was not done"
        told = Settled(kind="settled", node=node, attempt=attempt, verdict="not done", why=why, by=by)
        self._crew.scribe.write(told, durable=True)

    def _write(self, one: ByHand, by: str) -> None:
        """Journal that the step was done by hand, and leave it."""
        crew, node = self._crew, one.node
        walk = crew.reread()
        entered = walk.open[-1:] == [node.id]
        if not entered:
            number = crew.trail.visits[node.id] = crew.trail.visits[node.id] + 1
            crew.scribe.note(NodeEntered(kind="node_entered", node=node.id, label=node.label, visit=number))
        visit = walk.latest.get(node.id)
        stands = next((a for a in reversed(visit.attempts) if a.stands), None) if visit and entered else None
        if stands is not None:
            # It was done once: what the walk had begun is what is there.
            told: Settled | DoneByHand = Settled(
                kind="settled", node=node.id, attempt=stands.number, verdict="done", why=one.why, by=by
            )
        else:
            made = max((attempt.number for attempt in visit.attempts), default=0) if visit and entered else 0
            told = DoneByHand(
                kind="done_by_hand",
                node=node.id,
                attempt=made + 1,
                effect=node.effect,
                action=describe_action(render_model(_bare(node), crew.values.shown)),
                by=by,
                why=one.why,
            )
        checked = (
            Verified(kind="verified", node=node.id, criteria=one.criteria)
            if one.criteria
            else Unverified(kind="unverified", node=node.id, criteria=(), why=one.why)
        )
        left = NodeLeft(kind="node_left", node=node.id, outcome=NEXT, millis=0)
        crew.scribe.write(told, checked, left, durable=True)

    def _learn(self, done: list[Task], driven: Drive) -> None:
        """Offer what was shown as a change of the SOP."""
        if not driven.shown.whole:
            return
        shown = in_its_words(driven.shown.steps, self._values())
        learned = lesson(done, shown)
        why = (f"{driven.by} showed it",)
        if isinstance(learned, OtherTarget):
            old, found = learned.node.target, driven.shown.steps[0].target
            if old is not None and found is not None:
                self._crew.lessons.propose(
                    learned.node.id, old, found, reasons=why, score=1, url=_url(driven)
                )
        elif learned is not None:
            self._crew.lessons.propose_steps(learned, reasons=why, url=_url(driven))

    def _values(self) -> dict[str, str]:
        """The values of this run that an SOP names: they are no part of it."""
        values: dict[str, str] = {}
        for name, variable in self._sop.variables.items():
            if variable.secret:
                continue
            try:
                values[name] = text_of(self._crew.values.shown(name))
            except VariableError:
                continue
        return values


def _bare(node: Task) -> Task:
    return node.model_copy(update={"done_when": (), "before": (), "identity": ()})


def _url(driven: Drive) -> str:
    tab = next(iter(driven.back.tabs.values()), None)
    return tab.url if tab is not None else ""
