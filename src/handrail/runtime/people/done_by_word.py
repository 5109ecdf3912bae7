"""Steps without an action of their own that are done because a person says so."""

from __future__ import annotations

from handrail.journal.events.driving import DoneByHand
from handrail.journal.events.event import Criterion, Unverified
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Explore, Human, Node
from handrail.sop.sentences import describe_condition
from handrail.sop.template import render_model


def may_be_said(node: Node) -> bool:
    """Whether a person's word is enough to go on behind the node: it gives no value and takes no way."""
    return isinstance(node, Explore) or (isinstance(node, Human) and node.into is None)


def said_done(crew: Crew, node: Node, by: str) -> tuple[DoneByHand, Unverified]:
    """What the journal tells of such a node: that it was done, and that nothing else shows it."""
    shown = render_model(node, crew.values.shown)
    if isinstance(shown, Explore):
        action, conditions = shown.goal, [shown.success]
    else:
        action, conditions = (
            (shown.request if isinstance(shown, Human) else shown.label),
            list(shown.done_when),
        )
    criteria = tuple(Criterion(text=describe_condition(each), held=False) for each in conditions)
    visit = crew.reread().latest.get(node.id)
    made = max((attempt.number for attempt in visit.attempts), default=0) if visit else 0
    why = f"{by} says that it is done"
    return (
        DoneByHand(
            kind="done_by_hand", node=node.id, attempt=made + 1, effect="none", action=action, by=by, why=why
        ),
        Unverified(kind="unverified", node=node.id, criteria=criteria, why=why),
    )
