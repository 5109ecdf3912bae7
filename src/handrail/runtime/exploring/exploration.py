"""A node that explores: until its success condition holds, or a person says that it is done."""

from __future__ import annotations

from handrail.journal.events.event import Criterion, Verified
from handrail.runtime.exploring.ended_by_person import DONE, Question, explored
from handrail.runtime.exploring.explorer import Errand, Explorer
from handrail.runtime.exploring.keeping_ways import condition_shown, keep
from handrail.runtime.exploring.moves import KINDS
from handrail.runtime.exploring.retracing import named_values
from handrail.runtime.people.done_by_word import said_done
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.way import Way, without_circles
from handrail.sop.node import Explore
from handrail.sop.sentences import describe_condition
from handrail.sop.template import render_model


async def explore(crew: Crew, node: Explore, first_attempt: int) -> None:
    """Do an explore node. Raises as `explored`."""
    real, shown = render_model(node, crew.values.real), render_model(node, crew.values.shown)
    shows = condition_shown(crew, real.success)

    async def reached() -> object | None:
        return await shows(node.page)

    explorer = Explorer(crew, _errand(node, shown), reached, first_attempt)
    said = await explored(Question(crew, node, DONE), explorer)
    if isinstance(said, str):
        crew.scribe.write(*said_done(crew, node, said))
        return
    criterion = Criterion(text=describe_condition(shown.success), held=True)
    crew.scribe.note(Verified(kind="verified", node=node.id, criteria=(criterion,)))
    if explorer.walked:
        keep(
            crew,
            Way(
                node=node,
                start=explorer.start,
                steps=without_circles(explorer.walked),
                walked=explorer.walked,
                url=crew.actuator.url(node.page),
                confidence=1.0,
                goal=None,
                reached=shows,
                named=named_values(crew, node),
            ),
        )
    crew.scribe.write()


def _errand(node: Explore, shown: Explore) -> Errand:
    return Errand(
        node=node.id,
        page=node.page,
        goal=shown.goal,
        context=node.context or node.intent,
        actions=tuple(kind for kind in node.actions if kind in KINDS),
        domains=node.domains,
        steps=node.max_steps,
        seconds=node.max_seconds,
        money=node.max_money,
    )
