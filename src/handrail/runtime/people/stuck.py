"""A step that is stuck while somebody looks on: its browser is kept for them, for a while.

What the page holds in its memory alone would be lost otherwise: whoever takes the session over later gets its
last page opened anew.
"""

from __future__ import annotations

from typing import Final

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import BrowserGone, Driven, RunError, Waiting
from handrail.journal.events.questions import Answered
from handrail.policy.documents.document import ApprovalNeed
from handrail.runtime.people.consulting import NOBODY, TIMED_OUT, ask
from handrail.runtime.people.driving import page_of
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.wheel import Wish
from handrail.sop.node import Node

_CHOICES: Final = (
    Choice(id="again", words="Try it again"),
    Choice(id="stop", words="Leave it: the session ends here, and can be resumed"),
)


async def kept_for_onlookers(crew: Crew, node: Node, error: RunError) -> Wish | None:
    """What is wanted of a step that is stuck: a wish to drive, one of nobody to try it again, or none.

    None at once where nobody looks on, or there is no page to look at; and when they have gone, or the time
    is over. Raises Stopped or Waiting where the session is stopped or put aside meanwhile.
    """
    wheel = crew.stop.wheel
    if isinstance(error, BrowserGone) or wheel.keep_seconds <= 0 or not wheel.watched():
        return None
    request = _question(crew, node, error)
    wheel.clock(False)
    try:
        with crew.stop.giving_way():
            said = await ask(crew, request, tuple(choice.id for choice in _CHOICES))
    except Driven:
        wish = wheel.wish
        return Wish(wish.by, error.message) if wish is not None else None
    except Waiting:
        crew.stop.check()
        _close(crew, request)
        return None
    finally:
        wheel.clock(True)
    return Wish("") if said.choice == "again" else None


def _question(crew: Crew, node: Node, error: RunError) -> ApprovalRequest:
    action = f"{node.label}: this cannot be done. What now?"
    asked = crew.reread().asked.values()
    before = sum((one.node, one.question) == (node.id, action) for one in asked)
    page = page_of(node)
    return ApprovalRequest(
        kind="choose",
        node=node.id,
        action=action,
        where=crew.actuator.url(page) if crew.actuator.is_open(page) else "",
        why=error.message,
        effect="none",
        choices=_CHOICES,
        turn=before + 1,
        need=ApprovalNeed(timeout=crew.stop.wheel.keep_seconds, on_timeout="deny"),
    )


def _close(crew: Crew, request: ApprovalRequest) -> None:
    """Nobody is there to answer any more: the question goes with the browser."""
    crew.scribe.write(
        Answered(
            kind="answered",
            request=crew.trail.request_id(request),
            node=request.node,
            answer="stop",
            by=NOBODY,
            why="Nobody is watching any more.",
            via=TIMED_OUT,
        ),
        durable=True,
    )
